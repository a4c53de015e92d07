# The signature: one number for how the library behaves.

cdef struct SignatureWork:
    uint64_t *numbers
    unsigned char *rooms
    gpscore_kernel kernel
    int first

cdef enum:
    SIGNATURE_ROOM = GPSCORE_SIGNATURE_WORKSPACE + GPSCORE_BATCH_ALIGN


cdef void make_part(void *context, int thread) noexcept nogil:
    cdef SignatureWork *work = <SignatureWork *>context
    cdef int part = work.first + thread
    cdef size_t room = <size_t>work.rooms + thread * <size_t>SIGNATURE_ROOM
    room += -room % <size_t>GPSCORE_BATCH_ALIGN
    if part < GPSCORE_SIGNATURE_PARTS:
        work.numbers[part] = gpscore_signature_part(part, work.kernel, <void *>room)


cdef int make_parts(object kernel, object threads, uint64_t *numbers) except -1:
    """The numbers of all parts."""
    cdef SignatureWork work
    # Games without this kernel have the scalar one.
    work.kernel = read_kernel(&gps_game, kernel)
    cdef _Crew crew = _Crew(min(read_threads(threads), GPSCORE_SIGNATURE_PARTS), SIGNATURE_ROOM)
    work.numbers = numbers
    work.rooms = <unsigned char *>crew.shares
    for work.first in range(0, GPSCORE_SIGNATURE_PARTS, crew.threads):
        with nogil:
            crew.run(make_part, &work)
        PyErr_CheckSignals()
    return 0


def signature(*, kernel=None, threads=1):
    """One 64-bit number for how this build behaves, made from a fixed corpus of games of both kinds.

    It is the same on every platform, for every compiler, *kernel* and number of *threads*. Two builds
    that differ in it differ in what games, hashes, texts, bytes or arrays they give. *kernel* is a
    kernel of batches, None for the fastest here. It takes less than a second.

    :raises UsageError: when there is no such kernel here, or *threads* is not 1 to 256 or
        more than the system gives.
    """
    cdef uint64_t numbers[GPSCORE_SIGNATURE_PARTS]
    make_parts(kernel, threads, numbers)
    return gpscore_signature_of(numbers)


def signature_parts(*, kernel=None, threads=1):
    """The numbers that ``signature`` is made of, by name: they tell which part two builds differ in.

    :raises UsageError: when there is no such kernel here, or *threads* is not 1 to 256 or
        more than the system gives.
    """
    cdef uint64_t numbers[GPSCORE_SIGNATURE_PARTS]
    cdef int part
    make_parts(kernel, threads, numbers)
    return {
        gpscore_signature_name(part).decode("ascii"): numbers[part]
        for part in range(GPSCORE_SIGNATURE_PARTS)
    }
