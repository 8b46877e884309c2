"""Lint of notes: what their messages take and capture, where their examples lead, and what their commands do."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from pathlib import Path

from packaging.utils import canonicalize_name

from authoring.lint import text_lines
from authoring.lint.affects import find_wrong_affects
from authoring.lint.argument_names import find_misspelt
from authoring.lint.article_text import BARE_VALUE, STOPS, WITHOUT_EXAMPLE
from authoring.lint.chinese_words import find_exchanged, find_open_end, find_slips, find_title_slips, is_unwritten
from authoring.lint.command_lines import find_unmade_environment, find_unpasteable
from authoring.lint.conditions import find_unmet
from authoring.lint.dangerous_commands import Passage, find_dangers
from authoring.lint.dates import find_future
from authoring.lint.exception_names import find_misspelt_title, find_unshown
from authoring.lint.frame_globs import find_misspelt_frames
from authoring.lint.install_commands import codes_of, find_remedy, find_unknown, words_of
from authoring.lint.lines import line_of
from authoring.lint.links import check_links
from authoring.lint.module_names import find_unknown_modules
from authoring.lint.option_names import find_misspelt_options, users_of
from authoring.lint.reports import own_reports
from authoring.lint.same_messages import find_others
from authoring.lint.signatures import find_anchors, find_ordinary
from tracefix.articles.cases import known_names
from tracefix.articles.conditions import parse_condition
from tracefix.articles.did_you_mean import choose, choose_among_many
from tracefix.articles.distributions import nearest
from tracefix.articles.filling import PLACEHOLDER
from tracefix.articles.model import Article, Problem
from tracefix.articles.signatures import Role, Signature, template_parts
from tracefix.articles.steps import Row
from tracefix.chinese import is_chinese
from tracefix.linear_re import compile_expression
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.projects.model import Card
from tracefix.projects.notes import Note
from tracefix.projects.shown import Projects
from tracefix.reading.cleaning import squash

# These run on our own files only.
_READS_ON = re.compile(
    r"(?:[Aa]|[Tt]h[a-z]+|[a-z]+)(?: [a-z]+)+|many|few|several|more|fewer|less|some|so|it|this|one|any"
)
_GOES_ON = re.compile(r"[.,;]$|[.;] |, [a-z]{3}| \(?[A-Z]\w* \w+ \w+")
_TO_REPLACE = re.compile(r"[A-Z][A-Z0-9_]*(?:\.\w+)?")
_CODE = re.compile(r"`([^`]+)`")
_NUMBER = re.compile(r"[\d.]+(?: ?\w+)?")
_EXAMPLE_COMMIT = "0123456789abcdef0123456789abcdef01234567"
_REPOSITORY = re.compile(r"(?m)^repository: (\S+)$")
_DIGIT = re.compile(r"(?<![\w.{|-])\d(?![\w.}]| ?[年月日])", re.ASCII)
_DIGITS = (  # how the English may say them
    *("zero|no ", "one|a|first|single|once", "two|twice|second|both|half", "three|third", "four|fourth|quarter"),
    *("five|fifth", "six|sixth", "seven", "eight", "nine"),
)
_BARE = re.compile(r"(?<!\{)\{([a-z]\w*)\}(?!\})")
_TO_FILL_IN = re.compile(r"<[a-z][\w -]*>")

_SHORTEST = 13  # letters and digits beside the values of a message
_QUOTES = ("'", '"')
_LONGEST_FINDING = 90  # characters: a headline


def check(notes: Iterable[Note], catalogue: Catalogue, ordinary: str = "") -> Iterator[Problem]:
    """The problems of these notes; `catalogue` has all articles and notes, of which none may take another's example.

    `ordinary` is a log without errors.
    """
    cards = {card.id: card for card in catalogue.projects.cards}
    for note in {note.article.note_of: note for note in notes}.values():
        path = note.article.path
        yield from text_lines.check(path)
        yield from (
            Problem(path, line_of(path, "read"), message) for message in find_future("read", note.article.created)
        )
        yield from (Problem(path, line_of(path, "project"), message) for message in _other_name(note.article, cards))
        yield from _left_over(path, cards.get(note.article.note_of))
    for note in notes:
        for message in chain(_messages(note, catalogue), _ordinary(note, ordinary)):
            yield Problem(note.article.path, note.line, f"{note.article.slug.partition('/')[2]}: {message}")


def _other_name(article: Article, cards: Mapping[str, Card]) -> Iterator[str]:
    """The name of the project, if it is none of those that the card beside the notes has."""
    card = cards.get(article.note_of)
    name = article.projects[0]
    if card and name not in (card.project, *card.aliases):
        yield f"project is {name!r} here, {card.project!r} on the card beside: write the same, or add it to `aliases`"
    elif not card and is_misspelt(name, article.note_of):
        yield f"project is {name!r}, the folder {article.note_of!r}: correct one of them"


def _left_over(path: Path, card: Card | None) -> Iterator[Problem]:
    """What stands at the head of another file of notes, or of the guide's example, and was copied."""
    text = path.read_text(encoding="utf-8")
    if _EXAMPLE_COMMIT in text:
        message = f"commit {_EXAMPLE_COMMIT[:12]}… is the example's of docs/notes.md: write the one that you read"
        yield Problem(path, line_of(path, "commit"), message)
    found = _REPOSITORY.search(text)
    if found is None or card is None:
        return
    theirs, ours = found[1].split("/")[-2:], card.repository.split("/")[-2:]
    is_a_slip = any(one != other and nearest(one, [other]) for one, other in zip(theirs, ours, strict=True))
    if is_a_slip or not {*theirs} & {*ours}:
        message = f"repository is {found[1]}, {'/'.join(ours)} on the card beside: correct one of them"
        yield Problem(path, line_of(path, "repository"), message)


