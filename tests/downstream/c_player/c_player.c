/* Random games in plain C, by the functions of an installed gpscore. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <gpscore/capi.h>

/* Play one game to its end, every choice alike, and return its last hash. */
static uint64_t play(const gpscore_game *game, const void *rules, void *state, uint64_t seed,
                     uint64_t *decisions) {
    const uint64_t chance = gpscore_key(seed, GPSCORE_PURPOSE_CHANCE);
    const uint64_t choices = gpscore_key(seed, GPSCORE_PURPOSE_PLAYER);
    game->init(rules, state);
    for (;;) {
        const uint32_t to_act = game->to_act(state);
        if (to_act == GPSCORE_TO_ACT_OVER) return game->hash(state);
        if (to_act == GPSCORE_TO_ACT_CHANCE) {
            const gpscore_action action = game->sample_chance(rules, state, chance);
            game->apply_unchecked(rules, state, GPSCORE_CHANCE, action, NULL);
            continue;
        }
        for (int player = 0; player < GPSCORE_MAX_PLAYERS; player++) {
            if (!(to_act >> player & 1u)) continue;
            const gpscore_action action = game->choose(rules, state, player, GPSCORE_UNIFORM, choices);
            game->apply_unchecked(rules, state, player, action, NULL);
            ++*decisions;
        }
    }
}

static PyObject *games(PyObject *self, PyObject *arguments) {
    uint64_t rules[GPSCORE_MAX_RULES / 8], state[GPSCORE_MAX_STATE / 8], decisions = 0, last = 0;
    const char *name, *text;
    Py_ssize_t name_length, text_length;
    unsigned long long seed, n;
    (void)self;
    if (!PyArg_ParseTuple(arguments, "y#y#KK", &name, &name_length, &text, &text_length, &seed, &n)) {
        return NULL;
    }
    const gpscore_game *game = gpscore_game_find(name, (size_t)name_length);
    gpscore_error error;
    if (!game) return PyErr_Format(PyExc_ValueError, "there is no such game");
    if (game->rules_parse(text, (size_t)text_length, rules, &error) != GPSCORE_OK) {
        char words[512];
        gpscore_error_text(&error, words, sizeof words);
        return PyErr_Format(PyExc_ValueError, "%s", words);
    }
    Py_BEGIN_ALLOW_THREADS
    for (uint64_t i = 0; i < n; i++) last = play(game, rules, state, seed + i, &decisions);
    Py_END_ALLOW_THREADS
    return Py_BuildValue("KK", (unsigned long long)decisions, (unsigned long long)last);
}

static PyObject *signature(PyObject *self, PyObject *none) {
    uint64_t result = 0;
    char *memory = PyMem_RawMalloc(GPSCORE_SIGNATURE_WORKSPACE + GPSCORE_BATCH_ALIGN);
    (void)self, (void)none;
    if (!memory) return PyErr_NoMemory();
    Py_BEGIN_ALLOW_THREADS
    char *workspace = memory + (GPSCORE_BATCH_ALIGN - (uintptr_t)memory % GPSCORE_BATCH_ALIGN);
    result = gpscore_signature(gpscore_kernel_best(gpscore_game_at(0)), workspace);
    Py_END_ALLOW_THREADS
    PyMem_RawFree(memory);
    return PyLong_FromUnsignedLongLong(result);
}

static PyMethodDef methods[] = {
    {"signature", signature, METH_NOARGS, "The number that every build of this version of gpscore has."},
    {"games", games, METH_VARARGS, "games(name, rules, seed, n): decisions made, and the last hash."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "c_player", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_c_player(void) {
    if (gpscore_import() < 0) return NULL;
    return PyModule_Create(&module);
}
