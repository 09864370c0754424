"""How a ruleset and its mechanics become a program."""