def is_misspelt(name: str, folder: str) -> bool:
    """Whether a project's name is that of its folder but for a letter.

    >>> is_misspelt("Kears", "keras"), is_misspelt("Kras", "keras")
    (True, True)
    >>> is_misspelt("Keras 3", "keras"), is_misspelt("nnU-Net", "nnunet")
    (False, False)
    """
    said, wanted = (re.sub(r"\W|_", "", text.lower()) for text in (name, folder))
    is_like = abs(len(said) - len(wanted)) < 2 and re.findall(r"\d", said) == re.findall(r"\d", wanted)
    return said != wanted and is_like and bool(nearest(said, [wanted]))


def _messages(note: Note, catalogue: Catalogue) -> Iterator[str]:
    article = note.article
    finding = PLACEHOLDER.sub(lambda found: found[2], article.finding)
    if len(finding) > _LONGEST_FINDING:
        yield f"finding: {len(finding)} characters, at most {_LONGEST_FINDING}: it is a headline"
    yield from _slips(article)
    yield from (f"sources: {each.url} supports nothing yet" for each in article.sources if is_unwritten(each.supports))
    for slug in article.related:
        if slug not in catalogue.slugs or "/" in slug:
            yield f"article: {slug!r} is no article: {choose_among_many(slug, catalogue.slugs)}"
    for words in (article, article.in_language("zh-hans")):
        for text in (words.finding, words.summary, *(part for row in words.steps for part in row.words)):
            yield from check_links(text, catalogue.slugs)
    for signature in article.signatures:
        yield from find_anchors(signature)
    yield from _unfilled(note)
    yield from _open_ends(note)
    yield from _too_short(note)
    yield from _unshown(note)
    yield from _takes_reports(note, catalogue)
    yield from find_others(article, catalogue)
    printed = " ".join((article.title, *note.examples))
    codes = list(dict.fromkeys(code for words in (article, article.in_language("zh-hans")) for code in codes_of(words)))
    known, text = _names_of_cards(catalogue.projects), f"{words_of(article.sources)} {printed}"
    yield from find_unknown(codes, article.sources, known, printed=printed)
    yield from find_unknown_modules(codes, known, text)
    yield from find_misspelt_options(article.slug, codes, users_of(catalogue), text)
    yield from (message for code in codes for message in find_misspelt(code))
    text = f"{text} {article.summary} {article.fix}"
    yield from find_misspelt_frames(article.signatures, text)
    conditions = (*article.when, *(each for row in article.steps for each in (*row.when, *row.unless)))
    projects = [card.id for card in catalogue.projects.cards]
    text = f"{text} {' '.join(signature.text for signature in article.signatures)}"
    yield from find_unmet(conditions, projects, known, text)
    yield from find_unpasteable(command for row in article.steps for command in row.commands)
    for number, row in enumerate(article.steps, 1):
        yield from (f"fixes {number}: {message}" for message in find_unmade_environment(row.do, row.commands))
    for word in (word for row in article.steps for command in row.commands for word in _TO_FILL_IN.findall(command)):
        yield f"a command has {word}: write what the reader fills in as a word in CAPITALS, without < and >"
    yield from _unknown_packages(note, known)
    yield from (f"affects: {message}" for item in article.affects for message in find_wrong_affects(item))
    sentences = {"cause": article.summary, **{f"fixes {number}": row.do for number, row in enumerate(article.steps, 1)}}
    for place, sentence in sentences.items():
        if not sentence.rstrip().endswith(STOPS):
            yield f"{place}: {sentence!r} is no sentence: end it with a full stop"
    yield from find_misspelt_title(article.title, note.examples)
    expressions = [compile_expression(signature.regex) for signature in article.signatures]
    for signature, expression in zip(article.signatures, expressions, strict=True):
        if not any(expression.search(example) for example in note.examples):
            yield f"the message “{signature.text}” fits no example: add one, or remove it"
    shown = {name for _, text in _shown(note) for name, _ in PLACEHOLDER.findall(text)} & article.captured
    for example in note.examples:
        found = diagnose(example, catalogue).matches
        slugs = [match.article.slug for match in found]
        if article.slug not in slugs:
            yield f"the example “{example[:80]}” does not lead here, but to {slugs[0] if slugs else 'nothing'}"
        elif slugs[0] != article.slug and found[0].article.note_of:
            yield f"the example “{example[:80]}” leads to {slugs[0]} first: narrow one of them, or add `when`"
        for name, value in found[slugs.index(article.slug)].values.items() if article.slug in slugs else ():
            if name in shown and value.endswith(_QUOTES) and value.count(value[-1]) % 2:
                told = f"the example “{example[:80]}” gives {{{name}}} as “{value}”"
                yield f"{told}: write its last quote into the message"
    texts = [each.fix for each in (article, article.in_language("zh-hans"))]
    for text in (article.summary, *texts):
        yield from (f"a command that {danger.advice}" for _, danger in find_dangers(Passage(note.line, text)))


