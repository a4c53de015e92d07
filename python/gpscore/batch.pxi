# Batch: many games of one kind at once, in arrays.

Autoreset = typing.Literal["next_step", "same_step", "disabled"]
Kernel = typing.Literal["scalar", "avx2", "neon"]

cdef tuple AUTORESETS = typing.get_args(Autoreset)
# Index: gpscore_observe.
cdef tuple OBSERVATIONS = (None, "uint8", "float32")

BatchStats = collections.namedtuple(
    "BatchStats", "decisions games truncated shared wins turns", module="gpscore"
)
BatchStats.__doc__ = """What came of steps that players inside the engine took.

*decisions* made by players; *games* that ended, *truncated* ones among them, *shared* ones with
several winners; *wins* of each seat; *turns* of the games that ended.
"""

# A mark that one thread at a time can make, also where there is no GIL.
cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    #define layer_take(mark) (_InterlockedExchange((volatile long *)(mark), 1) == 0)
    #define layer_give(mark) ((void)_InterlockedExchange((volatile long *)(mark), 0))
    #else
    #define layer_take(mark) (!__atomic_exchange_n((mark), 1, __ATOMIC_ACQUIRE))
    #define layer_give(mark) __atomic_store_n((mark), 0, __ATOMIC_RELEASE)
    #endif
    """
    bint layer_take(long *mark) nogil
    void layer_give(long *mark) nogil

# What a batch knows of its kernel.
cdef extern from "batch_internal.h" nogil:
    ctypedef struct batch_kernel "struct gpscore_batch_kernel":
        uint8_t joint
        uint8_t legal_bytes
        uint16_t mask_bits

cdef enum:
    # Steps of a lane between two looks at signals, of uniform players and of those who think.
    PLAY_PORTION = 1 << 21
    PLAY_PORTION_SLOW = 1 << 17
    # The statistics of a thread, on cache lines of its own.
    STATS_STRIDE = 128

# ---- Work for threads

cdef enum Task:
    TASK_START
    TASK_RESET
    TASK_STEP
    TASK_SAMPLE
    TASK_STEP_SAMPLED
    TASK_PLAY
    TASK_LEGAL_BYTES

cdef struct Job:
    const gpscore_batch *batch
    Task task
    int threads
    const void *actions
    gpscore_action_type type
    const float *logits
    uint8_t *out
    uint64_t steps
    gpscore_policy policy
    char *stats


cdef void do_share(void *context, int thread) noexcept nogil:
    """What is one thread's: a range of whole blocks, the same work whoever does it."""
    cdef const Job *job = <const Job *>context
    cdef const gpscore_batch *batch = job.batch
    cdef uint64_t lanes = batch.options.lanes, threads = <uint64_t>job.threads
    cdef uint64_t blocks = (lanes + GPSCORE_BATCH_BLOCK - 1) // GPSCORE_BATCH_BLOCK
    cdef uint64_t first = blocks * <uint64_t>thread // threads * GPSCORE_BATCH_BLOCK
    cdef uint64_t end = blocks * (<uint64_t>thread + 1) // threads * GPSCORE_BATCH_BLOCK
    cdef uint64_t count
    cdef const uint8_t *which
    if end > lanes:
        end = lanes
    if first >= end:
        return
    count = end - first
    if job.task == TASK_START:
        gpscore_batch_start(batch, first, count)
    elif job.task == TASK_RESET:
        which = <const uint8_t *>job.actions
        if which != NULL:
            which += first
        gpscore_batch_reset(batch, first, count, which)
    elif job.task == TASK_STEP:
        gpscore_batch_step(batch, first, count, job.actions, job.type)
    elif job.task == TASK_SAMPLE:
        gpscore_batch_sample(batch, first, count, job.logits, job.out)
    elif job.task == TASK_STEP_SAMPLED:
        gpscore_batch_step_sampled(batch, first, count, job.logits, job.out)
    elif job.task == TASK_PLAY:
        gpscore_batch_play(batch, first, count, job.steps, job.policy,
                           <gpscore_batch_stats *>(job.stats + thread * STATS_STRIDE))
    else:
        gpscore_batch_legal_bytes(batch, first, count, job.out)


# ---- Memory

@cython.final
cdef class _BatchMemory:
    """Aligned memory that arrays are views of: it lives as long as the last of them."""

    cdef char *_given
    cdef char *_start
    cdef Py_ssize_t _size

    def __dealloc__(self):
        PyMem_Free(self._given)

    def __getbuffer__(self, Py_buffer *view, int flags):
        PyBuffer_FillInfo(view, self, self._start, self._size, 0, flags)


cdef uint64_t aligned(uint64_t size) noexcept:
    return (size + GPSCORE_BATCH_ALIGN - 1) // GPSCORE_BATCH_ALIGN * GPSCORE_BATCH_ALIGN


