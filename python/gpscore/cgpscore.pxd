"""C declarations of gpscore, for cimport by modules that compile the core's C sources in.

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
    enum:
        GPSCORE_OK
        GPSCORE_NO_SUCH_PLAYER
        GPSCORE_NOTHING_TO_UNDO
        GPSCORE_NO_SUCH_POLICY
        GPSCORE_NOT_CHANCE
        GPSCORE_NO_SUCH_GAME
        GPSCORE_RULES_WEIGHT_RANGE
        GPSCORE_PARSE_CHARACTER
        GPSCORE_PARSE_END
        GPSCORE_PARSE_TRAILING
        GPSCORE_POSITION_INVALID
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
    uint64_t gpscore_mix(uint64_t x)
    uint64_t gpscore_key(uint64_t seed, gpscore_purpose purpose)
    uint64_t gpscore_draw(uint64_t key, uint64_t ply, uint64_t code)
    uint32_t gpscore_draw_below(uint64_t key, uint64_t ply, uint64_t code, uint32_t n)

cdef extern from "gpscore/game.h" nogil:
    enum:
        GPSCORE_MAX_PLAYERS
        GPSCORE_MAX_STATE
        GPSCORE_MAX_UNDO
        GPSCORE_MAX_ACTIONS
        GPSCORE_MAX_EVENTS
        GPSCORE_CHANCE
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

    ctypedef struct gpscore_game:
        const char *name
        uint32_t rules_size
        uint32_t state_size
        uint32_t undo_size
        uint32_t mask_words
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
        uint64_t (*legal_mask)(const void *rules, const void *state, int player) noexcept nogil
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
                         uint64_t games, uint32_t turn_cap, gpscore_playout_stats *stats)

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
    void gps_observe(const gps_rules *rules, const gps_state *state, int player, uint8_t *out)

    const gpscore_game gps_game

cdef extern from "gpscore/gpscore.h" nogil:
    enum:
        GPSCORE_ABI
        GPSCORE_VERSION_MAJOR
        GPSCORE_VERSION_MINOR
        GPSCORE_VERSION_PATCH
    const char *gpscore_version()
    uint32_t gpscore_abi()
