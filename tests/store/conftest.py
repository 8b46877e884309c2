"""A site whose database is away."""

import pytest

from tools.databases import use_database

# What make test does with both databases; the others with SQLite, and CI does all with both.
WITH_BOTH = {
    "test_a_vote_is_counted_and_thanked_for",
    "test_who_thinks_again_has_one_vote",
    "test_a_client_has_a_vote_on_each_article_and_fix_and_others_have_theirs",
    "test_looking_finds_a_migration_that_is_missing",
    "test_a_sketch_is_kept_and_thanked_for",
    "test_sketches_at_the_same_moment_are_all_counted",
    "test_the_largest_sketch_that_is_offered_is_taken",
    "test_the_most_wanted_stands_first",
    "test_an_error_that_three_networks_sent_is_listed",
    "test_the_oldest_that_one_network_sent_makes_room_and_nothing_else_does",
}


@pytest.hookimpl(tryfirst=True)  # before what is slow is left out
def pytest_collection_modifyitems(items):
    for item in items:
        is_of_both = "database" in item.fixturenames and item.path.name in {"test_votes.py", "test_wanted.py"}
        if is_of_both and "postgresql" in item.name and item.originalname not in WITH_BOTH:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(params=["unreachable", "not migrated"])
def no_database(request, django_db_blocker, tmp_path):
    url = (
        "postgresql://me@127.0.0.1:9/state"
        if request.param == "unreachable"
        else f"sqlite:///{tmp_path / 'empty.sqlite3'}"
    )
    with django_db_blocker.unblock(), use_database(url):
        yield request.param
