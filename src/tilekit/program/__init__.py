"""Programs: a ruleset and its mechanics, put together into functions over flat ints."""

from typing import Final

#: The ways to run a program, as a caller asks for one.
LANES: Final = ("auto", "interpreted", "compiled")
