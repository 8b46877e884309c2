"""The logs of a job, sent together: which event ended it, and the answer to that."""

import gzip
import itertools

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.pages.tools import BOOM, paste_box, text

URL = "/match/"
GONE = "RuntimeError: [a/pair.cc:553] Connection closed by peer [10.0.0.1]:1\n"


def send(client, *files, status=200, **fields):
    uploads = [
        SimpleUploadedFile(name, content if isinstance(content, bytes) else content.encode()) for name, content in files
    ]
    response = client.post(URL, {"text": "", "file": uploads, **fields})
    assert response.status_code == status, text(response)
    return response


def test_it_says_who_failed_first_then_who_died_of_it_then_the_known_error(client):
    page = text(send(client, ("rank0.log", GONE), ("rank1.log", f"step 1\n{BOOM}"), ("rank2.log", GONE)))

    assert "3 logs read" in page
    said = ["Rank 1 failed first.", "rank1.log:", "Ranks that ended because of it: 0, 2.", "The fix of boom."]
    assert [page.index(each) for each in said] == sorted(page.index(each) for each in said)


def test_the_message_stands_above_only_where_the_answer_is_about_another(client):
    cold = 'Traceback (most recent call last):\n  File "b.py", line 1, in g\nSoupError: cold\n'
    same = send(client, ("rank0.log", GONE), ("rank1.log", BOOM)).content.decode()
    other = send(client, ("rank0.log", GONE), ("rank1.log", cold + BOOM)).content.decode()

    above = [page[page.index('class="job"') : page.index("<h2")] for page in (same, other)]
    assert ["<pre" in each for each in above] == [False, True]


def test_the_lines_around_the_cause_are_shown_and_the_box_is_empty(client):
    response = send(client, ("rank0.log", GONE), ("rank1.log", BOOM))

    assert "The lines around it" in text(response)
    assert paste_box(response) == ""


def test_ranks_with_times_are_drawn_on_one_axis(client):
    waited = f"2026-11-23 08:51:31 ERROR {GONE}"
    logs = ("rank0.log", waited), ("rank1.log", f"2026-11-23 08:41:20 ERROR step 1\n{BOOM}")
    page = text(send(client, *logs))

    assert "When each rank failed rank 0 2026-11-23 08:51:31 rank 1 2026-11-23 08:41:20" in page
    assert "When each rank failed" not in text(send(client, ("rank0.log", GONE), ("rank1.log", BOOM)))


def test_the_page_has_one_heading_of_the_first_level(client):
    page = send(client, ("rank0.log", GONE), ("rank1.log", BOOM)).content.decode()

    assert page.count("<h1") == 1
    assert "<title>Rank 1 failed first. · Tracefix</title>" in page


def test_the_folder_of_a_file_tells_its_rank_where_the_form_names_it(client):
    paths = [f"run/attempt_0/{rank}/stderr.log" for rank in (5, 6)]
    page = text(send(client, ("stderr.log", GONE), ("stderr.log", BOOM), path=paths))

    assert "Rank 6 failed first." in page
    assert "run/attempt_0/6/stderr.log" in page


def test_paths_that_are_not_one_for_each_file_are_ignored(client):
    assert "rank1.log" in text(send(client, ("rank0.log", GONE), ("rank1.log", BOOM), path=["x"]))


def test_logs_without_a_cause_are_told_so_above_the_box(client):
    response = send(client, ("rank0.log", "step 1\n"), ("rank1.log", "step 1\n"))

    assert "No event that explains an end was found." in text(response)
    assert paste_box(response) == ""


def test_one_compressed_log_is_a_job_too(client):
    assert "One log read" in text(send(client, ("train.log.gz", gzip.compress(BOOM.encode()))))


def test_one_log_is_a_paste_as_ever(client):
    assert "log read" not in text(send(client, ("err.log", BOOM)))


def test_what_is_not_read_is_named(client):
    page = text(send(client, ("rank0.log", b""), ("model.bin", b"\x7fELF\x02"), ("rank1.log", BOOM)))

    assert "Not read: rank0.log: it is empty." in page
    assert "Not read: model.bin: it is no text." in page
    assert "The fix of boom." in page


def test_that_not_all_of_a_log_is_read_is_said_in_both_languages(client):
    words = map("".join, itertools.product("abcdefgh", repeat=4))
    flood = "".join(
        f"[rank{rank}]: {word}Traceback (most recent call last)\n[rank{rank}]: x{word}\n"
        for rank, word in enumerate(words)
    )
    files = [("rank0.log", flood), ("rank1.log", BOOM)]

    assert "Not read: rank0.log: it has too many lines that look like errors" in text(send(client, *files))
    page = client.post("/zh-hans/match/", {"file": [SimpleUploadedFile(name, data.encode()) for name, data in files]})

    assert "未读取：rank0.log（像报错的行太多：只读取了其中一部分）。" in text(page)


def test_where_none_can_be_read_each_is_named(client):
    page = text(send(client, ("rank0.log", b""), ("rank1.log", b"PK\x03\x04"), status=400))

    assert "None of the files can be read: rank0.log: it is empty; rank1.log: it is no text." in page


def test_too_many_files_are_refused(client):
    page = text(send(client, *[(f"rank{rank}.log", "x") for rank in range(101)], status=400))

    assert "Send up to 100 files at once." in page


def test_files_that_are_too_large_together_are_refused(client):
    half = b"x" * (5 * 1024 * 1024 + 1)

    assert "larger than 10 MB" in text(send(client, ("a.log", half), ("b.log", half), status=413))


@pytest.mark.parametrize("evil", ["<script>alert(1)</script>", "{{ settings.SECRET_KEY }}", "{% debug %}"])
def test_names_and_lines_are_escaped(client, evil):
    files = (("rank0.log", GONE), ("rank1.log", f"ValueError: {evil}\n"))
    page = send(client, *files, path=[f"{evil}/rank0.log", f"{evil}/rank1.log"]).content.decode()

    assert "<script>alert" not in page
    assert evil.replace("<", "&lt;").replace(">", "&gt;") in page


def test_it_speaks_chinese(client):
    response = client.post(
        "/zh-hans/match/", {"file": [SimpleUploadedFile("rank0.log", GONE.encode()), SimpleUploadedFile("b", b"")]}
    )

    assert "Not read:" not in text(response)


def test_no_cache_keeps_it(client):
    assert "no-store" in send(client, ("rank0.log", GONE), ("rank1.log", BOOM))["Cache-Control"]


def test_nothing_of_it_is_logged(client, caplog):
    send(client, ("rank0.log", GONE), ("secret-name.log", BOOM))

    assert "secret-name" not in caplog.text
    assert "boom" not in caplog.text
