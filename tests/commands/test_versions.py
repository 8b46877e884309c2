"""`manage.py versions NAME`."""

import pytest
from django.core.management import CommandError, call_command


def run(capsys, *arguments):
    call_command("versions", *arguments)
    return capsys.readouterr().out


def test_a_whole_name_tells_its_package(capsys):
    out = run(capsys, "markupsafe.soft_unicode")

    assert "markupsafe.soft_unicode (function of markupsafe)" in out
    assert "– 2.0.1" in out
    assert "  - 2.1.0" in out


def test_a_part_of_a_name_may_be_asked_of_one_package(capsys):
    assert "markupsafe.Markup.unescape" in run(capsys, "Markup.unescape", "--package", "MarkupSafe")


@pytest.mark.parametrize(
    ("typed", "head"),
    [
        ("np.bool", "numpy.bool (class of numpy)"),
        ("nx.from_numpy_matrix", "networkx.from_numpy_matrix (function of networkx)"),
        ("pandas.append", "pandas.DataFrame.append (method of pandas)"),
        ("ANTIALIAS", "PIL.Image.ANTIALIAS (attribute of pillow)"),
        ("imp", "imp (module of Python)"),
        ("keras.utils.to_categorical", "keras.utils.to_categorical (function of keras)"),
        ("keras.utils.plot_model", "keras.utils.plot_model (function of keras)"),
        ("np_utils", "keras.utils.np_utils (module of keras)"),
        ("sklearn.cross_validation", "sklearn.cross_validation (module of scikit-learn)"),
        ("torch.symeig", "torch.symeig (function of torch)"),
        ("torch.qr", "torch.qr (function of torch)"),
    ],
)
def test_a_name_is_found_as_it_is_typed(capsys, typed, head):
    assert run(capsys, typed).splitlines()[0] == head


def test_a_name_that_only_raises_an_error_says_since_when(capsys):
    out = run(capsys, "torch.symeig")

    assert "  from 2.0.0 on, it only raises an error\n  use instead: torch.linalg.eigh" in out
    assert "only raises" not in run(capsys, "torch.qr")


@pytest.mark.parametrize("arguments", [(), ("--package", "requests")])
def test_what_a_class_may_inherit_from_another_package_is_not_denied(arguments):
    untold = (
        r"Which releases have requests\.\S+\.update cannot be told: requests\.structures\.CaseInsensitiveDict has names"
    )
    with pytest.raises(CommandError, match=untold):
        call_command("versions", "requests.structures.CaseInsensitiveDict.update", *arguments)


def test_what_a_class_that_was_read_whole_lacks_is_denied():
    with pytest.raises(
        CommandError, match=r"No release that was read has a public name networkx\.Graph\.light_the_fuse"
    ):
        call_command("versions", "networkx.Graph.light_the_fuse")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("DataFrame.ix", "Use `loc / iloc` instead."),
        ("pd.DataFrame.ix", "Use `loc / iloc` instead."),
    ],
)
def test_a_name_that_no_history_has_is_answered_as_its_error_is(capsys, typed, said):
    assert said in run(capsys, typed)


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["nothing_like_it"], 1, "No release"),
        (["x", "--package", "nothing"], 2, "markupsafe"),
        (["a b"], 2, "as Python does"),
        (["a" * 300], 2, "too long"),
        (["mаrkupsafe.escape"], 2, "0430"),
        pytest.param(
            ["markupsafe.nothing_like_it"], 1, "No release", marks=pytest.mark.slow
        ),  # the library is asked, too
        pytest.param(["DataFrame.iy"], 1, "No release", marks=pytest.mark.slow),
        (["DataFrame.ix", "--package", "pandas"], 1, "No release"),
    ],
)
def test_what_cannot_be_answered_has_a_reason_and_a_status(arguments, status, said):
    with pytest.raises(CommandError, match=said) as caught:
        call_command("versions", *arguments)

    assert caught.value.returncode == status
