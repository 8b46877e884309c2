import re

import pytest

from tests.published_articles import published_articles
from tracefix.articles.rendering import Heading, code_html, has_examples, placeholders, to_html, to_text


def html(markdown, **values):
    return to_html(markdown, values).html


def test_a_heading_has_a_stable_id_and_a_visible_link_to_itself():
    rendered = to_html("## Why it happens\n\ntext\n\n### On `Ray`\n")

    assert '<h2 id="why-it-happens">Why it happens<a class="anchor" href="#why-it-happens">#</a></h2>' in rendered.html
    assert rendered.headings == (Heading(2, "why-it-happens", "Why it happens"), Heading(3, "on-ray", "On Ray"))


def test_equal_headings_get_different_ids():
    assert [heading.id for heading in to_html("## Fix\n\n## Fix\n").headings] == ["fix", "fix_1"]


def test_a_chinese_heading_has_an_id_of_its_own():
    assert to_html("## 为什么会这样\n").headings == (Heading(2, "为什么会这样", "为什么会这样"),)


def test_a_translation_keeps_the_anchors_of_the_original():
    original = to_html("## Fix\n\n### Upgrade {only: torch<2}\n\n## Fix\n").headings

    rendered = to_html("## 办法\n\n### 升级 {only: torch<2}\n\n## 办法\n", anchors=[one.id for one in original])

    assert rendered.headings == (
        Heading(2, "fix", "办法"),
        Heading(3, "upgrade", "升级", "torch<2"),
        Heading(2, "fix_1", "办法"),
    )
    assert '<h2 id="fix">办法<a class="anchor" href="#fix">#</a></h2>' in rendered.html


def test_a_heading_beyond_the_given_anchors_gets_one_of_its_own():
    assert [heading.id for heading in to_html("## 原因\n\n## 背景\n", anchors=["why"]).headings] == ["why", "背景"]


def test_rendering_with_anchors_leaves_the_same_text_without_them_as_it_is():
    to_html("## Why\n", anchors=["x"])

    assert to_html("## Why\n").headings[0].id == "why"


@pytest.mark.parametrize(("language", "words"), [("en", "Only with torch&lt;2."), ("zh-hans", "仅适用于 torch&lt;2。")])
def test_the_condition_of_a_section_is_said_in_the_language(language, words):
    assert words in to_html("## A {only: torch<2}\n", language=language).html


def test_the_text_of_a_heading_is_plain():
    assert to_html("## A & `<b>`\n").headings[0].text == "A & <b>"


def test_code_is_highlighted_with_classes_and_without_inline_style():
    block = html("```python\nimport torch\n```\n")

    assert '<div class="highlight"><pre tabindex="0">' in block
    assert '<span class="kn">import</span>' in block
    assert "style=" not in block


@pytest.mark.parametrize("info", ["", "no-such-language"])
def test_code_in_an_unknown_language_is_shown_plainly(info):
    assert "x &lt; 1" in html(f"```{info}\nx < 1\n```\n")


def test_a_table_scrolls_by_itself():
    table = html("| a | b |\n|---|---|\n| 1 | 2 |\n")

    assert '<div class="table-scroll" tabindex="0"><table>' in table
    assert "</table></div>" in table


def test_an_admonition_keeps_its_kind():
    assert '<div class="admonition warning">' in html("!!! warning\n    Not on a GPU.\n")


@pytest.mark.parametrize(
    ("hostile", "gone"),
    [
        ("<script>alert(1)</script>", "alert"),
        ('<img src="https://x.example/p.png" onerror="alert(1)">', "<img"),
        ('<p onclick="alert(1)">a</p>', "onclick"),
        ("[a](javascript:alert)", "javascript:"),
        ("[a](JaVaScRiPt:alert)", "JaVaScRiPt:"),
        ("[a](data:text/html,x)", "data:"),
        ('<a href=" javascript:alert(1)">a</a>', "javascript:"),
        ("<iframe src='https://x.example'></iframe>", "iframe"),
        ('<p style="position:fixed">a</p>', "style="),
        ("<style>body{}</style>", "body{}"),
        ('<a href="&#106;avascript:alert(1)">a</a>', "avascript:"),
        ('<a href="java&#9;script:alert(1)">a</a>', "script:"),
        ("<javascript:alert(1)>", 'href="javascript:'),
        ("[a](vbscript:x)", "vbscript:"),
        ("![a](javascript:alert)", "javascript:"),
        ("<details open ontoggle=alert(1)>a</details>", "ontoggle"),
        ("<math><mi xlink:href='javascript:alert(1)'>a</mi></math>", "javascript:"),
        ("text {: onclick=alert(1) }", "<p onclick"),
        ("<scr<script>ipt>alert(1)</script>", "<script"),
        ("<img src=x onerror=alert(1)//", "<img"),
        ("<form action='/x'><input name='q'></form>", "<form"),
        ("<svg onload=alert(1)></svg>", "svg"),
        ("<object data='x'></object><embed src='x'><base href='x'><meta http-equiv=refresh>", "='x"),
    ],
)
def test_what_could_run_is_taken_out(hostile, gone):
    for around in ("{}", "before\n\n{}\n\nafter", "- {}\n", "| a |\n|---|\n| {} |\n"):
        assert gone not in html(around.format(hostile)), around


