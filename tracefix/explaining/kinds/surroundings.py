"""Kinds of error about what surrounds the code: files, networks, memory, and what is read."""

from tracefix.explaining.kinds.row import Row
from tracefix.phrases import sentence

SURROUNDINGS: tuple[Row, ...] = (
    # ── files, permissions, networks ────────────────────────────────────────────────────────────────────────────
    Row(
        ("FileNotFoundError",),
        sentence("Windows did not find a program that was to be started, and does not name it."),
        sentence(
            "If a line above prints the command, its first part is that program: it must be the program's own file, "
            "not its folder. Else the frame above `subprocess.py` shows the call."
        ),
        r"\[WinError 2\][^'\"\n]*$",
    ),
    Row(
        ("FileNotFoundError",),
        sentence("Something that the program looked for was not found: a file, a folder, a program or a library."),
        sentence(
            "If the message names an absolute path, list its folder. A relative one starts from the folder in which "
            "the program was started."
        ),
    ),
    Row(
        ("NotADirectoryError",),
        sentence("The path, or a part of it, is no folder."),
        sentence("Look at each part of it: one may be a file, such as an archive that was not unpacked, or missing."),
    ),
    Row(
        ("OSError",),
        sentence("The operating system refused what the program asked for: a file, a socket, memory."),
        sentence("The text after the number says why; check the file or address that the message names."),
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
        sentence("A queue was empty when the code took from it, or stayed so for longer than it waited."),
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
        (
            *("gaierror", "URLError", "NameResolutionError", "ConnectError", "ConnectionError", "NewConnectionError"),
            *("ClientConnectorDNSError", "ClientConnectorError"),
        ),
        sentence("The name of the other computer is known to no name server that this one asks."),
        sentence(
            "Ask for it in a terminal on the same machine: `getent hosts NAME`. If no name is found there, the machine "
            "has no way out: a node of a cluster often has none, so download the file on the login node. If only this "
            "one is not found, its spelling is wrong, or it is a name inside another network. Behind a proxy, set "
            "`HTTPS_PROXY`."
        ),
        r"(?i)name or service not known|name resolution|nodename nor servname|getaddrinfo|"
        r"no address associated with hostname|failed to resolve",
    ),
    Row(
        ("URLError",),
        sentence("The address was not reached: nobody answered in time, refused, or another certificate was shown."),
        sentence("Try the address with `curl -I` on the same machine; behind a proxy, set `HTTPS_PROXY`."),
    ),
    Row(
        ("ConnectionResetError", "BrokenPipeError", "ConnectionAbortedError", "ConnectionError"),
        sentence("The other side closed the connection."),
        sentence(
            "If the program goes on, it was a browser or another client that left: ignore it. If not, read the log of "
            "the other process, at the time just before this line."
        ),
    ),
    Row(
        ("TimeoutError", "ReadTimeout", "ConnectTimeout", "Timeout"),
        sentence("An answer did not come in time: the other side is slow, stuck, dead, or not reachable."),
        sentence(
            "If the other side is yours, look at what it did at that time before you raise the limit. If it is in the "
            "internet, try its address with `curl -I`."
        ),
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
        ("NotImplementedError",),
        sentence("The code says that it does not do this."),
        sentence(
            "If the message is empty or names a method, a class lacks a method that its base class leaves to it: "
            "define it, and compare its spelling. Else try another device, data type or option."
        ),
    ),
    # ── what is read ────────────────────────────────────────────────────────────────────────────────────────────
    Row(
        ("JSONDecodeError",),
        sentence("What was read is no valid JSON, at the place that the message names."),
        sentence("Print the first 200 characters of what was read."),
        look=sentence("Print the first 200 characters of what is read on line {line} of {file}."),
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
            "If it was written or sent: functions inside functions, lambdas, locks and open files cannot be. If a file "
            "was read: look at its size and its first bytes."
        ),
    ),
    Row(
        ("Warning",),
        sentence("This is a warning: the program went on after it."),
        sentence("If the program failed, its error is further down: paste that, too."),
    ),
)
