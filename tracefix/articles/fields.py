"""The keys of the front matter: what each may hold, and what it becomes.

To add a key: a row in ARTICLE_FIELDS, an attribute of Article in model.py, and a line in articles/_template/article.md.
"""

from collections.abc import Mapping
from typing import Any

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from tracefix.articles.card_parts import Part
from tracefix.articles.cases import Case, ValueTemplate
from tracefix.articles.conditions import ConditionError, parse_condition
from tracefix.articles.converters import Field, WrongValueError, address, date, each, mapping, one_of, text, texts
from tracefix.articles.model import REQUIREMENTS, SLUG, Affected, Proof, Source
from tracefix.articles.signatures import Role, Signature, SignatureError, template_parts
from tracefix.articles.steps import Row, text_of


def _slug(value: Any) -> str:
    if not SLUG.fullmatch(text(value)):
        raise WrongValueError(f"{value!r} is no slug: lower case, digits and hyphens only")
    return str(value)


def _source(value: Any) -> Source:
    item = mapping(value, {"title", "url", "supports"}, {"title", "url", "supports"})
    return Source(text(item["title"]), address(item["url"]), text(item["supports"]))


def _read_affected(value: Any) -> Affected:
    item = mapping(value, {"package", "versions", "note"}, {"package", "versions"})
    try:
        versions = SpecifierSet(str(item["versions"]))
    except InvalidSpecifier as error:
        raise WrongValueError(f"{item['versions']!r} is no PEP 440 specifier: write it like '>=2.0,<2.9'") from error
    return Affected(text(item["package"]), versions, text(item.get("note", "-")).removeprefix("-"))


_SIGNATURE_KEYS = {"message", "pattern", "where", "where_not", "exception", "frames", "role", "general", "seen"}


def _signature(value: Any) -> Signature:
    item = mapping(value, _SIGNATURE_KEYS, set())
    role = one_of("role", Role)(item.get("role", Role.CAUSE))
    if not isinstance(item.get("general", False), bool):
        raise WrongValueError("general must be true or false")
    try:
        return Signature(
            message=text(item["message"]) if "message" in item else "",
            pattern=text(item["pattern"]) if "pattern" in item else "",
            where=_globs(item, "where"),
            where_not=_globs(item, "where_not"),
            exceptions=texts(item.get("exception", [])),
            frames=texts(item.get("frames", [])),
            role=role,
            general=item.get("general", False),
            seen=address(item["seen"]) if "seen" in item else "",
        )
    except SignatureError as error:
        raise WrongValueError(str(error)) from error


def _globs(item: Mapping[str, Any], key: str) -> dict[str, tuple[str, ...]]:
    """The globs of each placeholder."""
    value = item.get(key, {})
    if not isinstance(value, dict):
        raise WrongValueError(f'{key} must map a placeholder to a list of globs, such as {{name: [one, "*.two"]}}')
    return {str(name): texts(globs) for name, globs in value.items()}


def _value_template(value: Any) -> ValueTemplate:
    template = ValueTemplate(text(value))
    if not template.names or len(set(template.names)) < len(template.names):
        raise WrongValueError(f"{value!r} must hold each {{name}} once, such as '{{size}} is free'")
    if not "".join(part for part, _ in template_parts(template.template)).strip():
        raise WrongValueError(f"{value!r} fits any word: write the text beside it, too")
    return template


def _case(value: Any) -> Case:
    item = mapping(value, {"when", "fix", "finding", "steps", "section", "shown_by", "card"}, {"when"})
    when = _conditions(item["when"])
    if not when:
        raise WrongValueError("`when` is empty: write a condition, or make its fix the plain `fix`")
    fix, finding, steps = _remedy(item)
    section = text(item["section"]) if "section" in item else ""
    shown_by = texts(item.get("shown_by", []))
    card = CARD_PARTS.convert(item["card"]) if "card" in item else None
    conditions = tuple(map(parse_condition, when))
    return Case(when, conditions, fix, section, shown_by, finding=finding, steps=steps, card=card)


def _remedy(item: Mapping[str, Any]) -> tuple[str, str, tuple[Row, ...]]:
    """Fix, finding and steps of a case. The fix is made of the steps, or stands alone."""
    _check_one_fix(item)
    steps = STEPS.convert(item["steps"]) if "steps" in item else ()
    return (
        text_of(steps) if steps else text(item["fix"]),
        FINDING.convert(item["finding"]) if "finding" in item else "",
        steps,
    )


