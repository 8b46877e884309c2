"""Tiny wheels in a folder, from which uv installs in a test without a network."""

import zipfile


def write_wheel(folder, name, version, *, source="", python=">=3.8", needs=""):
    """Write the wheel of a package with one module of its name."""
    folder.mkdir(exist_ok=True)
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": source,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nRequires-Python: {python}\n"
        + (f"Requires-Dist: {needs}\n" if needs else ""),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)


def use_wheels(monkeypatch, folder):
    """Let packages be found in this folder only. uv has a cache of its own beside it."""
    for name in ("INDEX", "DEFAULT_INDEX", "EXTRA_INDEX_URL", "INDEX_URL", "FIND_LINKS", "OFFLINE"):
        monkeypatch.delenv(f"PIP_{name}", raising=False)
        monkeypatch.delenv(f"UV_{name}", raising=False)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("UV_NO_CONFIG", "1")
    monkeypatch.setenv("UV_CACHE_DIR", str(folder.with_name("uv-cache")))
