"""Small articles for tests: in memory, or as folders."""

import datetime
import re
from pathlib import Path

from tracefix.articles.model import Article
from tracefix.articles.published_slugs import publish
from tracefix.articles.signatures import Signature

DAY = datetime.date(2026, 1, 31)
TAGS = {"cuda": "CUDA and GPUs", "memory": "Memory"}
BODY = """\
## What you see

`{title}`

## Why it happens

The fuse burnt.

## Fix

Use a longer fuse.

## Check that it worked

Nothing burns.

## When it is something else

A short circuit.

## Background

Fuses burn.
"""


def make_article(slug="boom", *, message="boom happened", **fields):
    """An article in memory with one signature."""
    values = {
        "folder": Path(slug),
        "title": message,
        "summary": f"The cause of {slug}.",
        "fix": f"The fix of {slug}.",
        "projects": ("PyTorch",),
        "exceptions": ("RuntimeError",),
        "tags": ("cuda",),
        "signatures": (Signature(message=message),),
        "sources": (),
        "created": DAY,
        "updated": DAY,
        "body": BODY.format(title=message),
        "body_line": 1,
    }
    return Article(slug=slug, **(values | fields))


def withdraw(root, slug="dud", *, see="[boom]", reason="It was the same as another one."):
    """Write the tombstone of an article that was published once."""
    (root / "_withdrawn").mkdir(exist_ok=True)
    path = root / "_withdrawn" / f"{slug}.md"
    path.write_text(f"---\ntitle: The {slug} <b>\nwithdrawn: 2026-03-01\nsee: {see}\n---\n{reason}\n", encoding="utf-8")
    publish(root, slug)
    return path


def write_article_folder(root, slug="boom", *, message="boom happened", extra="", body=None, **scripts):
    """Write articles/<slug>/ below root, with scripts given as name=text (`repro_py`), and return the folder."""
    root.mkdir(exist_ok=True)
    tags = root / "tags.yaml"
    if not tags.exists():
        tags.write_text("".join(f"{name}: {title}\n" for name, title in TAGS.items()), encoding="utf-8")
    folder = root / slug
    folder.mkdir()
    header = (
        f'---\nslug: {slug}\ntitle: "{message}"\nsummary: The cause of {slug}.\nfix: The fix of {slug}.\n'
        "projects: [PyTorch]\nexception: [RuntimeError]\ntags: [cuda]\n"
        f'signatures:\n  - message: "{message}"\n'
        'sources:\n  - {title: A thread, url: "https://example.org/1", supports: it burns}\n'
        f"{extra}created: 2026-01-01\nupdated: 2026-01-31\n---\n"
    )
    for name in [slug, *re.findall(r"[a-z0-9-]+", "".join(re.findall(r"aliases: \[(.*?)\]", extra)))]:
        publish(root, name)
    (folder / "article.md").write_text(header + (body or BODY.format(title=message)), encoding="utf-8")
    for name, text in scripts.items():
        (folder / name.replace("_py", ".py")).write_text(text, encoding="utf-8")
    return folder


def edit_boom(root, old, new):
    """Change the article boom below root where it first says something."""
    path = root / "boom" / "article.md"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def translate(root, slug, *, body=""):
    """Write the Chinese article of a folder, with a body or without, and return its path."""
    path = root / slug / "article.zh-hans.md"
    head = f"title: {slug} 的标题\nsummary: {slug} 的原因。\nfix: {slug} 的解决办法。\n"
    path.write_text(f"---\n{head}---\n{body}", encoding="utf-8")
    return path
