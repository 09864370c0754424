/* Random games of Nine-K: the numbers bit by bit in five masks of 25 cells.

   Cells count column by column from the bottom, so that falling is to gather the cells that stay and scatter them over
   the low ends of the columns. Two masks share a word. The fifth, of numbers above 15, is empty in all but very few
   games. That all 25 numbers differ, so that no shuffle could help, does not happen in random play and is not tested. */
#include "bits.h"
#include "rng.h"
#include "totals.h"

#ifndef SHUFFLES
#define SHUFFLES 2
#endif

#define BOARD 0x1FFFFFFu
#define BOTTOM_ROW 0x0108421u
#define TOP_ROW (BOTTOM_ROW << 4)
#define TWICE(mask) ((uint64_t)(mask) << 32 | (mask))

typedef struct {
    uint64_t low, middle; /* bits 0 (low half) and 1; bits 2 and 3 */
    uint32_t high;        /* bit 4 */
} Board;

/* For each ceiling every new tile as often as its weight says; and how many that are. */
static const uint8_t NEW[7][21] = {
    [3] = {1, 1, 1, 2, 2, 3},
    [4] = {1, 1, 1, 1, 2, 2, 2, 3, 3, 4},
    [5] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5},
    [6] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6},
};
static const uint32_t SIZE[7] = {[3] = 6, [4] = 10, [5] = 15, [6] = 21};
/* The same for two new tiles: their bits 0 in the lowest two bits, their bits 1 in the next two, then their bits 2. */
static uint8_t new_pairs[7][21 * 21];
/* Of how many cells two columns hold, bottom up, by the mask of those that stay. */
static uint16_t fallen[1024];

static inline uint32_t beside(uint32_t cells) {
    return cells << 5 | cells >> 5 | (cells & ~TOP_ROW) << 1 | (cells & ~BOTTOM_ROW) >> 1;
}

static inline uint32_t both(uint64_t pair) {
    return (uint32_t)pair | (uint32_t)(pair >> 32);
}

/* The cells whose number is that of the cell `by` bits further on. Where two columns meet it says nothing true. */
static inline uint32_t as_further(const Board *b, int by) {
    return ~(both(b->low ^ b->low >> by) | both(b->middle ^ b->middle >> by) | (b->high ^ b->high >> by));
}

/* The cells that touch their like. A shift brings bits of the other half in, but only to cells masked out here. */
static inline uint32_t touching(const Board *b) {
    uint32_t above = as_further(b, 1) & BOARD & ~TOP_ROW, right = as_further(b, 5) & (BOARD >> 5);
    return above | above << 1 | right | right << 5;
}

static inline uint32_t number_at(const Board *b, int i) {
    return (uint32_t)((b->low >> i & 1) | (b->low >> (32 + i) & 1) << 1 | (b->middle >> i & 1) << 2 |
                      (b->middle >> (32 + i) & 1) << 3 | (b->high >> i & 1) << 4);
}

/* Onto a cell whose bits are all 0. */
static inline void put(Board *b, int i, uint32_t number) {
    b->low |= ((uint64_t)(number & 1) | (uint64_t)(number >> 1 & 1) << 32) << i;
    b->middle |= ((uint64_t)(number >> 2 & 1) | (uint64_t)(number >> 3 & 1) << 32) << i;
    b->high |= (number >> 4) << i;
}

/* The cells that hold a number. */
static inline uint32_t holding(const Board *b, uint32_t number) {
    uint64_t low = TWICE(BOARD) & ~(b->low ^ ((number & 1 ? (uint64_t)BOARD : 0) | (number & 2 ? (uint64_t)BOARD << 32 : 0)));
    uint64_t middle = b->middle ^ ((number & 4 ? (uint64_t)BOARD : 0) | (number & 8 ? (uint64_t)BOARD << 32 : 0));
    uint32_t high = b->high ^ (number & 16 ? BOARD : 0);
    return (uint32_t)low & (uint32_t)(low >> 32) & ~both(middle) & ~high;
}

/* Each number of 64 bits gives two pairs; most taps need no more than four tiles. */
static inline void fill(Board *b, uint32_t gaps, uint32_t ceiling, Rng *rng) {
    const uint8_t *pairs = new_pairs[ceiling];
    uint32_t size = SIZE[ceiling] * SIZE[ceiling], bit0 = 0, bit1 = 0, bit2 = 0;
    int wanted = (int)COUNT(gaps), i = 0;
    do {
        uint64_t v = random64(rng);
        uint32_t one = pairs[below(v, size)], two = pairs[below(v >> 32, size)];
        bit0 |= ((one & 3) | (two & 3) << 2) << i;
        bit1 |= ((one >> 2 & 3) | (two >> 2 & 3) << 2) << i;
        bit2 |= (one >> 4 | two >> 4 << 2) << i;
        i += 4;
    } while (i < wanted);
    b->low |= SCATTER(bit0, gaps) | SCATTER(bit1, gaps) << 32;
    b->middle |= SCATTER(bit2, gaps);
}

