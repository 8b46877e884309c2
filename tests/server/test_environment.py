"""A setting is read as what it is, or refused by its name, with what may stand there; a secret is never quoted."""

import errno
import os
from pathlib import Path

import pytest

from kb.server.environment import Environment, choose_settings
from kb.store.database_url import describe_database, nameable_parts, read_database_url, read_redis_url

PASSWORD = "hunter2"


def problem(read, **variables):
    """The one thing that is wrong with these variables."""
    environment = Environment(variables)
    read(environment)
    (told,) = environment.problems
    return told


@pytest.mark.parametrize(("value", "is_on"), [("", False), ("off", False), ("No", False), ("1", True), ("YES", True)])
def test_flags(value, is_on):
    environment = Environment({"FLAG": value})

    assert environment.flag("FLAG") is is_on
    assert not environment.problems


@pytest.mark.parametrize("value", ["yess", "2", "y", "-"])
def test_what_is_no_flag_is_refused(value):
    assert problem(lambda env: env.flag("FLAG"), FLAG=value).startswith(f"FLAG is {value!r}: write 1, true,")


@pytest.mark.parametrize("value", ["one", "-1", "10", "1.0", "٣", "²"])
def test_what_is_no_number_up_to_the_largest_is_refused(value):
    told = problem(lambda env: env.number("NUMBER", 0, most=9), NUMBER=value)

    assert told == f"NUMBER is {value!r}: write a whole number from 0 to 9, such as 0."


@pytest.mark.parametrize("value", ["a.example", "a.example, 127.0.0.1,[::1]", ".example", "*", "a_b", "localhost"])
def test_hosts(value):
    environment = Environment({"HOSTS": value})

    assert environment.hosts("HOSTS", "localhost") == [item.strip() for item in value.split(",")]
    assert not environment.problems


@pytest.mark.parametrize("value", ["http://a", "a/", "a:80", "a b", ",", "a,https://b", "::1", "é.example"])
def test_what_is_no_host_is_refused(value):
    assert problem(lambda env: env.hosts("HOSTS", "localhost"), HOSTS=value).startswith(
        f"HOSTS is {value!r}: write host"
    )


@pytest.mark.parametrize(
    "value", ["http://localhost:8000", "https://a.example/b/", "https://[::1]:8", "https://a-b.c/~d"]
)
def test_addresses(value):
    environment = Environment({"ADDRESS": value})

    assert environment.address("ADDRESS", "https://a.example") == value.rstrip("/")
    assert not environment.problems


BAD_ADDRESSES = [
    "a.example", "//a.example", "ftp://a.example", "javascript:alert(1)", "https://", "https:///path", "https:a.example",
    "https://a b", "https://a.example/?q=1", "https://a.example/#x", 'https://a.example/"',
    "https://[",
]  # fmt: skip


@pytest.mark.parametrize("value", BAD_ADDRESSES)
def test_what_is_no_address_is_refused(value):
    told = problem(lambda env: env.address("ADDRESS", "https://a.example"), ADDRESS=value)

    assert told == "ADDRESS cannot be used: write an address with https:// or http://, such as https://a.example."


@pytest.mark.parametrize("port", ["port", "99999", "0"])
def test_a_port_that_is_none_is_what_is_told_of_an_address(port):
    value = f"https://a.example:{port}"

    told = problem(lambda env: env.address("ADDRESS", "https://a.example"), ADDRESS=value)

    assert told == "ADDRESS cannot be used: its port is no number from 1 to 65535."


def test_all_hosts_of_a_domain_are_written_without_a_star():
    told = problem(lambda env: env.hosts("HOSTS", "localhost"), HOSTS="b.example,*.a.example")

    assert told == ("HOSTS is 'b.example,*.a.example': write .a.example for this domain and all hosts below it.")
    assert problem(lambda env: env.hosts("HOSTS", "localhost"), HOSTS="*.a b").startswith(
        "HOSTS is '*.a b': write host"
    )


