/* gpscore/capi.h - the functions of gpscore as a table that another extension module finds at run time.
 *
 * Written by src/tools/capi.py from the other headers. The compiled Python module hides its symbols, so that two
 * copies of the core never mix; what it offers instead is this table, in the capsule gpscore._core._C_API.
 *
 * An extension module includes <Python.h> and then this header, and calls gpscore_import() once when it is
 * loaded. From then on gps_apply(...) and all the others are calls through the table, without the GIL if need be.
 * The table only grows within an ABI number: a module runs with the gpscore that it was compiled against and
 * with later ones. gpscore_import refuses others with an ImportError that says which. What unstable.h declares is in
 * a table of its own, capi_unstable.h.
 *
 * One table pointer serves each C file. To share one, define GPSCORE_CAPI_TABLE as a name before including this in
 * every file, and define `const gpscore_capi *NAME;` in one of them. */
#ifndef GPSCORE_CAPI_H
#define GPSCORE_CAPI_H

#include <gpscore/gpscore.h>

/* The name of the capsule. */
#define GPSCORE_CAPI_NAME "gpscore._core._C_API"

/* clang-format off */
/* Every function: X(result, name, parameters). */
/* For ABI 1. */
#define GPSCORE_CAPI_LIST(X) \
    X(size_t, gpscore_status_count, (void)) \
    X(const gpscore_status_info*, gpscore_status_at, (size_t index)) \
    X(const gpscore_status_info*, gpscore_status_find, (int32_t status)) \
    X(size_t, gpscore_error_text, (const gpscore_error *error, char *buffer, size_t size)) \
    X(const char*, gpscore_theme_name, (int64_t theme)) \
    X(uint64_t, gpscore_observation_hash, (const gpscore_game *game)) \
    X(const gpscore_game*, gpscore_game_at, (size_t index)) \
    X(const gpscore_game*, gpscore_game_find, (const char *name, size_t length)) \
    X(uint64_t, gpscore_perft, (const gpscore_game *game, const void *rules, void *state, int depth)) \
    X(void, gpscore_playout, (const gpscore_game *game, const void *rules, const void *state, const gpscore_policy *policies, uint64_t seed, uint64_t first, uint64_t games, uint32_t turn_cap, gpscore_playout_stats *stats, uint32_t *lengths)) \
    X(gpscore_kernel, gpscore_kernel_best, (const gpscore_game *game)) \
    X(gpscore_status, gpscore_batch_measure, (const gpscore_game *game, const void *rules, const gpscore_batch_options *options, gpscore_batch_sizes *sizes, gpscore_error *error)) \
    X(gpscore_status, gpscore_batch_init, (gpscore_batch *batch, const gpscore_game *game, const void *rules, const gpscore_batch_options *options, const gpscore_batch_arrays *arrays, gpscore_error *error)) \
    X(void, gpscore_batch_start, (const gpscore_batch *batch, uint64_t first, uint64_t count)) \
    X(void, gpscore_batch_reset, (const gpscore_batch *batch, uint64_t first, uint64_t count, const uint8_t *which)) \
    X(void, gpscore_batch_step, (const gpscore_batch *batch, uint64_t first, uint64_t count, const void *actions, gpscore_action_type type)) \
    X(void, gpscore_batch_sample, (const gpscore_batch *batch, uint64_t first, uint64_t count, const float *logits, uint8_t *actions)) \
    X(void, gpscore_batch_step_sampled, (const gpscore_batch *batch, uint64_t first, uint64_t count, const float *logits, uint8_t *actions)) \
    X(void, gpscore_batch_play, (const gpscore_batch *batch, uint64_t first, uint64_t count, uint64_t steps, gpscore_policy policy, gpscore_batch_stats *stats)) \
    X(gpscore_status, gpscore_batch_get, (const gpscore_batch *batch, uint64_t lane, void *state, struct gpscore_lane *record, gpscore_error *error)) \
    X(gpscore_status, gpscore_batch_set, (const gpscore_batch *batch, uint64_t lane, const void *state, const struct gpscore_lane *record, gpscore_error *error)) \
    X(gpscore_status, gpscore_batch_fault, (const gpscore_batch *batch, uint64_t lane, gpscore_error *error)) \
    X(void, gpscore_batch_legal_bytes, (const gpscore_batch *batch, uint64_t first, uint64_t count, uint8_t *out)) \
    X(uint64_t, gpscore_batch_packed_size, (const gpscore_batch *batch)) \
    X(void, gpscore_batch_pack, (const gpscore_batch *batch, uint8_t *out)) \
    X(gpscore_status, gpscore_batch_peek, (const gpscore_game *game, const void *rules, const uint8_t *bytes, uint64_t length, gpscore_batch_options *options, gpscore_error *error)) \
    X(gpscore_status, gpscore_batch_unpack, (const gpscore_batch *batch, const uint8_t *bytes, uint64_t *lane, gpscore_error *error)) \
    X(gpscore_status, gps_rules_init, (gps_rules *rules, const gps_options *options, gpscore_error *error)) \
    X(size_t, gps_rules_write, (const gps_rules *rules, char *buffer, size_t size)) \
    X(gpscore_status, gps_rules_parse, (const char *text, size_t length, gps_rules *rules, gpscore_error *error)) \
    X(void, gps_init, (const gps_rules *rules, gps_state *state)) \
    X(uint32_t, gps_validate, (const gps_rules *rules, const gps_state *state)) \
    X(const char*, gps_problem_text, (int bit)) \
    X(void, gps_derive, (const gps_rules *rules, gps_state *state)) \
    X(uint32_t, gps_to_act, (const gps_state *state)) \
    X(uint32_t, gps_winners, (const gps_rules *rules, const gps_state *state)) \
    X(int, gps_in_order, (const gps_rules *rules, const gps_state *state, int player)) \
    X(uint64_t, gps_hash, (const gps_state *state)) \
    X(void, gps_view, (const gps_state *state, int viewer, gps_state *out)) \
    X(uint32_t, gps_legal_mask, (const gps_rules *rules, const gps_state *state, int player)) \
    X(size_t, gps_legal_actions, (const gps_rules *rules, const gps_state *state, int player, gpscore_action *out)) \
    X(size_t, gps_count_actions, (const gps_rules *rules, const gps_state *state, int player)) \
    X(unsigned, gps_target, (const gps_rules *rules, const gps_state *state, int player, gpscore_action action)) \
    X(unsigned, gps_targets, (const gps_rules *rules, const gps_state *state, int player, unsigned out[2])) \
    X(size_t, gps_chance_outcomes, (const gps_rules *rules, const gps_state *state, gpscore_outcome *out)) \
    X(gpscore_action, gps_sample_chance, (const gps_rules *rules, const gps_state *state, uint64_t key)) \
    X(gpscore_status, gps_why_illegal, (const gps_rules *rules, const gps_state *state, int player, gpscore_action action, gpscore_error *error)) \
    X(gpscore_status, gps_apply, (const gps_rules *rules, gps_state *state, int player, gpscore_action action, gps_undo_info *undo, gpscore_error *error)) \
    X(void, gps_apply_unchecked, (const gps_rules *rules, gps_state *state, int player, gpscore_action action, gps_undo_info *undo)) \
    X(gpscore_status, gps_apply_joint, (const gps_rules *rules, gps_state *state, uint32_t players, const gpscore_action *actions, gps_undo_info *undo, gpscore_error *error)) \
    X(void, gps_undo, (gps_state *state, const gps_undo_info *undo)) \
    X(gpscore_status, gps_retract, (const gps_rules *rules, gps_state *state, int player, gps_undo_info *undo, gpscore_error *error)) \
    X(int, gps_informs, (const gps_rules *rules, const gps_undo_info *undo)) \
    X(size_t, gps_events, (const gps_rules *rules, const gps_state *state, const gps_undo_info *undo, gpscore_event *out)) \
    X(gpscore_action, gps_choose, (const gps_rules *rules, const gps_state *state, int player, gpscore_policy policy, uint64_t key)) \
    X(size_t, gps_packed_size, (const gps_rules *rules)) \
    X(void, gps_pack, (const gps_rules *rules, const gps_state *state, uint8_t *out)) \
    X(gpscore_status, gps_unpack, (const gps_rules *rules, const uint8_t *bytes, size_t length, gps_state *state, gpscore_error *error)) \
    X(size_t, gps_state_write, (const gps_rules *rules, const gps_state *state, char *buffer, size_t size)) \
    X(gpscore_status, gps_state_parse, (const gps_rules *rules, const char *text, size_t length, gps_state *state, gpscore_error *error)) \
    X(size_t, gps_action_write, (gpscore_action action, char *buffer, size_t size)) \
    X(gpscore_status, gps_action_parse, (const gps_rules *rules, const gps_state *state, const char *text, size_t length, gpscore_action *action, gpscore_error *error)) \
    X(gpscore_status, gps_svg, (const gps_rules *rules, const gps_state *state, const gpscore_svg_options *options, char *buffer, size_t size, size_t *length, gpscore_error *error)) \
    X(void, gps_observe, (const gps_rules *rules, const gps_state *state, int player, uint8_t *out)) \
    X(void, gpscore_sha256, (const void *data, size_t length, uint8_t out[32])) \
    X(void, gpscore_record_link, (uint8_t link[32], const gpscore_ply *ply, uint64_t hash)) \
    X(int, gpscore_record_player, (uint32_t to_act)) \
    X(gpscore_status, gpscore_record_apply, (const gpscore_game *game, const void *rules, void *state, const gpscore_ply *ply, uint8_t link[32], gpscore_error *error)) \
    X(size_t, gpscore_record_pack, (const gpscore_ply *ply, int expected, int timed, uint8_t *out)) \
    X(gpscore_status, gpscore_record_unpack, (const uint8_t *bytes, size_t length, int expected, int timed, gpscore_ply *ply, size_t *used, gpscore_error *error)) \
    X(size_t, gpscore_record_write, (const gpscore_game *game, const gpscore_ply *ply, char *buffer, size_t size)) \
    X(gpscore_status, gpscore_record_parse, (const gpscore_game *game, const void *rules, const void *state, const char *text, size_t length, gpscore_ply *ply, gpscore_error *error)) \
    X(uint64_t, gpscore_signature, (gpscore_kernel kernel, void *workspace)) \
    X(void, solar_board_standard, (solar_board *board)) \
    X(gpscore_status, solar_board_check, (const solar_board *board, gpscore_error *error)) \
    X(gpscore_status, solar_rules_init, (solar_rules *rules, const solar_options *options, gpscore_error *error)) \
    X(size_t, solar_rules_write, (const solar_rules *rules, char *buffer, size_t size)) \
    X(gpscore_status, solar_rules_parse, (const char *text, size_t length, solar_rules *rules, gpscore_error *error)) \
    X(unsigned, solar_index, (const solar_rules *rules, const solar_state *state, gpscore_action action)) \
    X(void, solar_init, (const solar_rules *rules, solar_state *state)) \
    X(uint32_t, solar_validate, (const solar_rules *rules, const solar_state *state)) \
    X(const char*, solar_problem_text, (int bit)) \
    X(void, solar_derive, (const solar_rules *rules, solar_state *state)) \
    X(uint32_t, solar_to_act, (const solar_state *state)) \
    X(uint64_t, solar_hash, (const solar_state *state)) \
    X(uint32_t, solar_winners, (const solar_rules *rules, const solar_state *state)) \
    X(uint32_t, solar_points, (const solar_rules *rules, const solar_state *state, int player)) \
    X(void, solar_legal_mask, (const solar_rules *rules, const solar_state *state, int player, uint64_t mask[4])) \
    X(void, solar_limit_mask, (uint32_t kinds, uint64_t mask[4])) \
    X(size_t, solar_legal_actions, (const solar_rules *rules, const solar_state *state, int player, gpscore_action *out)) \
    X(size_t, solar_count_actions, (const solar_rules *rules, const solar_state *state, int player)) \
    X(size_t, solar_chance_outcomes, (const solar_rules *rules, const solar_state *state, gpscore_outcome *out)) \
    X(gpscore_action, solar_sample_chance, (const solar_rules *rules, const solar_state *state, uint64_t key)) \
    X(gpscore_status, solar_why_illegal, (const solar_rules *rules, const solar_state *state, int player, gpscore_action action, gpscore_error *error)) \
    X(gpscore_status, solar_apply, (const solar_rules *rules, solar_state *state, int player, gpscore_action action, solar_undo_info *undo, gpscore_error *error)) \
    X(void, solar_apply_unchecked, (const solar_rules *rules, solar_state *state, int player, gpscore_action action, solar_undo_info *undo)) \
    X(void, solar_undo, (solar_state *state, const solar_undo_info *undo)) \
    X(int, solar_informs, (const solar_rules *rules, const solar_undo_info *undo)) \
    X(size_t, solar_events, (const solar_rules *rules, const solar_state *state, const solar_undo_info *undo, gpscore_event *out)) \
    X(unsigned, solar_content, (const solar_rules *rules, const solar_state *state, unsigned space)) \
    X(const solar_reward*, solar_list, (const solar_rules *rules, unsigned list, unsigned *count)) \
    X(solar_pending_info, solar_pending, (const solar_rules *rules, const solar_state *state)) \
    X(unsigned, solar_star_at, (const solar_rules *rules, const solar_state *state, unsigned x)) \
    X(unsigned, solar_neighbour, (unsigned space, unsigned direction)) \
    X(gpscore_status, solar_move_to, (const solar_rules *rules, const solar_state *state, unsigned from, unsigned to, gpscore_action *action, gpscore_error *error)) \
    X(unsigned, solar_planet_space, (const solar_rules *rules, const solar_state *state, unsigned planet)) \
    X(unsigned, solar_figures_at, (const solar_rules *rules, const solar_state *state, unsigned planet, unsigned owner)) \
    X(unsigned, solar_move_cost, (const solar_rules *rules, const solar_state *state, int player, unsigned space)) \
    X(uint32_t, solar_reach, (const solar_rules *rules, const solar_state *state, int player, unsigned from, unsigned moves, solar_reach_info out[32])) \
    X(int, solar_path, (const solar_rules *rules, const solar_state *state, int player, unsigned from, unsigned to, unsigned moves, int most_publicity, uint8_t directions[20])) \
    X(size_t, solar_preview, (const solar_rules *rules, const solar_state *state, unsigned count, solar_state *after, gpscore_event *out, size_t size)) \
    X(void, solar_windows, (const solar_rules *rules, const solar_state *state, int player, unsigned planet, unsigned count, uint8_t *costs)) \
    X(gpscore_action, solar_choose, (const solar_rules *rules, const solar_state *state, int player, gpscore_policy policy, uint64_t key)) \
    X(size_t, solar_packed_size, (const solar_rules *rules)) \
    X(void, solar_pack, (const solar_rules *rules, const solar_state *state, uint8_t *out)) \
    X(gpscore_status, solar_unpack, (const solar_rules *rules, const uint8_t *bytes, size_t length, solar_state *state, gpscore_error *error)) \
    X(size_t, solar_state_write, (const solar_rules *rules, const solar_state *state, char *buffer, size_t size)) \
    X(gpscore_status, solar_state_parse, (const solar_rules *rules, const char *text, size_t length, solar_state *state, gpscore_error *error)) \
    X(size_t, solar_action_write, (gpscore_action action, char *buffer, size_t size)) \
    X(gpscore_status, solar_action_parse, (const solar_rules *rules, const solar_state *state, const char *text, size_t length, gpscore_action *action, gpscore_error *error)) \
    X(void, solar_observe, (const solar_rules *rules, const solar_state *state, int player, uint8_t *out)) \
    X(gpscore_status, solar_svg, (const solar_rules *rules, const solar_state *state, const gpscore_svg_options *options, char *buffer, size_t size, size_t *length, gpscore_error *error)) \
    X(const char*, gpscore_version, (void)) \
    X(uint32_t, gpscore_abi, (void)) \
    X(gpscore_status, gpscore_check_sizes, (const gpscore_sizes *seen, gpscore_error *error)) \
    X(gpscore_status, gpscore_check_state, (const gpscore_game *game, const void *rules, const void *state, size_t size, gpscore_error *error)) \
    X(int, solar_probe_limit, (const solar_rules *rules, const solar_state *state, int player))
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