def _unknown_packages(note: Note, others: Collection[str]) -> Iterator[str]:
    """The packages of `affects` that nothing knows and that the note itself does not name elsewhere."""
    article = note.article
    said = (article.title, article.summary, article.fix, *article.projects, article.note_of)
    text = " ".join((*said, words_of(article.sources)))
    for name in dict.fromkeys(item.package for item in article.affects):
        if name != "python" and (remedy := find_remedy(name, others, text)):
            yield f"affects names the package {name!r}, which nothing of ours knows: {remedy} a source that names it"


@lru_cache(1)
def _names_of_cards(projects: Projects) -> frozenset[str]:
    """The normalised names under which the packages of all cards are installed or imported."""
    names = {name for card in projects.cards for name in (card.id, card.project, *card.aliases, *card.names.modules)}
    facts = [fact for card in projects.cards for facts in card.facts.values() for fact in facts]
    return frozenset(map(canonicalize_name, names.union(*((fact.package, *fact.brings) for fact in facts))))


def _slips(article: Article) -> Iterator[str]:
    """What is wrong with the Chinese words."""
    words = article.in_language("zh-hans")
    if words.finding.endswith("。"):
        yield "zh: finding: ends with a stop: it is a headline"
    parts = (
        ("title", words.title),
        *((f"fixes {n}", part) for n, row in enumerate(words.steps, 1) for part in row.words),
    )
    yield from (f"zh: {place}: is not written yet" for place, text in parts if is_unwritten(text))
    for place, text in (("cause", words.summary), *((f"fixes {n}", row.do) for n, row in enumerate(words.steps, 1))):
        yield from (f"zh: {place}: {slip}" for slip in find_open_end(text))
    texts = [("finding", words.finding, article.finding), ("cause", words.summary, article.summary)]
    for number, (theirs, ours) in enumerate(zip(words.steps, article.steps, strict=True), 1):
        texts.append((f"fixes {number}", "\n".join(theirs.words), "\n".join(ours.words)))
        yield from (f"zh: fixes {number}: {slip}" for slip in _added(theirs, ours))
    for place, text, english in texts:
        yield from (f"zh: {place}: {slip}" for slip in find_slips(text, english))
        yield from (f"zh: {place}: {slip}" for slip in changed(text, english))
    if pair := find_exchanged([" ".join(row.words) for row in words.steps], [row.text for row in article.steps]):
        yield f"zh: fixes {pair[0] + 1} and {pair[1] + 1} each say what the other says in English: exchange them"
    beside = " ".join((article.summary, article.fix, article.finding, article.body))
    yield from (f"zh: title {slip}" for slip in find_title_slips(words.title, article.title, beside))


