"""The JSON Schema of a ruleset, for editors.

Owns the joining of the mechanics' own settings into the schema of the file. It is made from the models that the
loader checks with, so the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilekit.hooks import Mechanic
from tilekit.ruleset.models import Ruleset

_AROUND: dict[str, Any] = {
    "when": {"type": "string", "description": "The step is passed over where this condition does not hold."},
    "emits": {"type": "string", "description": "Another name for its event."},
}


def schema_of(mechanics: Mapping[str, Mechanic]) -> dict[str, Any]:
    """The schema, with every kind of mechanic that is installed.

    A table of [mechanics] is checked by the settings of the kind it uses, or of the kind it is named after.
    """
    schema = Ruleset.model_json_schema(by_alias=True)
    parts: dict[str, Any] = schema["$defs"]
    for kind, mechanic in sorted(mechanics.items()):
        own = _kind(mechanic)
        parts |= own.pop("$defs", {})
        parts[f"mechanic.{kind}"] = own
    refs = {kind: {"$ref": f"#/$defs/mechanic.{kind}"} for kind in sorted(mechanics)}
    parts["mechanic"] = {"anyOf": [{**ref, "required": ["use"]} for ref in refs.values()]}
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "tilekit ruleset"
    schema["properties"]["mechanics"] = {
        "type": "object",
        "description": "Named mechanics; the kind is the name itself where use is left out.",
        "properties": {kind: {"anyOf": [ref, {"$ref": "#/$defs/mechanic"}]} for kind, ref in refs.items()},
        "additionalProperties": {"$ref": "#/$defs/mechanic"},
    }
    return schema


def _kind(mechanic: Mechanic) -> dict[str, Any]:
    # The models within settings stand beside those of the ruleset, under names that cannot clash.
    place = f"#/$defs/mechanic.{mechanic.kind}.{{model}}"
    own = mechanic.settings.model_json_schema(by_alias=True, ref_template=place)
    if "$defs" in own:
        own["$defs"] = {f"mechanic.{mechanic.kind}.{name}": model for name, model in own["$defs"].items()}
    own["title"] = mechanic.kind
    own["description"] = mechanic.summary
    own["properties"] = {"use": {"const": mechanic.kind}, **_AROUND, **own.get("properties", {})}
    return own
