"""Packages that are loaded half from one release and half from another, and two Kerases in one program.

The frames prove it: a file of a package does not find what it imports from its own package, or code of `keras` calls
code of `tensorflow.keras`. Another release of anything does not help then.
"""

from collections.abc import Sequence
from itertools import pairwise

from tracefix.articles.steps import Remedy, Step
from tracefix.explaining.missing_names import asking_frames
from tracefix.explaining.projects import distribution
from tracefix.linear_re import Expression
from tracefix.phrases import Phrase
from tracefix.reading.origins import NOBODY, OWN, STDLIB, innermost_last, is_notebook, package_of
from tracefix.reading.report import Error, Frame
from tracefix.versions.questions import Missing, read_question

_NAMESPACES = ("google", "nvidia", "azure", "opentelemetry", "sphinxcontrib", "zope", "mpl_toolkits")
_CIRCULAR = ("partially initialized", "circular import", "unknown location")
_COMPILED = Expression(r"^_|^csrc$|^extension$|_(?:C|cuda|ext)$")
_KERAS = Expression(
    r"[/\\](?:(?P<tf>tensorflow(?:_core)?[/\\]python[/\\]keras)|(?P<name>keras|tf_keras|keras_core))[/\\](?P<file>.+)$"
)
_BACKENDS = ("backend.py", "tensorflow_backend.py")  # through which Keras 2.3 itself calls that of TensorFlow


def find_mixed(error: Error) -> Remedy | None:
    """The remedy where the frames show two Kerases, or a package that lacks a part of its own; None for all else."""
    frames = innermost_last(error)
    return _of_two_kerases(frames) or _of_half_a_package(error, frames)


def _of_two_kerases(frames: Sequence[Frame]) -> Remedy | None:
    found = [keras for frame in frames if (keras := _KERAS.search(frame.file))]
    for caller, called in pairwise(found):
        names = ["tensorflow.keras" if each["tf"] else str(each["name"]) for each in (caller, called)]
        files = [each["file"].replace("\\", "/").rpartition("/")[2] for each in (caller, called)]
        if names[0] == names[1] or any(file in _BACKENDS for file in files):
            continue
        finding = Phrase(
            "Two Kerases are mixed: `{caller}` was handed something that was made with `{called}`",
            caller=names[0],
            called=names[1],
        )
        return Remedy(finding, _unmix(names))
    return None


def _unmix(names: Sequence[str]) -> tuple[Step, ...]:
    """What to do about two Kerases. Layers, models, callbacks and optimizers of one do not fit the other."""
    one = "tensorflow.keras" if "tensorflow.keras" in names else "tf_keras" if "tf_keras" in names else names[0]
    legacy = Step(
        Phrase("Set `TF_USE_LEGACY_KERAS=1` before TensorFlow is imported; then `tf.keras` is `tf_keras`, too."),
        Phrase("the other import is in a library"),
    )
    return (
        Step(
            Phrase("Import layers, models, optimizers and callbacks from `{one}` alone, in all files.", one=one),
            commands=("grep -rnE --include='*.py' \"(from|import) (tensorflow[.])?(python[.])?(tf_)?keras\" .",),
            note=Phrase("What was saved or built with the other one must be made again."),
        ),
        *((legacy,) if "tf_keras" in names else ()),
    )


def _of_half_a_package(error: Error, frames: Sequence[Frame]) -> Remedy | None:
    """A file of an installed package that does not find a name in its own package."""
    question = read_question(error.message)
    if question is None or not question.has_module or question.missing is Missing.MODULE:
        return None
    if _COMPILED.search(question.name) or any(said in error.message for said in _CIRCULAR):
        return None  # a compiled part, or an import that is not finished
    asking = next(asking_frames(error), None)
    if asking is None or "-packages" not in asking.file:  # of a clone, all files are of one commit
        return None
    package = package_of(asking.file)
    if package in (NOBODY, OWN, STDLIB, *_NAMESPACES) or package != question.owner.partition(".")[0]:
        return None
    name, in_notebook = distribution(package), any(is_notebook(frame.file) for frame in frames)
    install = Step(
        Phrase("Uninstall {package} until pip finds none, and install one release of it again.", package=name),
        Phrase("it stays so after a restart") if in_notebook else "",
        (f"python -m pip uninstall -y {name}",),
    )
    restart = Step(
        Phrase("Restart the kernel (in Colab: Runtime → Restart session), then run the imports again."),
        Phrase("a cell has installed packages since the kernel started"),
        note=Phrase("The kernel keeps the modules that it has loaded, and reads the new files of all others."),
    )
    finding = Phrase(
        "{package} is half old and half new: its own `{module}` lacks `{name}`",
        package=name,
        module=question.owner,
        name=question.name,
    )
    return Remedy(finding, (restart, install) if in_notebook else (install,))
