"""``random``: every legal action is as likely as the others."""

from __future__ import annotations

from tilekit.hooks import Bot, hookimpl


@hookimpl
def tilekit_bots() -> list[Bot]:
    return [Bot(name="random", summary="plays any legal action, all equally likely", choose=None)]
