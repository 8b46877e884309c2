"""The gate lets pass what may fit, and little else."""

import pytest

from tests.tracefix.matching.known import article
from tracefix.articles.signatures import Signature
from tracefix.lazy_mapping import LazyMapping
from tracefix.matching.catalogue import Catalogue, gates_of, most_specific


def is_candidate(text, signature):
    known = article("known", signature)

    return known in [candidate.article for candidate in Catalogue([known]).candidates(text)]


@pytest.mark.parametrize(
    ("text", "signature"),
    [
        ("the bell rings twice", Signature(message="bell rings {number}")),
        ("THE BELL\nRINGS", Signature(message="the bell rings")),
        ("ell rings", Signature(message="bell rings")),  # its first letter was lost in copying
        ("errno 98", Signature(pattern=r"(?i)ERRNO:? 98\b")),
        ("nothing of it", Signature(message="OOM")),  # too short for a gate
        ("nothing of it", Signature(pattern=r"[ab]+[cd]+")),  # no text is certain
        ("Killed", Signature(pattern=r"(?m)^(?:zsh: )?(?:Killed|已杀死)$")),
        ("zsh: 已杀死", Signature(pattern=r"(?m)^(?:zsh: )?(?:Killed|已杀死)$")),
    ],
)
def test_what_may_fit_is_a_candidate(text, signature):
    assert is_candidate(text, signature)


@pytest.mark.parametrize("length", range((1 << 15) - 20, (1 << 15) + 5))
def test_what_lies_across_two_pieces_of_a_long_text_is_a_candidate(length):
    assert is_candidate("x" * length + " The bell\nrings", Signature(message="the bell rings"))


def test_what_stands_apart_in_two_pieces_is_none():
    assert not is_candidate("the bell" + "x" * (1 << 15) + " rings", Signature(message="the bell rings"))


@pytest.mark.parametrize(
    "signature",
    [
        Signature(message="the bell rings"),
        Signature(pattern=r"[Tt]he bell\s+rings \d+"),
        Signature(pattern=r"(?m)^(?:zsh: )?(?:Killed|已杀死)$"),
        Signature(pattern=r"(?:died|stopped) at \d+"),
        Signature(pattern=r"all is w(?:orn to pieces|rong again)"),  # a choice says more than the text in front of it
    ],
)
def test_what_cannot_fit_is_none(signature):
    assert not is_candidate("all is well", signature)


def test_of_too_many_candidates_those_that_say_most_are_tried():
    short = [article(f"a{number}", Signature(message=f"boom {number:03}")) for number in range(150)]
    long = article("long", Signature(message="a long message that says much more"))
    general = article("general", Signature(message="a general message, however long it may be", general=True))
    everything = [general, *short, long]
    text = "\n".join(known.signatures[0].message for known in everything)
    candidates = [known for known in Catalogue(everything).candidates(text) if known.article]

    tried = [known.article for known in most_specific(candidates, length=10)]

    assert len(candidates) == 152
    assert len(tried) == 100
    assert long in tried
    assert general not in tried


def test_a_long_paste_is_compared_with_more():
    short = [article(f"a{number}", Signature(message=f"boom {number:03}")) for number in range(150)]
    text = "\n".join(known.signatures[0].message for known in short)
    candidates = [known for known in Catalogue(short).candidates(text) if known.article]

    assert len(most_specific(candidates, length=50_000)) == 110
    assert most_specific(candidates, length=1_000_000) == candidates


def test_an_article_whose_gates_are_known_is_read_when_a_paste_passes_one():
    bell = article("bell", Signature(message="the bell rings"))
    horn = article("horn", Signature(message="the horn sounds"))
    read = []
    lazy = LazyMapping(["bell", "horn"], lambda slug: read.append(slug) or {"bell": bell, "horn": horn}[slug])
    catalogue = Catalogue(lazy, gates={each.slug: gates_of(each) for each in (bell, horn)})

    assert [known.article for known in catalogue.candidates("now the horn sounds") if known.article] == [horn]
    assert [known.article for known in catalogue.half_candidates("hehornso")] == [horn]
    assert read == ["horn"]
    assert list(catalogue.articles) == [bell, horn]
