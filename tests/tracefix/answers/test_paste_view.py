"""How a paste is shown (tracefix/answers/paste_view.py)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracefix.answers.paste_view import LONGEST_KEPT, UNFOLDED, mark, text_to_edit
from tracefix.matching.spans import Span
from tracefix.reading.report import Frame


def shown(line_groups):
    return [(group.is_folded, len(group.lines) or group.left_out) for group in line_groups]


def evidence(line_groups):
    return [piece.text for group in line_groups for line in group.lines for piece in line.pieces if piece.is_evidence]


def test_a_short_paste_is_shown_whole_with_its_evidence():
    (group,) = mark("one\ntwo three\n", [Span(4, 7)], [2])

    assert [(piece.text, piece.is_evidence) for piece in group.lines[1].pieces] == [("two", True), (" three", False)]
    assert [line.is_error for line in group.lines] == [False, True]
    assert [line.number for line in group.lines] == [1, 2]


def test_evidence_over_several_lines_is_marked_in_each():
    assert evidence(mark("a bc\r\nde\nf", [Span(2, 9)])) == ["bc", "de"]


def test_overlapping_evidence_is_marked_once():
    assert evidence(mark("abcdef", [Span(1, 4), Span(0, 2), Span(3, 5), Span(5, 5)])) == ["abcde"]


def test_a_line_that_only_underlines_or_parts_others_is_known_as_one():
    lines = ["    a = b + c", "        ~~^~~", "    ^^^^", "=====", "x ^ y", "E   ^^", "== FAILURES =="]
    (group,) = mark("\n".join(lines))

    assert [line.is_ruling for line in group.lines] == [False, True, True, True, False, False, False]


def test_a_long_paste_folds_what_is_far_from_the_evidence():
    text = "".join(f"line {number}\n" for number in range(1, 201))
    start = text.index("line 100\n")

    line_groups = mark(text, [Span(start, start + 8)])

    assert shown(line_groups) == [(False, 2), (True, 91), (False, 9), (True, 97), (False, 1)]
    assert [line.number for line in line_groups[2].lines] == list(range(94, 103))


def test_a_gap_of_a_few_lines_is_not_folded():
    text = "x\n" * (UNFOLDED + 10)

    assert not any(is_folded and size < 5 for is_folded, size in shown(mark(text, [], [8, 20, 33])))


def test_without_evidence_the_beginning_is_in_view():
    assert shown(mark("x\n" * 100)) == [(False, 20), (True, 79), (False, 1)]


def test_what_is_too_much_to_send_is_counted():
    line_groups = mark("x" * 100 + "\n" + ("y" * 100 + "\n") * 50_000, [Span(0, 5)])

    assert [group.left_out for group in line_groups if group.left_out] == [49_997]


def test_the_middle_of_a_very_long_line_is_left_out_but_never_its_evidence():
    text = "x" * 50_000 + "HERE" + "y" * 50_000
    (group,) = mark(text, [Span(50_000, 50_004)])
    (line,) = group.lines

    assert [(len(piece.text), piece.left_out, piece.is_evidence) for piece in line.pieces] == [
        (300, 0, False),
        (0, 49_400, False),
        (300, 0, False),
        (4, 0, True),
        (300, 0, False),
        (0, 49_700, False),
    ]


def test_control_characters_are_shown_as_pictures_of_the_same_number():
    (group,) = mark("a\x00\x1b[31mb\rc\x7f", [Span(7, 8)])

    assert "".join(piece.text for piece in group.lines[0].pieces) == "a␀␛[31mb␍c␡"
    assert evidence([group]) == ["b"]


STACK = """\
[rank0]: Traceback (most recent call last):
[rank0]:   File "/home/jane/train.py", line 12, in <module>
[rank0]:     main()
[rank0]:   File "/opt/venv/lib/python3.11/site-packages/torch/nn/linear.py", line 134, in forward
[rank0]:     return F.linear(input)
[rank0]:            ^^^^^^^^^^^^^^^
[rank0]:   File "/usr/lib/python3.11/queue.py", line 9, in get
[rank0]:     raise Empty
[rank0]: RuntimeError: 12 and 1.96 GiB, not 1.96 MiB
"""
FRAMES = [
    Frame("/home/jane/train.py", 12, "<module>", 2),
    Frame("/opt/venv/lib/python3.11/site-packages/torch/nn/linear.py", 134, "forward", 4),
    Frame("/usr/lib/python3.11/queue.py", 9, "get", 7),
]


def test_frames_of_libraries_are_folded_and_named_and_the_readers_own_stand_out():
    line_groups = mark(STACK, [], [9], FRAMES)

    assert shown(line_groups) == [(False, 3), (True, 5), (False, 1)]
    assert line_groups[1].packages == ("torch", "Python")
    assert [line.number for line in line_groups[0].lines if line.is_own] == [2, 3]
    assert [piece.text for piece in line_groups[0].lines[1].pieces if piece.is_place] == ["train.py", "line 12"]
    assert not any(line.is_own for line in line_groups[2].lines)


@pytest.mark.parametrize("file", ["/home/user/project/", "/", "C:\\project\\"])
def test_an_own_frame_without_the_name_of_a_file_is_shown_with_its_line(file):
    head = f'  File "{file}", line 18, in f'
    (group,) = mark(f"{head}\n    stir()", frames=[Frame(file, 18, "f", 1)])

    assert "".join(piece.text for piece in group.lines[0].pieces) == head
    assert [piece.text for piece in group.lines[0].pieces if piece.is_place] == ["line 18"]


def test_a_frame_that_decided_is_not_folded():
    start = STACK.index("F.linear")

    assert shown(mark(STACK, [Span(start, start + 8)], [9], FRAMES)) == [(False, 9)]


def test_a_short_stack_of_a_library_is_not_folded():
    assert shown(mark(STACK, [], [9], FRAMES[:1] + FRAMES[2:])) == [(False, 9)]


def test_what_stands_below_a_frame_and_is_not_further_in_is_not_its_line():
    (group,) = mark('  File "train.py", line 1, in f\nx = 1\n', [], [], [Frame("train.py", 1, "f", 1)])

    assert [line.is_own for line in group.lines] == [True, False]


def test_the_answers_values_are_pointed_out_where_they_decided_and_nowhere_else():
    start = STACK.index("RuntimeError")

    (group,) = mark(STACK, [Span(start, len(STACK))], [9], [], ["1.96", "1.96 GiB", "1", "main"])

    pieces = [piece.text for line in group.lines for piece in line.pieces if piece.is_value]
    assert pieces == ["1.96 GiB", "1.96"]
    assert evidence([group]) == ["RuntimeError: 12 and ", "1.96 GiB", ", not ", "1.96", " MiB"]


@given(st.text(max_size=300), st.lists(st.tuples(st.integers(0, 310), st.integers(0, 310)), max_size=5))
def test_any_text_with_any_spans_is_shown_completely(text, spans):
    frames = [Frame(name, 1, "f", line) for name in ("a.py", "/x/site-packages/torch/a.py") for line in (1, 3, 9)]
    line_groups = mark(text, [Span(start, end) for start, end in spans], [2], frames, ["ab", "  ", "\n1"])

    lines = [line for group in line_groups for line in group.lines]
    expected = text.removesuffix("\n").split("\n")
    assert [line.number for line in lines] == list(range(1, len(expected) + 1))
    assert [len("".join(piece.text for piece in line.pieces)) for line in lines] == [
        len(line.removesuffix("\r")) for line in expected
    ]


def test_a_paste_to_edit_has_pictures_of_its_control_characters():
    assert text_to_edit("a\x1b[31mb\r\n\tc\x00\n") == "a␛[31mb\n\tc␀\n"


def test_a_paste_is_put_back_up_to_a_limit():
    assert text_to_edit("x" * LONGEST_KEPT) == "x" * LONGEST_KEPT
    assert text_to_edit("x" * (LONGEST_KEPT + 1)) == ""
