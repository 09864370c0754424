"""A plugin for tilekit: a mechanic, a game, a bot and an observer."""

import os
from collections.abc import Callable
from pathlib import Path

from tilekit import Action, Bot, Builder, Event, Game, Mechanic, Parameter, Settings, State, Step, hookimpl

# ---------------------------------------------------------------- a mechanic


class WhirlSettings(Settings):
    """What a ruleset may say of the mechanic: ``[mechanics.x] use = "whirl"`` and these.

    Attributes:
        quarters: by how many quarter turns, clockwise.
    """

    quarters: int = 1


def build(settings: WhirlSettings, b: Builder) -> Step:
    """Turns the four tiles of which the played cell is the top left one."""
    # Words are taken into local names: the step below calls no method of the builder.
    at, swap = b.at, b.swap
    turned = b.event("turned_round")
    quarters = settings.quarters % 4
    # For each cell its block, clockwise; -1 where the board ends or has a hole. A table is made once, before any game.
    columns, size = b.grid.columns, b.grid.size
    inside = [cell not in b.grid.holes for cell in range(size)]
    blocks = []
    for cell in range(size):
        block = [cell, cell + 1, cell + columns + 1, cell + columns]
        whole = cell % columns < columns - 1 and block[2] < size and all(inside[one] for one in block)
        blocks += block if whole else [-1, -1, -1, -1]
    ring = b.numbers(blocks)

    def act(s: State, here: int) -> int:
        first = 4 * here
        if ring[first] < 0:
            return 0
        one, two = at(s, ring[first]), at(s, ring[first + 1])
        three, four = at(s, ring[first + 2]), at(s, ring[first + 3])
        if one == two and two == three and three == four:
            return 0  # nothing would change
        for _ in range(quarters):
            for k in range(1, 4):
                swap(s, ring[first], ring[first + k])
        turned(s, quarters)
        return 1

    # An action that begins with this step may be played on any cell that has a block.
    return Step(act, where=f"row < {b.grid.rows} and column < {columns}")


# ---------------------------------------------------------------- a bot


def choose(game: Game, draw: Callable[[int], int], patience: int) -> Action:
    """Plays what pays most at once, over a few futures that chance may bring."""
    actions = game.legal_actions()
    ahead = [game.fork(chance=draw(1 << 32)) for _ in range(patience)]
    paid = [sum(fork.copy().play(action).points for fork in ahead) for action in actions]
    best = [action for action, points in zip(actions, paid, strict=True) if points == max(paid)]
    return best[draw(len(best))]


# ---------------------------------------------------------------- an observer


@hookimpl
def tilekit_game_over(game: Game) -> None:
    """Writes a line to the file that TILEKIT_WHIRL_DIARY names, for each game that ended in play."""
    diary = os.environ.get("TILEKIT_WHIRL_DIARY")
    if diary:
        with Path(diary).open("a", encoding="utf-8") as file:
            file.write(f"{game.rules.id} {game.score} {game.reason} seed {game.seed}\n")


# ---------------------------------------------------------------- what tilekit asks for


@hookimpl
def tilekit_mechanics() -> list[Mechanic]:
    return [
        Mechanic(
            kind="whirl",
            summary="turn a block of four",
            settings=WhirlSettings,
            build=build,
            events={"turned_round": Event("a block was turned; ``quarters`` is how far", {"quarters": "number"})},
            needs_cell=True,
        )
    ]


@hookimpl
def tilekit_rulesets() -> list[Path]:
    return [Path(__file__).with_name("whirl.toml")]


@hookimpl
def tilekit_bots() -> list[Bot]:
    return [
        Bot(
            name="whirl",
            summary="plays what pays most at once",
            choose=choose,
            parameters={"patience": Parameter("futures that are looked at", 2, 1, 100)},
        )
    ]
