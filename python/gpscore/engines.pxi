# Perft and playouts: threads, memory and portions, between which Ctrl-C is heard.

Policy = typing.Literal["uniform", "greedy", "steady"]
POLICIES = typing.get_args(Policy)

# A safety net for playouts: weak players may practically never finish.
cdef enum:
    DEFAULT_TURN_CAP = 100000

PlayoutStats = collections.namedtuple(
    "PlayoutStats",
    "games unfinished shared wins decisions turns turns_min turns_max turns_mean turns_sem lengths",
    defaults=[None],
    module="gpscore",
)
PlayoutStats.__doc__ = """What came of a number of games.

*games* played, *unfinished* ones with no winner, *shared* ones with several; *wins* of each seat,
*decisions* made by players; *turns* summed over the games, their least, most, mean and the standard
error of the mean (nan where there are too few games). *lengths* has the turns of each game, if asked
for: uint32, shape (games,).
"""

cdef extern from "hosted/pool.h" nogil:
    enum:
        GPSCORE_POOL_MAX_THREADS
    ctypedef struct gpscore_pool:
        pass
    gpscore_pool *gpscore_pool_new(int threads)
    int gpscore_pool_threads(const gpscore_pool *pool)
    void gpscore_pool_run(gpscore_pool *pool, void (*work)(void *context, int thread) noexcept nogil,
                          void *context)
    void gpscore_pool_free(gpscore_pool *pool)

cdef extern from "hosted/shares.h" nogil:
    ctypedef struct gpscore__perft_share:
        pass
    ctypedef struct gpscore__playout_share:
        pass
    void gpscore__perft_share_out(
        gpscore__perft_share *shares, gpscore_pool *pool, const gpscore_game *game, const void *rules,
        const void *state, int depth,
    )
    int gpscore__perft_share_go_on(
        gpscore__perft_share *shares, gpscore_pool *pool, uint64_t steps, uint64_t *leaves
    )
    void gpscore__playout_share_out(
        gpscore__playout_share *shares, gpscore_pool *pool, const gpscore_game *game,
        const void *rules, const void *state, const gpscore_policy *policies, uint64_t seed,
        uint64_t first, uint64_t games, uint32_t turn_cap, uint32_t *lengths,
    )
    uint64_t gpscore__playout_share_go_on(
        gpscore__playout_share *shares, gpscore_pool *pool, uint64_t steps,
        gpscore_playout_stats *stats,
    )

# Positions between two looks at signals: milliseconds, or some tenths of a second.
cdef enum:
    PORTION = 1 << 17


# Those that this process may use, where the system tells.
cdef int processors = (
    len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
)


cdef int read_threads(object threads) except -1:
    cdef int64_t number = read_integer(threads, "threads")
    if not 1 <= number <= GPSCORE_POOL_MAX_THREADS:
        raise UsageError(
            f"threads is {number_text(operator.index(threads))}; it must be 1 to "
            f"{<int>GPSCORE_POOL_MAX_THREADS}"
        )
    return <int>number


cdef object no_threads(int threads):
    """The exception where the system starts no more threads."""
    return UsageError(f"the system gives no {threads} threads now; ask for fewer")


