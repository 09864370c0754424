"""The bundled mechanics, one file each.

Each is a plugin written as a third party would write one, and found through the same hook; nothing imports
them by name but the list of bundled plugins.
"""
