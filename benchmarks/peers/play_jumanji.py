"""2048 of jumanji: a batch of games in step, each begun anew when it ends."""

from __future__ import annotations

from collections.abc import Iterator

import answer
import jax
import jax.numpy as jnp
import jumanji
from jumanji.wrappers import VmapAutoResetWrapper

STEPS = 128


def batches(size: int) -> Iterator[tuple[int, int, float]]:
    """Games ended, slides and points of so many games, 128 slides at a time."""
    env = VmapAutoResetWrapper(jumanji.make("Game2048-v1"))

    @jax.jit
    def run(state, mask, key):
        def slide(carried, _):
            state, mask, key, ended, points = carried
            key, to_choose = jax.random.split(key)
            chosen = jax.random.categorical(to_choose, jnp.where(mask, 0.0, -jnp.inf), axis=-1)
            state, seen = env.step(state, chosen)
            mask = seen.observation.action_mask
            return (state, mask, key, ended + seen.last().sum(), points + seen.reward.sum()), None

        begun = (state, mask, key, jnp.int32(0), jnp.float32(0))
        return jax.lax.scan(slide, begun, None, length=STEPS)[0]

    key = jax.random.PRNGKey(size)
    state, seen = jax.jit(env.reset)(jax.random.split(key, size))
    mask = seen.observation.action_mask
    while True:
        state, mask, key, ended, points = run(state, mask, key)
        yield int(ended), STEPS * size, float(points)


best, play = answer.best_of(batches)
answer.serve(f"jumanji {jumanji.__version__}, jax {jax.__version__}, {best} games in step", play)