cdef int64_t portion_of(int64_t steps, int threads) except -1:
    """What each thread does between two looks at signals.

    Where more threads than processors take turns, each does less, so that the looks stay as near.
    """
    cdef int64_t turns = (threads + processors - 1) // processors
    return max(<int64_t>1, steps // turns)


cdef int read_depth(object depth, int least) except -1:
    cdef int64_t plies = read_integer(depth, "depth")
    if not least <= plies <= GPSCORE_MAX_PERFT:
        raise UsageError(
            f"depth is {number_text(operator.index(depth))}; it must be {least} to "
            f"{<int>GPSCORE_MAX_PERFT}"
        )
    return <int>plies


@cython.final
@cython.no_gc
cdef class _Crew:
    """The threads of one call, with memory for what each of them does."""

    cdef int threads
    cdef gpscore_pool *pool
    cdef void *shares

    def __cinit__(self, int threads, size_t share):
        self.threads = threads
        self.shares = PyMem_Malloc(threads * share)
        if self.shares == NULL:
            raise MemoryError(f"no memory for {threads} threads")
        if threads > 1:
            self.pool = gpscore_pool_new(threads)
            if self.pool == NULL:
                raise no_threads(threads)

    cdef inline void run(self, void (*work)(void *context, int thread) noexcept nogil,
                         void *context) noexcept nogil:
        """``work(context, t)`` on each thread t."""
        if self.pool == NULL:
            work(context, 0)
        else:
            gpscore_pool_run(self.pool, work, context)

    def __dealloc__(self):
        gpscore_pool_free(self.pool)
        PyMem_Free(self.shares)


cdef uint64_t count_leaves(_Crew crew, const gpscore_game *ops, const void *rules, const void *state,
                           int depth) except? 0:
    """``gpscore_perft`` on the threads of *crew*, which were made for perft."""
    cdef gpscore__perft_share *shares = <gpscore__perft_share *>crew.shares
    cdef uint64_t leaves = 0
    cdef uint64_t portion = portion_of(PORTION, crew.threads)
    cdef bint over = False
    gpscore__perft_share_out(shares, crew.pool, ops, rules, state, depth)
    while not over:
        with nogil:
            over = gpscore__perft_share_go_on(shares, crew.pool, portion, &leaves)
        PyErr_CheckSignals()
    return leaves


cdef gpscore_policy read_policy(object policy) except? -1:
    if not isinstance(policy, str):
        raise TypeError(f"a policy must be a str, not {type(policy).__name__}")
    name = PyUnicode_FromObject(policy)
    if name in POLICIES:
        return POLICIES.index(name)
    error = plain_error(GPSCORE_NO_SUCH_POLICY)
    error.args = (f"there is no bundled player {quoted(name)}; there are {', '.join(POLICIES)}",)
    raise error


cdef int read_policies(object policy, int players, gpscore_policy *policies) except -1:
    """One for all seats, or one for each."""
    cdef Py_ssize_t count = 0
    cdef int seat
    if isinstance(policy, str):
        for seat in range(players):
            policies[seat] = read_policy(policy)
        return 0
    names = read_items(policy, "policy", "names", GPSCORE_MAX_PLAYERS + 1, &count)
    if count != players:
        raise UsageError(
            f"the number of policies is {count}; give one, or one for each player: {players}"
        )
    for seat in range(players):
        policies[seat] = read_policy(names[seat])
    return 0


cdef object play_games(_Crew crew, const gpscore_game *ops, const void *rules, const void *state,
                       const gpscore_policy *policies, uint64_t seed, uint64_t games,
                       uint32_t turn_cap, object lengths):
    """``PlayoutStats`` of games on the threads of *crew*, which were made for playouts."""
    cdef gpscore__playout_share *shares = <gpscore__playout_share *>crew.shares
    cdef gpscore_playout_stats stats
    cdef uint64_t left = games, portion = portion_of(PORTION, crew.threads)
    cdef Py_buffer view
    memset(&view, 0, sizeof(view))
    memset(&stats, 0, sizeof(stats))
    if lengths is not None:
        PyObject_GetBuffer(lengths, &view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
    try:
        gpscore__playout_share_out(shares, crew.pool, ops, rules, state, policies, seed, 0, games,
                                   turn_cap, <uint32_t *>view.buf)
        while left > 0:
            # In portions, so that Ctrl-C is heard, in a game without an end too.
            with nogil:
                left = gpscore__playout_share_go_on(shares, crew.pool, portion, &stats)
            PyErr_CheckSignals()
    finally:
        if lengths is not None:
            PyBuffer_Release(&view)
    return playout_stats(&stats, ops.players(rules), lengths)


cdef object playout_stats(const gpscore_playout_stats *stats, int players, object lengths):
    """Mean and standard error from the sums."""
    cdef double games = stats.games, mean = NAN, sem = NAN, spread
    cdef int seat
    if stats.games > 0:
        mean = stats.turns / games
    if stats.games > 1:
        spread = max(0.0, (stats.turns_square - mean * mean * games) / (games - 1))
        sem = sqrt(spread / games)
    return PlayoutStats(
        stats.games,
        stats.unfinished,
        stats.shared,
        tuple([stats.wins[seat] for seat in range(players)]),
        stats.decisions,
        stats.turns,
        stats.turns_min,
        stats.turns_max,
        mean,
        sem,
        lengths,
    )
