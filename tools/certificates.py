"""Certificates that a test signs by itself, with openssl."""

import shutil
import subprocess
from pathlib import Path


def find_openssl() -> str | None:
    """The program openssl; None if it is not installed."""
    return shutil.which("openssl")


def make_authority(folder: Path, name: str = "ca") -> Path:
    """Make NAME.pem and NAME.key, an authority that signs certificates; gives the former."""
    _openssl(
        folder,
        *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"),
        *("-keyout", f"{name}.key", "-out", f"{name}.pem", "-subj", f"/CN=test {name}"),
        *("-addext", "keyUsage=critical,keyCertSign,cRLSign"),
    )
    return folder / f"{name}.pem"


def make_certificate(folder: Path, name: str, for_: str, authority: str = "ca") -> tuple[Path, Path]:
    """Make NAME.crt and NAME.key, signed by the authority, for an address such as IP:127.0.0.1; gives both."""
    _openssl(
        folder,
        *("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={name}"),
        *("-keyout", f"{name}.key", "-out", f"{name}.csr"),
    )
    (folder / f"{name}.ext").write_text(f"subjectAltName={for_}\n", encoding="ascii")
    _openssl(
        folder,
        *("x509", "-req", "-in", f"{name}.csr", "-CA", f"{authority}.pem", "-CAkey", f"{authority}.key"),
        *("-CAcreateserial", "-days", "2", "-extfile", f"{name}.ext", "-out", f"{name}.crt"),
    )
    return folder / f"{name}.crt", folder / f"{name}.key"


def _openssl(folder: Path, *arguments: str) -> None:
    program = find_openssl()
    if program is None:
        raise RuntimeError("openssl is not installed")
    subprocess.run([program, *arguments], cwd=folder, check=True, capture_output=True, timeout=60)
