"""Which releases of a package have a name: read from history/, one package's file at a time."""
