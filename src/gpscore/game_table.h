/* A row of the table of games, made from a game's typed functions: the same functions behind untyped pointers.
 *
 * A game's file defines GAME (its prefix), GAME_MASK_WORDS and GAME_RULES_VERSION, and, where games are not
 * alike, functions of its own - <game>_turn_count, <game>_mask, <game>_index, <game>_at, <game>_joint,
 * <game>_seen, <game>_take_back and <game>_error_text -, the slices of its observation (<game>_slices,
 * GAME_OBSERVATION, GAME_OBSERVATION_VERSION) and its kernels (GAME_KERNELS), and includes this once. */
#define GAME_JOIN_(game, name) game##_##name
#define GAME_JOIN(game, name) GAME_JOIN_(game, name)
#define GAME_(name) GAME_JOIN(GAME, name)
#define GAME_TEXT_(game) #game
#define GAME_TEXT(game) GAME_TEXT_(game)

#define RULES ((const GAME_(rules) *)rules)
#define STATE ((const GAME_(state) *)state)
#define UNDO ((GAME_(undo_info) *)undo)

static uint64_t fingerprint(const void *rules) { return RULES->fingerprint; }

static int players(const void *rules) { return RULES->players; }

static void init(const void *rules, void *state) { GAME_(init)(RULES, (GAME_(state) *)state); }

static uint32_t validate(const void *rules, const void *state) { return GAME_(validate)(RULES, STATE); }

static uint32_t to_act(const void *state) { return GAME_(to_act)(STATE); }

static uint32_t turn(const void *state) { return GAME_(turn_count)(STATE); }

static size_t legal_actions(const void *rules, const void *state, int player, gpscore_action *out) {
    return GAME_(legal_actions)(RULES, STATE, player, out);
}

static size_t count_actions(const void *rules, const void *state, int player) {
    return GAME_(count_actions)(RULES, STATE, player);
}

static void legal_mask(const void *rules, const void *state, int player, uint64_t *mask) {
    GAME_(mask)(RULES, STATE, player, mask);
}

static size_t chance_outcomes(const void *rules, const void *state, gpscore_outcome *out) {
    return GAME_(chance_outcomes)(RULES, STATE, out);
}

static unsigned action_index(const void *rules, const void *state, gpscore_action action) {
    return GAME_(index)(RULES, STATE, action);
}

static gpscore_action action_at(const void *rules, const void *state, int player, unsigned index) {
    return GAME_(at)(RULES, STATE, player, index);
}

static void observe(const void *rules, const void *state, int player, uint8_t *out) {
    GAME_(observe)(RULES, STATE, player, out);
}

static gpscore_action sample_chance(const void *rules, const void *state, uint64_t key) {
    return GAME_(sample_chance)(RULES, STATE, key);
}

static gpscore_status why_illegal(const void *rules, const void *state, int player, gpscore_action action,
                                  gpscore_error *error) {
    return GAME_(why_illegal)(RULES, STATE, player, action, error);
}

static gpscore_status apply(const void *rules, void *state, int player, gpscore_action action, void *undo,
                            gpscore_error *error) {
    return GAME_(apply)(RULES, (GAME_(state) *)state, player, action, UNDO, error);
}

static void apply_unchecked(const void *rules, void *state, int player, gpscore_action action, void *undo) {
    GAME_(apply_unchecked)(RULES, (GAME_(state) *)state, player, action, UNDO);
}

static gpscore_status apply_joint(const void *rules, void *state, uint32_t seats,
                                  const gpscore_action *actions, void *undo, gpscore_error *error) {
    return GAME_(joint)(RULES, (GAME_(state) *)state, seats, actions, UNDO, error);
}

static void undo_last(void *state, const void *undo) {
    GAME_(undo)((GAME_(state) *)state, (const GAME_(undo_info) *)undo);
}

static gpscore_status retract(const void *rules, void *state, int player, void *undo, gpscore_error *error) {
    return GAME_(take_back)(RULES, (GAME_(state) *)state, player, UNDO, error);
}

static int informs(const void *rules, const void *undo) {
    return GAME_(informs)(RULES, (const GAME_(undo_info) *)undo);
}

static uint32_t winners(const void *rules, const void *state) { return GAME_(winners)(RULES, STATE); }

static uint64_t hash(const void *state) { return GAME_(hash)(STATE); }

static void view(const void *state, int viewer, void *out) {
    GAME_(seen)(STATE, viewer, (GAME_(state) *)out);
}

