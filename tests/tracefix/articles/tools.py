"""An article folder with one of everything in its front matter, for the tests of reading it."""

import pytest

from tracefix.articles.loading import load
from tracefix.articles.model import ArticleError

HEADER = """\
---
slug: boom
title: "boom happened"
summary: The fuse burnt.
fix: Use a longer fuse.
projects: [PyTorch]
exception: [TypeError]
tags: [cuda]
signatures:
  - message: "boom happened in '{place}'"
    where: {place: [cellar, "*.attic"]}
    exception: TypeError
    frames: "*/fuse.py"
  - pattern: 'bo+m at \\d+'
    role: wrapper
    general: true
affects:
  - {package: torch, versions: ">=2.0,<2.9", note: all builds}
sources:
  - {title: The fuse, url: "https://example.org/fuse", supports: it burns}
created: 2026-01-01
updated: 2026-02-01
---
"""
BODY = "## What you see\n\nBoom.\n"


def write(root, *, slug="boom", header=HEADER, body=BODY, **files):
    folder = root / slug
    folder.mkdir()
    (folder / "article.md").write_text(header.replace("slug: boom", f"slug: {slug}") + body, encoding="utf-8")
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_py", ".py").replace("_txt", ".txt")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def problems(folder):
    with pytest.raises(ArticleError) as caught:
        load(folder)
    return [(problem.line, problem.message) for problem in caught.value.problems]
