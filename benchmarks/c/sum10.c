/* Random games of Sum-10: the digits bit by bit in four masks of 49 cells, and a mask of the cells that are taken.

   What lies around a cell sums up by counting the bits of each mask. Cells count row by row. */
#include <string.h>

#include "bits.h"
#include "rng.h"
#include "totals.h"

#define BOARD (((uint64_t)1 << 49) - 1)

typedef struct {
    uint64_t taken, bit[4];
} Board;

static const int64_t POINTS[] = {0, 5, 10, 20, 50, 100, 200, 500, 1000};
static uint64_t around[49];  /* the up to eight neighbours of each cell */
static uint64_t layout[5];   /* the cells that each level opens with */
static uint8_t last_digit[8 * 9 + 1];

static inline int far(int a, int b) {
    return a > b ? a - b : b - a;
}

static void prepare(void) {
    memset(layout, 0, sizeof layout);
    memset(around, 0, sizeof around);
    for (int i = 0; i < 8 * 9 + 1; i++) last_digit[i] = (uint8_t)(i % 10);
    for (int cell = 0; cell < 49; cell++) {
        int down = far(cell / 7, 3), across = far(cell % 7, 3);
        int straight = down + across, square = down > across ? down : across;
        uint64_t bit = (uint64_t)1 << cell;
        if (square <= 1) layout[0] |= bit;
        if (straight <= 2) layout[1] |= bit;
        if (square == 2) layout[2] |= bit;
        if (square <= 2 && straight <= 3) layout[3] |= bit;
        if (square <= 2) layout[4] |= bit;
        for (int other = 0; other < 49; other++)
            if (other != cell && far(other / 7, cell / 7) <= 1 && far(other % 7, cell % 7) <= 1)
                around[cell] |= (uint64_t)1 << other;
    }
}

static inline void put(Board *b, uint64_t cell, uint32_t digit) {
    b->taken |= cell;
    for (int i = 0; i < 4; i++) b->bit[i] |= digit >> i & 1 ? cell : 0;
}

static Board dealt(int level, Rng *rng) {
    Board b = {0};
    for (uint64_t cells = layout[level]; cells; cells &= cells - 1)
        put(&b, cells & -cells, 1 + below(random64(rng), 9));
    return b;
}

void play(int64_t games, uint64_t seed, Totals *totals) {
    Rng rng = seeded(seed);
    prepare();
    while (games-- > 0) {
        /* An opening stands for a whole game: at each retry, and when the stages come round again. */
        Board openings[25], b;
        uint32_t known = 0;
        int64_t score = 0, actions = 0;
        int stage = 0, lives = 3; /* stages count from 0 to 24, five a level */
        for (;;) {                /* one attempt at a stage */
            if (!(known >> stage & 1)) {
                openings[stage] = dealt(stage / 5, &rng);
                known |= 1u << stage;
            }
            b = openings[stage];
            int left = 25;
            do {
                uint64_t v = random64(&rng), empty = BOARD & ~b.taken;
                uint64_t cell = nth(empty, below(v, COUNT(empty)));
                uint32_t digit = below(v >> 32, 10);
                uint64_t near = around[__builtin_ctzll(cell)];
                uint32_t sum = COUNT(b.bit[0] & near) + 2 * COUNT(b.bit[1] & near) + 4 * COUNT(b.bit[2] & near) +
                               8 * COUNT(b.bit[3] & near);
                left--;
                if (last_digit[sum] != digit) {
                    put(&b, cell, digit);
                    continue;
                }
                int64_t before = score / 10000;
                score += POINTS[COUNT(b.taken & near)];
                b.taken &= ~near;
                for (int i = 0; i < 4; i++) b.bit[i] &= ~near;
                if (!b.taken) score += 100 * left;
                if (score / 10000 != before) { /* before a life is lost */
                    lives += (int)(score / 10000 - before);
                    lives = lives > 9 ? 9 : lives;
                }
            } while (left && b.taken && b.taken != BOARD);
            actions += 25 - left + 1; /* with the `next` or `retry` that follows */
            if (!b.taken)
                stage = (stage + 1) % 25;
            else if (!--lives)
                break; /* the last `retry` finds no life left */
        }
        tally(totals, actions, score);
    }
}
