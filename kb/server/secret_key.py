"""Django's SECRET_KEY, created once in var/. Signs the voter cookie and keys the hashes of networks."""

import os
import secrets
from contextlib import suppress
from pathlib import Path


def secret_key(folder: Path) -> str:
    """Read the key from `folder`/secret_key, which is created on first use with mode 0600.

    If several processes start at once, the first to link its complete file into place wins. If the file cannot be read
    or written, every process has its own key.
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
    except FileExistsError:  # another process was faster
        return path.read_text(encoding="ascii")
    except OSError:
        return key
    finally:
        with suppress(OSError):  # a read-only disk refuses to remove even what is not there
            part.unlink()
    return key