static void prepare(void) {
    for (int m = 0; m < 1024; m++)
        fallen[m] = (uint16_t)(((1u << COUNT(m & 31)) - 1) | ((1u << COUNT(m >> 5)) - 1) << 5);
    for (int ceiling = 3; ceiling <= 6; ceiling++)
        for (uint32_t i = 0; i < SIZE[ceiling] * SIZE[ceiling]; i++) {
            int one = NEW[ceiling][i % SIZE[ceiling]], two = NEW[ceiling][i / SIZE[ceiling]];
            int bits = 0;
            for (int bit = 0; bit < 3; bit++) bits |= ((one >> bit & 1) | (two >> bit & 1) << 1) << 2 * bit;
            new_pairs[ceiling][i] = (uint8_t)bits;
        }
}

/* All arrangements that move every tile and leave a group are equally likely. */
static void shuffle(Board *b, Rng *rng) {
    uint32_t numbers[25];
    for (int i = 0; i < 25; i++) numbers[i] = number_at(b, i);
    int stayed;
    do {
        int from[25];
        for (int i = 0; i < 25; i++) from[i] = i;
        for (int i = 24; i > 0; i--) {
            int j = (int)below(random64(rng), (uint32_t)i + 1), kept = from[i];
            from[i] = from[j];
            from[j] = kept;
        }
        stayed = 0;
        for (int i = 0; i < 25; i++) stayed |= from[i] == i;
        if (stayed) continue;
        *b = (Board){0};
        for (int i = 0; i < 25; i++) put(b, i, numbers[from[i]]);
    } while (stayed || !touching(b));
}

typedef struct {
    Board b;
    int64_t score, actions;
    uint32_t highest, shuffles;
    int crowned;
} Game;

static Game begun(Rng *rng) {
    Game g = {.highest = 3, .shuffles = SHUFFLES}; /* below 5 it does not matter what the highest is */
    do {
        g.b = (Board){0};
        fill(&g.b, BOARD, 3, rng);
    } while (!touching(&g.b));
    return g;
}

/* One action; 0 when there is none left. */
static inline int turn(Game *g, Rng *rng) {
    Board b = g->b;
    uint32_t taps = touching(&b), choices = COUNT(taps) + (g->shuffles > 0);
    if (!choices) return 0;
    uint64_t v = random64(rng);
    uint32_t choice = below(v, choices);
    g->actions++;
    if (choice == COUNT(taps)) {
        g->shuffles--;
        shuffle(&g->b, rng);
        return 1;
    }
    uint32_t cell = (uint32_t)nth(taps, choice);
    uint32_t number = number_at(&b, __builtin_ctz(cell));
    uint32_t alike = holding(&b, number), group = cell, before;
    for (int i = 0; i < 3; i++) group |= beside(group) & alike; /* enough for most, without a branch */
    do {
        before = group;
        group |= beside(group) & alike;
    } while (group != before);
    number++;
    g->score += (int64_t)number * COUNT(group) * 10;
    if (number == 9 && !g->crowned) {
        g->crowned = 1;
        g->score += 900;
    }
    uint32_t highest = number > g->highest ? number : g->highest;
    g->highest = highest;
    uint32_t stay = BOARD & ~group;
    b.low &= TWICE(stay);
    b.middle &= TWICE(stay);
    b.high &= stay;
    put(&b, __builtin_ctz(cell), number);
    stay |= cell;
    uint32_t low_ends = fallen[stay & 1023] | (uint32_t)fallen[stay >> 10 & 1023] << 10 |
                        (uint32_t)fallen[stay >> 20] << 20;
    b.low = SCATTER(GATHER(b.low, TWICE(stay)), TWICE(low_ends));
    b.middle = SCATTER(GATHER(b.middle, TWICE(stay)), TWICE(low_ends));
    if (b.high) b.high = (uint32_t)SCATTER(GATHER(b.high, stay), low_ends);
    /* New tiles never raise a ceiling: up to a 4 it is 3, and above that they stay below the highest. */
    fill(&b, BOARD & ~low_ends, highest < 5 ? 3 : highest > 8 ? 6 : highest - 2, rng);
    g->b = b;
    return 1;
}

void play(int64_t games, uint64_t seed, Totals *totals) {
    Rng rng = seeded(seed);
    prepare();
    while (games-- > 0) {
        Game game = begun(&rng);
        while (turn(&game, &rng)) {
        }
        tally(totals, game.actions, game.score);
    }
}
