/* Random games of 2048: a board of sixteen exponents in one 64-bit word, and what sliding does to each of the 65536
   possible rows, looked up.

   An exponent has four bits: two tiles of 32768 would not merge, which random play does not come near. */
#include "bits.h"
#include "rng.h"
#include "totals.h"

#define LOWEST_BITS 0x1111111111111111u

/* For each row: which bits change when it slides to its low end or to its high end; the same for a column, its four
   cells sixteen bits apart; and the points, which are the same both ways. */
static uint16_t row_down[65536], row_up[65536];
static uint64_t column_down[65536], column_up[65536];
static uint32_t points[65536];

static uint16_t mirrored(uint16_t row) {
    return (uint16_t)(row << 12 | (row << 4 & 0xF00) | (row >> 4 & 0xF0) | row >> 12);
}

static uint64_t upright(uint16_t row) {
    return (row & 15u) | (uint64_t)(row >> 4 & 15) << 16 | (uint64_t)(row >> 8 & 15) << 32 | (uint64_t)(row >> 12) << 48;
}

static void prepare(void) {
    if (points[0x0011]) return;
    for (uint32_t row = 0; row < 65536; row++) {
        uint32_t out[4] = {0}, gained = 0;
        int size = 0, fused = 0; /* whether the tile at the head was just made, and so may not fuse again */
        for (int i = 0; i < 4; i++) {
            uint32_t tile = row >> 4 * i & 15;
            if (!tile) continue;
            if (size && !fused && out[size - 1] == tile && tile < 15) {
                gained += 2u << tile;
                out[size - 1]++;
                fused = 1;
            } else {
                out[size++] = tile;
                fused = 0;
            }
        }
        uint16_t slid = (uint16_t)(out[0] | out[1] << 4 | out[2] << 8 | out[3] << 12);
        uint16_t change = (uint16_t)(row ^ slid), other = mirrored((uint16_t)row);
        row_down[row] = change;
        row_up[other] = mirrored(change);
        column_down[row] = upright(change);
        column_up[other] = upright(mirrored(change));
        points[row] = gained;
    }
}

static inline uint64_t transposed(uint64_t b) {
    /* Swaps single cells within each block of two by two, then the blocks. */
    uint64_t off = (b ^ b >> 12) & 0x0000F0F00000F0F0u;
    b ^= off ^ off << 12;
    off = (b ^ b >> 24) & 0x00000000FF00FF00u;
    return b ^ off ^ off << 24;
}

static inline uint64_t looked_up(const uint64_t *table, uint64_t b) {
    return table[b & 0xFFFF] | table[b >> 16 & 0xFFFF] << 4 | table[b >> 32 & 0xFFFF] << 8 | table[b >> 48] << 12;
}

/* The bits that a slide changes; 0 where it is not legal. `lines` becomes the board read along the slide. */
static inline uint64_t slide(uint64_t b, int way, uint64_t *lines) {
    if (way < 2) {
        const uint16_t *table = way ? row_up : row_down;
        *lines = b;
        return (uint64_t)table[b & 0xFFFF] | (uint64_t)table[b >> 16 & 0xFFFF] << 16 |
               (uint64_t)table[b >> 32 & 0xFFFF] << 32 | (uint64_t)table[b >> 48] << 48;
    }
    *lines = transposed(b);
    return looked_up(way == 3 ? column_up : column_down, *lines);
}

/* A 2, one time in ten a 4, onto an empty cell. */
static inline uint64_t spawn(uint64_t b, Rng *rng) {
    uint64_t v = random64(rng), taken = b | b >> 1;
    uint64_t empty = ~(taken | taken >> 2) & LOWEST_BITS;
    return b | nth(empty, below(v, COUNT(empty))) << (v >> 32 < 429496730u);
}

void play(int64_t games, uint64_t seed, Totals *totals) {
    Rng rng = seeded(seed);
    prepare();
    while (games-- > 0) {
        int64_t score = 0, actions = 0;
        uint64_t b = spawn(spawn(0, &rng), &rng);
        for (;;) {
            uint64_t lines, change, v = random64(&rng);
            int way = (int)(v >> 62);
            change = slide(b, way, &lines);
            if (__builtin_expect(!change, 0)) {
                /* Each of the ways not yet tried with the same chance: so each legal one has the same. */
                uint32_t untried = 15u & ~(1u << way);
                do {
                    way = __builtin_ctzll(nth(untried, below(v, COUNT(untried))));
                    v = random64(&rng);
                    change = slide(b, way, &lines);
                    untried &= ~(1u << way);
                } while (!change && untried);
                if (!change) break;
            }
            score += points[lines & 0xFFFF] + points[lines >> 16 & 0xFFFF] + points[lines >> 32 & 0xFFFF] +
                     points[lines >> 48];
            b = spawn(b ^ change, &rng);
            actions++;
        }
        tally(totals, actions, score);
    }
}