@pytest.mark.parametrize("value", ["60/minute", "1/second", "999999999/day", "off"])
def test_limits(value):
    environment = Environment({"LIMIT": value})

    assert environment.limit("LIMIT", "1/hour") == value
    assert not environment.problems


@pytest.mark.parametrize(
    "value", ["60", "1000000000/day", "60/minit", "60 per minute", "0/day", "/day", "a/day", "Off"]
)
def test_what_is_no_limit_is_refused(value):
    assert problem(lambda env: env.limit("LIMIT", "1/hour"), LIMIT=value).startswith(
        f"LIMIT is {value!r}: write a number"
    )


def test_networks():
    environment = Environment({"NETWORKS": "10.0.0.0/8, ::1/128"})

    assert [str(one) for one in environment.networks("NETWORKS", "")] == ["10.0.0.0/8", "::1/128"]
    for wrong, said in {"10.0.0.1/8": "write 10.0.0.0/8 for", "cellar": "write networks, such as"}.items():
        told = problem(lambda env: env.networks("NETWORKS", ""), NETWORKS=wrong)
        assert told.startswith(f"NETWORKS is '{wrong}': {said}")


def test_a_word_that_may_not_stand_there_is_refused_with_those_that_may():
    assert problem(lambda env: env.choice("WORD", "text", "json"), WORD="xml") == "WORD is 'xml': write text or json."


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "cannot be read (No such file or directory): write the path of the file with the secret."),
        ("\n", "is empty: write the secret into it."),
        (b"\xff", "cannot be read (it is no text): write the path of the file with the secret."),
    ],
)
def test_a_file_without_a_secret_is_refused(tmp_path, content, reason):
    file = tmp_path / "secret"
    if content is not None:
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    told = problem(lambda env: env.secret("KEY"), KEY_FILE=str(file))

    assert told == f"KEY_FILE names a file that {reason}"