def _added(theirs: Row, ours: Row) -> Iterator[str]:
    """The code, and the numbers of one digit, that a row has in Chinese only; `changed` and find_slips tell others."""
    text, english = ("\n".join((*row.words, *row.commands)) for row in (theirs, ours))
    for code in dict.fromkeys(_CODE.findall("\n".join(theirs.words))):
        if code.isascii() and code not in english and not nearest(code, _CODE.findall(english)):
            yield f"`{code}` is not in the English row: leave it out, or write it there, too"
    said = " ".join(english.split()).lower()
    for digit in dict.fromkeys(_DIGIT.findall(_CODE.sub("", text))):
        if digit not in english and not re.search(rf"\b(?:{_DIGITS[int(digit)]})", said):
            yield f"says {digit}, which the English row does not: copy the number"


def changed(text: str, english: str) -> Iterator[str]:
    """The code and the values of a translation that are nearly those of the English."""
    ours = _CODE.findall(english)
    for code in _CODE.findall(text):
        if code.isascii() and code not in english and (meant := nearest(code, ours)):
            yield f"`{code}` is `{meant}` in English: copy it"
    values = PLACEHOLDER.findall(english)
    for name, example in PLACEHOLDER.findall(text):
        in_words = any(other == name and not _NUMBER.fullmatch(words) for other, words in values)
        if _NUMBER.fullmatch(example) and (name, example) not in values and not in_words:
            yield f"{{{{{name}|{example}}}}} is not in the English: copy it"
    translated = PLACEHOLDER.sub("", text)
    for name, example in values:
        if _NUMBER.fullmatch(example) and example in translated and f"{{{{{name}|" not in text:
            yield f"says {example} for everybody: write {{{{{name}|{example}}}}}, as the English does"


def _unfilled(note: Note) -> Iterator[str]:
    """The placeholders that some message of the note leaves without a value, and whose example then looks like one."""
    article = note.article
    asked = {name for condition in article.when for name in parse_condition(condition).names}
    for place, text in _shown(note):
        bare = [found[0] for found in WITHOUT_EXAMPLE.finditer(text)]
        bare += [found[0] for found in BARE_VALUE.finditer(text) if found[1] in article.captured]
        yield from (f"{place}: {mark} shows no value: write {{{{NAME|EXAMPLE}}}}" for mark in bare)
        for name, example in PLACEHOLDER.findall(text):
            if name not in known_names(article.captured):
                yield f"{place}: no message captures {{{name}}}: {choose(name, sorted(article.captured))}"
                continue
            lacking = [each.text for each in article.signatures if name not in known_names(each.names)]
            if lacking and name not in asked and _is_example(example):
                yield f"{place}: the message “{lacking[0]}” captures no {{{name}}}, so “{example}” would stand there"


def _shown(note: Note) -> Iterator[tuple[str, str]]:
    """The texts of a note that may hold placeholders, each with its key."""
    for language in ("en", "zh-hans"):
        article = note.article.in_language(language)
        prefix = "" if language == "en" else "zh: "
        yield f"{prefix}finding", article.finding
        yield f"{prefix}cause", article.summary
        for number, row in enumerate(article.steps, 1):
            for text in (*row.words, *row.commands):
                yield f"{prefix}fixes {number}", text


