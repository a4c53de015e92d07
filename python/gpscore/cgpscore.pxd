"""C declarations of gpscore, for cimport: by modules that compile the core's C sources in, or, through
``gpscore.capi``, by modules that use an installed gpscore.

What each call means is said in include/gpscore/*.h.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "gpscore/status.h" nogil:
    ctypedef int gpscore_status
    ctypedef int gpscore_status_class
    enum:
        GPSCORE_CLASS_OK
        GPSCORE_CLASS_USAGE
        GPSCORE_CLASS_RULES
        GPSCORE_CLASS_PARSE
        GPSCORE_CLASS_FORMAT
        GPSCORE_CLASS_POSITION
        GPSCORE_CLASS_ILLEGAL
        GPSCORE_CLASS_BOARD
    enum:
        GPSCORE_OK
        GPSCORE_BATCH_LANES
        GPSCORE_BATCH_FIRST_LANE
        GPSCORE_BATCH_LANE
        GPSCORE_BYTES_RECORD
        GPSCORE_NO_SUCH_PLAYER
        GPSCORE_NOTHING_TO_UNDO
        GPSCORE_NO_SUCH_POLICY
        GPSCORE_NOT_CHANCE
        GPSCORE_NO_SUCH_GAME
        GPSCORE_SOLAR_ENDED
        GPSCORE_NO_SUCH_SEAT
        GPSCORE_SVG_SIZE
        GPSCORE_SVG_THEME
        GPSCORE_SVG_ARROWS
        GPSCORE_SVG_SPACE
        GPSCORE_SVG_NO_PREFIX
        GPSCORE_RULES_WEIGHT_RANGE
        GPSCORE_PARSE_CHARACTER
        GPSCORE_PARSE_END
        GPSCORE_PARSE_TRAILING
        GPSCORE_PARSE_FORM
        GPSCORE_BYTES_END
        GPSCORE_RULES_PLUTO
        GPSCORE_RULES_ORGANISATION
        GPSCORE_RULES_TRACE_POINTS
        GPSCORE_POSITION_INVALID
        GPSCORE_BOARD_COUNT
        GPSCORE_BOARD_CELL
        GPSCORE_BOARD_NO_RING
        GPSCORE_BOARD_BASE_HOLE
        GPSCORE_BOARD_PLANET_CELLS
        GPSCORE_BOARD_COVERED
        GPSCORE_BOARD_PLANET
        GPSCORE_BOARD_REWARD
        GPSCORE_BOARD_MOON
        GPSCORE_BOARD_NAME
        GPSCORE_BOARD_LIMIT
        GPSCORE_BOARD_OWNED
        GPSCORE_ILLEGAL_OVER
        GPSCORE_ILLEGAL_UNKNOWN_ACTION

    ctypedef struct gpscore_error:
        int32_t status
        int32_t position
        int64_t operand[4]

    ctypedef struct gpscore_status_info:
        gpscore_status status
        gpscore_status_class cls
        const char *name
        const char *rule
        const char *words

    size_t gpscore_status_count()
    const gpscore_status_info *gpscore_status_at(size_t index)
    const gpscore_status_info *gpscore_status_find(int32_t status)
    size_t gpscore_error_text(const gpscore_error *error, char *buffer, size_t size)

cdef extern from "gpscore/random.h" nogil:
    ctypedef int gpscore_purpose
    enum:
        GPSCORE_PURPOSE_CHANCE
        GPSCORE_PURPOSE_PLAYER
        GPSCORE_PURPOSE_PLAYOUT
        GPSCORE_PURPOSE_BATCH
    uint64_t gpscore_mix(uint64_t x)
    uint64_t gpscore_key(uint64_t seed, gpscore_purpose purpose)
    uint64_t gpscore_draw(uint64_t key, uint64_t ply, uint64_t code)
    uint32_t gpscore_draw_below(uint64_t key, uint64_t ply, uint64_t code, uint32_t n)

cdef extern from "gpscore/game.h" nogil:
    enum:
        GPSCORE_MAX_PLAYERS
        GPSCORE_MAX_RULES
        # Sizes of arrays of 64-bit words that hold any game's rules, state and undo record, aligned to 8.
        GPSCORE_RULES_WORDS "(GPSCORE_MAX_RULES / 8)"
        GPSCORE_STATE_WORDS "(GPSCORE_MAX_STATE / 8)"
        GPSCORE_UNDO_WORDS "(GPSCORE_MAX_UNDO / 8)"
        GPSCORE_MAX_STATE
        GPSCORE_MAX_UNDO
        GPSCORE_MAX_ACTIONS
        GPSCORE_MAX_EVENTS
        GPSCORE_MAX_MASK
        GPSCORE_MAX_PERFT
        GPSCORE_CHANCE
        GPSCORE_HOST
        GPSCORE_PUBLIC
    ctypedef uint32_t gpscore_action
    const gpscore_action GPSCORE_NO_ACTION
    const unsigned GPSCORE_NO_INDEX
    const uint32_t GPSCORE_TO_ACT_OVER
    const uint32_t GPSCORE_TO_ACT_CHANCE
    const uint32_t GPSCORE_TO_ACT_HOST

    ctypedef struct gpscore_outcome:
        gpscore_action action
        uint32_t weight

    ctypedef int gpscore_policy
    enum:
        GPSCORE_UNIFORM
        GPSCORE_GREEDY
        GPSCORE_STEADY
        GPSCORE_POLICY_COUNT

    ctypedef struct gpscore_event:
        uint8_t kind
        int8_t player
        uint8_t args[6]

cdef extern from "gpscore/svg.h" nogil:
    enum:
        GPSCORE_LIGHT
        GPSCORE_DARK
        GPSCORE_COLOUR_BLIND
        GPSCORE_THEME_COUNT
        GPSCORE_SVG_MIN_SIZE
        GPSCORE_SVG_MAX_SIZE
        GPSCORE_SVG_MAX_ARROWS
        GPSCORE_SVG_PREFIX
        GPSCORE_SVG_NOBODY

    ctypedef struct gpscore_arrow:
        int32_t from_ "from"
        int32_t to
        int32_t player

    ctypedef struct gpscore_svg_options:
        int64_t size
        int64_t theme
        int64_t viewer
        int64_t legal
        int64_t labels
        const gpscore_event *events
        size_t event_count
        const gpscore_arrow *arrows
        size_t arrow_count
        const char *prefix

    const char *gpscore_theme_name(int64_t theme)

cdef extern from "gpscore/game.h" nogil:
    ctypedef struct gpscore_slice:
        const char *name
        const char *words
        uint16_t offset
        uint16_t length
        uint16_t scale

    ctypedef int gpscore_kernel
    enum:
        GPSCORE_KERNEL_SCALAR
        GPSCORE_KERNEL_AVX2
        GPSCORE_KERNEL_NEON
        GPSCORE_KERNEL_COUNT
    ctypedef struct gpscore_batch_kernel "struct gpscore_batch_kernel":
        pass

    ctypedef struct gpscore_game:
        const char *name
        uint32_t rules_size
        uint32_t state_size
        uint32_t undo_size
        uint32_t mask_words
        uint32_t rules_version
        gpscore_status (*rules_parse)(const char *text, size_t length, void *rules,
                                      gpscore_error *error) noexcept nogil
        size_t (*rules_write)(const void *rules, char *buffer, size_t size) noexcept nogil
        uint64_t (*fingerprint)(const void *rules) noexcept nogil
        int (*players)(const void *rules) noexcept nogil
        void (*init)(const void *rules, void *state) noexcept nogil
        uint32_t (*validate)(const void *rules, const void *state) noexcept nogil
        const char *(*problem_text)(int bit) noexcept nogil
        uint32_t (*to_act)(const void *state) noexcept nogil
        uint32_t (*turn)(const void *state) noexcept nogil
        size_t (*legal_actions)(const void *rules, const void *state, int player,
                                gpscore_action *out) noexcept nogil
        size_t (*count_actions)(const void *rules, const void *state, int player) noexcept nogil
        void (*legal_mask)(const void *rules, const void *state, int player,
                           uint64_t *mask) noexcept nogil
        size_t (*chance_outcomes)(const void *rules, const void *state,
                                  gpscore_outcome *out) noexcept nogil
        unsigned (*index)(const void *rules, const void *state,
                          gpscore_action action) noexcept nogil
        gpscore_action (*sample_chance)(const void *rules, const void *state,
                                        uint64_t key) noexcept nogil
        gpscore_status (*why_illegal)(const void *rules, const void *state, int player,
                                      gpscore_action action, gpscore_error *error) noexcept nogil
        gpscore_status (*apply)(const void *rules, void *state, int player, gpscore_action action,
                                void *undo, gpscore_error *error) noexcept nogil
        void (*apply_unchecked)(const void *rules, void *state, int player, gpscore_action action,
                                void *undo) noexcept nogil
        gpscore_status (*apply_joint)(const void *rules, void *state, uint32_t players,
                                      const gpscore_action *actions, void *undo,
                                      gpscore_error *error) noexcept nogil
        void (*undo)(void *state, const void *undo) noexcept nogil
        uint32_t (*winners)(const void *rules, const void *state) noexcept nogil
        uint64_t (*hash)(const void *state) noexcept nogil
        void (*view)(const void *state, int viewer, void *out) noexcept nogil
        size_t (*events)(const void *rules, const void *state, const void *undo,
                         gpscore_event *out) noexcept nogil
        gpscore_action (*choose)(const void *rules, const void *state, int player,
                                 gpscore_policy policy, uint64_t key) noexcept nogil
        size_t (*packed_size)(const void *rules) noexcept nogil
        void (*pack)(const void *rules, const void *state, uint8_t *out) noexcept nogil
        gpscore_status (*unpack)(const void *rules, const uint8_t *data, size_t length, void *state,
                                 gpscore_error *error) noexcept nogil
        size_t (*state_write)(const void *rules, const void *state, char *buffer,
                              size_t size) noexcept nogil
        gpscore_status (*state_parse)(const void *rules, const char *text, size_t length,
                                      void *state, gpscore_error *error) noexcept nogil
        size_t (*action_write)(gpscore_action action, char *buffer, size_t size) noexcept nogil
        gpscore_status (*action_parse)(const void *rules, const void *state, const char *text,
                                       size_t length, gpscore_action *action,
                                       gpscore_error *error) noexcept nogil
        gpscore_action (*action_at)(const void *rules, const void *state, int player,
                                    unsigned index) noexcept nogil
        uint16_t observation_version
        uint16_t observation_size
        uint32_t observation_slices
        const gpscore_slice *observation
        void (*observe)(const void *rules, const void *state, int player,
                        uint8_t *out) noexcept nogil
        const gpscore_batch_kernel *kernels[3]
        gpscore_status (*retract)(const void *rules, void *state, int player, void *undo,
                                  gpscore_error *error) noexcept nogil
        int (*informs)(const void *rules, const void *undo) noexcept nogil
        size_t (*error_text)(const void *rules, const gpscore_error *error, char *buffer,
                             size_t size) noexcept nogil
        gpscore_status (*svg)(const void *rules, const void *state,
                              const gpscore_svg_options *options, char *buffer, size_t size,
                              size_t *length, gpscore_error *error) noexcept nogil

    uint64_t gpscore_observation_hash(const gpscore_game *game)
    const gpscore_game *gpscore_game_at(size_t index)
    const gpscore_game *gpscore_game_find(const char *name, size_t length)
    uint64_t gpscore_perft(const gpscore_game *game, const void *rules, void *state, int depth)

    ctypedef struct gpscore_playout_stats:
        uint64_t games
        uint64_t unfinished
        uint64_t shared
        uint64_t wins[5]
        uint64_t decisions
        uint64_t turns
        uint64_t turns_square
        uint32_t turns_min
        uint32_t turns_max

    void gpscore_playout(const gpscore_game *game, const void *rules, const void *state,
                         const gpscore_policy *policies, uint64_t seed, uint64_t first,
                         uint64_t games, uint32_t turn_cap, gpscore_playout_stats *stats,
                         uint32_t *lengths)

cdef extern from "gpscore/batch.h" nogil:
    enum:
        GPSCORE_BATCH_BLOCK
        GPSCORE_BATCH_ALIGN
        GPSCORE_BATCH_NO_ACTION
        GPSCORE_BATCH_VERSION
    const uint64_t GPSCORE_BATCH_MAX_LANES
    gpscore_kernel gpscore_kernel_best(const gpscore_game *game)

    ctypedef int gpscore_autoreset
    ctypedef int gpscore_observe
    ctypedef int gpscore_action_type
    enum:
        GPSCORE_NEXT_STEP
        GPSCORE_SAME_STEP
        GPSCORE_DISABLED
    enum:
        GPSCORE_OBSERVE_NOTHING
        GPSCORE_OBSERVE_U8
        GPSCORE_OBSERVE_F32
    enum:
        GPSCORE_ACTION_U8
        GPSCORE_ACTION_I32
        GPSCORE_ACTION_I64

    ctypedef struct gpscore_batch_options:
        uint64_t lanes
        uint64_t first_lane
        uint64_t seed
        uint32_t max_turns
        uint8_t autoreset
        uint8_t kernel
        uint8_t observe
        uint8_t reserved

    ctypedef struct gpscore_batch_arrays:
        void *lanes
        void *legal
        float *rewards
        uint8_t *terminated
        uint8_t *truncated
        uint8_t *winners
        uint8_t *to_act
        uint16_t *faults
        uint16_t *fault_choices
        void *observation
        void *final_observation

    ctypedef struct gpscore_batch_sizes:
        uint64_t lanes
        uint64_t legal
        uint64_t rewards
        uint64_t terminated
        uint64_t truncated
        uint64_t winners
        uint64_t to_act
        uint64_t faults
        uint64_t fault_choices
        uint64_t observation
        uint64_t final_observation

    ctypedef struct gpscore_batch_stats:
        uint64_t decisions
        uint64_t games
        uint64_t truncated
        uint64_t shared
        uint64_t wins[5]
        uint64_t turns

    struct gpscore_lane:
        pass

    ctypedef struct gpscore_batch:
        const gpscore_game *game
        const void *rules
        const gpscore_batch_kernel *kernel
        gpscore_batch_options options
        gpscore_batch_arrays arrays

    gpscore_status gpscore_batch_measure(const gpscore_game *game, const void *rules,
                                         const gpscore_batch_options *options,
                                         gpscore_batch_sizes *sizes, gpscore_error *error)
    gpscore_status gpscore_batch_init(gpscore_batch *batch, const gpscore_game *game,
                                      const void *rules, const gpscore_batch_options *options,
                                      const gpscore_batch_arrays *arrays, gpscore_error *error)
    void gpscore_batch_start(const gpscore_batch *batch, uint64_t first, uint64_t count)
    void gpscore_batch_reset(const gpscore_batch *batch, uint64_t first, uint64_t count,
                             const uint8_t *which)
    void gpscore_batch_step(const gpscore_batch *batch, uint64_t first, uint64_t count,
                            const void *actions, gpscore_action_type type)
    void gpscore_batch_sample(const gpscore_batch *batch, uint64_t first, uint64_t count,
                              const float *logits, uint8_t *actions)
    void gpscore_batch_step_sampled(const gpscore_batch *batch, uint64_t first, uint64_t count,
                                    const float *logits, uint8_t *actions)
    void gpscore_batch_play(const gpscore_batch *batch, uint64_t first, uint64_t count,
                            uint64_t steps, gpscore_policy policy, gpscore_batch_stats *stats)
    void gpscore_batch_legal_bytes(const gpscore_batch *batch, uint64_t first, uint64_t count,
                                   uint8_t *out)
    gpscore_status gpscore_batch_get(const gpscore_batch *batch, uint64_t lane, void *state,
                                     gpscore_lane *record, gpscore_error *error)
    gpscore_status gpscore_batch_set(const gpscore_batch *batch, uint64_t lane, const void *state,
                                     const gpscore_lane *record, gpscore_error *error)
    gpscore_status gpscore_batch_fault(const gpscore_batch *batch, uint64_t lane,
                                       gpscore_error *error)
    uint64_t gpscore_batch_packed_size(const gpscore_batch *batch)
    void gpscore_batch_pack(const gpscore_batch *batch, uint8_t *out)
    gpscore_status gpscore_batch_peek(const gpscore_game *game, const void *rules,
                                      const uint8_t *data, uint64_t length,
                                      gpscore_batch_options *options, gpscore_error *error)
    gpscore_status gpscore_batch_unpack(const gpscore_batch *batch, const uint8_t *data,
                                        uint64_t *lane, gpscore_error *error)

cdef extern from "gpscore/record.h" nogil:
    enum:
        GPSCORE_LINK
        GPSCORE_LINK_MARK
        GPSCORE_PLY_BYTES
        GPSCORE_PLY_TEXT
    const uint64_t GPSCORE_NO_TIME
    const uint64_t GPSCORE_MAX_TIME

    ctypedef struct gpscore_ply:
        gpscore_action action
        int32_t player
        uint64_t time

    void gpscore_sha256(const void *data, size_t length, uint8_t *out)
    void gpscore_record_link(uint8_t *link, const gpscore_ply *ply, uint64_t hash)
    int gpscore_record_player(uint32_t to_act)
    gpscore_status gpscore_record_apply(const gpscore_game *game, const void *rules, void *state,
                                        const gpscore_ply *ply, uint8_t *link,
                                        gpscore_error *error)
    size_t gpscore_record_pack(const gpscore_ply *ply, int expected, int timed, uint8_t *out)
    gpscore_status gpscore_record_unpack(const uint8_t *data, size_t length, int expected,
                                         int timed, gpscore_ply *ply, size_t *used,
                                         gpscore_error *error)
    size_t gpscore_record_write(const gpscore_game *game, const gpscore_ply *ply, char *buffer,
                                size_t size)
    gpscore_status gpscore_record_parse(const gpscore_game *game, const void *rules,
                                        const void *state, const char *text, size_t length,
                                        gpscore_ply *ply, gpscore_error *error)

cdef extern from "gpscore/gps.h" nogil:
    enum:
        GPS_MAX_PLAYERS
        GPS_MIN_SATELLITES
        GPS_MAX_SATELLITES
        GPS_MAX_SPACES
        GPS_MAX_WINS
        GPS_RULES_TEXT
        GPS_STATE_TEXT
        GPS_ACTION_TEXT
        GPS_NOWHERE
        GPS_HIDDEN
        GPS_CCW
        GPS_MAX_EVENTS
        GPS_MAX_PACKED
        GPS_PACKED_VERSION
        GPS_OBSERVATION
        GPS_OBSERVATION_VERSION
    enum:
        GPS_SETUP
        GPS_SPIN
        GPS_CHOOSE
        GPS_REVEAL
        GPS_SHUFFLE
        GPS_OVER
    enum:
        GPS_SPIN_TO
        GPS_PLACE
        GPS_MOVE
        GPS_TURN_UP
        GPS_DEAL
    enum:
        GPS_EVENT_SPUN
        GPS_EVENT_CHOSE
        GPS_EVENT_PLACED
        GPS_EVENT_MOVED
        GPS_EVENT_TURNED_UP
        GPS_EVENT_TURN_ENDED
        GPS_EVENT_WON
        GPS_EVENT_SHUFFLED
        GPS_EVENT_OVER
        GPS_EVENT_RETRACTED

    ctypedef struct gps_options:
        int64_t players
        int64_t spaces
        int64_t satellites
        int64_t face_up
        int64_t wins
        int64_t turn_limit
        const int64_t *weights
        size_t weight_count

    ctypedef struct gps_rules:
        uint64_t fingerprint
        uint64_t ring_mask
        uint32_t total
        uint32_t turn_limit
        uint8_t players
        uint8_t spaces
        uint8_t satellites
        uint8_t face_up
        uint8_t wins
        uint8_t uniform
        uint32_t weights[64]

    ctypedef struct gps_ring:
        uint8_t position[16]
        uint16_t up
        uint16_t down
        uint8_t choice
        uint16_t order
        uint64_t occupied

    ctypedef struct gps_head:
        uint64_t rules
        uint32_t turn
        uint32_t game_start
        uint8_t phase
        uint8_t pointed
        uint8_t wins[5]
        uint8_t pending
        uint64_t sum

    ctypedef struct gps_state:
        gps_head head
        gps_ring ring[5]

    ctypedef struct gps_undo_info:
        gps_head head
        gps_ring ring[5]

    gpscore_action GPS_ACTION(int kind, uint32_t index)
    uint32_t GPS_INDEX(gpscore_action action)
    uint32_t GPS_SATELLITE(gpscore_action action)

    gpscore_status gps_rules_init(gps_rules *rules, const gps_options *options,
                                  gpscore_error *error)
    size_t gps_rules_write(const gps_rules *rules, char *buffer, size_t size)
    gpscore_status gps_rules_parse(const char *text, size_t length, gps_rules *rules,
                                   gpscore_error *error)
    void gps_init(const gps_rules *rules, gps_state *state)
    uint32_t gps_validate(const gps_rules *rules, const gps_state *state)
    const char *gps_problem_text(int bit)
    void gps_derive(const gps_rules *rules, gps_state *state)
    uint32_t gps_to_act(const gps_state *state)
    uint32_t gps_winners(const gps_rules *rules, const gps_state *state)
    int gps_in_order(const gps_rules *rules, const gps_state *state, int player)
    uint64_t gps_hash(const gps_state *state)
    void gps_view(const gps_state *state, int viewer, gps_state *out)
    uint32_t gps_legal_mask(const gps_rules *rules, const gps_state *state, int player)
    size_t gps_legal_actions(const gps_rules *rules, const gps_state *state, int player,
                             gpscore_action *out)
    size_t gps_count_actions(const gps_rules *rules, const gps_state *state, int player)
    unsigned gps_targets(const gps_rules *rules, const gps_state *state, int player, unsigned *out)
    unsigned gps_target(const gps_rules *rules, const gps_state *state, int player,
                        gpscore_action action)
    size_t gps_chance_outcomes(const gps_rules *rules, const gps_state *state,
                               gpscore_outcome *out)
    gpscore_action gps_sample_chance(const gps_rules *rules, const gps_state *state, uint64_t key)
    gpscore_status gps_why_illegal(const gps_rules *rules, const gps_state *state, int player,
                                   gpscore_action action, gpscore_error *error)
    gpscore_status gps_apply(const gps_rules *rules, gps_state *state, int player,
                             gpscore_action action, gps_undo_info *undo, gpscore_error *error)
    void gps_apply_unchecked(const gps_rules *rules, gps_state *state, int player,
                             gpscore_action action, gps_undo_info *undo)
    gpscore_status gps_apply_joint(const gps_rules *rules, gps_state *state, uint32_t players,
                                   const gpscore_action *actions, gps_undo_info *undo,
                                   gpscore_error *error)
    void gps_undo(gps_state *state, const gps_undo_info *undo)
    gpscore_status gps_retract(const gps_rules *rules, gps_state *state, int player,
                               gps_undo_info *undo, gpscore_error *error)
    int gps_informs(const gps_rules *rules, const gps_undo_info *undo)
    size_t gps_events(const gps_rules *rules, const gps_state *state, const gps_undo_info *undo,
                      gpscore_event *out)
    gpscore_action gps_choose(const gps_rules *rules, const gps_state *state, int player,
                              gpscore_policy policy, uint64_t key)
    size_t gps_packed_size(const gps_rules *rules)
    void gps_pack(const gps_rules *rules, const gps_state *state, uint8_t *out)
    gpscore_status gps_unpack(const gps_rules *rules, const uint8_t *data, size_t length,
                              gps_state *state, gpscore_error *error)
    size_t gps_state_write(const gps_rules *rules, const gps_state *state, char *buffer,
                           size_t size)
    gpscore_status gps_state_parse(const gps_rules *rules, const char *text, size_t length,
                                   gps_state *state, gpscore_error *error)
    size_t gps_action_write(gpscore_action action, char *buffer, size_t size)
    gpscore_status gps_action_parse(const gps_rules *rules, const gps_state *state,
                                    const char *text, size_t length, gpscore_action *action,
                                    gpscore_error *error)
    gpscore_status gps_svg(const gps_rules *rules, const gps_state *state,
                           const gpscore_svg_options *options, char *buffer, size_t size,
                           size_t *length, gpscore_error *error)
    void gps_observe(const gps_rules *rules, const gps_state *state, int player, uint8_t *out)

    const gpscore_game gps_game

cdef extern from "gpscore/solar.h" nogil:
    enum:
        SOLAR_MAX_PLAYERS
        SOLAR_NEUTRAL
        SOLAR_OWNERS
        SOLAR_RINGS
        SOLAR_SECTORS
        SOLAR_SPACES
        SOLAR_LAYERS
        SOLAR_DISCS
        SOLAR_ALIGNMENTS
        SOLAR_MAX_PLANETS
        SOLAR_MAX_MOONS
        SOLAR_MAX_REWARDS
        SOLAR_MAX_PROBES
        SOLAR_MAX_FIGURES
        SOLAR_MAX_COUNT
        SOLAR_MAX_SCORE
        SOLAR_MAX_ROUNDS
        SOLAR_TECHS
        SOLAR_TILES
        SOLAR_NAME
        SOLAR_MAX_REACH
        SOLAR_MASK_WORDS
        SOLAR_RULES_TEXT
        SOLAR_STATE_TEXT
        SOLAR_ACTION_TEXT
        SOLAR_MAX_PACKED
        SOLAR_OBSERVATION
        SOLAR_OBSERVATION_VERSION
        SOLAR_PACKED_VERSION
        SOLAR_PLANET_OWNED
        SOLAR_REWARD_KINDS
        SOLAR_ORGANISATIONS
        SOLAR_RESOURCES
    const unsigned SOLAR_NOWHERE
    enum:
        SOLAR_HOLE
        SOLAR_EMPTY
        SOLAR_ASTEROID
        SOLAR_COMET
        SOLAR_PLANET
    enum:
        SOLAR_NOTHING
        SOLAR_GAIN_INCOME
        SOLAR_GAIN_ANY_TRACE
    enum:
        SOLAR_SETUP_DISCS
        SOLAR_SETUP_SECTORS
        SOLAR_SETUP_TILES
        SOLAR_SETUP_INCOME
        SOLAR_TURN
        SOLAR_CHOOSE_TECH
        SOLAR_CHOOSE_INCOME
        SOLAR_CHOOSE_TRACE
        SOLAR_ORG_MOVES
        SOLAR_SETTLE
        SOLAR_TURN_TILE
        SOLAR_ROUND_END
        SOLAR_OVER
    enum:
        SOLAR_FLAG_PASSED
        SOLAR_FLAG_ORG_USED
        SOLAR_FLAG_LAUNCH_TILE
        SOLAR_FLAG_RESEARCH_TILE
    enum:
        SOLAR_TURN_MAIN
        SOLAR_TURN_NO_ASTEROIDS
        SOLAR_TURN_MOVE_INSTEAD
        SOLAR_TURN_TURING
        SOLAR_TURN_FREE
        SOLAR_TURN_TECH_DUE
    enum:
        SOLAR_AFTER_LAUNCH
        SOLAR_AFTER_TILE
        SOLAR_AFTER_END
    enum:
        SOLAR_SAVED_ACTIVE
        SOLAR_SAVED_PLAYERS
        SOLAR_SAVED_ALL
    enum:
        SOLAR_ALIGN
        SOLAR_ORDER
        SOLAR_TILE
        SOLAR_LAUNCH
        SOLAR_MOVE
        SOLAR_ORBIT
        SOLAR_LAND
        SOLAR_LAND_MOON
        SOLAR_RESEARCH
        SOLAR_PASS
        SOLAR_END_TURN
        SOLAR_TAKE_TECH
        SOLAR_INCOME
        SOLAR_TRACE
        SOLAR_CARD_MOVE
        SOLAR_EXCHANGE
        SOLAR_BUY_CARD
        SOLAR_ORG
        SOLAR_ORG_DONE
        SOLAR_E_CHANGE
        SOLAR_E_MOVES
        SOLAR_E_LAUNCH
        SOLAR_E_ORBIT
        SOLAR_E_LAND
        SOLAR_E_LAND_MOON
        SOLAR_E_TECH
        SOLAR_E_ROTATE
        SOLAR_E_LIMIT
        SOLAR_E_NO_ASTEROIDS
        SOLAR_E_MOVE_INSTEAD
        SOLAR_E_PUT
        SOLAR_E_REMOVE
        SOLAR_E_MAIN
        SOLAR_E_NEXT_ROUND
        SOLAR_E_RESOLVED
    enum:
        SOLAR_CREDIT
        SOLAR_ENERGY
        SOLAR_CARD
        SOLAR_PUBLICITY
        SOLAR_DATA
        SOLAR_SCORE
        SOLAR_RED_TRACE
        SOLAR_YELLOW_TRACE
        SOLAR_BLUE_TRACE
        SOLAR_SIGNAL
        SOLAR_INCOME_CREDIT
        SOLAR_INCOME_ENERGY
        SOLAR_INCOME_CARD
    enum:
        SOLAR_EVENT_LAUNCHED
        SOLAR_EVENT_LAUNCH_SKIPPED
        SOLAR_EVENT_MOVED
        SOLAR_EVENT_PUBLICITY
        SOLAR_EVENT_MOVE_GAINED
        SOLAR_EVENT_TURNED
        SOLAR_EVENT_RODE
        SOLAR_EVENT_PUSHED
        SOLAR_EVENT_ORBITED
        SOLAR_EVENT_LANDED
        SOLAR_EVENT_LANDED_MOON
        SOLAR_EVENT_FIRST_ORBIT
        SOLAR_EVENT_DATA_SPACE
        SOLAR_EVENT_GAINED
        SOLAR_EVENT_SPENT
        SOLAR_EVENT_TECH
        SOLAR_EVENT_TILE
        SOLAR_EVENT_LAPSED
        SOLAR_EVENT_DECLINED
        SOLAR_EVENT_PASSED
        SOLAR_EVENT_TURN_ENDED
        SOLAR_EVENT_ROUND
        SOLAR_EVENT_SETTLE
        SOLAR_EVENT_PUT
        SOLAR_EVENT_REMOVED
        SOLAR_EVENT_OVER
        SOLAR_EVENT_RING_MOVE_GAINED
        SOLAR_EVENT_LIMIT
        SOLAR_EVENT_TURN_LIMIT
        SOLAR_EVENT_NO_ASTEROIDS
        SOLAR_EVENT_MOVE_INSTEAD
        SOLAR_EVENT_MAIN_USED
        SOLAR_EVENT_ORG_USED
        SOLAR_EVENT_ALIGNED
        SOLAR_EVENT_ORDERED
        SOLAR_EVENT_TILE_USED
        SOLAR_EVENT_TILE_BACK
        SOLAR_EVENT_KINDS

    ctypedef struct solar_reward:
        uint8_t kind
        uint8_t n

    ctypedef struct solar_planet:
        char name[20]
        uint8_t flags
        uint8_t first_orbit
        uint8_t data_spaces
        uint8_t data[2]
        uint8_t orbit_count
        uint8_t land_count
        solar_reward orbit[6]
        solar_reward land[6]

    ctypedef struct solar_moon:
        char name[20]
        uint8_t planet
        uint8_t land_count
        solar_reward land[6]

    ctypedef struct solar_star:
        char name[20]
        uint8_t colour
        uint8_t data

    ctypedef struct solar_board:
        uint8_t cells[4][4][8]
        uint8_t planet_count
        uint8_t moon_count
        solar_planet planets[9]
        solar_moon moons[16]
        solar_star stars[4][2]
        uint8_t launch_credit
        uint8_t orbit_credit
        uint8_t orbit_energy
        uint8_t land_energy
        uint8_t orbiter_discount
        uint8_t tech3_discount
        uint8_t asteroid_moves
        uint8_t research_publicity
        uint8_t publicity_limit
        uint8_t data_limit
        uint8_t probe_limit
        uint8_t hand_limit

    ctypedef struct solar_options:
        int64_t players
        int64_t embedded
        int64_t rounds
        int64_t pluto[4]
        int64_t organisation[4]
        int64_t trace_points
        int64_t signal_points
        int64_t push_tech2
        const solar_board *board

    ctypedef struct solar_alignment:
        uint32_t planets
        uint32_t asteroids
        uint32_t icons
        uint32_t goals
        uint32_t turns[3]
        uint32_t pushes[3]
        uint8_t where[9]
        uint8_t shows[32]

    ctypedef struct solar_rules:
        uint64_t fingerprint
        uint8_t players
        uint8_t embedded
        uint8_t rounds
        uint8_t trace_points
        uint8_t signal_points
        uint8_t push_tech2
        uint8_t standard_board
        uint8_t pluto[4]
        uint8_t organisation[4]
        solar_board board
        solar_alignment alignments[512]

    ctypedef struct solar_player:
        uint32_t probes[3]
        uint16_t score
        uint8_t credits
        uint8_t energy
        uint8_t cards
        uint8_t publicity
        uint8_t data
        uint8_t tucked[3]
        uint8_t traces[3]
        uint8_t signals
        uint8_t techs
        uint8_t flags
        int8_t limit
        uint8_t count

    ctypedef struct solar_head:
        uint64_t rules
        uint64_t sum
        uint16_t alignment
        uint8_t token
        uint8_t sectors
        uint8_t phase
        uint8_t active
        uint8_t start
        uint8_t round
        uint8_t tiles[4]
        uint8_t moves
        uint8_t ring_moves
        int8_t turn_limit
        uint8_t turn
        uint8_t pending
        uint8_t list
        uint8_t item
        uint8_t left
        uint8_t step
        uint8_t after
        uint8_t mark
        uint32_t turns

    ctypedef struct solar_figures:
        uint8_t count[8][5]
        uint8_t first[8]
        uint8_t data[8]
        uint8_t moon[8]

    ctypedef struct solar_state:
        solar_head head
        solar_player players[4]
        solar_figures figures

    ctypedef struct solar_undo_info:
        solar_head head
        solar_player players[4]
        solar_figures figures
        gpscore_action action
        int8_t player
        uint8_t saved
        uint8_t first
        uint8_t count

    ctypedef struct solar_reach_info:
        uint8_t cost
        uint8_t publicity

    gpscore_action SOLAR_ACTION(int kind, uint32_t parameters)

    void solar_board_standard(solar_board *board)
    gpscore_status solar_board_check(const solar_board *board, gpscore_error *error)
    gpscore_status solar_rules_init(solar_rules *rules, const solar_options *options,
                                    gpscore_error *error)
    size_t solar_rules_write(const solar_rules *rules, char *buffer, size_t size)
    gpscore_status solar_rules_parse(const char *text, size_t length, solar_rules *rules,
                                     gpscore_error *error)
    void solar_init(const solar_rules *rules, solar_state *state)
    uint32_t solar_validate(const solar_rules *rules, const solar_state *state)
    const char *solar_problem_text(int bit)
    void solar_derive(const solar_rules *rules, solar_state *state)
    uint32_t solar_to_act(const solar_state *state)
    uint64_t solar_hash(const solar_state *state)
    uint32_t solar_winners(const solar_rules *rules, const solar_state *state)
    uint32_t solar_points(const solar_rules *rules, const solar_state *state, int player)
    int solar_probe_limit(const solar_rules *rules, const solar_state *state, int player)
    unsigned solar_index(const solar_rules *rules, const solar_state *state, gpscore_action action)
    void solar_limit_mask(uint32_t kinds, uint64_t *mask)
    void solar_legal_mask(const solar_rules *rules, const solar_state *state, int player,
                          uint64_t *mask)
    size_t solar_legal_actions(const solar_rules *rules, const solar_state *state, int player,
                               gpscore_action *out)
    size_t solar_count_actions(const solar_rules *rules, const solar_state *state, int player)
    size_t solar_chance_outcomes(const solar_rules *rules, const solar_state *state,
                                 gpscore_outcome *out)
    gpscore_action solar_sample_chance(const solar_rules *rules, const solar_state *state,
                                       uint64_t key)
    gpscore_status solar_why_illegal(const solar_rules *rules, const solar_state *state, int player,
                                     gpscore_action action, gpscore_error *error)
    gpscore_status solar_apply(const solar_rules *rules, solar_state *state, int player,
                               gpscore_action action, solar_undo_info *undo, gpscore_error *error)
    void solar_apply_unchecked(const solar_rules *rules, solar_state *state, int player,
                               gpscore_action action, solar_undo_info *undo)
    void solar_undo(solar_state *state, const solar_undo_info *undo)
    int solar_informs(const solar_rules *rules, const solar_undo_info *undo)
    size_t solar_events(const solar_rules *rules, const solar_state *state,
                        const solar_undo_info *undo, gpscore_event *out)
    unsigned solar_content(const solar_rules *rules, const solar_state *state, unsigned space)
    enum:
        SOLAR_LIST_ORBIT
        SOLAR_LIST_LAND
        SOLAR_LIST_MOON
        SOLAR_LIST_TILE
        SOLAR_LIST_SIGNAL
        SOLAR_LIST_PASS
    ctypedef struct solar_pending_info:
        solar_reward reward
        uint8_t left
        uint8_t planet
        uint8_t player
    const solar_reward *solar_list(const solar_rules *rules, unsigned number, unsigned *count)
    solar_pending_info solar_pending(const solar_rules *rules, const solar_state *state)
    unsigned solar_star_at(const solar_rules *rules, const solar_state *state, unsigned x)
    unsigned solar_neighbour(unsigned space, unsigned direction)
    gpscore_status solar_move_to(const solar_rules *rules, const solar_state *state, unsigned origin,
                                 unsigned to, gpscore_action *action, gpscore_error *error)
    unsigned solar_planet_space(const solar_rules *rules, const solar_state *state, unsigned planet)
    unsigned solar_figures_at(const solar_rules *rules, const solar_state *state, unsigned planet,
                              unsigned owner)
    unsigned solar_move_cost(const solar_rules *rules, const solar_state *state, int player,
                             unsigned space)
    uint32_t solar_reach(const solar_rules *rules, const solar_state *state, int player,
                         unsigned origin, unsigned moves, solar_reach_info *out)
    int solar_path(const solar_rules *rules, const solar_state *state, int player, unsigned origin,
                   unsigned to, unsigned moves, int most_publicity, uint8_t *directions)
    size_t solar_preview(const solar_rules *rules, const solar_state *state, unsigned count,
                         solar_state *after, gpscore_event *out, size_t size)
    void solar_windows(const solar_rules *rules, const solar_state *state, int player,
                       unsigned planet, unsigned count, uint8_t *costs)
    gpscore_action solar_choose(const solar_rules *rules, const solar_state *state, int player,
                                gpscore_policy policy, uint64_t key)
    size_t solar_packed_size(const solar_rules *rules)
    void solar_pack(const solar_rules *rules, const solar_state *state, uint8_t *out)
    gpscore_status solar_unpack(const solar_rules *rules, const uint8_t *data, size_t length,
                                solar_state *state, gpscore_error *error)
    size_t solar_state_write(const solar_rules *rules, const solar_state *state, char *buffer,
                             size_t size)
    gpscore_status solar_state_parse(const solar_rules *rules, const char *text, size_t length,
                                     solar_state *state, gpscore_error *error)
    size_t solar_action_write(gpscore_action action, char *buffer, size_t size)
    gpscore_status solar_action_parse(const solar_rules *rules, const solar_state *state,
                                      const char *text, size_t length, gpscore_action *action,
                                      gpscore_error *error)
    gpscore_status solar_svg(const solar_rules *rules, const solar_state *state,
                             const gpscore_svg_options *options, char *buffer, size_t size,
                             size_t *length, gpscore_error *error)
    void solar_observe(const solar_rules *rules, const solar_state *state, int player, uint8_t *out)

    const gpscore_game solar_game

cdef extern from "gpscore/gpscore.h" nogil:
    enum:
        GPSCORE_ABI
        GPSCORE_VERSION_MAJOR
        GPSCORE_VERSION_MINOR
        GPSCORE_VERSION_PATCH
    const char *gpscore_version()
    uint32_t gpscore_abi()

    ctypedef struct gpscore_sizes:
        uint32_t abi
        uint32_t gps_rules
        uint32_t gps_state
        uint32_t gps_undo_info
        uint32_t solar_rules
        uint32_t solar_state
        uint32_t solar_undo_info
    gpscore_status gpscore_check_sizes(const gpscore_sizes *seen, gpscore_error *error)
    gpscore_status gpscore_check_state(const gpscore_game *game, const void *rules,
                                       const void *state, size_t size, gpscore_error *error)

cdef extern from "gpscore/signature.h" nogil:
    enum:
        GPSCORE_SIGNATURE_WORKSPACE
    uint64_t gpscore_signature(gpscore_kernel kernel, void *workspace)
