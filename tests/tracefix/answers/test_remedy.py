"""The remedy of an answer: what comes first of what the article, a pair and the message say."""

from dataclasses import replace

import pytest

from tests.factories import make_article
from tracefix.answers.remedy import choose_remedy
from tracefix.articles.cases import Case
from tracefix.articles.conditions import parse_condition
from tracefix.articles.signatures import Signature
from tracefix.articles.steps import Remedy, Row, Step
from tracefix.explaining.model import ErrorLine, Explanation, Project
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose
from tracefix.phrases import Phrase, Template

EXPLAINED = Explanation(ErrorLine("boom", 1), "boom")
PAIR = Remedy(Phrase("{a} calls {b}", a="peft", b="torch"), (Step(Phrase("Upgrade."), commands=("pip install peft",)),))
RESTATED = Remedy(Phrase("The fuse is `{length}` long", length="3"), (Step(Phrase("Measure it.")),))
PLAIN = Remedy(Phrase("The fuse is too short"), (Step(Phrase("Measure it.")),))

ROWS = (Row("Wait."), Row("Again.", commands=("pip install peft",)))


def replace_steps(remedy, *commands):
    return remedy._replace(steps=tuple(Step(Phrase("Move it."), commands=(command,)) for command in commands))


def match_of(*, general=False, finding="It boomed", rows=ROWS):
    signature = Signature(message="boom in {place}", general=general)
    article = make_article(signatures=(signature,), finding=finding, steps=rows, fix="Wait.")
    (match,) = diagnose("RuntimeError: boom in attic", Catalogue([article])).matches
    return match


def remedy(match, *, personal=True, **parts):
    return choose_remedy(match, replace(EXPLAINED, **parts), personal=personal)


def test_an_article_alone_says_what_it_says():
    found = remedy(match_of())

    assert (found.finding, [step.do for step in found.steps]) == ("It boomed", ["Wait.", "Again."])


def test_a_pair_comes_before_a_kind_of_error_and_its_command_is_not_said_twice():
    found = remedy(match_of(general=True), pair=PAIR)

    assert (found.finding, [step.do for step in found.steps]) == ("peft calls torch", ["Upgrade.", "Wait."])


def test_a_known_error_comes_before_a_pair():
    found = remedy(match_of(), pair=PAIR)

    assert (found.finding, [step.do for step in found.steps]) == ("It boomed", ["Wait.", "Again."])


def test_a_known_error_whose_rows_move_a_package_alone_says_how_far():
    pair = replace_steps(PAIR, "pip install --upgrade peft", "pip install 'torch<2'")
    rows = (Row("Take one that fits.", commands=('pip install "peft<0.15"',)),)

    found = remedy(match_of(rows=rows), pair=pair)

    assert [step.commands for step in found.steps] == [('pip install "peft<0.15"',), ("pip install 'torch<2'",)]


def test_the_card_of_a_project_comes_between_a_pair_and_a_kind_of_error():
    steps = tuple(Step(Phrase(Template.of_text(f"Stir {what}.", {"zh-hans": "搅拌。"}))) for what in ("soup", "tea"))
    project = Project("soup", "Soup", "https://example.org/soup", "https://example.org/issues", Remedy(steps=steps))

    found = remedy(match_of(general=True), pair=PAIR, project=project)

    assert [str(step.do) for step in found.steps] == ["Upgrade.", "Stir soup.", "Stir tea.", "Wait."]


def test_what_the_message_says_leads_where_the_article_is_general_and_names_nothing():
    assert remedy(match_of(general=True), restated=RESTATED).finding == "The fuse is `3` long"
    named = match_of(general=True, finding="Boom in {{place|it}}")
    assert remedy(named, restated=RESTATED).finding == "Boom in attic"
    assert remedy(match_of(), restated=RESTATED).finding == "It boomed"


def test_what_the_message_says_comes_before_the_rows_for_each_error_of_a_kind():
    assert [step.do for step in remedy(match_of(general=True), restated=RESTATED).steps][:2] == ["Measure it.", "Wait."]
    assert remedy(match_of(), restated=RESTATED).steps[0].do == "Wait."


def test_what_the_message_says_without_a_value_adds_nothing_to_an_article():
    found = remedy(match_of(general=True), restated=PLAIN)

    assert (found.finding, [step.do for step in found.steps]) == ("It boomed", ["Wait.", "Again."])
    assert remedy(match_of(general=True, finding=""), restated=PLAIN).finding == "The fuse is too short"


def test_a_row_for_this_paste_leaves_out_what_the_message_says():
    case = Case(("{place} is attic",), (parse_condition("{place} is attic"),), "Leave the attic.")
    signature = Signature(message="boom in {place}", general=True)
    article = make_article(signatures=(signature,), cases=(case,), fix="Wait.")
    (match,) = diagnose("RuntimeError: boom in attic", Catalogue([article])).matches

    assert [step.do for step in remedy(match, restated=RESTATED).steps] == ["Leave the attic."]


