"""An article's scripts and its Markdown, raw."""

import pytest


@pytest.mark.parametrize(
    "name", ["repro.py", "fixed.py", "repro_ray.py", "fixed_ray.py", "article.md", "runs/py3.8.txt"]
)
def test_a_file_is_served_as_it_is(boom, boom_client, name):
    response = boom_client.get(f"/articles/boom/{name}")

    assert response.status_code == 200
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content == (boom / name).read_bytes()


def test_the_source_of_a_stand_in_is_served_as_it_is(boom, boom_client):
    (boom / "standin").mkdir()
    (boom / "standin" / "gpu.c").write_text("int gpu;\n")
    response = boom_client.get("/articles/boom/standin/gpu.c")

    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content == b"int gpu;\n"
    assert boom_client.get("/articles/boom/gpu.c").status_code == 404
    assert boom_client.get("/articles/boom/standin/").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "boom/other.py",
        "boom/runs",
        "boom/runs/py2.7.txt",
        "boom/runs/../article.md",
        "boom/standin/../article.md",
        "boom/standin/gpu.c",
        "boom/article.zh-hans.md",
        "boom/..%2fbang%2farticle.md",
        "boom/%2e%2e",
        "boom/../tags.yaml",
        "boom/%2fetc%2fpasswd",
        "boom/repro.py%00",
        "boom/REPRO.PY",
        "unknown/repro.py",
        "../articles/boom/repro.py",
        "boom/repro.py/",
    ],
)
def test_nothing_else_is_served(boom_client, path):
    response = boom_client.get(f"/articles/{path}")

    assert response.status_code in (301, 404)  # a path with dots is first made plain
    assert b"script" not in response.content or response.status_code == 404


def test_an_earlier_name_redirects_to_the_file_of_today(client):
    response = client.get("/articles/plop/article.md")

    assert response.status_code == 301
    assert response["Location"] == "/articles/bang/article.md"


def test_what_is_put_in_the_place_of_a_file_is_not_served(boom, boom_client, tmp_path):
    """As a link to the key of the server was."""
    (tmp_path / "secret_key").write_text("the-secret-key")
    boom_client.get("/articles/boom/")
    (boom / "article.md").unlink()
    (boom / "article.md").symlink_to(tmp_path / "secret_key")

    response = boom_client.get("/articles/boom/article.md")

    assert response.status_code == 404
    assert b"the-secret-key" not in response.content
