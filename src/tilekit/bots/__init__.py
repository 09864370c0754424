"""The bundled bots, one file each."""
