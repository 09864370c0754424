"""The bundled mechanics, one file each.

Each is a plugin written as a third party would write one, and found through the same hook. A file in this folder is
all it takes: no list names them, and nothing imports them.
"""
