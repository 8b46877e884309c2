"""What threads may ask of a library at the same time."""

import threading
from contextlib import suppress

import pytest

from kb import library as library_module
from kb.library import get_library, read_library, read_sound
from tests.tracefix.projects.tools import write_card


@pytest.fixture
def at_once(monkeypatch, articles_dir):
    """Lets eight threads match a text, and tells how many were at it together at most."""
    library = get_library()
    lock, inside, most = threading.Lock(), 0, 0
    diagnose = library_module.diagnose
    together = threading.Barrier(2)

    def counted(text, catalogue):
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        with suppress(threading.BrokenBarrierError):  # nobody else came
            together.wait(0.05)
        answer = diagnose(text, catalogue)
        with lock:
            inside -= 1
        return answer

    monkeypatch.setattr(library_module, "diagnose", counted)

    def run(text):
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(library.diagnose(text))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(answers) == 8
        return most

    return run


def test_short_texts_are_matched_in_turn(at_once):
    assert at_once("boom happened in 'cellar'") == 1


def test_a_long_text_waits_for_nobody(at_once):
    assert at_once("epoch 1 step 2 loss 0.3\n" * 4_000) > 1


def test_a_broken_card_stops_no_answer_and_stays_as_it_was(settings, tmp_path, articles_dir):
    settings.PROJECTS_DIR = root = tmp_path / "projects"
    write_card(root)
    before = read_library()
    write_card(root, header="project: 1\n")

    library, problems = read_sound(before)

    assert {problem.path for problem in problems} == {root / "cellar" / "card.yaml"}
    assert [card.project for card in library.catalogue.projects.cards] == ["Cellar"]
    assert library.articles == before.articles


def test_a_card_that_is_removed_is_gone(settings, tmp_path, articles_dir):
    settings.PROJECTS_DIR = root = tmp_path / "projects"
    write_card(root, header="project: 1\n", name="attic")
    folder = write_card(root)
    with_card, _ = read_sound(None)
    (folder / "card.yaml").unlink()
    folder.rmdir()

    assert [len(library.catalogue.projects.cards) for library in (with_card, read_sound(with_card)[0])] == [1, 0]
