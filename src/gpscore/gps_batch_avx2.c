/* GPS: batches with the 32-byte vectors of AVX2. */
#include "gps_batch.h"

#ifdef GPSCORE__AVX2

#include <immintrin.h>

#if defined(__GNUC__)
#define VECTOR_TARGET __attribute__((target("avx2")))
#define VECTOR_INLINE static inline __attribute__((target("avx2"), always_inline))
/* Compute this now: left to themselves, compilers make a chain of operations a tree, for which registers are short. */
#define VECTOR_KEEP(v) __asm__("" : "+x"(v))
#else
#define VECTOR_KEEP(v) ((void)0)
#define VECTOR_TARGET
#define VECTOR_INLINE static __forceinline
#endif
#define VECTOR_KIND   GPSCORE_KERNEL_AVX2
#define VECTOR_KERNEL gps__avx2

typedef __m256i vec;
enum { WIDTH = 32 };

VECTOR_INLINE vec v_load(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }
VECTOR_INLINE void v_store(void *p, vec a) { _mm256_storeu_si256((__m256i *)p, a); }
VECTOR_INLINE vec v_set(unsigned byte) { return _mm256_set1_epi8((char)byte); }
VECTOR_INLINE vec v_table(const uint8_t *p) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)p));
}

VECTOR_INLINE vec v_and(vec a, vec b) { return _mm256_and_si256(a, b); }
VECTOR_INLINE vec v_or(vec a, vec b) { return _mm256_or_si256(a, b); }
VECTOR_INLINE vec v_xor(vec a, vec b) { return _mm256_xor_si256(a, b); }
VECTOR_INLINE vec v_without(vec a, vec b) { return _mm256_andnot_si256(b, a); }
VECTOR_INLINE vec v_select(vec mask, vec a, vec b) { return _mm256_blendv_epi8(b, a, mask); }

VECTOR_INLINE vec v_add(vec a, vec b) { return _mm256_add_epi8(a, b); }
VECTOR_INLINE vec v_sub(vec a, vec b) { return _mm256_sub_epi8(a, b); }
VECTOR_INLINE vec v_add_most(vec a, vec b) { return _mm256_adds_epu8(a, b); }
VECTOR_INLINE vec v_sub_least(vec a, vec b) { return _mm256_subs_epu8(a, b); }
VECTOR_INLINE vec v_min(vec a, vec b) { return _mm256_min_epu8(a, b); }
VECTOR_INLINE vec v_max(vec a, vec b) { return _mm256_max_epu8(a, b); }
VECTOR_INLINE vec v_equal(vec a, vec b) { return _mm256_cmpeq_epi8(a, b); }
VECTOR_INLINE vec v_greater(vec a, vec b) { return _mm256_cmpgt_epi8(a, b); }
VECTOR_INLINE int v_any(vec a) { return !_mm256_testz_si256(a, a); }
VECTOR_INLINE uint32_t v_bits(vec mask) { return (uint32_t)_mm256_movemask_epi8(mask); }

/* A byte below 16 as it is, a greater one as one for which v_look gives 0. */
VECTOR_INLINE vec v_near(vec a) { return _mm256_adds_epu8(a, _mm256_set1_epi8(112)); }
VECTOR_INLINE vec v_look(vec table, vec near) { return _mm256_shuffle_epi8(table, near); }

VECTOR_INLINE vec h_set(unsigned number) { return _mm256_set1_epi16((short)number); }
VECTOR_INLINE vec h_high(vec a, vec b) { return _mm256_mulhi_epu16(a, b); }
VECTOR_INLINE vec h_low(vec a, vec b) { return _mm256_mullo_epi16(a, b); }
VECTOR_INLINE vec h_sub_least(vec a, vec b) { return _mm256_subs_epu16(a, b); }

VECTOR_INLINE vec h_add(vec a, vec b) { return _mm256_add_epi16(a, b); }
VECTOR_INLINE vec h_sub(vec a, vec b) { return _mm256_sub_epi16(a, b); }
VECTOR_INLINE vec h_min(vec a, vec b) { return _mm256_min_epu16(a, b); }
VECTOR_INLINE vec h_equal(vec a, vec b) { return _mm256_cmpeq_epi16(a, b); }

VECTOR_INLINE vec w_set(uint32_t word) { return _mm256_set1_epi32((int)word); }
VECTOR_INLINE vec w_add(vec a, vec b) { return _mm256_add_epi32(a, b); }
VECTOR_INLINE vec w_times(vec a, vec b) { return _mm256_mullo_epi32(a, b); }
#define w_right(a, n) _mm256_srli_epi32(a, n)
#define w_left(a, n)  _mm256_slli_epi32(a, n)
/* The low halves of the words of a, the high halves of those of b. */
VECTOR_INLINE vec w_halves(vec a, vec b) { return _mm256_blend_epi16(a, b, 0xaa); }

/* Bytes of a and b in turn, of the lower and of the higher halves, within each 16 bytes. */
VECTOR_INLINE vec v_zip_low(vec a, vec b) { return _mm256_unpacklo_epi8(a, b); }
VECTOR_INLINE vec v_zip_high(vec a, vec b) { return _mm256_unpackhi_epi8(a, b); }
/* Masks of 16 bits as bytes, in the order before v_zip_low and v_zip_high. */
VECTOR_INLINE vec v_pack(vec low, vec high) { return _mm256_packs_epi16(low, high); }
/* Each 16 bytes to a place of their own, 16 places apart. */
VECTOR_INLINE void v_store_parts(uint8_t (*places)[16], vec a) {
    _mm_storeu_si128((__m128i *)(void *)places[0], _mm256_castsi256_si128(a));
    _mm_storeu_si128((__m128i *)(void *)places[16], _mm256_extracti128_si256(a, 1));
}

#include "gps_batch_vector.h"

#endif
