"""The plugin manager: finds plugins, checks them, reports them, and hands down what they supply.

Owns discovery. A plugin that is broken, missing something or misspelt is named with its reason and left out;
it never takes the host down. There is no global manager: `Plugins` objects are made, and the library makes
one when it is first asked for something by name.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib.metadata import Distribution, EntryPoint, distributions
from keyword import iskeyword
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final, TypeVar

import pluggy

from tilekit.errors import PluginError, UsageError, cause_of, did_you_mean
from tilekit.hooks import PROJECT, Bot, Frontend, Kinds, Mechanic, Parameter, Settings, Specifications
from tilekit.version import __version__


def _modules_of(package: str) -> list[str]:
    """The modules of a package, by name, but for those whose name begins with an underscore."""
    found = iter_modules(importlib.import_module(package).__path__, f"{package}.")
    return sorted(module.name for module in found if not module.name.rpartition(".")[2].startswith("_"))


#: The bundled plugins, found through the same hooks as anyone's: a file in one of these two folders is one of them.
BUNDLED: Final = (
    *_modules_of("tilekit.mechanics"),
    *_modules_of("tilekit.bots"),
    "tilekit.cli.plain",
    "tilekit.games",
)
#: The environment variable under which every hook call is printed, and tracebacks are shown.
TRACE: Final = "TILEKIT_TRACE"
#: The environment variable under which a broken plugin is an error.
STRICT: Final = "TILEKIT_STRICT_PLUGINS"

Thing = TypeVar("Thing", Mechanic, Frontend, Bot)


@dataclass(frozen=True, slots=True)
class PluginProblem:
    """A plugin that could not be used, whole or in part."""

    plugin: str
    distribution: str
    reason: str

    def __str__(self) -> str:
        whose = f" ({self.distribution})" if self.distribution else ""
        return f"plugin {self.plugin}{whose}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Supplied:
    """A named thing, and the plugin it comes from."""

    name: str
    plugin: str
    distribution: str
    thing: Any


class Plugins:
    """The plugins of one process.

    Args:
        entry_points: whether to look for installed plugins besides the bundled ones.
        extra: further plugin objects by name (for tests and notebooks).

    Attributes:
        problems: what went wrong, in the order of discovery.
    """

    def __init__(self, *, entry_points: bool = True, extra: dict[str, object] | None = None) -> None:
        self.problems: list[PluginProblem] = []
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(Specifications)
        self._distributions: dict[str, str] = {}
        self._reported: set[PluginProblem] = set()
        for name in BUNDLED:
            self._register(name, partial(importlib.import_module, name), "tilekit-engine")
        if entry_points:
            self._load_entry_points()
        for name, plugin in (extra or {}).items():
            self._register(name, partial(_same, plugin), "")
        self._be_strict(0)

    # ------------------------------------------------------------ finding

    def _load_entry_points(self) -> None:
        """Installed plugins one by one, by name; a copy of the same distribution found twice counts once."""
        seen: dict[str, tuple[str, str]] = {}
        found: list[tuple[EntryPoint, str]] = []
        for distribution in _distributions():
            name, label = _named(distribution)
            for point in distribution.entry_points:
                if point.group != PROJECT:
                    continue
                before = seen.get(point.name)
                if before is not None and before[0] == point.value and _canonical(before[1]) == _canonical(name):
                    continue
                if before is not None:
                    self._report(point.name, label, f"the name is taken by {before[1]}; one of the two must go")
                    continue
                seen[point.name] = (point.value, name)
                found.append((point, label))
        for point, label in sorted(found, key=lambda item: item[0].name):
            self._register(point.name, point.load, label)

    def _register(self, name: str, load: Callable[[], object], distribution: str) -> None:
        noise = io.StringIO()
        try:
            # What a plugin prints while it is imported must not mix with results on stdout.
            with contextlib.redirect_stdout(noise), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                plugin = load()
                if any(plugin is known for _, known in self._manager.list_name_plugin()):
                    return  # the same plugin under a second name
                wrong = self._misfits(name, plugin)
                if not wrong:
                    self._manager.register(plugin, name)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - even a SystemExit of a plugin must not end the host
            self._report(name, distribution, f"cannot be loaded: {cause_of(error)}")
            return
        if wrong:
            self._report(name, distribution, wrong)
        else:
            self._distributions[name] = distribution

    def _misfits(self, plugin_name: str, plugin: object) -> str:
        """What is misspelt or unmarked in a plugin, or an empty text."""
        if plugin is None:
            return "names nothing: its entry point gives None"
        if self._manager.has_plugin(plugin_name):
            return (
                f"the name is taken by {self._distributions[plugin_name] or 'a plugin'} already; one of the two must go"
            )
        hooks = {
            name: _arguments(getattr(Specifications, name)) for name in dir(Specifications) if name.startswith(PROJECT)
        }
        some = False
        for name in dir(plugin):
            if not name.startswith(f"{PROJECT}_"):
                continue
            implementation = getattr(plugin, name)
            if not callable(implementation):
                continue
            some = True
            mark = getattr(implementation, f"{PROJECT}_impl", None)
            if name not in hooks:
                if mark is not None and mark.get("optionalhook"):
                    continue  # its author knows that an older tilekit has no such hook
                near = did_you_mean(name, list(hooks)) or f"perhaps it is for a newer one; hooks are {', '.join(hooks)}"
                return f'has a hook "{name}" that tilekit {__version__} does not have; {near}'
            if mark is None:
                return f'its "{name}" is not marked; write @hookimpl above it'
            for argument in _arguments(implementation):
                if argument not in hooks[name]:
                    known = hooks[name] or ["none"]
                    return (
                        f'its "{name}" asks for "{argument}", which is never given; it may ask for {", ".join(known)}'
                    )
        return "" if some else "has no hook of tilekit"

    def _report(self, name: str, distribution: str, reason: str) -> None:
        problem = PluginProblem(name, distribution, reason)
        if problem not in self._reported:  # an observer that fails at every turn is named once
            self._reported.add(problem)
            self.problems.append(problem)

    def _be_strict(self, known: int) -> None:
        """Raises the first problem after so many known ones, where broken plugins are asked to be errors."""
        if len(self.problems) > known and os.environ.get(STRICT):
            problem = self.problems[known]
            whose = f" ({problem.distribution})" if problem.distribution else ""
            raise PluginError(problem.plugin, problem.reason + whose)

    # ------------------------------------------------------------ what they supply

    @cached_property
    def mechanics(self) -> dict[str, Mechanic]:
        """Mechanics by kind; see `tilekit.hooks.Kinds`."""
        found = self.found("mechanics")
        plugins = {one.name: one.plugin for one in found if one.plugin not in BUNDLED}
        return Kinds({one.name: one.thing for one in found}, plugins)

    @cached_property
    def frontends(self) -> dict[str, Frontend]:
        """Frontends by name."""
        return {found.name: found.thing for found in self.found("frontends")}

    @cached_property
    def bots(self) -> dict[str, Bot]:
        """Bots by name."""
        return {found.name: found.thing for found in self.found("bots")}

    def bot(self, text: str) -> Bot:
        """The bot that a text names, with the parameters it gives: ``mcts`` or ``mcts:rollouts=50,horizon=20``.

        Its ``choose`` takes a game and a draw, and nothing else.

        Raises:
            UsageError: no bot of that name, no such parameter, or no number that it takes.
        """
        name, colon, given = text.partition(":")
        if name not in self.bots:
            near = did_you_mean(name, list(self.bots))
            raise UsageError(
                f'no bot is called "{name}"; there are {", ".join(sorted(self.bots))}{near and "; " + near}'
            )
        bot = self.bots[name]
        return replace(bound(bot, _given_numbers(bot, given) if colon else {}), name=text)

    @cached_property
    def rulesets(self) -> dict[str, Path]:
        """Ruleset files by id."""
        return {found.name: found.thing for found in self.found("rulesets")}

    def found(self, kind: str) -> list[Supplied]:
        """What plugins supply of a kind (mechanics, rulesets, frontends, bots), by name, with their plugins."""
        cache: dict[str, list[Supplied]] = self.__dict__.setdefault("_found", {})
        if kind not in cache:
            known = len(self.problems)
            cache[kind] = self._collect(kind)
            self._be_strict(known)
        return cache[kind]

    def _collect(self, kind: str) -> list[Supplied]:
        expected, name_of = _KINDS[kind]
        things: dict[str, Supplied] = {}
        for plugin, implementation in self._implementations(f"{PROJECT}_{kind}"):
            distribution = self._distributions.get(plugin, "")
            for thing in self._guarded(plugin, f"{PROJECT}_{kind}", implementation) or ():
                name = name_of(thing) if isinstance(thing, expected) else None
                if not isinstance(name, str):
                    found = type(thing).__name__ + (" without a name" if isinstance(thing, expected) else "")
                    self._report(plugin, distribution, f"supplies a {found} where a {expected.__name__} is expected")
                    continue
                wrong = _malformed(thing)
                if wrong:
                    self._report(plugin, distribution, f"its {kind[:-1]} {ascii(name)[:40]} is left out: {wrong}")
                    continue
                other = things.get(name)
                if other is not None:
                    self._report(
                        plugin,
                        distribution,
                        f'its {kind[:-1]} "{name}" is left out: {other.plugin} has one of that name',
                    )
                    continue
                things[name] = Supplied(name, plugin, distribution, thing)
        return sorted(things.values(), key=lambda found: found.name)

    def _implementations(self, hook: str) -> Iterator[tuple[str, Callable[[], Any]]]:
        # In order of plugin names, so that nothing depends on the order of installation.
        implementations = getattr(self._manager.hook, hook).get_hookimpls()
        bundled = {name: i for i, name in enumerate(BUNDLED)}
        for one in sorted(implementations, key=lambda i: (bundled.get(i.plugin_name, len(bundled)), i.plugin_name)):
            yield one.plugin_name, one.function

    def _guarded(self, plugin: str, hook: str, function: Callable[[], Any]) -> list[Any] | None:
        _trace(plugin, hook)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                return list(function())
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - as when loading
            self._report(plugin, self._distributions.get(plugin, ""), f"failed when asked: {cause_of(error)}")
            return None

    def notify(self, hook: str, **arguments: object) -> None:
        """Calls an observer hook; one that fails is reported, and the game goes on."""
        for one in getattr(self._manager.hook, hook).get_hookimpls():
            _trace(one.plugin_name, hook)
            try:
                one.function(**{name: arguments[name] for name in one.argnames})
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # noqa: BLE001 - whatever an observer does, the game goes on
                distribution = self._distributions.get(one.plugin_name, "")
                self._report(one.plugin_name, distribution, f"failed: {cause_of(error)}")

    def supplier(self, kind: str, name: str) -> str:
        """The plugin that supplies a named thing of a kind (see `found`); an empty text where it is bundled."""
        plugins = (found.plugin for found in self.found(kind) if found.name == name)
        return next((plugin for plugin in plugins if plugin not in BUNDLED), "")

    def versions(self) -> list[str]:
        """The distributions whose plugins are in use, with their versions, sorted."""
        return sorted({label for label in self._distributions.values() if " " in label})


def bound(bot: Bot, values: Mapping[str, int] | None = None) -> Bot:
    """A bot whose ``choose`` is handed these parameters, and the others as they are when nobody says."""
    if bot.choose is None:
        return bot
    everything = {key: parameter.start for key, parameter in bot.parameters.items()} | dict(values or {})
    return replace(bot, choose=partial(bot.choose, **everything), parameters={})


def _given_numbers(bot: Bot, text: str) -> dict[str, int]:
    """The parameters of a bot as they are given: ``depth=3,width=2``."""
    values: dict[str, int] = {}
    for part in text.split(","):
        key, equals, number = part.partition("=")
        if key not in bot.parameters:
            has = ", ".join(bot.parameters) or "none"
            near = did_you_mean(key, list(bot.parameters))
            raise UsageError(f'the bot {bot.name} has no parameter "{key}"; it has {has}{near and "; " + near}')
        if key in values:
            raise UsageError(f"{key} of the bot {bot.name} is given twice")
        parameter = bot.parameters[key]
        low, high = parameter.least, parameter.most
        bounds = f"a whole number, {low} or more" if high is None else f"a whole number from {low} to {high}"
        found = int(number) if re.fullmatch("-?[0-9]{1,18}", number) else None
        if found is None or found < low or (high is not None and found > high):
            said = f'"{number}"' if equals else "given without a number"
            raise UsageError(f"{key} of the bot {bot.name} is {said}; expected {bounds}: {key}={parameter.start}")
        values[key] = found
    return values


def _trace(plugin: str, hook: str) -> None:
    """Prints a call of a hook, where that is asked for."""
    if os.environ.get(TRACE):
        print(f"tilekit: {hook} of {plugin}", file=sys.stderr)  # noqa: T201 - what is asked for


def _same(plugin: object) -> object:
    return plugin


def _distributions() -> list[Distribution]:
    """Installed distributions in a fixed order; broken metadata is passed over."""
    found: list[tuple[str, Distribution]] = []
    for distribution in distributions():
        with contextlib.suppress(Exception):
            if any(point.group == PROJECT for point in distribution.entry_points):
                found.append((_named(distribution)[1], distribution))
    return [distribution for _, distribution in sorted(found, key=lambda item: item[0])]


def _named(distribution: Distribution) -> tuple[str, str]:
    """Name of a distribution, and the name with its version; of one that is half removed what is left of them."""
    name = version = ""
    with contextlib.suppress(Exception):
        name, version = distribution.metadata["Name"] or "", distribution.version or ""
    folder = getattr(distribution, "_path", None)
    name = name or str(getattr(folder, "stem", "")) or "unknown"
    return name, f"{name} {version}".strip()


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _malformed(thing: object) -> str:
    """What is wrong with a declared thing, however it came about; empty when nothing is."""
    said: dict[str, Any] = {name: getattr(thing, name, None) for name in _DECLARED}
    name = said["kind"] or said["name"] or ""
    if not isinstance(thing, Path) and re.fullmatch(r"[a-z][a-z0-9_-]{0,39}", name) is None:
        return "its name is not lower-case letters, digits and _"
    if isinstance(thing, Bot):
        return _malformed_bot(thing)
    if isinstance(thing, Frontend):
        return _malformed_frontend(thing)
    if not isinstance(thing, Mechanic):
        return ""
    settings, events, streams = said["settings"], said["events"], said["streams"]
    if not (isinstance(settings, type) and issubclass(settings, Settings)):
        return "its settings are no class derived from tilekit.Settings"
    if not callable(said["build"]):
        return "its build cannot be called"
    if said["role"] not in ("step", "through"):
        return f"its role is {ascii(said['role'])[:40]}, expected step or through"
    if not isinstance(events, Mapping) or not all(isinstance(values, Mapping) for values in events.values()):
        return "its events are no table of names, each with its values"
    if not isinstance(streams, tuple) or not all(isinstance(stream, str) for stream in streams):
        return "its streams are no tuple of names"
    return ""


def _malformed_frontend(frontend: Frontend) -> str:
    draw: object = frontend.draw
    sizes: object = frontend.sizes
    if draw is not None and not callable(draw):
        return "its draw cannot be called"
    if not isinstance(sizes, (tuple, list)) or not sizes or not all(_is_size(size) for size in sizes):
        return "its sizes are no list of pairs, each a width and a height of 1 or more"
    return ""


def _is_size(size: object) -> bool:
    return (
        isinstance(size, (tuple, list))
        and len(size) == 2
        and all(isinstance(number, int) and number > 0 for number in size)
    )


def _malformed_bot(bot: Bot) -> str:
    choose: object = bot.choose
    parameters: object = bot.parameters
    if choose is not None and not callable(choose):
        return "its choose cannot be called"
    if not isinstance(parameters, Mapping) or not all(isinstance(one, Parameter) for one in parameters.values()):
        return "its parameters are no table of names, each with a tilekit.Parameter"
    for name in parameters:
        if not isinstance(name, str) or re.fullmatch("[a-z][a-z0-9_]*", name) is None or iskeyword(name):
            return f"the name of its parameter {ascii(name)[:40]} is not lower-case letters, digits and _"
    if parameters and choose is None:
        return "it has parameters, and nothing that takes them"
    return ""


#: What of a declared thing is looked at.
_DECLARED: Final = ("kind", "name", "settings", "build", "role", "events", "streams")


def _arguments(function: Callable[..., Any]) -> list[str]:
    code = getattr(function, "__code__", None)
    names = list(code.co_varnames[: code.co_argcount]) if code else []
    return [name for name in names if name != "self"]


_KINDS: Final[dict[str, tuple[type, Callable[[Any], str]]]] = {
    "mechanics": (Mechanic, lambda thing: thing.kind),
    "frontends": (Frontend, lambda thing: thing.name),
    "bots": (Bot, lambda thing: thing.name),
    "rulesets": (Path, lambda thing: thing.stem),
}


_plugins: Final[list[Plugins]] = []


def default_plugins() -> Plugins:
    """The plugins found when the library was first asked for something by name."""
    if not _plugins:
        _plugins.append(Plugins())
    return _plugins[0]
