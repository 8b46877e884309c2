"""Any number of articles like the published ones: their sentences shuffled, with names of their own."""

import datetime
import random
import shutil
from collections.abc import Sequence
from pathlib import Path

import yaml

from benchmarks.matcher import PUBLISHED
from tracefix.articles.loading import load_all
from tracefix.articles.model import Article
from tracefix.articles.signatures import Signature

_DAY = datetime.date(2026, 1, 1)
_NAMES = (
    "tensor device rank group module attribute object file memory worker import library config model loader batch "
    "state dict key optimizer stream cache kernel graph buffer engine replica shard token layer"
).split()


def make_articles(count: int) -> list[Article]:
    """`count` articles, the same ones every time."""
    dice = random.Random(11)
    published = load_all(PUBLISHED)
    sentences = [line for article in published for line in article.body.splitlines() if len(line) > 40]
    return [_make(number, dice, published, sentences) for number in range(count)]


def _make(number: int, dice: random.Random, published: Sequence[Article], sentences: Sequence[str]) -> Article:
    model = dice.choice(published)
    one, other = dice.sample(_NAMES, 2)
    name = f"{one}_{other}_{number}"
    message = f"cannot {dice.choice(_NAMES)} {one.title()}{other.title()}{number}: '{{value}}' is no {other}"
    return Article(
        slug=f"{one}-{other}-{number}",
        folder=Path(f"{one}-{other}-{number}"),
        title=f"{dice.choice(model.exceptions or ('RuntimeError',))}: {message.replace('{value}', name)}",
        summary=f"{model.summary} Here it is `{name}`.",
        fix=model.fix,
        projects=model.projects,
        exceptions=model.exceptions,
        tags=model.tags,
        signatures=(Signature(message=message),),
        sources=model.sources,
        created=_DAY,
        updated=_DAY,
        body="\n".join([f"## What you see\n\n`{name}`\n", *dice.sample(sentences, 60)]),
        body_line=1,
        symptoms=tuple(f"{dice.choice(_NAMES)} {dice.choice(_NAMES)} fails after {name}" for _ in range(3)),
    )


def make_queries(articles: Sequence[Article], count: int = 60) -> list[str]:
    """What people type: half a title, an identifier, two or three words of the text."""
    dice = random.Random(13)
    queries = []
    for number in range(count):
        article = dice.choice(articles)
        words = [word.strip("`*.,:()") for word in (article.summary + " " + article.fix).split() if len(word) > 4]
        title = article.title.split()
        queries.append((" ".join(title[: 4 + number % 3]), title[3], " ".join(dice.sample(words, 3)))[number % 3])
    return queries


def write_articles(root: Path, count: int) -> None:
    """The same articles as folders below `root`, each with one report of its own."""
    shutil.copy(PUBLISHED / "tags.yaml", root)
    for article in make_articles(count):
        folder = root / article.slug
        (folder / "pastes").mkdir(parents=True)
        front = {
            "slug": article.slug,
            "title": article.title,
            "summary": article.summary,
            "fix": article.fix,
            "symptoms": list(article.symptoms),
            "projects": list(article.projects),
            "exception": list(article.exceptions),
            "tags": list(article.tags),
            "signatures": [{"message": signature.message} for signature in article.signatures],
            "sources": [
                {"title": source.title, "url": source.url, "supports": source.supports} for source in article.sources
            ],
            "created": article.created,
            "updated": article.updated,
        }
        header = yaml.dump(front, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), allow_unicode=True)
        (folder / "article.md").write_text(f"---\n{header}---\n{article.body}\n", encoding="utf-8")
        (folder / "pastes" / "a.txt").write_text(f"{article.title}\n", encoding="utf-8")