READERS = {
    "flag": lambda env: env.flag("NAME"),
    "number": lambda env: env.number("NAME", 0, most=9),
    "choice": lambda env: env.choice("NAME", "text", "json"),
    "hosts": lambda env: env.hosts("NAME", "localhost"),
    "ip": lambda env: env.ip("NAME", "127.0.0.1"),
    "networks": lambda env: env.networks("NAME", ""),
    "address": lambda env: env.address("NAME", "https://a.example"),
    "mail": lambda env: env.mail("NAME", "help@a.example"),
    "limit": lambda env: env.limit("NAME", "1/hour"),
    "folder": lambda env: env.folder("NAME", Path("/tmp")),
    "folders": lambda env: env.folders("NAME"),
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_a_secret_in_the_wrong_line_is_not_quoted(read):
    told = problem(read, NAME=f"postgresql://me:{PASSWORD}@host/db")

    assert told.startswith("NAME cannot be used: ")
    assert PASSWORD not in told


@pytest.mark.parametrize("name", ["flag", "number", "choice", "ip", "networks", "address", "mail", "limit"])
@pytest.mark.parametrize("key", ["0123456789abcdef" * 4, "/c8Xk+27bLq0Zr1nF5mYw3sE9tUvHjD4aGpQeRiTo6Q="])
def test_a_key_in_the_wrong_line_is_not_quoted(name, key):
    told = problem(READERS[name], NAME=key)

    assert told.startswith("NAME cannot be used: write ")
    assert key not in told


@pytest.mark.parametrize("value", ["http//me:hunter2@host", "https://host/v1?key=hunter2", "hunter2"])
def test_an_address_that_cannot_be_used_is_not_quoted(value):
    assert PASSWORD not in problem(READERS["address"], NAME=value)


@pytest.mark.parametrize("secret", [f"postgresql://me:{PASSWORD}@host/db", PASSWORD, PASSWORD * 50])
def test_a_secret_in_the_place_of_its_file_is_not_quoted(secret):
    told = problem(lambda env: env.secret("KEY"), KEY_FILE=secret)

    assert told.startswith("KEY_FILE names a file that cannot be read (")
    assert told.endswith("): write the path of the file with the secret.")
    assert PASSWORD not in told


def test_a_secret_that_is_given_twice_is_refused_without_it(tmp_path):
    (tmp_path / "secret").write_text(PASSWORD)

    told = problem(lambda env: env.secret("KEY"), KEY=PASSWORD, KEY_FILE=str(tmp_path / "secret"))

    assert told == "KEY and KEY_FILE are both set: set one of them."


@pytest.mark.parametrize("value", ["{} ", " {}", "{}\r", "{}\n", '"{}"', "'{}'", "'{}' \r"])
def test_what_is_left_around_a_value_is_told_once_and_without_it(value):
    environment = Environment({name: value.format(PASSWORD) for name in ("TEXT", "SECRET")})

    assert [environment.text("TEXT"), environment.text("TEXT"), environment.secret("SECRET")] == [PASSWORD] * 3
    assert environment.problems == [
        f"{name} has white space or quotes around its value, or a Windows line end: take them away."
        for name in ("TEXT", "SECRET")
    ]


@pytest.mark.parametrize("value", ["it's", "a b", '"', "'a\"", 'a"b"', "C:\\a"])
def test_what_belongs_to_a_value_is_kept(value):
    environment = Environment({"TEXT": value})

    assert environment.text("TEXT") == value
    assert not environment.problems


def test_folders_are_there_or_not_yet_and_one_that_cannot_be_read_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    environment = Environment({"FOLDERS": f"{tmp_path}:{tmp_path}/new:"})

    assert environment.folders("FOLDERS") == [tmp_path, tmp_path / "new"]
    assert environment.folders("NONE") == []
    assert not environment.problems
    told = problem(lambda env: env.folders("FOLDERS"), FOLDERS=f"{tmp_path}:{tmp_path}/file")
    assert told == f"FOLDERS is '{tmp_path}/file': the folder cannot be read (Not a directory): name a folder."


@pytest.mark.parametrize("mode", [0o000, 0o400, 0o100])
def test_a_folder_that_another_user_alone_may_read_is_refused(tmp_path, monkeypatch, mode):
    def refuse(path):
        # as the kernel does: to look into a folder needs the right to read it, to pass through it another one
        needs = 0o500 if str(path).endswith("/.") else 0o400
        if needs & ~mode:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr(os, "scandir", refuse)

    told = problem(lambda env: env.folder("FOLDER", tmp_path), FOLDER=str(tmp_path))

    assert told == (
        f"FOLDER is '{tmp_path}': the folder cannot be read (Permission denied): "
        "let the user that runs this read it, and open the folders above it."
    )


def test_a_secret_that_another_user_alone_may_read_is_refused(monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "read_text", refuse)

    assert problem(lambda env: env.secret("KEY"), KEY_FILE="/etc/key") == (
        "KEY_FILE names a file that cannot be read (Permission denied): "
        "let the user that runs this read it, and open the folders above it."
    )


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("TRACEFIX_PROXY", "did you mean TRACEFIX_PROXIES?"),
        ("tracefix_proxies", "did you mean TRACEFIX_PROXIES?"),
        ("Tracefix-Proxies", "did you mean TRACEFIX_PROXIES?"),
        ("tracefix_colour", "docs/settings.md lists the settings."),
    ],
)
def test_a_name_that_is_no_setting_is_told_however_it_is_written(name, hint):
    def read(environment):
        environment.number("TRACEFIX_PROXIES", 0, most=9)
        environment.check_names("TRACEFIX_")

    assert problem(read, **{name: "1"}) == f"{name} is no setting: {hint}"


