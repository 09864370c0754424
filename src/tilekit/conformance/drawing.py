"""Whether every frontend draws what a game comes to.

Owns which states of a search are worth drawing, the frontends they are drawn in, and what counts as not being able to.
It knows no frontend: they come from their hook, and the picture of ``tilekit show --svg`` stands beside them.
"""

from __future__ import annotations

import contextlib
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from xml.parsers import expat

from tilekit.errors import cause_of
from tilekit.game import Game
from tilekit.hooks import Frontend
from tilekit.plugins import default_plugins
from tilekit.rules import Rules
from tilekit.session import Session
from tilekit.svg import picture
from tilekit.view import View

#: States that show something rare are drawn in every size, up to as many as there are examples and this many at least.
_RARE: Final = 50
#: Rare is what fewer of these states show.
_OFTEN: Final = 3


@dataclass(frozen=True, slots=True)
class Easel:
    """Something that states are drawn with, in one size.

    Attributes:
        name: what to call it in a report.
        draw: draws a session, or raises.
        size: which of its frontend's sizes this is, from 0.
        sizes: how many there are.
    """

    name: str
    draw: Callable[[Session], object]
    size: int = 0
    sizes: int = 1

    def fault(self, game: Game) -> str:
        """Why a state cannot be drawn; empty where it can. Nothing that is printed meanwhile is seen."""
        session = Session(game.rules, game=game.copy())
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                self.draw(session)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - that is the property
            return f"{self.name} cannot draw it: it raised {cause_of(error)}" if _can_be_seen(game) else ""
        if (session.game.digest, session.game.actions) != (game.digest, game.actions):
            return f"{self.name} changes the game it draws"
        return ""


def _can_be_seen(game: Game) -> bool:
    """Whether there is a view to draw: a frontend is not to blame where there is none."""
    try:
        Session(game.rules, game=game.copy()).view()
    except Exception:  # noqa: BLE001 - a property of its own
        return False
    return True


def easels(rules: Rules, frontends: Mapping[str, Frontend]) -> list[Easel]:
    """All that states of a ruleset are drawn with."""
    left_out = undrawn(rules, frontends)
    found = [Easel("tilekit show --svg", _svg)]
    for name, frontend in frontends.items():
        if name not in left_out and frontend.draw is not None:
            for size, (width, height) in enumerate(frontend.sizes):
                draw = partial(_sized, frontend.draw, width, height)
                called = f"the frontend {name}, {width} by {height},"
                found.append(Easel(called, draw, size, len(frontend.sizes)))
    return found


def _sized(draw: Callable[[Any, int, int], object], width: int, height: int, session: Session) -> object:
    return draw(session, width, height)


def _svg(session: Session) -> None:
    expat.ParserCreate().Parse(picture(session.view(), hints=True), True)  # noqa: FBT003  takes it by position alone


def undrawn(rules: Rules, frontends: Mapping[str, Frontend] | None = None) -> dict[str, str]:
    """The frontends in which no state is drawn here, and why; they are passed over.

    Args:
        rules: what would be drawn.
        frontends: by name; None for those that are installed.
    """
    found: dict[str, str] = {}
    for name, frontend in (installed() if frontends is None else frontends).items():
        if frontend.draw is None:
            found[name] = "it supplies no draw"
            continue
        try:
            session = Session(rules, 0)
        except Exception:  # noqa: BLE001, S112 - a mechanic's mistake: a property of its own
            continue
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                frontend.draw(session, *frontend.sizes[0])
        except ImportError as error:
            found[name] = cause_of(error)
        except (Exception, SystemExit):  # noqa: BLE001, S112 - what the property says
            continue
    return found


def installed() -> Mapping[str, Frontend]:
    """The frontends of installed plugins, by name."""
    return default_plugins().frontends


class Gallery:
    """The states of a search, which are drawn after it: each once, however often it was come to.

    Args:
        examples: of the search.
    """

    def __init__(self, examples: int) -> None:
        self._games: Final[list[Game]] = []
        self._rare: Final[set[int]] = set()
        self._most = max(examples, _RARE)
        self._seen: Final[set[str]] = set()
        self._shown: Counter[object] = Counter()

    def look(self, game: Game, view: View) -> None:
        """Keeps a state that has not been come to before, and notes whether it shows what few have shown."""
        if game.digest in self._seen:
            return
        self._seen.add(game.digest)
        if len(self._rare) < self._most:
            seen = frozenset(_shown(view))
            if any(self._shown[one] < _OFTEN for one in seen):
                self._shown.update(seen)
                self._rare.add(len(self._games))
        self._games.append(game.copy())

    def shown_on(self, easel: Easel) -> Iterator[Game]:
        """The states that are drawn in one size: what is rare, and a share of the others.

        Every frontend thus draws every state in one of its sizes, and what is rare in all of them.
        """
        for number, game in enumerate(self._games):
            if number in self._rare or number % easel.sizes == easel.size:
                yield game


def _shown(view: View) -> Iterator[object]:
    """What stands on the screen, piece by piece; of a number how long it is."""
    yield view.status, view.reason, view.banner
    tiles = 0
    for row in view.cells:
        for cell in row:
            if cell.tile is not None:
                tiles += 1
                yield "cell", cell.tile.tile, cell.tile.lit
            if cell.hint or cell.partners:
                yield "cell", cell.hint, bool(cell.partners)
    yield "tiles", tiles == 0, tiles == view.rows * view.columns
    for label, tile in zip(view.queue_labels, view.queue, strict=True):
        yield "queue", label, tile.tile
    for panel in view.panels:
        yield "panel", panel.label, _outline(panel.text)
    for button in view.buttons:
        yield "button", button.action, button.enabled, button.prominent, _outline(button.label)
    for text in (*view.notices, *view.goals):
        yield "text", _outline(text)


#: A text, whatever its numbers are.
_outline: Final = partial(re.sub, r"\d", "0")