struct gpscore_capi_unstable; /* of capi_unstable.h */

typedef struct gpscore_capi {
    uint32_t abi;  /* GPSCORE_ABI of the host */
    uint32_t size; /* bytes of the host's table */
    const gpscore_game *gps;
    const gpscore_game *solar;
    const struct gpscore_capi_unstable *unstable;
#define GPSCORE_X(result, name, parameters) result(*name) parameters;
    GPSCORE_CAPI_LIST(GPSCORE_X)
#undef GPSCORE_X
} gpscore_capi;

#if defined(Py_PYTHON_H) && !defined(GPSCORE_CAPI_HOST)

#ifdef GPSCORE_CAPI_TABLE
extern const gpscore_capi *GPSCORE_CAPI_TABLE;
#else
#define GPSCORE_CAPI_TABLE gpscore_capi_table
static const gpscore_capi *gpscore_capi_table;
#endif

/* Find the table. 0, or -1 with an ImportError set; the GIL must be held. */
static inline int gpscore_import(void) {
    const gpscore_capi *table;
    PyObject *module = PyImport_ImportModule("gpscore._core");
    if (!module) return -1;
    Py_DECREF(module);
    table = (const gpscore_capi *)PyCapsule_Import(GPSCORE_CAPI_NAME, 0);
    if (!table) {
        PyErr_SetString(PyExc_ImportError, "the installed gpscore has no " GPSCORE_CAPI_NAME
                                           ": it is older than the one this module was compiled against");
        return -1;
    }
    if (table->abi != GPSCORE_ABI) {
        PyErr_Format(
            PyExc_ImportError,
            "this module was compiled against C ABI %u of gpscore, but the installed gpscore has ABI "
            "%u: install a gpscore of ABI %u, or compile this module again",
            (unsigned)GPSCORE_ABI, (unsigned)table->abi, (unsigned)GPSCORE_ABI);
        return -1;
    }
    if (table->size < sizeof(gpscore_capi)) {
        PyErr_Format(
            PyExc_ImportError,
            "this module was compiled against gpscore " GPSCORE_VERSION_STRING
            ", whose table has %u bytes; that of the installed gpscore has %u: install gpscore " GPSCORE_VERSION_STRING
            " or later",
            (unsigned)sizeof(gpscore_capi), (unsigned)table->size);
        return -1;
    }
    GPSCORE_CAPI_TABLE = table;
    return 0;
}