def test_broken_nesting_is_closed():
    assert html("<div><b>bold<i>both</div>") == "<div><b>bold<i>both</i></b></div>"


def test_a_closing_tag_too_many_is_dropped():
    assert "</div>" not in html("text</div></div>")


def test_an_external_link_gives_the_other_page_no_hold_on_ours():
    assert '<a rel="noopener" href="https://x.example/" title="a &gt; b">' in html('[x](https://x.example/ "a > b")')
    assert '<a rel="noopener" href="//x.example/">' in html("[x](//x.example/)")


def test_a_link_within_the_site_stays_as_it_is():
    assert html("[x](/articles/a/#fix)") == '<p><a href="/articles/a/#fix">x</a></p>'


def test_a_placeholder_shows_the_value_of_the_reader_in_prose_and_in_code():
    page = html("Install {{module|torch}}.\n\n```sh\npip install {{module|torch}}\n```\n", module="mmcv")

    assert page.count('<span class="yours">mmcv</span>') == 2
    assert "torch" not in page


EXAMPLE = '<span class="example" title="An example: put your own in its place">'


def test_a_placeholder_without_value_shows_its_example_as_an_example():
    assert html("`pip install {{module|torch}}`") == f"<p><code>pip install {EXAMPLE}torch</span></code></p>"


def test_an_example_says_what_it_is_in_the_language_of_the_page():
    page = to_html("`{{x|y}}`", language="zh-hans").html

    assert '<span class="example" title="示例：请换成你自己的内容">y</span>' in page


@pytest.mark.parametrize("name", ["PORT", "PATH_TO_FILE", "-9", "62.00 MiB", "12.1"])
def test_a_name_or_number_in_prose_is_shown_as_an_example(name):
    assert html(f"It wants {{{{x|{name}}}}}.") == f"<p>It wants {EXAMPLE}{name}</span>.</p>"


@pytest.mark.parametrize("words", ["this allocation", "another", "The option", "这次申请"])
def test_words_that_the_sentence_reads_on_with_are_no_example(words):
    assert html(f"It wants {{{{x|{words}}}}}.") == f"<p>It wants {words}.</p>"


def test_a_value_that_code_may_not_hold_leaves_an_example_there_and_the_value_in_prose():
    page = html("{{x|Y}} `ls {{x|Y}}`", x="$(reboot)")

    assert page == f'<p><span class="yours">$(reboot)</span> <code>ls {EXAMPLE}Y</span></code></p>'


def test_a_text_has_examples_only_where_a_paste_could_fill_one_in():
    assert has_examples("`ls {{path|PATH}}`")
    assert not has_examples("It wants {{size|this allocation}} of `memory`.")


def test_plain_text_shows_an_example_without_a_mark():
    assert to_text("`ls {{path|PATH}}`") == "ls PATH"


def test_a_placeholder_may_stand_in_a_table():
    assert '<td data-label="a"><span class="yours">a|b</span></td>' in html("| a |\n|---|\n| {{x|y}} |\n", x="a|b")


def test_a_value_is_shown_as_text_whatever_it_holds():
    page = html("{{x|y}}\n\n```python\n{{x|y}}\n```\n", x="<script>alert('1')</script> **b** {{x|y}} \\1")

    assert "<script>" not in page
    assert page.count("&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt; **b** {{x|y}} \\1") == 1
    assert f"<code>{EXAMPLE}y</span>" in page  # code keeps its example


def test_a_value_in_code_is_quoted_before_it_is_escaped():
    page = html('```bash\nls "{{x|y}}"\n```\n', x=r"D:\\new")

    assert '"<span class="yours">D:\\\\new</span>"' in page


def test_a_value_within_an_address_cannot_leave_it():
    page = html("[x](https://example.org/project/{{x|torch}}/)", x='"><b>')

    assert 'href="https://example.org/project/%22%3E%3Cb%3E/"' in page


def test_a_value_cannot_give_an_address_its_scheme():
    assert 'href="javascript%3Aalert%281%29"' in html("[x]({{x|y}})", x="javascript:alert(1)")


def test_a_value_changes_the_heading_but_not_its_anchor():
    rendered = to_html("## No {{module|torch}}\n", {"module": "mmcv"})

    assert rendered.headings == (Heading(2, "no-torch", "No mmcv"),)
    assert 'id="no-torch"' in rendered.html


def test_the_word_that_stands_for_a_placeholder_may_occur_in_the_text():
    assert html("yoursq0z {{x|Y}}") == f"<p>yoursq0z {EXAMPLE}Y</span></p>"


