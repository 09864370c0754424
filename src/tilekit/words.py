"""Words for players, in their language.

Owns phrases that remember what they were made of, catalogues, and which language is spoken. English is the key of
every catalogue: what a catalogue does not have is said in English. It does not own any sentence.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

#: The language the sources are written in.
SOURCE: Final = "en"


class Phrase(str):
    """An English text that knows its template and values, so that `Words` can say it in another language.

    It is a string like any other: compare it, print it, write it to a file.

    >>> full = Phrase("{place}: the cell is taken", place="r1c1")
    >>> full
    'r1c1: the cell is taken'
    >>> Words("ja", {"{place}: the cell is taken": "{place} は空いていません"})(full)
    'r1c1 は空いていません'
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Makes a phrase.

        Args:
            template: English, with ``{name}`` for each value; braces are doubled only where there are values.
            values: numbers, words, or phrases, which are then said in the other language as well.
        """
        made = super().__new__(cls, template.format(**values) if values else template)
        made.template, made.values = template, MappingProxyType(values)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _phrase, (self.template, dict(self.values))


def _phrase(template: str, values: dict[str, object]) -> Phrase:
    return Phrase(template, **values)


def chained(template: str, items: Sequence[object]) -> object:
    """Several texts as one: ``chained("{first}, {rest}", ["a", "b", "c"])`` is ``"a, b, c"``.

    Args:
        template: how two are joined, with ``{first}`` and ``{rest}``.
        items: texts, or numbers; of none it is an empty text, and a single one stays as it is.
    """
    if len(items) <= 1:
        return items[0] if items else ""
    half = len(items) // 2  # halves, so that a long list is not deep
    return Phrase(template, first=chained(template, items[:half]), rest=chained(template, items[half:]))


class _Grouped(int):
    """A number in which templates put a comma between thousands, whatever else they ask of it."""

    def __format__(self, spec: str) -> str:
        kind = spec[-1:] if spec[-1:].isalpha() else ""
        return super().__format__(f"{spec.removesuffix(kind).replace(',', '')},{kind}")


class Words:
    """Says what is meant for a player in one language.

    Attributes:
        language: such as ``"ja"``.
        grouped: whether large numbers are written with a comma between thousands, as people read them.
    """

    __slots__ = ("_catalogue", "_own", "grouped", "language")

    def __init__(
        self, language: str = SOURCE, catalogue: Mapping[str, str] | None = None, *, grouped: bool = False
    ) -> None:
        self.language = language
        self.grouped = grouped
        self._catalogue: Mapping[str, str] = catalogue or {}
        self._own: Mapping[str, str] = {}

    def __call__(self, text: str, /, **values: object) -> str:
        """The text in this language.

        Args:
            text: an English text or template, or a `Phrase`, which brings its values with it.
            values: what stands for the ``{names}`` in a template; texts among them are said in this language, too.
        """
        template = text
        if isinstance(text, Phrase):
            template, values = text.template, {**text.values, **values}
        if not values:
            return self._own.get(template) or self._catalogue.get(template, template)
        said = self._catalogue.get(template, template)
        return said.format(**{name: self._shown(value) for name, value in values.items()})

    def number(self, value: int) -> str:
        """A whole number as these words write it.

        >>> Words().number(12000), Words().with_groups().number(12000)
        ('12000', '12,000')
        """
        return f"{value:,}" if self.grouped else str(value)

    def _shown(self, value: object) -> object:
        if isinstance(value, str):
            return self(value)
        return _Grouped(value) if self.grouped and isinstance(value, int) else value

    def __contains__(self, text: str) -> bool:
        return text in self._own or text in self._catalogue

    def joined(self, catalogue: Mapping[str, str]) -> Words:
        """These words and those of another catalogue, which come first."""
        return self._with({**self._catalogue, **catalogue}, self._own) if catalogue else self

    def of_ruleset(self, texts: Mapping[str, str]) -> Words:
        """These words and a ruleset's own texts, which come first; no ``{names}`` are looked for in them."""
        return self._with(self._catalogue, {**self._own, **texts}) if texts else self

    def with_groups(self) -> Words:
        """These words, with a comma between thousands: for a screen, not for what a program reads."""
        made = self._with(self._catalogue, self._own)
        made.grouped = True
        return made

    def _with(self, catalogue: Mapping[str, str], own: Mapping[str, str]) -> Words:
        made = Words(self.language, catalogue, grouped=self.grouped)
        made._own = own
        return made


ENGLISH: Final = Words()


@cache
def words_of(language: str, *packages: str) -> Words:
    """The words of packages in a language; English where they do not have it.

    Args:
        language: such as ``"ja"``.
        packages: names of packages with a folder ``languages`` that holds ``ja.toml``: a table of English texts
            and what they are called. ``tilekit`` is always among them.
    """
    words = Words(language)
    for package in ("tilekit", *packages):
        words = words.joined(catalogue(package, language))
    return words


@cache
def catalogue(package: str, language: str) -> Mapping[str, str]:
    """The catalogue of a package in a language; empty where it has none."""
    if language == SOURCE or language not in languages(package):
        return MappingProxyType({})
    text = (_folder(package) / f"{language}.toml").read_text(encoding="utf-8-sig")
    return MappingProxyType({str(key): str(value) for key, value in tomllib.loads(text).items()})


@cache
def languages(package: str = "tilekit") -> tuple[str, ...]:
    """The languages a package speaks, English first."""
    folder = _folder(package)
    files = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    return (SOURCE, *sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


def _folder(package: str) -> Traversable:
    return resources.files(package) / "languages"
