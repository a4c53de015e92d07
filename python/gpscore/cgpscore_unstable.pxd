"""C declarations of the part of gpscore that may change with every release, as gpscore.cgpscore has the rest.

What each call means is said in include/gpscore/unstable.h.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from gpscore.cgpscore cimport gpscore_error, gpscore_game, gpscore_kernel, gpscore_status

cdef extern from "gpscore/unstable.h" nogil:
    enum:
        GPSCORE_UNSTABLE_ABI
        GPSCORE_SIGNATURE_PARTS
    enum:
        GPSCORE_LANE_PLAYS
        GPSCORE_LANE_TERMINATED
        GPSCORE_LANE_TRUNCATED
        GPSCORE_LANE_STOPPED
    ctypedef int gpscore_lane_stage

    ctypedef struct gpscore_lane:
        uint64_t episode
        uint32_t draws
        uint32_t first_turn
        uint8_t stage
        uint8_t terminated
        uint8_t truncated
        uint8_t winners
        uint16_t fault
        uint16_t fault_choice

    gpscore_status gpscore_check_unstable(uint32_t seen, gpscore_error *error)

    bint gpscore_kernel_available(const gpscore_game *game, gpscore_kernel kernel)
    const char *gpscore_kernel_name(gpscore_kernel kernel)

    uint32_t gpscore_mix32(uint32_t x)
    uint32_t gpscore_draw32(uint64_t key, uint32_t number)
    uint32_t gpscore_word16_below(uint32_t word, uint64_t key, uint32_t number, unsigned half, uint32_t n)
    uint32_t gpscore_draw16_below(uint64_t key, uint32_t number, unsigned half, uint32_t n)
    uint64_t gpscore_lane_seed(uint64_t seed, uint64_t lane, uint64_t episode)
    uint32_t gps_draw_choice(uint32_t turn, int player)
    uint32_t gps_draw_spin(uint32_t turn)
    uint32_t gps_draw_reveal(uint32_t turn, int player)
    uint32_t gps_draw_deal(uint32_t game_start, uint32_t deal, int player)
    uint32_t solar_draw_choice(uint64_t key, uint32_t decision, uint32_t n)
    uint64_t solar_draw_choice_bits(uint64_t key, uint32_t decision)

    const char *gpscore_signature_name(int part)
    uint64_t gpscore_signature_part(int part, gpscore_kernel kernel, void *workspace)
    uint64_t gpscore_signature_of(const uint64_t *parts)
