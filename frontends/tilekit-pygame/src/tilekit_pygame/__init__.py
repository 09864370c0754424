"""The window frontend of tilekit: plays any ruleset in a window.

Owns the hook through which tilekit finds it. It imports neither pygame nor the rest of this package before
a game is played or a reason is asked for, so that it can be listed where pygame is missing.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tilekit import Frontend, hookimpl

if TYPE_CHECKING:
    from tilekit import Menu, Session

__all__ = ["tilekit_frontends"]


def _play(session: Session) -> int:
    _hush()
    from tilekit_pygame.window import play

    return play(session)


def _choose(menu: Menu) -> int:
    _hush()
    from tilekit_pygame.window import choose

    return choose(menu)


def _draw(session: Session, width: int, height: int) -> None:
    _hush()
    from tilekit_pygame.stage import draw_session

    draw_session(session, width, height)


def _hush() -> None:
    """Keeps pygame from greeting in the terminal when it is loaded."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def _unavailable() -> str:
    from tilekit_pygame.available import unavailable

    return unavailable()


@hookimpl
def tilekit_frontends() -> list[Frontend]:
    """The one frontend of this package; asked for by name, since whoever types in a terminal expects it there."""
    return [
        Frontend(
            name="pygame",
            summary="a window: mouse, touch, keys, sound and motion",
            play=_play,
            unavailable=_unavailable,
            rank=5,
            menu=_choose,
            draw=_draw,
            sizes=((960, 720), (320, 320)),
        )
    ]
