"""Decode uploaded bytes to text."""


def decode(data: bytes) -> str:
    """Decode UTF-8, or UTF-16 with a byte order mark. Invalid bytes become replacement characters."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # PowerShell's `>` writes UTF-16
        return data.decode("utf-16", "replace")
    return data.decode("utf-8", "replace").removeprefix("\ufeff")
