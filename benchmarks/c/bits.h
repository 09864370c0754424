/* Bit tricks of the C versions: one instruction where the processor has it, a loop elsewhere. */
#ifndef BITS_H
#define BITS_H

#include <stdint.h>

#ifdef __BMI2__
#include <immintrin.h>

/* The bits of v that stand under mask, pushed together at the low end; and back. */
#define GATHER(v, mask) _pext_u64(v, mask)
#define SCATTER(v, mask) _pdep_u64(v, mask)

#else

static inline uint64_t GATHER(uint64_t v, uint64_t mask) {
    uint64_t out = 0;
    for (int to = 0; mask; mask &= mask - 1, to++) out |= (uint64_t)((v & mask & -mask) != 0) << to;
    return out;
}

static inline uint64_t SCATTER(uint64_t v, uint64_t mask) {
    uint64_t out = 0;
    for (; mask; mask &= mask - 1, v >>= 1)
        if (v & 1) out |= mask & -mask;
    return out;
}

#endif

#define COUNT(mask) ((uint32_t)__builtin_popcountll(mask))

/* The n-th bit of mask, counted from 0, as a mask. */
static inline uint64_t nth(uint64_t mask, uint32_t n) {
    return SCATTER((uint64_t)1 << n, mask);
}

#endif
