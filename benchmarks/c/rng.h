/* Chance for the C versions: SplitMix64 (G. Steele, D. Lea, C. Flood, 2014). Its state only counts up, so numbers can
   be worked out while the game still waits for other things. */
#ifndef RNG_H
#define RNG_H

#include <stdint.h>

typedef struct {
    uint64_t at;
} Rng;

static inline uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Seeds one apart would give the same numbers one step apart, had the seed not been mixed first. */
static inline Rng seeded(uint64_t seed) {
    return (Rng){mixed(seed * 2 + 1)};
}

/* 64 random bits. */
static inline uint64_t random64(Rng *rng) {
    return mixed(rng->at += 0x9E3779B97F4A7C15u);
}

/* 0 to n - 1, from the low 32 bits of v; off from uniform by less than n in 2^32. */
static inline uint32_t below(uint64_t v, uint32_t n) {
    return (uint32_t)(((v & 0xFFFFFFFFu) * n) >> 32);
}

#endif