def test_names_without_the_prefix_are_those_of_others():
    environment = Environment({"OTHER_PROXIES": "1", "MY_TRACEFIX_PROXIES": "1", "TRACEFIX": "1"})

    environment.check_names("TRACEFIX_")

    assert not environment.problems


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (read_database_url, f"postgresql://me:12#{PASSWORD}@host/db"),  # its host would be me, its port 12
        (read_redis_url, f"redis://me:12#{PASSWORD}@host/0"),
        (read_redis_url, f"me:{PASSWORD}@host"),
        (read_redis_url, f"redis://me:{PASSWORD}@host:x/0"),
        (read_redis_url, f"redis://me:{PASSWORD}@host:99999/0"),
        (read_redis_url, f"redis://me:{PASSWORD}@host:6379/zero"),
        (read_redis_url, f"redis://me:{PASSWORD}@host:637999/0"),
        (read_redis_url, f"redis://me:{PASSWORD}/x@host/0"),
        (read_redis_url, "redis://"),
    ],
)
def test_a_url_that_cannot_be_used_is_refused_without_its_password(read, value):
    told = problem(lambda env: env.parse("URL", value, read, None))

    port = "its port is no number from 1 to 65535; " if value.endswith("99/0") else ""
    assert told.startswith(f"URL cannot be used: {port}it looks like ")
    assert PASSWORD not in told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (f"postgresql://me:{PASSWORD}@host:5432", "it names no database: it looks like "),
        (f"postgresql://me:{PASSWORD}@host:5432/", "it names no database: it looks like "),
        ("sqlite:///", "it names no database: it looks like "),
        ("sqlite://:memory:", "it names no database: it looks like "),
        (f"postgresql://me:{PASSWORD}@host/db?sslmod=require", "an option after ? is unknown: did you mean sslmode."),
        (
            f"postgresql://me:a@host/db?sslmode={PASSWORD}",
            "sslmode is one of disable, allow, prefer, require, verify-ca",
        ),
        (f"postgresql://me:{PASSWORD}@host/db?ssl=true", "there is no option ssl: write sslmode=require, or "),
        (f"postgresql://me:{PASSWORD}@host/db?colour=red", "an option after ? is unknown: in a password, # is %23"),
        (f"postgresql://me:pass@host/db?{PASSWORD}=x@host/db", "an option after ? is unknown: in a password, "),
        *(
            (f"{scheme}me:{PASSWORD}@host/db", "it begins with neither postgresql:// nor sqlite://; it looks like ")
            for scheme in ("mysql://", "postgress://", "")
        ),
        *(
            (f"postgresql://me:{PASSWORD}@host:{port}/db", "its port is no number from 1 to 65535; it looks like ")
            for port in ("x", "54321234")
        ),
        ("sqlite:////a/b?timeot=5", "an option after ? is unknown: did you mean timeout."),
        *(
            (f"postgresql:{slashes}me:{PASSWORD}@host:5432/db", "it begins with neither postgresql:// nor sqlite://; ")
            for slashes in ("", "/")
        ),
        *(
            (value, "it looks like postgresql://")
            for value in (
                f"postgresql:///me:{PASSWORD}@host:5432/db",
                f"postgresql:////me:{PASSWORD}@host:5432/db",
                f"postgresql://me:12/{PASSWORD}@host:5432/db",  # its host would be me
                f"postgresql://me/{PASSWORD}@host/db",
                f"postgresql://host/me:{PASSWORD}",
                f"sqlite:///me:{PASSWORD}@host/db",
            )
        ),
        (f"postgresql://me%3A{PASSWORD}%40host/db", "its host cannot be one: it looks like "),
        (f"postgresql://me:{PASSWORD}@host..example/db", "its host cannot be one: it looks like "),
        (f"postgresql://me:{PASSWORD}@{'h' * 64}/db", "its host cannot be one: it looks like "),
        (f"postgresql://me:{PASSWORD}@host/{'n' * 64}", "the name of its database has more than 63 bytes: it looks "),
        (f"postgresql://me:{PASSWORD}@host/{'%C3%A9' * 32}", "the name of its database has more than 63 bytes: it "),
    ],
)
def test_a_database_url_is_refused_for_what_it_lacks_or_has_too_much(value, told):
    found = problem(lambda env: env.parse("URL", value, read_database_url, None))

    assert found.startswith(f"URL cannot be used: {told}")
    assert PASSWORD not in found