def test_template_code_that_is_no_placeholder_is_left_alone():
    assert html("`{{ x }} {% y %}`") == "<p><code>{{ x }} {% y %}</code></p>"


def test_placeholders_are_listed_as_they_are_written():
    assert list(placeholders("{{a|b}} {{ x }}\n\n```\n{{c|}}\n```\n")) == ["{{a|b}}", "{{c|}}"]


def test_plain_text_keeps_the_words_and_drops_the_marks():
    text = to_text("# A `b`\n\n**c** [d](https://x.example) {{e|f}}\n\n```python\ng < 1\n```\n\n| h |\n|---|\n| i |\n")

    assert text.split() == ["A", "b", "c", "d", "f", "g", "<", "1", "h", "i"]


def test_plain_text_holds_no_script():
    assert to_text("a <script>alert(1)</script> b").split() == ["a", "b"]


def test_a_block_of_code_is_escaped():
    assert "&lt;script&gt;" in code_html("<script>", "text")


def test_each_cell_of_a_table_names_its_column():
    table = html("| it says | `do` this |\n|---|---|\n| boom | `run` |\n| bang | |\n")

    assert '<td data-label="it says">boom</td>' in table
    assert '<td data-label="do this"><code>run</code></td>' in table
    assert table.count("data-label") == 4


def test_a_heading_of_a_column_stays_text_in_its_cells():
    assert '<td data-label="a &quot;b&quot; &gt; c">x</td>' in html('| a "b" > c | d |\n|---|---|\n| x | y |\n')


def test_a_heading_answers_to_its_former_anchor_as_well():
    rendered = to_html("## Fix\n\n### What does not fix it\n\nA longer fuse.\n")

    assert '<span id="what-does-not-cure-it"></span><h3 id="what-does-not-fix-it">' in rendered.html
    assert [heading.id for heading in rendered.headings] == ["fix", "what-does-not-fix-it"]


def test_a_heading_that_was_reworded_keeps_its_former_anchor():
    rendered = to_html("### Memory is fragmented {was: vllm}\n\n### For old versions {only: torch<2} {was: old}\n")

    assert [(heading.text, heading.id, heading.only) for heading in rendered.headings] == [
        ("Memory is fragmented", "memory-is-fragmented", ""),
        ("For old versions", "for-old-versions", "torch<2"),
    ]
    assert '<span id="vllm"></span><h3 id="memory-is-fragmented">' in rendered.html
    assert '<span id="old"></span><h3 id="for-old-versions">' in rendered.html
    assert "was:" not in rendered.html


@pytest.mark.parametrize("heading", ["Call `.module` first", "Delete `{{file|FILE}}` and `a < b`"])
def test_a_heading_with_code_keeps_its_former_anchor_and_its_condition(heading):
    rendered = to_html(f"### {heading} {{only: torch<2}} {{was: old}}\n")

    assert '<span id="old"></span><h3' in rendered.html
    assert [found.only for found in rendered.headings] == ["torch<2"]


@pytest.mark.slow
def test_every_former_anchor_of_the_articles_still_leads_somewhere():
    bodies = [(article.slug, article.body) for article in published_articles()]
    former = [(slug, was, body) for slug, body in bodies for was in re.findall(r"\{was: (\S+)\}", body)]

    assert len(former) > 20
    assert [(slug, was) for slug, was, body in former if f'<span id="{was}"></span>' not in to_html(body).html] == []


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("`a`。然后", '<p><span class="tied"><code>a</code>。</span>然后</p>'),
        ("(`a`).", '<p>(<span class="tied"><code>a</code>).</span></p>'),
        ("[`a`](/b), c", '<p><span class="tied"><a href="/b"><code>a</code></a>,</span> c</p>'),
        ("**`a`**：b", '<p><span class="tied"><strong><code>a</code></strong>：</span>b</p>'),
        ("`a` b.", "<p><code>a</code> b.</p>"),
        ("a。", "<p>a。</p>"),
    ],
)
def test_a_stop_behind_code_is_tied_to_it(markdown, expected):
    assert to_html(markdown).html == expected


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("**看数字。** 从上往下。", "<p><strong>看数字。</strong>从上往下。</p>"),
        ("**看：** `a`", "<p><strong>看：</strong><code>a</code></p>"),
        ("**Look.** Then go.", "<p><strong>Look.</strong> Then go.</p>"),
        ("**看** torch。", "<p><strong>看</strong> torch。</p>"),
        ("**看。**\n然后", "<p><strong>看。</strong>\n然后</p>"),
    ],
)
def test_no_blank_stands_behind_a_full_width_stop(markdown, expected):
    assert to_html(markdown).html.strip() == expected


def test_the_name_of_a_heading_has_no_tied_stop():
    assert [heading.text for heading in to_html("## `a`: b").headings] == ["a: b"]
    assert "tied" not in to_html("## `a`: b").html
