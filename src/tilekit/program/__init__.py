"""Programs: what a ruleset becomes, functions over flat ints, and what runs them."""

from typing import Final

#: The ways to run a program, as a caller asks for one.
LANES: Final = ("auto", "interpreted", "compiled")