def test_no_row_of_a_case_is_cut_and_one_of_another_package_stays():
    rows = tuple(Row(f"Step {number}.") for number in range(4))
    condition = "{place} is attic"
    case = Case((condition,), (parse_condition(condition),), "", steps=rows)
    signature = Signature(message="boom in {place}", general=True)
    article = make_article(signatures=(signature,), cases=(case,), fix="Wait.")
    (match,) = diagnose("RuntimeError: boom in attic", Catalogue([article])).matches
    pair = PAIR._replace(steps=(*PAIR.steps, Step(Phrase("Print both."))))

    assert [step.do for step in remedy(match, pair=pair).steps] == ["Upgrade.", *(row.do for row in rows)]


def test_without_an_article_the_message_says_it():
    assert remedy(None, restated=RESTATED) == RESTATED
    assert remedy(None) == Remedy()


def test_there_are_four_steps_at_most():
    rows = tuple(Row(f"Step {number}.") for number in range(9))

    assert [step.do for step in remedy(match_of(rows=rows)).steps] == [f"Step {number}." for number in range(4)]


def test_what_is_fit_to_be_posted_repeats_no_name_of_the_paste():
    found = remedy(match_of(finding="Boom in {{place|it}}"), personal=False, pair=PAIR, restated=RESTATED)

    assert "peft calls" not in found.finding
    assert found.finding == "Boom in it"


def test_numbers_of_the_paste_are_posted():
    signature = Signature(message="boom of {size} in {place}")
    article = make_article(signatures=(signature,), finding="Boom of {{size|it}} in {{place|it}}", fix="Wait.")
    (match,) = diagnose("RuntimeError: boom of 1.96 GiB in attic", Catalogue([article])).matches

    assert remedy(match, personal=False).finding == "Boom of 1.96 GiB in it"


def test_a_fix_that_is_one_text_is_one_step_without_a_condition():
    article = make_article(fix="Run `pip install einops`.")
    (match,) = diagnose("RuntimeError: boom happened", Catalogue([article])).matches

    assert remedy(match).steps == (Step("Run `pip install einops`.", commands=("pip install einops",)),)


@pytest.mark.parametrize(
    ("module", "with_card", "steps"),
    [
        ("of_nobody", True, ["Install it."]),
        ("of_nobody", False, ["Nobody knows it."]),
        ("numpy", True, ["Install it.", "It is known."]),
    ],
)
def test_a_card_that_installs_a_module_leaves_out_that_nobody_knows_it(module, with_card, steps):
    conditions = ("{distribution} is missing",), ("{module} is captured",)
    texts = "Nobody knows it.", "It is known."
    cases = tuple(
        Case(each, tuple(map(parse_condition, each)), text) for each, text in zip(conditions, texts, strict=True)
    )
    signature = Signature(message="No module named '{module}'", general=True)
    article = make_article(signatures=(signature,), cases=cases, fix="Wait.")
    (match,) = diagnose(f"ModuleNotFoundError: No module named '{module}'", Catalogue([article])).matches
    row = Remedy(steps=(Step(Phrase(Template.of_text("Install it.", {"zh-hans": "安装。"}))),))
    card = Project("soup", "Soup", "https://example.org/soup", "https://example.org/issues", row)

    found = remedy(match, project=card if with_card else None)

    assert [str(step.do) for step in found.steps] == steps


@pytest.mark.parametrize(
    ("general", "condition", "first"),
    [(True, "", "Look back."), (True, "it is a clone", "Wait."), (False, "", "Wait.")],
)
def test_the_history_of_a_clone_leads_where_nothing_more_is_known(general, condition, first):
    clone = Remedy(steps=(Step(Phrase("Look back."), Phrase(condition)),))
    found = [str(step.do) for step in remedy(match_of(general=general), clone=clone).steps]

    assert found[0] == first
    assert "Look back." in found


@pytest.mark.parametrize(
    ("finding", "steps", "first"),
    [
        ("{{place|it}} boomed", ["Install."], "Wait."),
        ("{{place|it}} boomed", ["Look back.", "Install."], "Look back."),
        ("It boomed", ["Install."], "Install."),
    ],
)
def test_the_requirements_of_a_clone_lead_where_no_article_says_what_is_wrong(finding, steps, first):
    clone = Remedy(steps=tuple(Step(Phrase(step)) for step in steps))

    assert str(remedy(match_of(general=True, finding=finding), clone=clone).steps[0].do) == first


def test_a_value_of_a_finding_is_cut_and_a_path_keeps_its_end():
    sentence, path, short = "the white queen " * 9, "/data/" + "x" * 99 + "/model.pt", "attic"
    message = "boom in {place}"
    article = make_article(signatures=(Signature(message=message),), finding="{{place|it}} boomed", steps=ROWS)
    (match,) = diagnose(f"RuntimeError: boom in {sentence}", Catalogue([article])).matches
    found = choose_remedy(match, EXPLAINED, personal=True).finding
    restated = {each: Remedy(Phrase("{value} is gone", value=each)) for each in (path, short)}

    assert found == "the white queen the white queen the white queen the white queen the white queen… boomed"
    assert remedy(None, restated=restated[path]).finding == f"…{path[-80:]} is gone"
    assert remedy(None, restated=restated[short]).finding == "attic is gone"