cdef _BatchMemory new_memory(uint64_t size, uint64_t lanes):
    """Zeros, aligned; MemoryError also for what the machine has not got, which some systems promise."""
    cdef _BatchMemory memory
    cdef uintptr_t start
    cdef str failed = f"no memory for {lanes} lanes: {size} bytes are needed"
    if size > <uint64_t>(PY_SSIZE_T_MAX - GPSCORE_BATCH_ALIGN) or size > installed_memory():
        raise MemoryError(failed)
    memory = _BatchMemory.__new__(_BatchMemory)
    memory._given = <char *>PyMem_Calloc(1, size + GPSCORE_BATCH_ALIGN)
    if memory._given == NULL:
        raise MemoryError(failed)
    start = <uintptr_t>memory._given
    memory._start = memory._given + (GPSCORE_BATCH_ALIGN - start % GPSCORE_BATCH_ALIGN)
    memory._size = size
    return memory


cdef uint64_t installed_memory() except? 0:
    """Bytes of memory of the machine; more than any batch needs where the system does not tell."""
    try:
        size = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return INT64_MAX
    return size if size > 0 else INT64_MAX


# ---- Arrays that callers bring

# The arrays of a batch, in the order of Batch.place; the last two are there only when asked for.
cdef tuple ARRAYS = (
    "legal_mask", "rewards", "terminated", "truncated", "winners", "to_act", "faults",
    "observations", "final_observations",
)
cdef enum:
    ARRAY_COUNT = 9

cdef struct Place:
    char *start
    uint64_t size


cdef object exporter(object given, str what, str of):
    """The object itself when it has a buffer, or a NumPy array of the memory that it tells of."""
    if PyObject_CheckBuffer(given):
        return given
    if hasattr(type(given), "__dlpack__"):
        import numpy
        try:
            return numpy.from_dlpack(given)
        except (BufferError, RuntimeError, TypeError, ValueError) as error:
            raise TypeError(f"{what} must be in the memory of the processor ({error})") from None
    raise TypeError(f"{what} must be an array of {of}, not {type(given).__name__}")


# Kinds of numbers in arrays, as bits of a set.
cdef enum:
    BOOL = 1
    UINT8 = 2
    UINT16 = 4
    UINT32 = 8
    UINT64 = 16
    INT32 = 32
    INT64 = 64
    FLOAT32 = 128


cdef int number_kind(const Py_buffer *view) noexcept:
    """The kind of the numbers in a buffer, 0 for another one."""
    cdef char kind = kind_of(view)
    cdef Py_ssize_t size = view.itemsize
    if kind == c'b':
        return BOOL
    if kind == c'f':
        return FLOAT32 if size == 4 else 0
    if kind == c'i':
        return INT32 if size == 4 else INT64 if size == 8 else 0
    if kind != c'u':
        return 0
    return UINT8 if size == 1 else UINT16 if size == 2 else UINT32 if size == 4 else UINT64


cdef tuple shape_tuple(const Py_ssize_t *shape, int rank):
    cdef int i
    return tuple([shape[i] for i in range(rank)])


cdef int get_array(object given, Py_buffer *view, str what, str of, int kinds,
                   const Py_ssize_t *shape, int rank, bint writable) except -1:
    """Take a buffer: C-contiguous, of the shape, its numbers one of *kinds*, which *of* names.

    The caller has to release it. Nothing is allocated unless something is wrong.
    """
    cdef int flags = PyBUF_FORMAT | PyBUF_ND | PyBUF_C_CONTIGUOUS, i
    cdef bint fits
    cdef object array = exporter(given, what, of)
    if writable:
        flags |= PyBUF_WRITABLE
    try:
        PyObject_GetBuffer(array, view, flags)
    except (BufferError, ValueError) as error:
        wanted = "writable and C-contiguous" if writable else "C-contiguous"
        raise UsageError(f"{what} must be {wanted} ({error})") from None
    try:
        if not number_kind(view) & kinds:
            raise TypeError(f"{what} must be an array of {of}")
        fits = view.ndim == rank
        for i in range(rank):
            fits = fits and view.shape[i] == shape[i]
        if not fits:
            raise UsageError(
                f"{what} has the shape {shape_tuple(view.shape, view.ndim)}; it must be "
                f"{shape_tuple(shape, rank)}"
            )
        if <uintptr_t>view.buf % <uintptr_t>view.itemsize:
            raise UsageError(
                f"{what} is not aligned to the {view.itemsize} bytes of its numbers"
            )
    except BaseException:
        PyBuffer_Release(view)
        raise
    return 0


cdef bint overlap(const void *a, uint64_t a_size, const void *b, uint64_t b_size) noexcept:
    return <uintptr_t>a < <uintptr_t>b + b_size and <uintptr_t>b < <uintptr_t>a + a_size


# ---- Options

cdef str names_text(object names):
    return ", ".join([repr(name) for name in names])


cdef int read_name(object name, str what, tuple names) except -1:
    """The number of a name in *names*."""
    if name is None or isinstance(name, str):
        name = None if name is None else PyUnicode_FromObject(name)
        if name in names:
            return names.index(name)
        shown = "None" if name is None else quoted(name)
        raise UsageError(f"{what} is {shown}; it must be one of {names_text(names)}")
    raise TypeError(f"{what} must be a str, not {type(name).__name__}")


