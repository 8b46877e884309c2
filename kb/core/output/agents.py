"""The answers of the MCP tools in words, for agents: Markdown, short, and enough to act on.

Some clients hand only these words to their model, others only the structured content.
"""

from collections.abc import Iterator

from kb.core.output.json_shapes import Affected, DiagnosisOut, ExplanationOut, MatchOut, Reference, SearchResults, Whole
from kb.core.output.text import LONGEST_QUOTE, Say, printable, wording

_MOST = 3  # reasons, steps and other articles


def match_words(answer: DiagnosisOut, say: Say = str) -> str:
    """The answer to a paste: the verdict, the fix and where to read on."""
    lines = [f"{answer['verdict']}: {say(wording(answer))}", *_headline(answer["headline"])]
    if answer["matches"]:
        lines += _match(answer["matches"][0])
        lines += [f"- Also: {_name(match)}" for match in answer["matches"][1:_MOST]]
    elif answer["explanation"]:
        lines += _explanation(answer["explanation"])
    lines += [f"- Note: {printable(hint['text'])}" for hint in answer["hints"]]
    if not answer["matches"]:
        lines += [f"- Perhaps related: {_name(reference)}" for reference in answer["related"][:_MOST]]
    return "\n".join(lines)


def search_words(results: SearchResults) -> str:
    """What a search found: a line for each article."""
    found = [f"- {_name(hit)}" for hit in results["results"]]
    suggestion = [f"Did you mean: {results['suggestion']}"] if results["suggestion"] else []
    return "\n".join([f"{results['total']} found", *suggestion, *found])


def article_words(article: Whole) -> str:
    """A whole article as Markdown, without what only programs need."""
    versions = ", ".join(map(_versions, article.get("affects", ())))
    head = [
        f"# {article['title']}",
        f"slug: {article['slug']}",
        *([article["url"]] if article.get("url") else []),
        f"**Cause:** {article['summary']}",
        f"**Fix:** {article['fix']}",
        *(f"**Fix, if {' and '.join(case.get('when', ()))}:** {case['fix']}" for case in article.get("cases", ())),
        *([f"**Versions with the error:** {versions}"] if versions else []),
        f"**Proof:** {article['proof']}",
    ]
    sources = "".join(f"\n- {source['title']}: {source['url']}" for source in article.get("sources", ()))
    return "\n\n".join([*head, article["body"].strip(), f"## Sources\n{sources}"])


def _versions(item: Affected) -> str:
    note = f" ({item['note']})" if item.get("note") else ""
    return f"{item['package']} {item.get('versions', '')}".strip() + note


def _headline(headline: str) -> list[str]:
    return [f"> {printable(headline)}"] if headline else []


def _match(match: MatchOut) -> Iterator[str]:
    label = "Fix, if this is it" if match["weak"] else "Fix"
    yield f"**{label}:** {match['fix']}"
    yield f"**Cause:** {match['summary']}"
    section = f", section `#{match['section']}`" if match["section"] else ""
    yield f"**Article:** {_name(match)}{section}"
    if match["evidence"]["text"]:
        yield f"**Line {match['evidence']['line']}:** {printable(match['evidence']['text'][:LONGEST_QUOTE])}"
    yield from (f"- Why: {printable(reason)}" for reason in match["reasons"][:_MOST])


def _explanation(explanation: ExplanationOut) -> Iterator[str]:
    own = explanation["own"]
    if own:
        place = ", ".join(filter(None, (own["file"], f"line {own['line']}" if own["line"] else "", own["function"])))
        yield f"**Your own code:** {printable(place)}"
    yield from (f"- {printable(text)}" for text in (*explanation["says"], *explanation["kind_help"])[:_MOST])
    yield from (f"- Next: {printable(step)}" for step in explanation["next"][:_MOST])


def _name(reference: Reference) -> str:
    url = reference.get("url", "")
    return f"{printable(reference['title'])} (slug `{reference['slug']}`){f' {url}' if url else ''}"
