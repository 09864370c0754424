"""What a player chooses about how a game is shown.

Owns the choices and where they come from: what was asked for on this start, else the environment, else what was chosen
last. It does not own where the last choice is kept.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from tilekit.errors import UsageError, did_you_mean, one_line
from tilekit.words import SOURCE, languages

Motion = Literal["full", "reduced", "none"]
Sound = Literal["on", "off"]
Colours = Literal["full", "none"]
Theme = Literal["dark", "light"]

#: The environment variable of each choice.
VARIABLES: Final = {name: f"TILEKIT_{name.upper()}" for name in ("motion", "sound", "language", "colours", "theme")}


@dataclass(frozen=True, slots=True)
class Preferences:
    """How a player wants a game shown.

    Attributes:
        motion: ``"full"``, ``"reduced"`` (nothing flies or shakes; changes fade or flash briefly) or ``"none"``.
        sound: ``"on"`` or ``"off"``.
        language: such as ``"en"`` or ``"ja"``.
        colours: ``"full"``, or ``"none"``: greys, and tiles told apart by letter, symbol and shape alone.
        theme: ``"dark"`` or ``"light"``: what is behind the board.
    """

    motion: Motion = "full"
    sound: Sound = "on"
    language: str = SOURCE
    colours: Colours = "full"
    theme: Theme = "dark"

    def changed(self, where: str, **choices: str | None) -> Preferences:
        """These preferences with other choices; None leaves one as it is.

        Args:
            where: what is named in the error: ``"--motion"``, ``"TILEKIT_MOTION"``.
            choices: by name.

        Raises:
            UsageError: no such choice.
        """
        given = {name: value for name, value in choices.items() if value is not None}
        for name, value in given.items():
            known = choices_of(name)
            if value not in known:
                near = did_you_mean(value, known)
                raise UsageError(
                    f'{where}: "{one_line(value, 60)}" is none of {", ".join(known)}{near and "; " + near}'
                )
        return replace(self, **given)  # type: ignore[arg-type]


def choices_of(name: str) -> tuple[str, ...]:
    """What a preference can be."""
    if name == "language":
        return languages()
    return get_args({"motion": Motion, "sound": Sound, "colours": Colours, "theme": Theme}[name])


def from_environment(
    start: Preferences,
    environment: Mapping[str, str] | None = None,
    *,
    chosen: Mapping[str, str] | None = None,
    warn: Callable[[str], None] | None = None,
) -> Preferences:
    """Preferences as the environment wants them, else as they were chosen last, else those given.

    The language follows ``TILEKIT_LANGUAGE``, else what was chosen last, else the locale (``LC_ALL``,
    ``LC_MESSAGES``, ``LANG``) where it is spoken here.

    Args:
        start: what holds where nothing else is said.
        environment: this process's, if None.
        chosen: what was chosen last, by name; what is no choice any more is passed over.
        warn: called with what is wrong with a variable, in one line; then that one is passed over.

    Raises:
        UsageError: a variable of tilekit's own says what is no choice, and nobody is to be warned.
    """
    found = os.environ if environment is None else environment
    locale = next((found[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if found.get(name)), "")
    spoken = re.split("[._@-]", locale)[0].lower()
    preferences = replace(start, language=spoken) if spoken != SOURCE and spoken in languages() else start
    known = {name: value for name, value in (chosen or {}).items() if name in VARIABLES and value in choices_of(name)}
    preferences = preferences.changed("profile", **known)
    for name, variable in VARIABLES.items():
        if found.get(variable):
            try:
                preferences = preferences.changed(variable, **{name: found[variable]})
            except UsageError as error:
                if warn is None:
                    raise
                warn(f"{error}; {getattr(preferences, name)} is taken")
    return preferences
