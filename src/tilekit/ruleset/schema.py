"""The JSON Schema of a ruleset, for editors.

Owns the joining of the mechanics' own settings into the schema of the file. It is made from the models that the
loader checks with, so the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tilekit.hooks import Mechanic
from tilekit.ruleset.layered import OWN
from tilekit.ruleset.models import MechanicTable, Ruleset


def schema_of(mechanics: Mapping[str, Mechanic]) -> dict[str, Any]:
    """The schema, with every kind of mechanic that is installed.

    A table of [mechanics] is checked by the settings of the kind it uses, or of the kind it is named after.
    """
    schema = Ruleset.model_json_schema(by_alias=True)
    parts: dict[str, Any] = schema["$defs"]
    keys: dict[str, Any] = schema["properties"]
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "tilekit ruleset"
    # What a table must have may be inherited, so only a file that extends none must have it itself.
    needed: dict[str, Any] = {
        key: {"required": required} for key in keys if key != "game" and (required := _taken_out(keys[key], parts))
    }
    whole: dict[str, Any] = {"required": schema["required"], "properties": needed}
    schema["required"] = ["format", "game"]
    schema |= {"if": {"required": ["extends"]}, "else": whole}
    kinds: dict[str, list[str]] = {}
    for kind, mechanic in sorted(mechanics.items()):
        own = _kind(mechanic)
        parts |= own.pop("$defs", {})
        kinds[kind] = own.pop("required", [])
        parts[f"mechanic.{kind}"] = own
    refs = {kind: {"$ref": f"#/$defs/mechanic.{kind}"} for kind in kinds}
    parts["mechanic"] = {"anyOf": [{**refs[kind], "required": ["use", *required]} for kind, required in kinds.items()]}
    named = {"$ref": "#/$defs/mechanic"}
    needed["mechanics"] = {
        "properties": {
            kind: {"anyOf": [{**refs[kind], "required": required}, named]} for kind, required in kinds.items()
        },
        "additionalProperties": named,
    }
    keys["mechanics"] = {
        "type": "object",
        "description": keys["mechanics"]["description"],
        "additionalProperties": {"anyOf": list(refs.values())},
    }
    for table in ("actions", "spawn", "look", "properties", "mechanics"):
        _let_be_false(keys[table])
    changes = parts["ActionTable"]["properties"]
    for key in ("costs", "set", "add"):
        changes[key] = {"anyOf": [changes[key], _TAKEN_OUT], "description": changes[key].pop("description")}
    for key in ("queue", "ranks", "hint"):
        keys[key]["anyOf"].append(_TAKEN_OUT)
    keys["extends"] = {"type": "string", "description": keys["extends"]["description"]}
    said = {
        "type": "object",
        "description": keys["game"]["description"],
        "properties": {"rules": parts["GameTable"]["properties"]["rules"]},
        "additionalProperties": False,
    }
    parts["preset"] = {
        "type": "object",
        "description": keys["presets"]["description"],
        "properties": {key: value for key, value in keys.items() if key not in OWN} | {"game": said},
        "additionalProperties": False,
    }
    presets = keys["presets"]
    presets["patternProperties"] = {name: {"$ref": "#/$defs/preset"} for name in presets["patternProperties"]}
    return schema


#: What stands where an inherited table is taken out.
_TAKEN_OUT: Final = {"const": False}


def _let_be_false(table: dict[str, Any]) -> None:
    """Lets false stand for any entry of a table of tables."""
    for holder in ("patternProperties", "additionalProperties"):
        held = table.get(holder)
        if isinstance(held, dict):
            patterns = held if holder == "patternProperties" else {holder: held}
            anew = {name: {"anyOf": [entry, _TAKEN_OUT]} for name, entry in patterns.items()}
            table[holder] = anew if holder == "patternProperties" else anew[holder]


def _taken_out(schema: dict[str, Any], parts: dict[str, Any]) -> list[str]:
    """What the table of a key must have, which is taken out of its schema; nothing where it is no single table."""
    for one in (schema, *schema.get("anyOf", ())):
        if "$ref" in one:
            required: list[str] = parts[one["$ref"].rpartition("/")[2]].pop("required", [])
            return required
    return []


def _kind(mechanic: Mechanic) -> dict[str, Any]:
    # The models within settings stand beside those of the ruleset, under names that cannot clash.
    place = f"#/$defs/mechanic.{mechanic.kind}.{{model}}"
    own = mechanic.settings.model_json_schema(by_alias=True, ref_template=place)
    if "$defs" in own:
        own["$defs"] = {f"mechanic.{mechanic.kind}.{name}": model for name, model in own["$defs"].items()}
    own["title"] = mechanic.kind
    own["description"] = mechanic.summary
    around = MechanicTable.model_json_schema()["properties"]
    kind = {"const": mechanic.kind, "description": around.pop("use")["description"]}
    own["properties"] = {"use": kind, **around, **own.get("properties", {})}
    return own