def _is_example(example: str) -> bool:
    """Whether what stands for a value looks like one: neither words that read on, nor `NAME`, to be replaced."""
    return not (any(map(is_chinese, example)) or _READS_ON.fullmatch(example) or _TO_REPLACE.fullmatch(example))


def _too_short(note: Note) -> Iterator[str]:
    """The messages with so little text around their values that another error fits, once its quotes are lost."""
    for signature in note.article.signatures:
        said = sum(len(squash(text)) for text in signature.literals)
        if (
            signature.message
            and signature.names
            and said < _SHORTEST
            and not (signature.where or signature.exceptions or signature.frames)
        ):
            yield f"the message “{signature.text}” says little beside its values: add `exception`, `where` or `frames`"


def _unshown(note: Note) -> Iterator[str]:
    """The classes of messages that no example shows, although the examples show another one."""
    for names in dict.fromkeys(signature.exceptions for signature in note.article.signatures):
        if others := find_unshown(names, (note.article.title, *note.examples)):
            told = " or ".join(map(repr, names))
            yield f"exception: no example has {told}, but {others}: correct it, or add an example that shows it"


def _ordinary(note: Note, ordinary: str) -> Iterator[str]:
    """The messages that fit an ordinary log, unless an example shows that the note is about a warning of that log."""
    if not any(squash(example) in squash(ordinary) for example in note.examples):
        for signature in note.article.signatures:
            if signature.role is not Role.ADVICE:
                yield from find_ordinary(note.article, signature, ordinary)


def _takes_reports(note: Note, catalogue: Catalogue) -> Iterator[str]:
    """The messages that are a part of one of an article on a kind of error, and take its reports away from it."""
    for signature in note.article.signatures:
        if not signature.message or note.article.when or signature.frames or signature.where:
            continue
        fits = compile_expression(signature.regex).search
        for article, whole in _general_messages(catalogue):
            found = fits(whole.message)
            if not found or len(found[0]) == len(whole.message):
                continue
            taken = (each for each in own_reports(article) if fits(each.text))
            if name := next((each.path.name for each in taken if _leads_to(note, each.text, catalogue)), ""):
                yield (
                    f"the message “{signature.text}” takes {name} from the article {article.slug!r}, whose message "
                    f"“{whole.text}” says more: say more, or add `when`, `frames` or `where`"
                )
                break


def _leads_to(note: Note, text: str, catalogue: Catalogue) -> bool:
    found = diagnose(text, catalogue).matches
    return bool(found) and found[0].article.slug == note.article.slug


@lru_cache(1)
def _general_messages(catalogue: Catalogue) -> tuple[tuple[Article, Signature], ...]:
    """The messages of the articles that are about a kind of error, with the articles."""
    articles = (article for article in catalogue.articles if not article.note_of)
    found = ((article, signature) for article in articles for signature in article.signatures)
    return tuple((article, signature) for article, signature in found if signature.general and signature.message)


def _open_ends(note: Note) -> Iterator[str]:
    """The messages whose first or last placeholder takes anything, and so shows what stands around the message.

    An end is open only where an example shows that more than the value is behind it: mostly the line ends there.
    """
    shown = {name for _, text in _shown(note) for name, _ in PLACEHOLDER.findall(text)}
    for signature in note.article.signatures:
        said = squash("".join(signature.literals))  # quotes alone say nothing: a paste may have lost them
        parts = [part for part in template_parts(signature.message) if said or part[1]] or [("", "")]
        first, last = (
            name if name in shown and name not in signature.where else "" for _, name in (parts[0], parts[-1])
        )
        if first:
            yield f"the message “{signature.text}” begins with {{{first}}}, which takes anything: write a `pattern`"
        found = map(compile_expression(signature.regex).search, note.examples)
        if last and any(each and _GOES_ON.search(each[last]) for each in found):
            yield f"the message “{signature.text}” ends with {{{last}}}, which takes in what follows: write a `pattern`"
