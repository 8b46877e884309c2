"""The secret key: made once, kept in a private file. It signs nothing yet, but Django wants one."""

import os
import secrets
from pathlib import Path


def secret_key(folder: Path) -> str:
    """Read the key from `folder`/secret_key, made on first use with mode 0600.

    Several processes may start at once: the file is linked into place whole, and the first one stays. On a read-only
    disk every process has a key of its own.
    """
    path = folder / "secret_key"
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        pass
    key = secrets.token_urlsafe(50)
    part = folder / f".secret_key.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(key)
        try:
            os.link(part, path)
        except FileExistsError:
            key = path.read_text(encoding="ascii")
        part.unlink()
    except OSError:
        return key
    return key
