"""2048 of pgx: a batch of games in step, each begun anew when it ends."""

from __future__ import annotations

from collections.abc import Iterator

import answer
import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

STEPS = 128


def batches(size: int) -> Iterator[tuple[int, int, float]]:
    """Games ended, slides and points of so many games, 128 slides at a time."""
    env = pgx.make("2048")
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def run(state, key):
        def slide(carried, _):
            state, key, ended, points = carried
            key, to_choose, to_spawn = jax.random.split(key, 3)
            chance = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
            chosen = jax.random.categorical(to_choose, chance, axis=-1)
            state = step(state, chosen, jax.random.split(to_spawn, size))
            return (state, key, ended + state.terminated.sum(), points + state.rewards.sum()), None

        begun = (state, key, jnp.int32(0), jnp.float32(0))
        return jax.lax.scan(slide, begun, None, length=STEPS)[0]

    key = jax.random.PRNGKey(size)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))
    while True:
        state, key, ended, points = run(state, key)
        yield int(ended), STEPS * size, float(points)


best, play = answer.best_of(batches)
answer.serve(f"pgx {pgx.__version__}, jax {jax.__version__}, {best} games in step", play)
