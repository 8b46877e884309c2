"""Reasons: the evidence for a match, in words that the reader is shown."""

from collections.abc import Iterator, Sequence
from functools import cache

from tracefix.articles.signatures import Globs, Role, Signature, class_name
from tracefix.matching.evidence import Evidence, Place, Reading, class_agrees
from tracefix.phrases import Phrase, sentence
from tracefix.reading.report import Error, Frame

_LONGEST_QUOTE = 160  # characters of the paste shown as the reason

_PLACES = {
    Place.ROOT: sentence("The root error's message fits {shown}."),
    Place.MESSAGE: sentence("A line matches {shown}; no exception class is printed with it."),
    Place.LATER_ERROR: sentence("An error caused by another one matches {shown}."),
    Place.TEXT: sentence("A sentence or log line holds {shown}; the error itself is not in the paste."),
    Place.NOTICE: sentence("Only a warning or another notice holds {shown}; it may have nothing to do with the error."),
    Place.SOURCE: sentence("Only source code quoted in the paste holds {shown}."),
    Place.PARAPHRASED: sentence("{shown} nearly fits: a letter is wrong, or the end is missing."),
    Place.SQUASHED: sentence("{shown} fits once spaces, line breaks, quotes and case are set aside: the text differs."),
}

SEVERAL_CAUSES = sentence("Several causes share this wording: read in the article which line decides.")
OTHER_STACK = sentence("The stack does not pass through any file that usually belongs to this error.")


def reasons(best: Evidence, reading: Reading, frames: Sequence[Frame]) -> Iterator[Phrase]:
    """Why the best evidence for an article is believed, and what limits it. `frames` are its expected ones."""
    signature = best.signature
    error = None if best.error is None else reading.report.errors[best.error]
    yield _where(best, error, reading.paste.text)
    if error:
        if signature.exceptions and error.type:
            yield _class(signature, error)
        for frame in frames:
            yield Phrase("The stack passes through {file}.", file=frame.file)
        if not frames_agree(signature, error, frames):
            yield Phrase(OTHER_STACK)
    if signature.general and not (best.known.article and best.known.article.note_of):
        yield Phrase(SEVERAL_CAUSES)
    if signature.role is Role.WRAPPER:
        yield Phrase("It only reports that something below it failed.")


def expected_frames(signature: Signature, error: Error) -> Iterator[Frame]:
    """For each frame glob of the signature, the first frame of the error that it matches."""
    files = [frame.file.replace("\\", "/").replace("//", "/") for frame in error.frames] if signature.frames else []
    for glob in signature.frames:
        globs = _globs(glob)
        frame = next((frame for frame, file in zip(error.frames, files, strict=True) if globs.fit(file)), None)
        if frame:
            yield frame


@cache
def _globs(glob: str) -> Globs:
    return Globs((glob,))


def frames_agree(signature: Signature, error: Error, frames: Sequence[Frame]) -> bool:
    """Whether the error's stack passes through a file that the signature names: the expected frames found in it. Where
    either has none, nothing speaks against it.
    """
    return bool(frames) or not (signature.frames and error.frames)


def _where(best: Evidence, error: Error | None, text: str) -> Phrase:
    wording = best.signature.message or " ".join(text[best.start : best.end].split())[:_LONGEST_QUOTE]
    template = _PLACES[best.place]
    if error and error.is_wrapper:
        template = sentence("A launcher's or framework's own message fits {shown}.")
    return Phrase(template, shown=f"“{wording}”")


def _class(signature: Signature, error: Error) -> Phrase:
    printed = class_name(error.type)
    if class_agrees(signature, error):
        return Phrase("The exception class is {printed}.", printed=printed)
    return Phrase(
        "But the exception class is {printed}, not {wanted}.", printed=printed, wanted=tuple(signature.exceptions)
    )
