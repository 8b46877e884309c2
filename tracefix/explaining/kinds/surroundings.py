"""Kinds of error about what surrounds the code: files, networks, memory, and what is read."""

from tracefix.explaining.kinds.row import Row
from tracefix.phrases import sentence

_QUOTED = r"['\"`‘“](?P<name>[^'\"`’”]{1,200})['\"`’”]"

SURROUNDINGS: tuple[Row, ...] = (
    # ── files, permissions, networks ────────────────────────────────────────────────────────────────────────────
    Row(
        ("FileNotFoundError", "OSError"),
        sentence("The file, folder or program {name} does not exist as seen from the process that ran."),
        sentence(
            "Print `os.getcwd()` and `os.path.abspath(…)` of it: a relative path starts from the folder in "
            "which the program was started."
        ),
        "",
        rf"No such file or directory:? {_QUOTED}",
    ),
    Row(
        ("FileNotFoundError", "NotADirectoryError"),
        sentence("A file, folder or program does not exist as seen from the process that ran."),
        sentence("Print its absolute path: a relative path starts from the folder in which the program was started."),
    ),
    Row(
        ("PermissionError",),
        sentence("The user that runs the program may not read, write or run this file."),
        sentence(
            "Look at it with `ls -l`, and at who runs the program with `id`; in a container it may be another user."
        ),
    ),
    Row(
        ("OSError",),
        sentence("The disk or the quota is full."),
        sentence("Run `df -h` and `df -i` for the folder that is written to, `/tmp` and `/dev/shm` included."),
        "",
        r"(?i)(?:No space left|quota exceeded)",
    ),
    Row(
        ("OSError",),
        sentence("The operating system refused what the program asked for: a file, a socket, memory."),
        sentence("The text after the number says why; check the file or address that the message names."),
        "",
        r"\[(?:Errno|WinError) ",
    ),
    Row(
        ("OSError",),
        sentence("Something outside of the program could not be used: a file, a folder, a model's name, an address."),
        sentence(
            "Check the name in the message as the process sees it: relative paths start from the folder in "
            "which it was started."
        ),
    ),
    Row(
        ("Empty",),
        sentence("A queue stayed empty for longer than the code waited: whatever fills it has died, or is slow."),
        sentence("Look for the error of the process or thread that fills the queue, above or in its log."),
    ),
    Row(
        ("ConnectionRefusedError",),
        sentence("Nothing listens on that address and port, or a firewall turns it away."),
        sentence(
            "Check that the server runs, and that it listens on this port and not on localhost of another machine."
        ),
    ),
    Row(
        ("ConnectionResetError", "BrokenPipeError", "ConnectionAbortedError", "ConnectionError"),
        sentence("The other side closed the connection: it often died of an error of its own."),
        sentence("Read the log of the other process, at the time just before this line."),
    ),
    Row(
        ("TimeoutError", "ReadTimeout", "ConnectTimeout", "Timeout"),
        sentence("An answer did not come in time: the other side is slow, stuck, dead, or not reachable."),
        sentence("Look at what the other process did at that time before you raise the limit."),
    ),
    Row(
        ("HTTPError", "HfHubHTTPError", "HTTPStatusError"),
        sentence(
            "The server answered with an error: 401 and 403 mean no permission, 404 a wrong name, 429 too "
            "many requests, 5xx a failure of the server."
        ),
        sentence("Open the address of the message with the same token, for example with `curl -i`."),
    ),
    # ── memory, depth, ends ─────────────────────────────────────────────────────────────────────────────────────
    Row(
        ("MemoryError",),
        sentence("The machine, not the GPU, has no memory left for what was asked for."),
        sentence("Watch `free -h` while it runs; fewer workers of the DataLoader and smaller files help first."),
    ),
    Row(
        ("RecursionError",),
        sentence("A function calls itself without an end, or a structure is nested too deep."),
        sentence("Look for the frames that repeat in the stack."),
        sentence("Look for the frames that repeat in the stack; yours is on line {line} of {file}."),
    ),
    Row(
        ("StopIteration",),
        sentence("An iterator was asked for one more item and had none left."),
        sentence("Check that the data set or loader is not empty, and that no other loop has used it up."),
    ),
    Row(
        ("GeneratorExit",),
        sentence("A generator was closed before it had finished: the code that read from it stopped."),
        sentence("Look for the error of the code that read from it, above or in its log."),
    ),
    Row(
        ("EOFError",),
        sentence(
            "A file or a connection ended before everything was read: it is cut short, or the other process died."
        ),
        sentence(
            "Compare the file's size with that of the original, or look for the error of the other process above."
        ),
    ),
    Row(
        ("KeyboardInterrupt",),
        sentence("Somebody pressed Ctrl+C, or a notebook or a launcher sent SIGINT."),
        sentence("The stack shows where the program was at that moment; if it hung, it hung there."),
    ),
    Row(
        ("SystemExit",),
        sentence("The program ended itself, on purpose, with an exit status."),
        sentence("The reason was printed above this line."),
    ),
    Row(
        ("ZeroDivisionError",),
        sentence("Something was divided by zero, most often by the length of an empty list or data set."),
        sentence("Print the divisor just before the line that fails."),
        sentence("Print the divisor just before line {line} of {file}."),
    ),
    Row(
        ("NotImplementedError",),
        sentence("The code says that this case is not supported: a method of a base class, a device, a data type."),
        sentence("Read which case the message names, and try another device, data type or option."),
    ),
    # ── what is read ────────────────────────────────────────────────────────────────────────────────────────────
    Row(
        ("SyntaxError", "IndentationError", "TabError"),
        sentence("Python could not parse the file: nothing of it has run."),
        sentence("Look at the line that the message names, and the one above; a newer syntax needs a newer Python."),
    ),
    Row(
        ("UnicodeDecodeError", "UnicodeEncodeError"),
        sentence("A text was read or written in the wrong encoding, or the file is binary and not text."),
        sentence('Open the file with `encoding="utf-8"`, and check that it is a text file.'),
    ),
    Row(
        ("JSONDecodeError",),
        sentence("What was read is not JSON: an empty file, an HTML error page, or JSON that was cut off."),
        sentence("Print the first 200 characters of what was read."),
        sentence("Print the first 200 characters of what is read on line {line} of {file}."),
    ),
    Row(
        ("HFValidationError",),
        sentence(
            "The name is not a valid repository name of the Hugging Face Hub, and the process sees no folder "
            "of that name."
        ),
        sentence(
            "Print the path with `os.path.abspath`: a folder that does not exist is taken for the name of a repository."
        ),
    ),
    Row(
        ("ValidationError",),
        sentence("A config or a request has a field that is missing, has the wrong type, or is not known."),
        sentence(
            "Each field is named below the first line of the message; compare it with the installed version's "
            "documentation."
        ),
    ),
    Row(
        ("PicklingError", "UnpicklingError"),
        sentence("An object could not be turned into bytes for another process or a file, or back."),
        sentence(
            "Functions inside functions, lambdas, locks and open files cannot be sent; a file may be cut or of "
            "another kind."
        ),
    ),
    Row(
        ("Warning",),
        sentence("This is a warning: the program went on after it."),
        sentence("If the program failed, its error is further down: paste that, too."),
    ),
)
