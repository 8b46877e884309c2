"""What Python prints: its own layout, and that of IPython, rich and pytest.

Python's layout is documented at https://docs.python.org/3/library/traceback.html; the others are taken from what the
programs print.
"""

from tracefix.linear_re import Expression
from tracefix.reading.recognisers.rows import CLASS, NAMED, LineKind, Recogniser

# Tried before all others: a statement that somebody copied instead of what it printed
STATEMENT = Recogniser(
    LineKind.SOURCE,
    ("raise ",),
    Expression(r"^[ \t>]*raise +[\w.]+\([ \t]*(?:[rbf]{0,2}[\"'].{0,300})?$"),
)
# A cell of a notebook: `Cell In[3]`, `Input In [3]` (IPython 8.0 to 8.4), `<ipython-input-3-0a1b>`, `<command-1>`
# (Databricks), `/home/me/a.ipynb Cell 3` (VS Code); VS Code and Colab link it
_CELL = (
    r"^[ \t]*(?:File )?\[?(?P<file>(?:Cell|Input) In ?\[\d+\]|<ipython-input[^>\n]{0,60}>|<command-[^>\n]{1,40}>|"
    r"[^\[\]\n]{0,200}\.ipynb (?:Cell|单元格) \d+'?)(?:\]\([^)\n]*\))?"
)
_CELLS = ("Cell In", "Input In", "<ipython-input", "<command-", ".ipynb ")
_FUNCTION = r"in (?P<function><cell line: \d+>|[\w<>.]+)"
# The first that fits decides.
LAYOUT = tuple(
    Recogniser(kind, signs if isinstance(signs, tuple) else (signs,), Expression(pattern))
    for kind, signs, pattern in (
        # faulthandler: `Fatal Python error: Bus error`, and its dump of every thread
        (LineKind.FATAL, "Fatal Python error", r"(?P<type>Fatal Python error): (?P<message>.*)"),
        # … on Windows: `Windows fatal exception: access violation`
        (LineKind.FATAL, "Windows fatal exception", r"(?P<type>Windows fatal exception): (?P<message>.*)"),
        (LineKind.DUMP, "call first", r"(?P<is_current>^Current )?.*\(most recent call first\)"),
        # `Traceback (most recent call last):`, also glued to a progress bar, with its first letter lost, or IPython's
        (
            LineKind.HEADER,
            "raceback",
            rf"(?:^(?P<type>{NAMED})[ \t]+T)?raceback \(most recent call (?:last|first)\)",
        ),
        # VS Code's debugger, whose stack stands below: `Exception has occurred: ValueError: …`, joined by a normaliser
        (
            LineKind.PAUSED,
            ("Exception has occurred: ", "发生异常: "),
            rf"^[ \t#*`]*(?:Exception has occurred|发生异常): (?P<type>{CLASS}):[ \t]*(?P<message>.*)$",
        ),
        # Python: `  File "x.py", line 3, in f`; faulthandler: `  File "x.py", line 3 in f`
        (
            LineKind.FRAME,
            "File ",
            r"^[ \t>|]*File [\"'](?P<file>[^\"']*)[\"'] ?, ?line (?P<line>\d+)(?:,? ?in (?P<function>.+))?",
        ),
        # … whose beginning was not copied, as in the first line of many pastes: `site-packages/x.py", line 3, in f`
        (
            LineKind.FRAME,
            '", line ',
            r"^\"?(?P<file>[^\s\"'<>]{1,200}\.py)\", line (?P<line>\d+), in (?P<function>.+)",
        ),
        (LineKind.QUOTING_FRAME, _CELLS, _CELL + rf"(?:,? line |:)(?P<line>\d+)(?:,? {_FUNCTION}(?:\(.*)?)?$"),
        (LineKind.QUOTING_FRAME, _CELLS, _CELL + rf"(?P<line>),? {_FUNCTION}(?:\(.*)?$"),
        # cleo, below a message: `  at ~/venv/lib/x.py:74 in choose`
        (LineKind.FRAME_BELOW, "  at ", rf"^  at (?P<file>.{{1,200}}?\.pyx?):(?P<line>\d+) {_FUNCTION}$"),
        # IPython 8: `File ~/x.py:3, in f(a)`, `File <string>:3, in f(a)`; rich: `/x.py:3 in f`; pytest: `x.py:3: in f`
        (
            LineKind.QUOTING_FRAME,
            " in ",
            r"^[ \t]*(?:File )?(?P<file>[^:*]{1,200}?\.pyx?|[A-Za-z]:[^:*]{1,200}?\.pyx?|<[^<>:\n]{1,60}>):?,? ?"
            r"(?:line )?(?P<line>\d+)[:,]? in (?P<function>[\w<>.]+)",
        ),
        # … VS Code links it: `File [~/x.py:3](file:///home/me/x.py:3), in f(a)`
        (
            LineKind.QUOTING_FRAME,
            "](",
            r"^[ \t]*(?:File )?\[(?P<file>[^\]]{1,200}?):(?P<line>\d+)\]\([^)]*\),? in (?P<function>[\w<>.]+)",
        ),
        # … and a module's own line has no function: `File ~/x.py:3`
        (
            LineKind.QUOTING_FRAME,
            "File ",
            r"^[ \t]*File \[?(?P<file>(?:[A-Za-z]:)?[^:*\[\]\n\"']{1,200}?\.pyx?):(?P<line>\d+)(?:\]\([^)\n]*\))?"
            r"(?P<function>)$",
        ),
        # … and Colab: `[/usr/lib/x.py](https://localhost:8080/#) in f(a)`
        (
            LineKind.QUOTING_FRAME,
            "](",
            rf"^[ \t]*\[(?P<file>[^\]]{{1,200}}?)(?P<line>)\]\([^)]*\) {_FUNCTION}(?:\(.*)?$",
        ),
        # IPython 7: `~/x.py in f(a, b)`, `/tmp/ipykernel_17/2891.py in <cell line: 1>()`
        (
            LineKind.QUOTING_FRAME,
            " in ",
            rf"^[ \t]*(?P<file>(?:[A-Za-z]:)?[^\s:]+\.pyx?|"
            rf"<(?:frozen|decorator-gen|__array_function__)[^<>\n]{{0,60}}>)(?P<line>) {_FUNCTION}(?:\(.*)?$",
        ),
        # c10, below a message: `frame #2: c10::cuda::f() + 0x7f (0x7f… in /site-packages/torch/lib/libc10_cuda.so)`
        (
            LineKind.NATIVE_FRAME,
            "frame #",
            r"^[ \t]*frame #\d+: (?P<function>.+?)(?: \+ 0x[0-9a-f]+)?(?: \(0x[0-9a-f]+ in (?P<file>[^()]+)\))?$",
        ),
        # Django repeats the message: `The above exception (…) was the direct cause of the following exception:`
        (
            LineKind.LINK,
            "The above exception",
            r"The above exception (?:\(.*\) )?was the direct cause of the following exception",
        ),
        (
            LineKind.LINK,
            "During handling",
            r"During handling of the above exception(?: \(.*\))?, another exception occurred",
        ),
        # the interpreter, of a finaliser or a hook that failed, too: `Exception ignored in: <function f at 0x7f>`
        (LineKind.ECHO, "Exception ignored in", r"Exception ignored in"),
        (LineKind.ECHO, "Error in ", r"^[ \t]*Error in (?:sys\.excepthook|atexit\._run_exitfuncs):"),
        # torch.multiprocessing: `-- Process 0 terminated with the following error:`
        (LineKind.LINK_TO_CAUSE, "-- Process ", r"-- Process \d+ terminated with the following error"),
        # Dagster prints the cause below
        (
            LineKind.LINK_TO_CAUSE,
            "The above exception",
            r"The above exception (?:was caused by|occurred during handling of) the following exception",
        ),
        # a log that shows the class as an object: `raised <class 'ValueError'> exception: …`, `<class 'ValueError'>: …`
        (
            LineKind.ERROR,
            "<class '",
            rf"(?:^[ \t`*]*|\braised )<class '(?P<type>{NAMED})'>(?: exception)?(?::[ \t]*|[ \t]+|$)(?P<message>.*)$",
        ),
        # `TypeError: …`, `torch.cuda.OutOfMemoryError: …`, `KeyboardInterrupt`, `RayTaskError(ValueError): …`;
        # TensorFlow 1: `InvalidArgumentError (see above for traceback): …`
        (
            LineKind.ERROR,
            "",
            rf"^[ \t`*#'\"(-]*(?P<type>{NAMED})(?:\([\w.]+\)| \(see above for traceback\))?(?:`|\*\*)?[ \t]*"
            r"(?::[ \t]*|$)(?P<message>.*)$",
        ),
    )
)
