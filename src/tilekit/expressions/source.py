"""Generated source: blocks of lines, and the functions they become."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from tilekit.board import compiled

#: Lines of source, and after a line that ends in a colon the block below it.
Block: TypeAlias = "Sequence[str | Block]"


def defined(head: str, block: Block, names: dict[str, Any]) -> Callable[..., Any]:
    """The function of a block; ``head`` is its name and parameters, ``names`` its globals."""
    return compiled(written(head, block), head[: head.index("(")], names)


def written(head: str, block: Block) -> str:
    """The source of a function."""
    return "\n".join([f"def {head}:", *_indented(block, " ")])


def _indented(block: Block, by: str) -> Iterator[str]:
    for line in block or ["pass"]:
        if isinstance(line, str):
            yield by + line
        else:
            yield from _indented(line, by + " ")