cdef bint simd_is_off() except -1:
    """Whether the environment wants the plain kernels, for results to compare or for a doubtful machine."""
    return os.environ.get("GPSCORE_DISABLE_SIMD", "0") not in ("", "0")


cdef tuple kernels_of(const gpscore_game *ops):
    """The names of the kernels that a batch of the game can have here."""
    cdef int kernel
    most = 1 if simd_is_off() else <int>GPSCORE_KERNEL_COUNT
    return tuple([
        gpscore_kernel_name(kernel).decode("ascii")
        for kernel in range(most) if gpscore_kernel_available(ops, kernel)
    ])


cdef gpscore_kernel read_kernel(const gpscore_game *ops, object name) except? -1:
    cdef int kernel
    if name is None:
        return GPSCORE_KERNEL_SCALAR if simd_is_off() else gpscore_kernel_best(ops)
    kernel = read_name(name, "kernel", typing.get_args(Kernel))
    names = kernels_of(ops)
    if name not in names:
        why = " since GPSCORE_DISABLE_SIMD is set" if simd_is_off() else " for this game"
        raise UsageError(
            f"there is no kernel {quoted(name)} here{why}; it must be one of {names_text(names)}"
        )
    return kernel


# ---- Batch

@cython.final
@cython.no_gc_clear
cdef class Batch:
    """Many games at once, stepped together, with what came of it in NumPy arrays.

    ``game.batch(n, ...)`` makes one. A *lane* is one of the n places with a game; every lane has its
    own chance, made of the seed, its number and the number of games that were begun in it, so that its
    game is the same whatever n, ``first_lane``, ``threads`` and ``kernel`` are. Chance is resolved
    inside: after a step every lane that goes on waits for choices.

    Actions are dense indices, bits of ``legal_mask``: in GPS, where all choose at once, of shape
    (n, players), in the solar system, where one acts, of shape (n,). What those do who do not act
    is not looked at. The arrays are views of the engine's memory and change with every step; copy
    what you want to keep. What is written into them is lost at the next step and changes no game.

    One thread at a time may call a batch; a second one gets a UsageError. All calls that play release
    the GIL. Batches copy (``clone``), pickle and survive a fork, in which the threads are started anew.
    """

    cdef Game _game
    cdef gpscore_batch _batch
    cdef gpscore_pool *_pool
    cdef char *_stats
    cdef int _threads  # as asked for
    cdef long _busy
    # The shape of actions, and that with the bits of a mask as a last dimension.
    cdef int _rank
    cdef Py_ssize_t _rows[2]
    cdef Py_ssize_t _bits[3]
    # The lanes and what else is nobody's but the engine's, and the arrays.
    cdef _BatchMemory _hidden
    cdef _BatchMemory _memory
    cdef Place _place[ARRAY_COUNT]
    # Buffers of the caller, where one is held; None, or the array, for each of ARRAYS.
    cdef Py_buffer _taken[ARRAY_COUNT]
    cdef bint _held[ARRAY_COUNT]
    cdef list _arrays

    def __cinit__(self):
        if not making:
            raise TypeError("make a Batch with game.batch() or game.load_batch()")
        self._arrays = [None] * ARRAY_COUNT

    def __dealloc__(self):
        cdef int i
        gpscore_pool_free(self._pool)
        PyMem_Free(self._stats)
        for i in range(ARRAY_COUNT):
            if self._held[i]:
                PyBuffer_Release(&self._taken[i])

    # ---- Making

    cdef inline int players(self):
        return self._game._ops.players(self._game._rules)

    cdef inline const batch_kernel *facts(self):
        return <const batch_kernel *>self._batch.kernel

    cdef int shape(self, int which, Py_ssize_t *shape) noexcept:
        """The shape of one of ARRAYS, and its rank."""
        shape[0] = self._rows[0]
        if which >= 2 and which < 7:
            return 1
        shape[1] = self._rows[1]
        if which == 1:
            shape[1] = self.players()
            return 2
        if which == 0:
            if self._rank == 1:
                shape[1] = self.facts().legal_bytes // 8
            return 2
        shape[self._rank] = self._game._ops.observation_size
        return self._rank + 1

    cdef str dtype(self, int which):
        """The dtype of one of ARRAYS."""
        if which == 0:
            return "uint32" if self.facts().legal_bytes == 4 else "uint64"
        if which >= 7:
            return OBSERVATIONS[self._batch.options.observe]
        return ("float32", "bool", "bool", "uint8", "uint8", "uint16")[which - 1]

    cdef int take_array(self, int which, object given) except -1:
        """An array of the caller for one of ARRAYS."""
        cdef str dtype = self.dtype(which), name = f"out[{ARRAYS[which]!r}]"
        cdef dict kinds = {
            "uint8": UINT8, "uint16": UINT16, "uint32": UINT32, "uint64": UINT64, "float32": FLOAT32,
            "bool": BOOL | UINT8,
        }
        cdef Py_buffer *view = &self._taken[which]
        cdef Py_ssize_t shape[3]
        cdef int rank = self.shape(which, shape), i
        get_array(given, view, name, dtype, kinds[dtype], shape, rank, True)
        self._held[which] = True
        for i in range(ARRAY_COUNT):
            if i != which and self._held[i] and overlap(
                view.buf, view.len, self._taken[i].buf, self._taken[i].len
            ):
                raise UsageError(f"{name} and out[{ARRAYS[i]!r}] overlap")
        self._arrays[which] = given
        self._place[which].start = <char *>view.buf
        return 0

    cdef int make(self, const gpscore_batch_options *options, int threads, object out) except -1:
        """Check everything, find memory, and be a batch whose lanes hold nothing yet."""
        cdef Game game = self._game
        cdef gpscore_batch_sizes sizes
        cdef gpscore_batch_arrays arrays
        cdef gpscore_error error
        cdef uint64_t size = 0, blocks, at = 0
        cdef int i
        if gpscore_batch_measure(game._ops, game._rules, options, &sizes, &error) != GPSCORE_OK:
            raise error_of(&error, words_of(&error))
        # The kernel tells the shapes, before there are arrays for gpscore_batch_init.
        self._batch.options = options[0]
        self._batch.kernel = game._ops.kernels[options.kernel]
        self._rank = 2 if self.facts().joint else 1
        self._rows[0] = self._bits[0] = <Py_ssize_t>options.lanes
        self._rows[1] = self._bits[1] = self.players()
        self._bits[self._rank] = self.facts().mask_bits
        self._place[0].size = sizes.legal
        self._place[1].size = sizes.rewards
        self._place[2].size = sizes.terminated
        self._place[3].size = sizes.truncated
        self._place[4].size = sizes.winners
        self._place[5].size = sizes.to_act
        self._place[6].size = sizes.faults
        self._place[7].size = sizes.observation
        self._place[8].size = sizes.final_observation
        if out is not None:
            if not isinstance(out, collections.abc.Mapping):
                raise TypeError(f"out must be a mapping of names to arrays, not {type(out).__name__}")
            names = [ARRAYS[i] for i in range(ARRAY_COUNT) if self._place[i].size > 0]
            for name in out:
                if name not in names:
                    raise UsageError(f"out has no array {name!r} here; there are {names_text(names)}")
                i = ARRAYS.index(name)
                if self._held[i]:
                    raise UsageError(f"out gives {ARRAYS[i]!r} twice")
                self.take_array(i, out[name])
        for i in range(ARRAY_COUNT):
            if not self._held[i]:
                size += aligned(self._place[i].size)
        self._hidden = new_memory(
            aligned(sizes.lanes) + sizes.fault_choices, options.lanes
        )
        self._memory = new_memory(size, options.lanes)
        for i in range(ARRAY_COUNT):
            if not self._held[i]:
                self._place[i].start = self._memory._start + at
                at += aligned(self._place[i].size)
        arrays.lanes = self._hidden._start
        arrays.fault_choices = <uint16_t *>(self._hidden._start + aligned(sizes.lanes))
        arrays.legal = self._place[0].start
        arrays.rewards = <float *>self._place[1].start
        arrays.terminated = <uint8_t *>self._place[2].start
        arrays.truncated = <uint8_t *>self._place[3].start
        arrays.winners = <uint8_t *>self._place[4].start
        arrays.to_act = <uint8_t *>self._place[5].start
        arrays.faults = <uint16_t *>self._place[6].start
        arrays.observation = self._place[7].start
        arrays.final_observation = self._place[8].start
        if gpscore_batch_init(&self._batch, game._ops, game._rules, options, &arrays,
                              &error) != GPSCORE_OK:
            raise error_of(&error, words_of(&error))
        # A thread without a block has nothing to do.
        blocks = (options.lanes + GPSCORE_BATCH_BLOCK - 1) // GPSCORE_BATCH_BLOCK
        self._threads = threads
        threads = <int>min(<uint64_t>threads, blocks)
        self._stats = <char *>PyMem_Calloc(threads, STATS_STRIDE)
        if self._stats == NULL:
            raise MemoryError("no memory for the statistics of threads")
        if threads > 1:
            self._pool = gpscore_pool_new(threads)
            if self._pool == NULL:
                raise no_threads(threads)
        return 0

    cdef int enter(self) except -1:
        """For this thread alone, until it leaves."""
        if not layer_take(&self._busy):
            raise UsageError(
                "the batch is in use: one thread at a time may call it, and no signal handler in between"
            )
        return 0

    cdef inline void leave(self) noexcept:
        layer_give(&self._busy)

    cdef void run(self, Job *job) noexcept:
        """Let the threads do a job, without the GIL."""
        job.batch = &self._batch
        job.stats = self._stats
        job.threads = 1
        if self._pool == NULL:
            with nogil:
                do_share(job, 0)
        else:
            job.threads = gpscore_pool_threads(self._pool)
            with nogil:
                gpscore_pool_run(self._pool, do_share, job)

    cdef int run_alone(self, Job *job) except -1:
        self.enter()
        self.run(job)
        self.leave()
        return 0

    cdef int start(self) except -1:
        """Begin the first game of every lane."""
        cdef Job job
        memset(&job, 0, sizeof(job))
        job.task = TASK_START
        return self.run_alone(&job)

    cdef int check_apart(self, const Py_buffer *view, str what) except -1:
        """Refuse an array that shares memory with one of the batch."""
        cdef int i
        for i in range(ARRAY_COUNT):
            if overlap(view.buf, view.len, self._place[i].start, self._place[i].size):
                raise UsageError(f"{what} overlaps {ARRAYS[i]} of the batch")
        return 0

    # ---- What it is

    @property
    def game(self):
        """The rules that all lanes are played by."""
        return self._game

    @property
    def seed(self):
        """The seed of all games."""
        return self._batch.options.seed

    @property
    def first_lane(self):
        """The number of the first lane among all lanes of the seed."""
        return self._batch.options.first_lane

    @property
    def autoreset(self):
        """When the next game begins: "next_step", "same_step" or "disabled"."""
        return AUTORESETS[self._batch.options.autoreset]

    @property
    def max_turns(self):
        """The turns of a game after which it is truncated, 0 for never."""
        return self._batch.options.max_turns

    @property
    def threads(self):
        """The number of threads that share the work."""
        return self._threads

    @property
    def kernel(self):
        """Who does the work: "scalar", "avx2" or "neon". All give the same bytes."""
        return gpscore_kernel_name(self._batch.options.kernel).decode("ascii")

    @property
    def observation_hash(self):
        """The 64-bit number of the observations' encoding, ``game.observation_hash``."""
        return self._game.observation_hash

    @property
    def nbytes(self):
        """The bytes of all memory of the lanes and arrays, those of the caller included."""
        cdef int i
        size = self._hidden._size
        for i in range(ARRAY_COUNT):
            size += self._place[i].size
        return size

    def __len__(self):
        return self._batch.options.lanes

    def __repr__(self):
        return f"<Batch of {len(self)} lanes of {self._game!r}, seed={self.seed}>"

    # ---- Arrays

    cdef object array(self, int which):
        cdef Py_ssize_t shape[3]
        cdef int rank
        with cython.critical_section(self):
            if self._arrays[which] is None and self._place[which].size > 0:
                import numpy
                rank = self.shape(which, shape)
                self._arrays[which] = numpy.ndarray(
                    shape_tuple(shape, rank), self.dtype(which), self._memory,
                    self._place[which].start - self._memory._start,
                )
            return self._arrays[which]

    @property
    def legal_mask(self):
        """The legal actions as bits over their index; 0 for who does not act.

        In GPS uint32, shape (n, players); in the solar system uint64, shape (n, 4), bit i of the
        mask being bit i % 64 of word i // 64.
        """
        return self.array(0)

    @property
    def rewards(self):
        """What each player got in the last step: float32, shape (n, players).

        1 for each winner when a game ended in it, else 0.
        """
        return self.array(1)

    @property
    def terminated(self):
        """Whether the game ended in the last step, or is over: bool, shape (n,)."""
        return self.array(2)

    @property
    def truncated(self):
        """Whether the game was cut off after ``max_turns`` turns: bool, shape (n,)."""
        return self.array(3)

    @property
    def winners(self):
        """Who won the game that ended in the last step: uint8, shape (n,), bit p for player p."""
        return self.array(4)

    @property
    def to_act(self):
        """Who acts: uint8, shape (n,), bit p for player p; 0 for a lane that stays as it is."""
        return self.array(5)

    @property
    def faults(self):
        """Why a lane is stopped: uint16, shape (n,); the code of an error, 0 for lanes that go on.

        ``fault(lane)`` tells it in words.
        """
        return self.array(6)

    @property
    def observations(self):
        """What those who act may know, or None for a batch without observations.

        uint8 as ``state.observation``, or float32, each number divided by the scale of its slice. In
        GPS for each player, shape (n, players, 96); in the solar system for the one who acts, shape
        (n, size). ``game.observation_schema`` tells what they mean.
        """
        return self.array(7)

    @property
    def final_observations(self):
        """What was seen at the end of games, like ``observations``; None unless autoreset is "same_step".

        Only lanes whose game ended in the last step were written in it.
        """
        return self.array(8)

    def legal_mask_bool(self, out=None):
        """``legal_mask`` with a bool for each bit: shape (n, players, 32), or (n, 256).

        With *out*, an array of that shape and of bool or uint8, that is filled and returned.

        :raises UsageError: when *out* is read-only, not C-contiguous or of another shape, or overlaps
            an array of the batch.
        :raises TypeError: when *out* is not an array of bool or uint8.
        """
        cdef Job job
        memset(&job, 0, sizeof(job))
        job.task = TASK_LEGAL_BYTES
        return self.fill(&job, out, "bool", BOOL | UINT8, self._bits, self._rank + 1)

    cdef object fill(self, Job *job, object out, str dtype, int kinds, const Py_ssize_t *shape,
                     int rank):
        """Run a job that writes an array, a new one if *out* is None, and return that."""
        cdef Py_buffer view
        if out is None:
            import numpy
            out = numpy.empty(shape_tuple(shape, rank), dtype)
        get_array(out, &view, "out", dtype, kinds, shape, rank, True)
        try:
            self.check_apart(&view, "out")
            if job.logits != NULL and overlap(
                view.buf, view.len, job.logits, <uint64_t>view.len * 32 * sizeof(float)
            ):
                raise UsageError("out overlaps the logits")
            job.out = <uint8_t *>view.buf
            self.run_alone(job)
        finally:
            PyBuffer_Release(&view)
        return out

    # ---- Steps

    def step(self, actions):
        """Do an action in every lane, and resolve chance until somebody chooses again.

        *actions* has a dense index for each player, shape (n, players), in GPS, and for the one who
        acts, shape (n,), in the solar system: a C-contiguous array of uint8, int32 or int64 (or
        another object with a buffer or ``__dlpack__``). The arrays of the batch have what came of it.

        An action that is not legal stops its lane, and is no error of the call: see ``faults``.

        :raises UsageError: when *actions* is not C-contiguous, of another shape or overlaps an array of
            the batch, or the batch is in use by another thread.
        :raises TypeError: when *actions* is not an array of uint8, int32 or int64.
        """
        cdef Job job
        cdef Py_buffer view
        memset(&job, 0, sizeof(job))
        job.task = TASK_STEP
        get_array(actions, &view, "actions", "uint8, int32 or int64", UINT8 | INT32 | INT64,
                  self._rows, self._rank, False)
        try:
            self.check_apart(&view, "actions")
            job.actions = view.buf
            if view.itemsize == 1:
                job.type = GPSCORE_ACTION_U8
            else:
                job.type = GPSCORE_ACTION_I32 if view.itemsize == 4 else GPSCORE_ACTION_I64
            self.run_alone(&job)
        finally:
            PyBuffer_Release(&view)

    cdef int get_logits(self, object logits, Py_buffer *view) except -1:
        get_array(logits, view, "logits", "float32", FLOAT32, self._bits, self._rank + 1, False)
        return 0

    def sample(self, out=None, *, logits=None):
        """Draw a legal action for everybody who acts, and 255 for the others: uint8, for ``step``.

        All alike, or with *logits*, a C-contiguous float32 array of shape (n, players, 32), in the
        solar system (n, 256), with chances in proportion to exp(logit). Only the logits of legal
        actions are read; of NaN and -inf none is drawn, unless all are. It is drawn by seed, lane,
        game and decision: the same until the next step, on every platform. With *out*, an array
        of uint8 in the shape of actions, that is filled and returned; else a new one.

        :raises UsageError: when an array is not C-contiguous, read-only, of another shape, or overlaps
            another one, or the batch is in use by another thread.
        :raises TypeError: when *out* is not an array of uint8, or *logits* not one of float32.
        """
        cdef Job job
        cdef Py_buffer view
        memset(&job, 0, sizeof(job))
        job.task = TASK_SAMPLE
        if logits is None:
            return self.fill(&job, out, "uint8", UINT8, self._rows, self._rank)
        self.get_logits(logits, &view)
        try:
            job.logits = <const float *>view.buf
            return self.fill(&job, out, "uint8", UINT8, self._rows, self._rank)
        finally:
            PyBuffer_Release(&view)

    def step_random(self, out=None, *, logits=None):
        """``sample`` and ``step`` in one call, which is quicker.

        With *out* that gets the actions; without, nobody learns them.

        :raises UsageError: as ``sample`` does.
        :raises TypeError: as ``sample`` does.
        """
        cdef Job job
        cdef Py_buffer view
        memset(&job, 0, sizeof(job))
        memset(&view, 0, sizeof(view))
        job.task = TASK_STEP_SAMPLED
        if logits is not None:
            self.get_logits(logits, &view)
        try:
            if logits is not None:
                self.check_apart(&view, "logits")
                job.logits = <const float *>view.buf
            if out is None:
                self.run_alone(&job)
            else:
                self.fill(&job, out, "uint8", UINT8, self._rows, self._rank)
        finally:
            if logits is not None:
                PyBuffer_Release(&view)

    def play(self, steps, policy="uniform"):
        """Let a bundled player take *steps* steps in every lane: ``BatchStats``.

        *policy* is one of ``POLICIES`` and plays all seats; with "uniform" the games are those of
        ``step_random``. Ctrl-C is heard between two steps, and leaves all lanes after the same number
        of steps.

        :raises UsageError: when *steps* is below 0, there is no such player, or the batch is in use
            by another thread.
        """
        cdef Job job
        cdef int64_t left = read_integer(steps, "steps")
        cdef int64_t portion = PLAY_PORTION
        cdef gpscore_batch_stats sum
        cdef const gpscore_batch_stats *one
        cdef int thread, seat, threads = 1
        memset(&job, 0, sizeof(job))
        memset(&sum, 0, sizeof(sum))
        job.task = TASK_PLAY
        job.policy = read_policy(policy)
        if left < 0:
            raise UsageError(f"steps is {number_text(operator.index(steps))}; it must be 0 or more")
        if job.policy != GPSCORE_UNIFORM:
            portion = PLAY_PORTION_SLOW
        portion = max(1, portion // <int64_t>self._batch.options.lanes)
        if self._pool != NULL:
            threads = gpscore_pool_threads(self._pool)
        self.enter()
        try:
            memset(self._stats, 0, threads * STATS_STRIDE)
            while left > 0:
                job.steps = <uint64_t>min(left, portion)
                self.run(&job)
                left -= <int64_t>job.steps
                PyErr_CheckSignals()
            for thread in range(threads):
                one = <const gpscore_batch_stats *>(self._stats + thread * STATS_STRIDE)
                sum.decisions += one.decisions
                sum.games += one.games
                sum.truncated += one.truncated
                sum.shared += one.shared
                sum.turns += one.turns
                for seat in range(GPSCORE_MAX_PLAYERS):
                    sum.wins[seat] += one.wins[seat]
        finally:
            self.leave()
        return BatchStats(
            sum.decisions, sum.games, sum.truncated, sum.shared,
            tuple([sum.wins[seat] for seat in range(self.players())]), sum.turns,
        )

    def reset(self, mask=None):
        """Begin the next game in every lane, or in those where *mask* is true: bool, shape (n,).

        Faults are forgotten there; the other lanes and their arrays stay as they are.

        :raises UsageError: when *mask* is not C-contiguous, of another shape or overlaps an array of the
            batch but ``terminated`` and ``truncated``, or the batch is in use by another thread.
        :raises TypeError: when *mask* is not an array of bool or uint8.
        """
        cdef Job job
        cdef Py_buffer view
        memset(&job, 0, sizeof(job))
        job.task = TASK_RESET
        if mask is None:
            self.run_alone(&job)
            return
        get_array(mask, &view, "mask", "bool", BOOL | UINT8, self._rows, 1, False)
        try:
            self.check_apart(&view, "mask")
            job.actions = view.buf
            self.run_alone(&job)
        finally:
            PyBuffer_Release(&view)

    # ---- Single lanes

    cdef uint64_t lane(self, object lane) except? 0:
        """The number of a lane that is there."""
        cdef int64_t number = read_integer(lane, "lane")
        if not 0 <= number < <int64_t>self._batch.options.lanes:
            raise as_given(
                plain_error(GPSCORE_BATCH_LANE, number, <int64_t>self._batch.options.lanes - 1),
                lane, number,
            )
        return <uint64_t>number

    def state(self, lane):
        """The game of a lane as a ``State`` of its own, with an empty history.

        :raises UsageError: when there is no such lane, or the batch is in use by another thread.
        """
        cdef uint64_t number = self.lane(lane)
        cdef State state = self._game.blank()
        self.enter()
        gpscore_batch_get(&self._batch, number, state._raw, NULL, NULL)
        self.leave()
        return state

    def set_state(self, lane, state):
        """Put a game that is under way into a lane, as its next one; *state* is copied.

        Chance that is due is resolved; ``max_turns`` counts from its turn. The lane's flags, rewards
        and fault are as after a reset.

        :raises UsageError: when there is no such lane, the state is of other rules, nobody chooses in
            it any more, or the batch is in use by another thread.
        :raises PositionError: when play cannot reach the position (with every reason).
        :raises TypeError: when *state* is not a State.
        """
        cdef uint64_t number = self.lane(lane)
        cdef uint64_t scratch[GPSCORE_STATE_WORDS]
        cdef gpscore_error error
        cdef gpscore_status status
        if not isinstance(state, State):
            raise TypeError(f"state must be a State, not {type(state).__name__}")
        if not self._game.same((<State>state)._game):
            raise UsageError("the state is of a game with other rules than those of the batch")
        with cython.critical_section(state):
            memcpy(scratch, (<State>state)._raw, self._game._ops.state_size)
        self.enter()
        status = gpscore_batch_set(&self._batch, number, scratch, NULL, &error)
        self.leave()
        if status != GPSCORE_OK:
            raise read_error(self._game._ops, &error, None)

    def fault(self, lane):
        """Why a lane is stopped: the exception that a single state would have raised, or None.

        It is returned, not raised: an ``IllegalActionError`` with code, reason, rule and operands.

        :raises UsageError: when there is no such lane, or the batch is in use by another thread.
        """
        cdef uint64_t number = self.lane(lane)
        cdef State state = self._game.blank()
        cdef gpscore_lane record
        cdef gpscore_error error
        cdef gpscore_status status
        cdef gpscore_action action
        self.enter()
        status = gpscore_batch_fault(&self._batch, number, &error)
        gpscore_batch_get(&self._batch, number, state._raw, &record, NULL)
        self.leave()
        if status == GPSCORE_OK:
            return None
        player, index = record.fault_choice >> 8, record.fault_choice & 255
        action = self._game._ops.action_at(self._game._rules, state._raw, player, index)
        what = f"index {index}"
        if action != GPSCORE_NO_ACTION:
            what = action_text(self._game._ops, action)
        result = state.illegal(&error, what, player)
        result.args = (f"lane {number}: {result}",)
        return result

    # ---- Copies

    cdef Batch twin(self, int threads):
        """A batch of the same options, kernel included, that holds nothing."""
        cdef Batch other = blank_batch(self._game)
        other.make(&self._batch.options, threads, None)
        return other

    def clone(self):
        """A copy with memory of its own, that goes on as this one does."""
        cdef Batch other
        cdef int i
        self.enter()
        try:
            other = self.twin(self._threads)
            memcpy(other._hidden._start, self._hidden._start, self._hidden._size)
            for i in range(ARRAY_COUNT):
                if self._place[i].size > 0:
                    memcpy(other._place[i].start, self._place[i].start, self._place[i].size)
        finally:
            self.leave()
        return other

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def save(self):
        """The batch as bytes, which ``game.load_batch`` reads, with any kernel and number of threads.

        :raises UsageError: when the batch is in use by another thread.
        """
        cdef bytes result
        cdef uint8_t *out
        self.enter()
        try:
            result = PyBytes_FromStringAndSize(NULL, gpscore_batch_packed_size(&self._batch))
            out = <uint8_t *>PyBytes_AsString(result)
            with nogil:
                gpscore_batch_pack(&self._batch, out)
        finally:
            self.leave()
        return result

    def __reduce__(self):
        return _restore_batch, (self._game, self.save(), self._threads)


cdef Batch blank_batch(Game game):
    """A batch that is still to be made."""
    global making
    cdef Batch batch
    making = True
    try:
        batch = Batch.__new__(Batch)
    finally:
        making = False
    batch._game = game
    return batch


cdef Batch new_batch(Game game, object n, object seed, object autoreset, object threads,
                     object max_turns, object observations, object first_lane, object kernel,
                     object out):
    """``game.batch``."""
    cdef gpscore_batch_options options
    cdef Batch batch
    cdef int64_t lanes = read_integer(n, "n"), first = read_integer(first_lane, "first_lane")
    cdef int64_t cap = read_integer(max_turns, "max_turns")
    cdef int count = read_threads(threads)
    if not 1 <= lanes <= <int64_t>GPSCORE_BATCH_MAX_LANES:
        raise as_given(
            plain_error(GPSCORE_BATCH_LANES, lanes, <int64_t>GPSCORE_BATCH_MAX_LANES), n, lanes
        )
    if not 0 <= cap <= <int64_t>UINT32_MAX:
        raise UsageError(
            f"max_turns is {number_text(operator.index(max_turns))}; it must be 0 (none) to "
            f"{UINT32_MAX}"
        )
    memset(&options, 0, sizeof(options))
    options.lanes = <uint64_t>lanes
    options.first_lane = <uint64_t>first
    options.seed = read_seed(seed)
    options.max_turns = <uint32_t>cap
    options.autoreset = read_name(autoreset, "autoreset", AUTORESETS)
    options.observe = read_name(observations, "observations", OBSERVATIONS)
    options.kernel = read_kernel(game._ops, kernel)
    batch = blank_batch(game)
    try:
        batch.make(&options, count, out)
    except UsageError as error:
        if error.code == GPSCORE_BATCH_FIRST_LANE:
            as_given(error, first_lane, first)
        raise
    batch.start()
    return batch


cdef Batch read_batch(Game game, object data, object threads, object kernel, object out):
    """``game.load_batch``."""
    cdef gpscore_batch_options options
    cdef gpscore_error error
    cdef gpscore_status status
    cdef Py_buffer view
    cdef Batch batch
    cdef uint64_t lane = 0
    cdef int count = read_threads(threads)
    memset(&options, 0, sizeof(options))
    options.kernel = read_kernel(game._ops, kernel)
    if not PyObject_CheckBuffer(data):
        raise TypeError(f"a bytes-like object is required, not {type(data).__name__}")
    try:
        PyObject_GetBuffer(data, &view, PyBUF_SIMPLE)
    except (BufferError, ValueError) as failure:
        raise UsageError(f"load_batch needs one contiguous block of bytes ({failure})") from None
    try:
        if gpscore_batch_peek(game._ops, game._rules, <const uint8_t *>view.buf, view.len, &options,
                              &error) != GPSCORE_OK:
            raise error_of(&error, words_of(&error))
        batch = blank_batch(game)
        batch.make(&options, count, out)
        batch.start()
        with nogil:
            status = gpscore_batch_unpack(&batch._batch, <const uint8_t *>view.buf, &lane, &error)
        if status != GPSCORE_OK:
            result = read_error(game._ops, &error, None)
            if error.status != GPSCORE_BYTES_RECORD:
                result.args = (f"lane {lane}: {result}",)
            raise result
    finally:
        PyBuffer_Release(&view)
    return batch


def _restore_batch(Game game not None, data, threads):
    """Unpickle a batch."""
    return game.load_batch(data, threads=threads)
