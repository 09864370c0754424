/* Random games of Merge: one mask of 25 cells for each tile, a group found by flooding a mask.

   Cells count row by row. NEXT is left out, since random play does not look at it. */
#include "bits.h"
#include "rng.h"
#include "totals.h"

enum { SPARK = 1, NODE, CORE, PRISM, NOVA, SINGULARITY, STONE };

#define BOARD 0x1FFFFFFu
#define FIRST_COLUMN 0x0108421u
#define LAST_COLUMN (FIRST_COLUMN << 4)

static const int64_t POINTS[] = {0, 0, 6, 24, 96, 384, 1536};

/* The cells beside those of a mask, some off the board. */
static inline uint32_t beside(uint32_t cells) {
    return cells << 5 | cells >> 5 | (cells & ~LAST_COLUMN) << 1 | (cells & ~FIRST_COLUMN) >> 1;
}

void play(int64_t games, uint64_t seed, Totals *totals) {
    Rng rng = seeded(seed);
    while (games-- > 0) {
        uint32_t held[STONE + 1] = {0}; /* the cells of each tile */
        uint32_t taken = 0;
        int64_t score = 0, actions = 0;
        int charges = 0, until_stone = 13; /* of the tiles to come after NOW, the 13th is a stone */
        uint32_t now = random64(&rng) >> 62 ? SPARK : NODE;
        for (;;) {
            uint32_t legal = (BOARD & ~taken) | (charges ? held[STONE] : 0);
            if (!legal) break;
            uint64_t v = random64(&rng); /* low half: which action; top two bits: which tile comes */
            uint32_t cell = (uint32_t)nth(legal, below(v, COUNT(legal)));
            actions++;
            if (cell & taken) { /* shatter */
                held[STONE] ^= cell;
                taken ^= cell;
                charges--;
                score += 4;
                continue;
            }
            taken |= cell;
            uint32_t tile = now;
            for (int step = 1; tile < SINGULARITY; step++) {
                uint32_t alike = held[tile], group = cell, edge = beside(cell) & alike;
                if (!edge) break;
                do {
                    group |= edge;
                    edge = beside(edge) & alike & ~group;
                } while (edge);
                if (COUNT(group) < 3) break;
                held[tile] = alike & ~group;
                taken = (taken & ~group) | cell;
                tile++;
                score += step * POINTS[tile];
                charges += tile >= PRISM;
            }
            held[tile] |= cell;
            now = v >> 62 ? SPARK : NODE;
            if (!--until_stone) {
                now = STONE;
                until_stone = 14;
            }
        }
        tally(totals, actions, score);
    }
}
