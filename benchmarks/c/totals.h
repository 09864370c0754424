/* What each C version answers: sums over the games it has played. */
#ifndef TOTALS_H
#define TOTALS_H

#include <stdint.h>

typedef struct {
    int64_t actions, score, actions_squared, score_squared;
} Totals;

static inline void tally(Totals *totals, int64_t actions, int64_t score) {
    totals->actions += actions;
    totals->score += score;
    totals->actions_squared += actions * actions;
    totals->score_squared += score * score;
}

/* Plays so many games; each action is drawn from all that are legal, with equal chance. */
void play(int64_t games, uint64_t seed, Totals *totals);

#endif