def slips(url, part):
    """A URL as it is after one slip of a hand outside of this part of it."""
    for place, sign in enumerate(url):
        if part not in url[:place] + url[place + 1 :]:
            continue
        for other in ("", sign * 2, *":/@?#;,% "):
            yield url[:place] + other + url[place + 1 :]
            yield url[:place] + other + url[place:]
    for path in ("", "/", "//", "///"):
        yield url.replace("//", path)


@pytest.mark.parametrize("password", [PASSWORD, "47110815", "4711"])
@pytest.mark.parametrize("rest", ["db.example:5432/votes", "db.example/votes?sslmode=require", "127.0.0.1/votes"])
def test_a_url_with_a_slip_shows_its_password_nowhere(password, rest):
    kept = 0
    for url in slips(f"postgresql://tracefix:{password}@{rest}", password):
        try:
            entry = read_database_url(url)
        except ValueError as error:
            told = str(error)
        else:
            told, kept = f"{describe_database(entry)} {nameable_parts(entry)}", kept + 1
        assert password not in told, url
    assert kept > 100  # such as another name of the host


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql:///votes", "PostgreSQL votes at this machine"),
        ("postgresql:///votes?host=/run/postgresql", "PostgreSQL votes at this machine"),
        ("postgresql://me@%2Frun%2Fpostgresql/votes", "PostgreSQL votes at /run/postgresql"),
        (f"postgresql://me@%2Frun%2F{'p' * 70}/votes", f"PostgreSQL votes at /run/{'p' * 70}"),
        ("postgres://me:p%2Fs@[::1]:5432/a%2Fb%40c", "PostgreSQL a/b@c at ::1:5432"),
        (f"postgresql://me:a:b@c@host/{'n' * 63}", f"PostgreSQL {'n' * 63} at host"),
        ("sqlite:////srv/a:b/votes%40home", "SQLite /srv/a:b/votes@home"),
    ],
)
def test_what_a_url_may_have_is_taken(url, told):
    assert describe_database(read_database_url(url)) == told


@pytest.mark.parametrize(("url", "user"), [("postgresql://me:secret@host/db", "me"), ("postgresql://me@host/db", "")])
def test_a_user_is_named_only_beside_a_password(url, user):
    assert nameable_parts(read_database_url(url))["user"] == user


@pytest.mark.parametrize(
    ("url", "option"),
    [
        *((f"postgresql://me:a@host/db?sslmode={mode}", "sslmode") for mode in ("require", "verify-ca", "verify-full")),
        ("postgresql:///?service=votes", "service"),
        ("sqlite:////a/b?timeout=9", "timeout"),
    ],
)
def test_options_of_a_database_url_are_kept(url, option):
    assert option in read_database_url(url)["OPTIONS"]


@pytest.mark.parametrize(
    "url",
    [
        *("", "redis://h:6379/0", "redis://h", "redis://h/", "redis://[::1]:6379/12?db=1"),
        *("rediss://u:p@h/0?ssl_ca_certs=/etc/ca.pem", "redis+unix:///run/redis"),
    ],
)
def test_urls_of_redis(url):
    assert read_redis_url(url) == url


@pytest.mark.parametrize("name", ["other_site.settings", "kb.other_settings"])
def test_the_settings_of_another_project_are_refused_in_one_line(monkeypatch, name):
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", name)

    with pytest.raises(SystemExit, match=f"^DJANGO_SETTINGS_MODULE names {name}, which is not here: unset it.$"):
        choose_settings()


@pytest.mark.parametrize("name", [None, "kb.settings", "tests.settings"])
def test_our_settings_are_taken(monkeypatch, name):
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE")
    if name:
        monkeypatch.setenv("DJANGO_SETTINGS_MODULE", name)

    choose_settings()

    assert os.environ["DJANGO_SETTINGS_MODULE"] == (name or "kb.settings")
