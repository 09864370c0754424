"""What players read: the rules of a ruleset in plain words, its own texts, and what happened in a turn."""
