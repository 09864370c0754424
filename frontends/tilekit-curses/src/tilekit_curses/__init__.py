"""The curses frontend of tilekit: plays any ruleset in a terminal.

Owns the hook through which tilekit finds it. It imports neither curses nor the rest of this package before
a game is played or a reason is asked for, so that it can be listed where curses is missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilekit import Frontend, hookimpl

if TYPE_CHECKING:
    from tilekit import Menu, Session

__all__ = ["tilekit_frontends"]


def _play(session: Session) -> int:
    from tilekit_curses.terminal import play

    return play(session)


def _menu(menu: Menu) -> int:
    from tilekit_curses.terminal import choose

    return choose(menu)


def _draw(session: Session, width: int, height: int) -> None:
    from tilekit_curses.screen import draw_session

    draw_session(session, width, height)


def _unavailable() -> str:
    from tilekit_curses.available import unavailable

    return unavailable()


@hookimpl
def tilekit_frontends() -> list[Frontend]:
    """The one frontend of this package; preferred to plain lines wherever it can run."""
    return [
        Frontend(
            name="curses",
            summary="full screen in a terminal: keys, mouse, colour where there is some",
            play=_play,
            unavailable=_unavailable,
            rank=10,
            menu=_menu,
            draw=_draw,
            sizes=((80, 24), (20, 6)),
        )
    ]