static size_t events(const void *rules, const void *state, const void *undo, gpscore_event *out) {
    return GAME_(events)(RULES, STATE, (const GAME_(undo_info) *)undo, out);
}

static gpscore_action choose(const void *rules, const void *state, int player, gpscore_policy policy,
                             uint64_t key) {
    return GAME_(choose)(RULES, STATE, player, policy, key);
}

static size_t packed_size(const void *rules) { return GAME_(packed_size)(RULES); }

static void pack(const void *rules, const void *state, uint8_t *out) { GAME_(pack)(RULES, STATE, out); }

static gpscore_status unpack(const void *rules, const uint8_t *bytes, size_t length, void *state,
                             gpscore_error *error) {
    return GAME_(unpack)(RULES, bytes, length, (GAME_(state) *)state, error);
}

static size_t error_text(const void *rules, const gpscore_error *error, char *buffer, size_t size) {
    return GAME_(error_text)(RULES, error, buffer, size);
}

#ifndef GPSCORE_NO_TEXT
static gpscore_status rules_parse(const char *text, size_t length, void *rules, gpscore_error *error) {
    return GAME_(rules_parse)(text, length, (GAME_(rules) *)rules, error);
}

static size_t rules_write(const void *rules, char *buffer, size_t size) {
    return GAME_(rules_write)(RULES, buffer, size);
}

static size_t state_write(const void *rules, const void *state, char *buffer, size_t size) {
    return GAME_(state_write)(RULES, STATE, buffer, size);
}

static gpscore_status state_parse(const void *rules, const char *text, size_t length, void *state,
                                  gpscore_error *error) {
    return GAME_(state_parse)(RULES, text, length, (GAME_(state) *)state, error);
}

static gpscore_status action_parse(const void *rules, const void *state, const char *text, size_t length,
                                   gpscore_action *action, gpscore_error *error) {
    return GAME_(action_parse)(RULES, STATE, text, length, action, error);
}

static gpscore_status svg(const void *rules, const void *state, const gpscore_svg_options *options,
                          char *buffer, size_t size, size_t *length, gpscore_error *error) {
    return GAME_(svg)(RULES, STATE, options, buffer, size, length, error);
}
#endif

const gpscore_game GAME_(game) = {
    .name = GAME_TEXT(GAME),
    .rules_size = sizeof(GAME_(rules)),
    .state_size = sizeof(GAME_(state)),
    .undo_size = sizeof(GAME_(undo_info)),
    .mask_words = GAME_MASK_WORDS,
    .rules_version = GAME_RULES_VERSION,
    .fingerprint = fingerprint,
    .players = players,
    .init = init,
    .validate = validate,
    .problem_text = GAME_(problem_text),
    .to_act = to_act,
    .turn = turn,
    .legal_actions = legal_actions,
    .count_actions = count_actions,
    .legal_mask = legal_mask,
    .chance_outcomes = chance_outcomes,
    .index = action_index,
    .sample_chance = sample_chance,
    .why_illegal = why_illegal,
    .apply = apply,
    .apply_unchecked = apply_unchecked,
    .apply_joint = apply_joint,
    .undo = undo_last,
    .retract = retract,
    .informs = informs,
    .winners = winners,
    .hash = hash,
    .view = view,
    .events = events,
    .choose = choose,
    .packed_size = packed_size,
    .pack = pack,
    .unpack = unpack,
    .error_text = error_text,
    .action_at = action_at,
    .observation_version = GAME_OBSERVATION_VERSION,
    .observation_size = GAME_OBSERVATION,
    .observation_slices = sizeof GAME_(slices) / sizeof GAME_(slices)[0],
    .observation = GAME_(slices),
    .observe = observe,
    .kernels = GAME_KERNELS,
#ifndef GPSCORE_NO_TEXT
    .rules_parse = rules_parse,
    .rules_write = rules_write,
    .state_write = state_write,
    .state_parse = state_parse,
    .action_write = GAME_(action_write),
    .action_parse = action_parse,
    .svg = svg,
#endif
};

_Static_assert(sizeof(GAME_(rules)) <= GPSCORE_MAX_RULES && sizeof(GAME_(state)) <= GPSCORE_MAX_STATE &&
                   sizeof(GAME_(undo_info)) <= GPSCORE_MAX_UNDO && GAME_MASK_WORDS <= GPSCORE_MAX_MASK,
               "the bounds of game.h hold");
