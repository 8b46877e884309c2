"""What is said of a fix that one may choose (kb/fix_choice.py)."""

import pytest

from kb.fix_choice import first_sentence

HEADING = '<h3 id="dry">Dry it<a class="anchor" href="#dry">#</a></h3>'


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("\n<p>A wet <code>fuse</code> smells of the cellar. Dry it.</p>", "A wet fuse smells of the cellar."),
        (
            '<div class="fold-body">\n<p>Fuses &amp; wires get wet in the cellar.</p></div>',
            "Fuses & wires get wet in the cellar.",
        ),
        (
            "<p>地下室里的保险丝受潮以后就会这样，先把它完全晾干。再试。</p>",
            "地下室里的保险丝受潮以后就会这样，先把它完全晾干。",
        ),
        ("<pre>pip</pre><p>with the name of the package, from the list.</p>", ""),
        ("<p>First one, from the directory of the project:</p>", ""),
        ("<p>…; it goes on from the heading, as it were.</p>", ""),
        ("<p>Short.</p>", ""),
        (f"<p>{'A very long sentence ' * 20}.</p>", ""),
        ("<h3>Next</h3><p>Of the next section, and not of this one.</p>", ""),
        ("", ""),
    ],
)
def test_the_first_sentence_of_a_section_says_what_it_is_for(body, words):
    assert first_sentence(f"<p>Before it, another one.</p>{HEADING}{body}", "dry") == words


def test_an_anchor_that_is_not_there_has_no_words():
    assert first_sentence("<p>Before it, another sentence.</p>", "dry") == ""
