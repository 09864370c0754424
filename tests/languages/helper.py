"""What a ruleset lacks in a language, for tests of rulesets."""

import tilekit

#: The bundled rulesets that say everything in a language; a new one is added here once it does.
COMPLETE = {
    "ja": (
        "2048", "dark", "flood", "gems", "hamlet", "honeycomb", "life", "merge", "ninek", "quarry", "samecolour",
        "sevens", "sum10", "threefold",
    )
}  # fmt: skip


def lacking(ruleset, language):
    """What is missing from a ruleset's ``[words]`` and what stands there in vain, each as one line.

    Args:
        ruleset: an id, or the path of a file.
        language: such as ``"ja"``.
    """
    rules = tilekit.load(ruleset)
    found = [f'no translation: "{text}"' for text in rules.untranslated(language)]
    return found + [warning.render() for warning in rules.warnings if warning.code == "unknown-text"]