def _check_one_fix(item: Mapping[str, Any]) -> None:
    if "fix" not in item and "steps" not in item:
        raise WrongValueError("the key 'fix' is missing: add it, or 'steps'")
    if "fix" in item and "steps" in item:
        raise WrongValueError("write one of `fix` and `steps`: the fix is made of the steps")


def _conditions(value: Any) -> tuple[str, ...]:
    """Conditions as they are written, each of which can be read."""
    conditions = texts(value)
    try:
        for condition in conditions:
            parse_condition(condition)
    except ConditionError as error:
        raise WrongValueError(str(error)) from error
    return conditions


def _finding(value: Any) -> str:
    clause = text(value)
    if clause.endswith((".", "。")) or "\n" in clause:
        raise WrongValueError("must be a clause on one line, without a full stop: what is wrong, for this reader")
    return clause


def _row(value: Any) -> Row:
    item = mapping(value, {"if", "do", "command", "commands", "note", "when", "unless"}, {"do"})
    if "command" in item and "commands" in item:
        raise WrongValueError("has `command` and `commands`: write one of them")
    commands = texts(item.get("command", item.get("commands", [])))
    for command in commands:
        if "`" in command or "\n" in command:
            raise WrongValueError(
                f"the command {command!r} must be one line without backticks: list several in `commands`"
            )
    condition = text(item["if"]).rstrip(":：") if "if" in item else ""
    if condition.startswith(("If ", "if ", "When ", "when ", "如果")) or condition.endswith((".", "。")):
        raise WrongValueError("`if` begins after the word, and has no full stop: `if: the module belongs to a library`")
    return Row(
        text(item["do"]),
        condition,
        commands,
        text(item["note"]) if "note" in item else "",
        _conditions(item.get("when", [])),
        _conditions(item.get("unless", [])),
    )


def _row_words(value: Any) -> Row:
    item = mapping(value, {"if", "do", "note"}, {"do"})
    return _row(item)


def _case_words(value: Any) -> Case:
    """The words of a case in another language: its fix alone, or a mapping."""
    if isinstance(value, str):
        return Case((), (), text(value))
    item = mapping(value, {"fix", "finding", "steps"}, set())
    _check_one_fix(item)
    steps = each(_row_words, at_least=1)(item["steps"]) if "steps" in item else ()
    finding = _finding(item["finding"]) if "finding" in item else ""
    return Case((), (), "" if steps else text(item["fix"]), finding=finding, steps=steps)


# The lists of a project's card that answer an error of a kind, the likeliest first; a single one is no list
_CARD_PART = one_of("list", (Part.INSTALL, Part.FILES, Part.LOGS, Part.PARTNERS, Part.START, Part.UPDATE))
CARD_PARTS = Field(lambda value: tuple(map(_CARD_PART, texts(value))), required=False)
FINDING, STEPS = Field(_finding, required=False), Field(each(_row, at_least=1), required=False)
CONDITIONS = Field(_conditions, required=False)
ARTICLE_FIELDS = {
    "slug": Field(_slug),
    "aliases": Field(each(_slug), required=False),
    "title": Field(text),
    "summary": Field(text),
    "fix": Field(text, required=False),
    "finding": FINDING,
    "steps": STEPS,
    "values": Field(each(_value_template), required=False),
    "cases": Field(each(_case, at_least=1), required=False),
    "card": CARD_PARTS,
    "symptoms": Field(each(text), required=False),
    "projects": Field(each(text)),
    "exception": Field(each(text), attribute="exceptions"),
    "tags": Field(each(text, at_least=1)),
    "signatures": Field(each(_signature, at_least=1)),
    "affects": Field(each(_read_affected), required=False),
    "symptom_of": Field(each(_slug), required=False),
    "related": Field(each(_slug), required=False),
    "sources": Field(each(_source)),
    "authors": Field(each(text), required=False),
    "requires": Field(each(one_of("requirement", REQUIREMENTS)), required=False),
    "proof": Field(one_of("proof", Proof), required=False),
    "created": Field(date),
    "updated": Field(date),
}
TRANSLATION_FIELDS = {
    **{key: ARTICLE_FIELDS[key] for key in ("title", "summary", "fix", "finding", "symptoms")},
    "steps": Field(each(_row_words, at_least=1), required=False),
    "cases": Field(each(_case_words), required=False),
    **{key: Field(each(text), required=False) for key in ("notes", "fixes")},
}
WITHDRAWN_FIELDS = {
    "title": ARTICLE_FIELDS["title"],
    "withdrawn": Field(date),
    "see": Field(each(_slug), required=False),
}
