/* GPS: batches with the 16-byte vectors of NEON, which every arm64 processor has; low bytes first, as nearly all
 * of them are run. */
#include "gps_batch.h"

#ifdef GPSCORE__NEON

#include <arm_neon.h>

#if defined(__GNUC__)
#define VECTOR_INLINE  static inline __attribute__((always_inline))
#define VECTOR_KEEP(v) __asm__("" : "+w"(v))
#else
#define VECTOR_INLINE  static __forceinline
#define VECTOR_KEEP(v) ((void)0)
#endif
#define VECTOR_TARGET
#define VECTOR_KIND   GPSCORE_KERNEL_NEON
#define VECTOR_KERNEL gps__neon

typedef uint8x16_t vec;
enum { WIDTH = 16 };

#define H(a) vreinterpretq_u16_u8(a)
#define W(a) vreinterpretq_u32_u8(a)
#define OF_H(a) vreinterpretq_u8_u16(a)
#define OF_W(a) vreinterpretq_u8_u32(a)

VECTOR_INLINE vec v_load(const void *p) { return vld1q_u8((const uint8_t *)p); }
VECTOR_INLINE void v_store(void *p, vec a) { vst1q_u8((uint8_t *)p, a); }
VECTOR_INLINE vec v_set(unsigned byte) { return vdupq_n_u8((uint8_t)byte); }
VECTOR_INLINE vec v_table(const uint8_t *p) { return vld1q_u8(p); }

VECTOR_INLINE vec v_and(vec a, vec b) { return vandq_u8(a, b); }
VECTOR_INLINE vec v_or(vec a, vec b) { return vorrq_u8(a, b); }
VECTOR_INLINE vec v_xor(vec a, vec b) { return veorq_u8(a, b); }
VECTOR_INLINE vec v_without(vec a, vec b) { return vbicq_u8(a, b); }
VECTOR_INLINE vec v_select(vec mask, vec a, vec b) { return vbslq_u8(mask, a, b); }

VECTOR_INLINE vec v_add(vec a, vec b) { return vaddq_u8(a, b); }
VECTOR_INLINE vec v_sub(vec a, vec b) { return vsubq_u8(a, b); }
VECTOR_INLINE vec v_add_most(vec a, vec b) { return vqaddq_u8(a, b); }
VECTOR_INLINE vec v_sub_least(vec a, vec b) { return vqsubq_u8(a, b); }
VECTOR_INLINE vec v_min(vec a, vec b) { return vminq_u8(a, b); }
VECTOR_INLINE vec v_max(vec a, vec b) { return vmaxq_u8(a, b); }
VECTOR_INLINE vec v_equal(vec a, vec b) { return vceqq_u8(a, b); }
VECTOR_INLINE vec v_greater(vec a, vec b) { return vcgtq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b)); }
VECTOR_INLINE int v_any(vec a) { return vmaxvq_u32(W(a)) != 0; }
VECTOR_INLINE uint32_t v_bits(vec mask) {
    static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const vec bits = vandq_u8(mask, vld1q_u8(places));
    return vaddv_u8(vget_low_u8(bits)) | (uint32_t)vaddv_u8(vget_high_u8(bits)) << 8;
}

/* The table gives 0 for all numbers above 15. */
VECTOR_INLINE vec v_near(vec a) { return a; }
VECTOR_INLINE vec v_look(vec table, vec near) { return vqtbl1q_u8(table, near); }

VECTOR_INLINE vec h_set(unsigned number) { return OF_H(vdupq_n_u16((uint16_t)number)); }
VECTOR_INLINE vec h_high(vec a, vec b) {
    const uint32x4_t low = vmull_u16(vget_low_u16(H(a)), vget_low_u16(H(b)));
    const uint32x4_t high = vmull_high_u16(H(a), H(b));
    return OF_H(vuzp2q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high)));
}
VECTOR_INLINE vec h_low(vec a, vec b) { return OF_H(vmulq_u16(H(a), H(b))); }
VECTOR_INLINE vec h_sub_least(vec a, vec b) { return OF_H(vqsubq_u16(H(a), H(b))); }
VECTOR_INLINE vec h_add(vec a, vec b) { return OF_H(vaddq_u16(H(a), H(b))); }
VECTOR_INLINE vec h_sub(vec a, vec b) { return OF_H(vsubq_u16(H(a), H(b))); }
VECTOR_INLINE vec h_min(vec a, vec b) { return OF_H(vminq_u16(H(a), H(b))); }
VECTOR_INLINE vec h_equal(vec a, vec b) { return OF_H(vceqq_u16(H(a), H(b))); }

VECTOR_INLINE vec w_set(uint32_t word) { return OF_W(vdupq_n_u32(word)); }
VECTOR_INLINE vec w_add(vec a, vec b) { return OF_W(vaddq_u32(W(a), W(b))); }
VECTOR_INLINE vec w_times(vec a, vec b) { return OF_W(vmulq_u32(W(a), W(b))); }
#define w_right(a, n) OF_W(vshrq_n_u32(W(a), n))
#define w_left(a, n)  OF_W(vshlq_n_u32(W(a), n))
/* The low halves of the words of a, the high halves of those of b. */
VECTOR_INLINE vec w_halves(vec a, vec b) { return OF_W(vbslq_u32(vdupq_n_u32(0xffff0000u), W(b), W(a))); }

/* Bytes of a and b in turn, of the lower and of the higher halves. */
VECTOR_INLINE vec v_zip_low(vec a, vec b) { return vzip1q_u8(a, b); }
VECTOR_INLINE vec v_zip_high(vec a, vec b) { return vzip2q_u8(a, b); }
/* Masks of 16 bits as bytes, in the order before v_zip_low and v_zip_high. */
VECTOR_INLINE vec v_pack(vec low, vec high) { return vuzp1q_u8(low, high); }
VECTOR_INLINE void v_store_parts(uint8_t (*places)[16], vec a) { vst1q_u8(places[0], a); }

#include "gps_batch_vector.h"

#endif
