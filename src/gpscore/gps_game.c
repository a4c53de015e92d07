/* GPS as a row of the table of games: the typed functions behind untyped pointers. */
#include <gpscore/gps.h>

static gpscore_status rules_parse(const char *text, size_t length, void *rules, gpscore_error *error) {
    return gps_rules_parse(text, length, (gps_rules *)rules, error);
}

static size_t rules_write(const void *rules, char *buffer, size_t size) {
    return gps_rules_write((const gps_rules *)rules, buffer, size);
}

static uint64_t fingerprint(const void *rules) { return ((const gps_rules *)rules)->fingerprint; }

static int players(const void *rules) { return ((const gps_rules *)rules)->players; }

static void init(const void *rules, void *state) { gps_init((const gps_rules *)rules, (gps_state *)state); }

static uint32_t validate(const void *rules, const void *state) {
    return gps_validate((const gps_rules *)rules, (const gps_state *)state);
}

static uint32_t to_act(const void *state) { return gps_to_act((const gps_state *)state); }

static uint32_t turn(const void *state) { return ((const gps_state *)state)->head.turn; }

static size_t legal_actions(const void *rules, const void *state, int player, gpscore_action *out) {
    return gps_legal_actions((const gps_rules *)rules, (const gps_state *)state, player, out);
}

static uint64_t legal_mask(const void *rules, const void *state, int player) {
    gpscore_outcome outcomes[GPS_MAX_SPACES];
    uint64_t mask = 0;
    if (player != GPSCORE_CHANCE) {
        return gps_legal_mask((const gps_rules *)rules, (const gps_state *)state, player);
    }
    const size_t count = gps_chance_outcomes((const gps_rules *)rules, (const gps_state *)state, outcomes);
    for (size_t i = 0; i < count; i++) mask |= UINT64_C(1) << GPS_INDEX(outcomes[i].action);
    return mask;
}

static unsigned action_index(const void *rules, const void *state, gpscore_action action) {
    const gpscore_status status =
        gps_why_illegal((const gps_rules *)rules, (const gps_state *)state, GPSCORE_CHANCE, action, NULL);
    return status == GPSCORE_ILLEGAL_UNKNOWN_ACTION ? GPSCORE_NO_INDEX : GPS_INDEX(action);
}

static size_t chance_outcomes(const void *rules, const void *state, gpscore_outcome *out) {
    return gps_chance_outcomes((const gps_rules *)rules, (const gps_state *)state, out);
}

static gpscore_action sample_chance(const void *rules, const void *state, uint64_t key) {
    return gps_sample_chance((const gps_rules *)rules, (const gps_state *)state, key);
}

static gpscore_status why_illegal(const void *rules, const void *state, int player, gpscore_action action,
                                  gpscore_error *error) {
    return gps_why_illegal((const gps_rules *)rules, (const gps_state *)state, player, action, error);
}

static gpscore_status apply(const void *rules, void *state, int player, gpscore_action action, void *undo,
                            gpscore_error *error) {
    return gps_apply((const gps_rules *)rules, (gps_state *)state, player, action, (gps_undo_info *)undo,
                     error);
}

static void apply_unchecked(const void *rules, void *state, int player, gpscore_action action, void *undo) {
    gps_apply_unchecked((const gps_rules *)rules, (gps_state *)state, player, action, (gps_undo_info *)undo);
}

static gpscore_status apply_joint(const void *rules, void *state, uint32_t seats,
                                  const gpscore_action *actions, void *undo, gpscore_error *error) {
    return gps_apply_joint((const gps_rules *)rules, (gps_state *)state, seats, actions,
                           (gps_undo_info *)undo, error);
}

static void undo_last(void *state, const void *undo) {
    gps_undo((gps_state *)state, (const gps_undo_info *)undo);
}

static uint32_t winners(const void *rules, const void *state) {
    return gps_winners((const gps_rules *)rules, (const gps_state *)state);
}

static uint64_t hash(const void *state) { return gps_hash((const gps_state *)state); }

static void view(const void *state, int viewer, void *out) {
    gps_view((const gps_state *)state, viewer, (gps_state *)out);
}

static size_t events(const void *rules, const void *state, const void *undo, gpscore_event *out) {
    return gps_events((const gps_rules *)rules, (const gps_state *)state, (const gps_undo_info *)undo, out);
}

static gpscore_action choose(const void *rules, const void *state, int player, gpscore_policy policy,
                             uint64_t key) {
    return gps_choose((const gps_rules *)rules, (const gps_state *)state, player, policy, key);
}

static size_t packed_size(const void *rules) { return gps_packed_size((const gps_rules *)rules); }

static void pack(const void *rules, const void *state, uint8_t *out) {
    gps_pack((const gps_rules *)rules, (const gps_state *)state, out);
}

static gpscore_status unpack(const void *rules, const uint8_t *bytes, size_t length, void *state,
                             gpscore_error *error) {
    return gps_unpack((const gps_rules *)rules, bytes, length, (gps_state *)state, error);
}

static size_t state_write(const void *rules, const void *state, char *buffer, size_t size) {
    return gps_state_write((const gps_rules *)rules, (const gps_state *)state, buffer, size);
}

static gpscore_status state_parse(const void *rules, const char *text, size_t length, void *state,
                                  gpscore_error *error) {
    return gps_state_parse((const gps_rules *)rules, text, length, (gps_state *)state, error);
}

static gpscore_status action_parse(const void *rules, const void *state, const char *text, size_t length,
                                   gpscore_action *action, gpscore_error *error) {
    return gps_action_parse((const gps_rules *)rules, (const gps_state *)state, text, length, action, error);
}

const gpscore_game gps_game = {
    .name = "gps",
    .rules_size = sizeof(gps_rules),
    .state_size = sizeof(gps_state),
    .undo_size = sizeof(gps_undo_info),
    .mask_words = 1,
    .rules_parse = rules_parse,
    .rules_write = rules_write,
    .fingerprint = fingerprint,
    .players = players,
    .init = init,
    .validate = validate,
    .problem_text = gps_problem_text,
    .to_act = to_act,
    .turn = turn,
    .legal_actions = legal_actions,
    .legal_mask = legal_mask,
    .chance_outcomes = chance_outcomes,
    .index = action_index,
    .sample_chance = sample_chance,
    .why_illegal = why_illegal,
    .apply = apply,
    .apply_unchecked = apply_unchecked,
    .apply_joint = apply_joint,
    .undo = undo_last,
    .winners = winners,
    .hash = hash,
    .view = view,
    .events = events,
    .choose = choose,
    .packed_size = packed_size,
    .pack = pack,
    .unpack = unpack,
    .state_write = state_write,
    .state_parse = state_parse,
    .action_write = gps_action_write,
    .action_parse = action_parse,
};

_Static_assert(sizeof(gps_ring) == 32 && sizeof(gps_head) == 32 && sizeof(gps_state) == 192,
               "the layout drawn in gps.h");
_Static_assert(sizeof(gps_state) <= GPSCORE_MAX_STATE && sizeof(gps_undo_info) <= GPSCORE_MAX_UNDO,
               "the bounds of game.h hold");
