"""Whose log a file is, and whose line a line."""

import pytest

from tracefix.triage.ranks import in_words, rank_of_path, rank_of_prefix, ranks_of_paths, split_prefix


@pytest.mark.parametrize(
    ("path", "rank"),
    [
        ("run/abc_x1/attempt_0/3/stderr.log", 3),
        ("run/abc_x1/attempt_0/12/error.json", 12),
        ("run/attempt_0/3/stdout.log.gz", 3),
        ("logs/slurm-4711_5.out", 5),
        ("logs/rank_07.log", 7),
        ("logs/global_rank-2.txt", 2),
        ("llama-worker-3.log", 3),
        ("pods/train-5-x7k2p.log", 5),
        ("pods/ml_train-5_0a1b2c3d-1111-2222-3333-444455556666/trainer/0.log", 5),
        ("pods/ml_train-5-x7k2p_0a1b2c3d-1111-2222-3333-444455556666/trainer/1.log", 5),
        ("pods/ml_job-worker-2_0a1b2c3d-1111-2222-3333-444455556666/pytorch/0.log", 2),
        ("pods/kube-system_coredns-7d9c5b8f6-x7k2p_0a1b2c3d-1111-2222-3333-444455556666/coredns/0.log", None),
        ("logs/slurm-4711.out", None),
        ("train.log", None),
        ("session_1/logs/worker-0123456789abcdef0123456789abcdef-01000000-4242.err", None),
    ],
)
def test_a_path_tells_the_rank(path, rank):
    assert rank_of_path(path) == rank


def test_names_that_differ_in_a_small_number_are_those_of_ranks():
    assert ranks_of_paths(["logs/0.log", "logs/1.log", "logs/2.log"]) == {
        "logs/0.log": 0, "logs/1.log": 1, "logs/2.log": 2,
    }  # fmt: skip


def test_names_that_differ_in_a_date_are_not():
    assert ranks_of_paths(["train-20260101.log", "train-20260102.log"]) == {}


def test_the_workers_of_a_master_follow_it():
    assert ranks_of_paths(["a-master-0.log", "a-worker-0.log", "a-worker-1.log"]) == {
        "a-master-0.log": 0, "a-worker-0.log": 1, "a-worker-1.log": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "rank", "rest"),
    [
        ("[rank3]: ValueError: x", 3, "ValueError: x"),
        ("[rank3]:[W1031 10:00:00.123456 1234 file.cc:12] x", 3, "x"),
        ("[default2]:x", 2, "x"),
        ("3: x", 3, "x"),
        ("[3]: x", 3, "x"),
        ("[1,5]<stderr>:x", 5, "x"),
        ("2026-01-01 10:00:00,123 INFO x", None, "x"),
        ("x: 3", None, "x: 3"),
    ],
)
def test_a_prefix_tells_the_rank(line, rank, rest):
    prefix, text = split_prefix(line)

    assert (rank_of_prefix(prefix), text) == (rank, rest)


def test_ranks_are_written_as_people_do():
    assert in_words([7, 0, 1, 2, 4, 6]) == "0-2, 4, 6-7"
