"""Diagnose a paste: which known errors it shows, how surely, and why.

paste ─ clean ─ parse ───────┐
catalogue ─ candidates ──────┴─ evidence, or what is nearly evidence ─ verdicts, ranked ─ hints, near misses
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from tracefix.articles.model import Article
from tracefix.linear_re import compile_expression
from tracefix.matching.advice import blank_advice
from tracefix.matching.catalogue import Catalogue, KnownSignature, most_specific
from tracefix.matching.evidence import Candidate, Reading, find_evidence
from tracefix.matching.headlines import headline
from tracefix.matching.hints import Hint, find_hints
from tracefix.matching.near_misses import NearMiss, find_near_misses
from tracefix.matching.paraphrases import find_paraphrased
from tracefix.matching.verdict import Match, Verdict, rank, with_articles
from tracefix.projects.model import Card
from tracefix.projects.shown import Projects
from tracefix.reading import printed_versions
from tracefix.reading.cleaning import normalise, shorten
from tracefix.reading.long_logs import UNEVENTFUL
from tracefix.reading.paste import Paste
from tracefix.reading.report import Error
from tracefix.reading.tracebacks import parse

_MOST_PLACES = 500  # looked at in all


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The answer to one paste; page, API and command draw it."""

    verdict: Verdict
    matches: tuple[Match, ...] = ()
    errors: tuple[Error, ...] = ()
    headline: str = ""  # the first root error as pasted, cleaned and cut; "" if there is no error line
    hints: tuple[Hint, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)  # "python": "3.10", "torch": "2.7.1+cu126", ...
    misses: tuple[NearMiss, ...] = ()  # none if the verdict is exact
    paste: Paste = field(default=Paste("", ""), repr=False, compare=False)  # as it was read
    projects: tuple[Card, ...] = ()  # those that the paste shows, by id
    cards: Projects = field(default=Projects(), repr=False, compare=False)  # all that there are

    def with_articles(self, articles: Mapping[str, Article]) -> "Diagnosis":
        """The same diagnosis with these articles, by slug, in its matches: those of another language."""
        return replace(self, matches=with_articles(self.matches, articles))


def diagnose(text: str, catalogue: Catalogue) -> Diagnosis:
    """Say which known error the pasted text shows, and why. Never raises, whatever the text."""
    paste, gated = _clean(text, catalogue)
    environment = printed_versions.read(paste.text)
    paste = blank_advice(paste, (known.signature for known in gated if known.is_advice))
    report = parse(paste)
    fitting = [known for known in gated if not known.is_advice]
    tried = most_specific(fitting, len(paste.text))
    shown = catalogue.projects.shown_in(paste.text)
    reading = Reading(paste, report, environment, tuple(card.id for card in shown))
    candidates, unfitting = _compare(tried, reading)
    matches = rank(candidates.values(), reading)
    if not matches and (paraphrased := find_paraphrased(catalogue, reading)):
        candidates = paraphrased
        matches = rank(candidates.values(), reading)
    verdict = matches[0].verdict if matches else Verdict.NONE
    is_exact = verdict is Verdict.EXACT  # who has the article needs no other that nearly fits
    hints = find_hints(paste, report, matches, environment, untried=len(fitting) - len(tried))
    return Diagnosis(
        verdict=verdict,
        matches=tuple(matches),
        errors=report.errors,
        headline=headline(paste, report, matches),
        hints=tuple(hints),
        environment=environment,
        misses=() if is_exact else tuple(find_near_misses(unfitting, candidates, paste.text)),
        paste=paste,
        projects=shown,
        cards=catalogue.projects,
    )


def _clean(text: str, catalogue: Catalogue) -> tuple[Paste, list[KnownSignature]]:
    """The cleaned paste, and the signatures that may fit it.

    One may fit where nothing looks like an error: such stretches of a long text are kept.
    """
    paste = shorten(text)
    if UNEVENTFUL in paste.applied:
        present = set(map(id, catalogue.candidates(paste.text)))
        found = catalogue.candidates(paste.original)
        missed = list(filter(None, (_find_missed(known, text) for known in found if id(known) not in present)))
        if missed:
            paste = shorten(text, keep=missed)
    paste = normalise(paste)
    return paste, list(catalogue.candidates(paste.text))


def _find_missed(known: KnownSignature, text: str) -> str:
    """The text to keep of a signature that may fit where nothing looks like an error; "" if it does not."""
    if known.is_required_told:
        return known.required
    fitting = compile_expression(known.signature.regex).search(text)
    return str(fitting[0]) if fitting else ""


def _compare(
    signatures: Iterable[KnownSignature], reading: Reading
) -> tuple[dict[str, Candidate], list[KnownSignature]]:
    """The articles that anything speaks for, by slug, and the signatures that fit nowhere."""
    candidates: dict[str, Candidate] = {}
    unfitting: list[KnownSignature] = []
    places_left = _MOST_PLACES
    for known in signatures:
        if (article := known.article) is None:  # standing advice
            continue
        found = list(islice(find_evidence(known, reading), places_left))
        places_left -= len(found)
        if found:
            candidates.setdefault(article.slug, Candidate(article, [])).evidence.extend(found)
        else:
            unfitting.append(known)
    return candidates, unfitting
