"""Programs: a ruleset and its mechanics, put together into functions over flat ints."""
