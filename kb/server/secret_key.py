"""Django's SECRET_KEY, created once in var/. It signs cookies and keys the hashes of client addresses."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from django.core.checks.security.base import SECRET_KEY_MIN_LENGTH, SECRET_KEY_MIN_UNIQUE_CHARACTERS


def read_key(key: str) -> str:
    """The key of the settings, or "". Raises ValueError for one that can be guessed, by the rule of Django's own check.

    >>> read_key("short")
    Traceback (most recent call last):
    ...
    ValueError: it can be guessed: write what `openssl rand -hex 32` prints
    """
    if key and (len(key) < SECRET_KEY_MIN_LENGTH or len(set(key)) < SECRET_KEY_MIN_UNIQUE_CHARACTERS):
        raise ValueError("it can be guessed: write what `openssl rand -hex 32` prints")
    return key


def secret_key(folder: Path) -> str:
    """The key in `folder`/secret_key. The file is created on first use, with mode 0600.

    If several processes create it at once, all use the key of the first. If the file can neither be read nor written,
    each process gets a key of its own.
    """
    path = folder / "secret_key"
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        pass
    key = secrets.token_urlsafe(50)
    part = folder / f".secret_key.{os.getpid()}.{key[:8]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(key)
        os.link(part, path)
    except FileExistsError:  # another process created it first, or the folder is a file, which the settings refuse
        return path.read_text(encoding="ascii") if folder.is_dir() else key
    except OSError:
        return key
    finally:
        with suppress(OSError):  # on a read-only disk, unlink fails even for a file that does not exist
            part.unlink()
    return key