/* clang-format off */
#define gps_game (*GPSCORE_CAPI_TABLE->gps)
#define solar_game (*GPSCORE_CAPI_TABLE->solar)
#define gpscore_status_count (GPSCORE_CAPI_TABLE->gpscore_status_count)
#define gpscore_status_at (GPSCORE_CAPI_TABLE->gpscore_status_at)
#define gpscore_status_find (GPSCORE_CAPI_TABLE->gpscore_status_find)
#define gpscore_error_text (GPSCORE_CAPI_TABLE->gpscore_error_text)
#define gpscore_theme_name (GPSCORE_CAPI_TABLE->gpscore_theme_name)
#define gpscore_observation_hash (GPSCORE_CAPI_TABLE->gpscore_observation_hash)
#define gpscore_game_at (GPSCORE_CAPI_TABLE->gpscore_game_at)
#define gpscore_game_find (GPSCORE_CAPI_TABLE->gpscore_game_find)
#define gpscore_perft (GPSCORE_CAPI_TABLE->gpscore_perft)
#define gpscore_playout (GPSCORE_CAPI_TABLE->gpscore_playout)
#define gpscore_kernel_best (GPSCORE_CAPI_TABLE->gpscore_kernel_best)
#define gpscore_batch_measure (GPSCORE_CAPI_TABLE->gpscore_batch_measure)
#define gpscore_batch_init (GPSCORE_CAPI_TABLE->gpscore_batch_init)
#define gpscore_batch_start (GPSCORE_CAPI_TABLE->gpscore_batch_start)
#define gpscore_batch_reset (GPSCORE_CAPI_TABLE->gpscore_batch_reset)
#define gpscore_batch_step (GPSCORE_CAPI_TABLE->gpscore_batch_step)
#define gpscore_batch_sample (GPSCORE_CAPI_TABLE->gpscore_batch_sample)
#define gpscore_batch_step_sampled (GPSCORE_CAPI_TABLE->gpscore_batch_step_sampled)
#define gpscore_batch_play (GPSCORE_CAPI_TABLE->gpscore_batch_play)
#define gpscore_batch_get (GPSCORE_CAPI_TABLE->gpscore_batch_get)
#define gpscore_batch_set (GPSCORE_CAPI_TABLE->gpscore_batch_set)
#define gpscore_batch_fault (GPSCORE_CAPI_TABLE->gpscore_batch_fault)
#define gpscore_batch_legal_bytes (GPSCORE_CAPI_TABLE->gpscore_batch_legal_bytes)
#define gpscore_batch_packed_size (GPSCORE_CAPI_TABLE->gpscore_batch_packed_size)
#define gpscore_batch_pack (GPSCORE_CAPI_TABLE->gpscore_batch_pack)
#define gpscore_batch_peek (GPSCORE_CAPI_TABLE->gpscore_batch_peek)
#define gpscore_batch_unpack (GPSCORE_CAPI_TABLE->gpscore_batch_unpack)
#define gps_rules_init (GPSCORE_CAPI_TABLE->gps_rules_init)
#define gps_rules_write (GPSCORE_CAPI_TABLE->gps_rules_write)
#define gps_rules_parse (GPSCORE_CAPI_TABLE->gps_rules_parse)
#define gps_init (GPSCORE_CAPI_TABLE->gps_init)
#define gps_validate (GPSCORE_CAPI_TABLE->gps_validate)
#define gps_problem_text (GPSCORE_CAPI_TABLE->gps_problem_text)
#define gps_derive (GPSCORE_CAPI_TABLE->gps_derive)
#define gps_to_act (GPSCORE_CAPI_TABLE->gps_to_act)
#define gps_winners (GPSCORE_CAPI_TABLE->gps_winners)
#define gps_in_order (GPSCORE_CAPI_TABLE->gps_in_order)
#define gps_hash (GPSCORE_CAPI_TABLE->gps_hash)
#define gps_view (GPSCORE_CAPI_TABLE->gps_view)
#define gps_legal_mask (GPSCORE_CAPI_TABLE->gps_legal_mask)
#define gps_legal_actions (GPSCORE_CAPI_TABLE->gps_legal_actions)
#define gps_count_actions (GPSCORE_CAPI_TABLE->gps_count_actions)
#define gps_target (GPSCORE_CAPI_TABLE->gps_target)
#define gps_targets (GPSCORE_CAPI_TABLE->gps_targets)
#define gps_chance_outcomes (GPSCORE_CAPI_TABLE->gps_chance_outcomes)
#define gps_sample_chance (GPSCORE_CAPI_TABLE->gps_sample_chance)
#define gps_why_illegal (GPSCORE_CAPI_TABLE->gps_why_illegal)
#define gps_apply (GPSCORE_CAPI_TABLE->gps_apply)
#define gps_apply_unchecked (GPSCORE_CAPI_TABLE->gps_apply_unchecked)
#define gps_apply_joint (GPSCORE_CAPI_TABLE->gps_apply_joint)
#define gps_undo (GPSCORE_CAPI_TABLE->gps_undo)
#define gps_retract (GPSCORE_CAPI_TABLE->gps_retract)
#define gps_informs (GPSCORE_CAPI_TABLE->gps_informs)
#define gps_events (GPSCORE_CAPI_TABLE->gps_events)
#define gps_choose (GPSCORE_CAPI_TABLE->gps_choose)
#define gps_packed_size (GPSCORE_CAPI_TABLE->gps_packed_size)
#define gps_pack (GPSCORE_CAPI_TABLE->gps_pack)
#define gps_unpack (GPSCORE_CAPI_TABLE->gps_unpack)
#define gps_state_write (GPSCORE_CAPI_TABLE->gps_state_write)
#define gps_state_parse (GPSCORE_CAPI_TABLE->gps_state_parse)
#define gps_action_write (GPSCORE_CAPI_TABLE->gps_action_write)
#define gps_action_parse (GPSCORE_CAPI_TABLE->gps_action_parse)
#define gps_svg (GPSCORE_CAPI_TABLE->gps_svg)
#define gps_observe (GPSCORE_CAPI_TABLE->gps_observe)
#define gpscore_sha256 (GPSCORE_CAPI_TABLE->gpscore_sha256)
#define gpscore_record_link (GPSCORE_CAPI_TABLE->gpscore_record_link)
#define gpscore_record_player (GPSCORE_CAPI_TABLE->gpscore_record_player)
#define gpscore_record_apply (GPSCORE_CAPI_TABLE->gpscore_record_apply)
#define gpscore_record_pack (GPSCORE_CAPI_TABLE->gpscore_record_pack)
#define gpscore_record_unpack (GPSCORE_CAPI_TABLE->gpscore_record_unpack)
#define gpscore_record_write (GPSCORE_CAPI_TABLE->gpscore_record_write)
#define gpscore_record_parse (GPSCORE_CAPI_TABLE->gpscore_record_parse)
#define gpscore_signature (GPSCORE_CAPI_TABLE->gpscore_signature)
#define solar_board_standard (GPSCORE_CAPI_TABLE->solar_board_standard)
#define solar_board_check (GPSCORE_CAPI_TABLE->solar_board_check)
#define solar_rules_init (GPSCORE_CAPI_TABLE->solar_rules_init)
#define solar_rules_write (GPSCORE_CAPI_TABLE->solar_rules_write)
#define solar_rules_parse (GPSCORE_CAPI_TABLE->solar_rules_parse)
#define solar_index (GPSCORE_CAPI_TABLE->solar_index)
#define solar_init (GPSCORE_CAPI_TABLE->solar_init)
#define solar_validate (GPSCORE_CAPI_TABLE->solar_validate)
#define solar_problem_text (GPSCORE_CAPI_TABLE->solar_problem_text)
#define solar_derive (GPSCORE_CAPI_TABLE->solar_derive)
#define solar_to_act (GPSCORE_CAPI_TABLE->solar_to_act)
#define solar_hash (GPSCORE_CAPI_TABLE->solar_hash)
#define solar_winners (GPSCORE_CAPI_TABLE->solar_winners)
#define solar_points (GPSCORE_CAPI_TABLE->solar_points)
#define solar_legal_mask (GPSCORE_CAPI_TABLE->solar_legal_mask)
#define solar_limit_mask (GPSCORE_CAPI_TABLE->solar_limit_mask)
#define solar_legal_actions (GPSCORE_CAPI_TABLE->solar_legal_actions)
#define solar_count_actions (GPSCORE_CAPI_TABLE->solar_count_actions)
#define solar_chance_outcomes (GPSCORE_CAPI_TABLE->solar_chance_outcomes)
#define solar_sample_chance (GPSCORE_CAPI_TABLE->solar_sample_chance)
#define solar_why_illegal (GPSCORE_CAPI_TABLE->solar_why_illegal)
#define solar_apply (GPSCORE_CAPI_TABLE->solar_apply)
#define solar_apply_unchecked (GPSCORE_CAPI_TABLE->solar_apply_unchecked)
#define solar_undo (GPSCORE_CAPI_TABLE->solar_undo)
#define solar_informs (GPSCORE_CAPI_TABLE->solar_informs)
#define solar_events (GPSCORE_CAPI_TABLE->solar_events)
#define solar_content (GPSCORE_CAPI_TABLE->solar_content)
#define solar_list (GPSCORE_CAPI_TABLE->solar_list)
#define solar_pending (GPSCORE_CAPI_TABLE->solar_pending)
#define solar_star_at (GPSCORE_CAPI_TABLE->solar_star_at)
#define solar_neighbour (GPSCORE_CAPI_TABLE->solar_neighbour)
#define solar_move_to (GPSCORE_CAPI_TABLE->solar_move_to)
#define solar_planet_space (GPSCORE_CAPI_TABLE->solar_planet_space)
#define solar_figures_at (GPSCORE_CAPI_TABLE->solar_figures_at)
#define solar_move_cost (GPSCORE_CAPI_TABLE->solar_move_cost)
#define solar_reach (GPSCORE_CAPI_TABLE->solar_reach)
#define solar_path (GPSCORE_CAPI_TABLE->solar_path)
#define solar_preview (GPSCORE_CAPI_TABLE->solar_preview)
#define solar_windows (GPSCORE_CAPI_TABLE->solar_windows)
#define solar_choose (GPSCORE_CAPI_TABLE->solar_choose)
#define solar_packed_size (GPSCORE_CAPI_TABLE->solar_packed_size)
#define solar_pack (GPSCORE_CAPI_TABLE->solar_pack)
#define solar_unpack (GPSCORE_CAPI_TABLE->solar_unpack)
#define solar_state_write (GPSCORE_CAPI_TABLE->solar_state_write)
#define solar_state_parse (GPSCORE_CAPI_TABLE->solar_state_parse)
#define solar_action_write (GPSCORE_CAPI_TABLE->solar_action_write)
#define solar_action_parse (GPSCORE_CAPI_TABLE->solar_action_parse)
#define solar_observe (GPSCORE_CAPI_TABLE->solar_observe)
#define solar_svg (GPSCORE_CAPI_TABLE->solar_svg)
#define gpscore_version (GPSCORE_CAPI_TABLE->gpscore_version)
#define gpscore_abi (GPSCORE_CAPI_TABLE->gpscore_abi)
#define gpscore_check_sizes (GPSCORE_CAPI_TABLE->gpscore_check_sizes)
#define gpscore_check_state (GPSCORE_CAPI_TABLE->gpscore_check_state)
#define solar_probe_limit (GPSCORE_CAPI_TABLE->solar_probe_limit)
/* clang-format on */

#endif

#ifdef __cplusplus
}
#endif
#endif
