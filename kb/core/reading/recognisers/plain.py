"""Messages that are known by their wording: people paste them without the class that stood before them."""

from kb.core.reading.recognisers.rows import messages
from kb.core.reading.report import Weight

PLAIN = (
    *messages(
        Weight.LOG,
        (
            # OSError: `[Errno 98] Address already in use`, `[WinError 126] The specified module could not be found`
            ("", ("[Errno ", "[WinError "), r"(?P<message>\[(?:Errno|WinError) -?\d+\] \S.*)"),
        ),
    ),
)
