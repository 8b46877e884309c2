"""What programs say that are not Python, or about another process: pages in a browser, containers, servers, builds."""

from tracefix.explaining.shapes.row import NAME, QUOTE, Advice, Shape
from tracefix.phrases import sentence

_RELOAD = Advice("Reload the page without its cache (Ctrl+Shift+R): it may be older than the server that answers it.")
_CONSOLE = Advice("Press F12 and open the console: the first file named below the red line says which extension fails.")
_UPDATE_BOTH = Advice(
    "Update the program and its extensions together; then switch the extensions off, one after the other.",
    condition=sentence("it stays"),
)
_NODE = Advice(
    "It is a program of Node: update it. The first line of its stack outside of `node_modules` is its own.",
    condition=sentence("a terminal or a log shows it, and no browser"),
)

PROGRAMS: tuple[Shape, ...] = (
    Shape(
        r"(?i)unable to contact slurm controller|unable to establish (?:control machine address|configuration source)|"
        r"could not establish a configuration source|get_addr_info: getaddrinfo\(\) failed|"
        r"resolve_ctls_from_dns_srv|DNS SRV lookup failed|Unable to resolve \"(?P<host>[\w.-]{1,60})\": Unknown host",
        'srun: error: Unable to resolve "stove": Unknown host',
        (
            sentence("Slurm looks for the machine `{host}`, its controller, which this network does not know"),
            sentence("Slurm's command found no controller: the program itself has not run"),
        ),
        (
            Advice(
                "Start it without `srun`: `python -m torch.distributed.run --nproc_per_node GPUS SCRIPT`, with the "
                "script and options of the same line. If the project has a `--launcher`, set it to `pytorch`.",
                condition=sentence("this machine is not in a Slurm cluster"),
            ),
            Advice(
                "Run it on a login node; in a container, mount `/etc/slurm` and the munge socket.",
                condition=sentence("the cluster works elsewhere"),
            ),
            Advice(
                "Compare `SlurmctldHost` in `slurm.conf` with `/etc/hosts`, and see that slurmctld runs.",
                "scontrol ping",
                condition=sentence("you run the cluster"),
            ),
        ),
    ),
    Shape(
        r"(?i)(?:\bexited with (?:an? )?(?:non-?zero )?(?:exit )?(?:status|code)|"
        r"\b(?:failed|finished|returned|ended|terminated|died)\b[^\n]{0,30}? "
        r"(?:(?:non-?zero )?exit[ _-]?(?:status|code)|non-?zero (?:status|code)|return ?code))"
        r"[ :=(]{1,3}(?P<code>-?[1-9]\d{0,9})\b",
        "RuntimeError: Soup step 2 exited with non-zero status 1",
        (sentence("Another program was started here, and failed with exit code `{code}`: its own error is elsewhere"),),
        (
            Advice(
                sentence(
                    "Read the lines above, and the log file of that program: the first error there is the reason."
                ),
                note=sentence(
                    "127: it was not found. 137, -9: killed, mostly for lack of memory. 139, -11: it crashed."
                ),
            ),
            Advice(
                sentence("Run its command by hand, in the same folder and environment: it prints its error then."),
                condition=sentence("nothing is there"),
            ),
        ),
        ("RuntimeError", "Exception", "OSError", "ChildProcessError"),
    ),
    Shape(
        r"Cannot (?:read|set) propert(?:y|ies) (?:'\w{1,60}' )?of (?P<what>undefined|null)"
        r"(?: \((?:reading|setting) '(?P<name>[\w$]{1,60})'\))?",
        "TypeError: Cannot read properties of undefined (reading 'getSoupById')",
        (
            sentence("JavaScript, not Python, asked for `{name}` of a value that is `{what}`"),
            sentence("JavaScript, not Python, used a value that is `{what}`"),
        ),
        (_RELOAD, _NODE, _CONSOLE, _UPDATE_BOTH),
    ),
    Shape(
        r"(?P<name>[a-zA-Z_$][\w$]*(?:\.[\w$]+)+) is not (?P<what>iterable|a function|defined|a "
        r"constructor)(?:[^\w]|$)",
        "TypeError: pot.lids is not iterable",
        (sentence("JavaScript, not Python, found that `{name}` is not {what}"),),
        (
            Advice(
                "Save the workflow in the format of the page, and load that: an API export or another JSON fails.",
                condition=sentence("it happens while a workflow or a file is loaded"),
            ),
            _RELOAD,
            _NODE,
            _CONSOLE,
        ),
        ("TypeError", ""),
    ),
    Shape(
        r"(?i)\b(?:connection errored out|failed to fetch(?:[.!'\"`),]|\s*$)|networkerror when attempting"
        r"|unexpected token '?<'?)",
        "Error: Connection errored out.",
        (sentence("The page in the browser got no answer from the program behind it, or none that it can read"),),
        (
            Advice("Read the terminal that runs the program: its last lines hold the error itself."),
            Advice("Start it again and reload the page.", condition=sentence("the process has ended")),
            Advice(
                "Open the program's own address on its machine: a proxy, tunnel or ad blocker is between.",
                condition=sentence("it runs, and prints no error"),
            ),
        ),
    ),
    Shape(
        r"(?i)[/\\.]pipe[/\\](?:docker_?engine|dockerDesktop\w*)|(?:is|that) the docker daemon (?:is not )?running"
        r"|%2Fpipe%2Fdocker\w*",
        "error during connect: open //./pipe/docker_engine: The system cannot find the file specified.",
        (sentence("The command found no Docker engine to talk to: it does not run, or its address is another one"),),
        (
            Advice(
                "Start Docker Desktop, wait until it says that the engine is running, and try again.",
                condition=sentence("the machine has Docker Desktop, as on Windows and macOS"),
            ),
            Advice(
                "Start the service.",
                "sudo systemctl start docker",
                condition=sentence("it is Docker Engine on Linux"),
            ),
            Advice(
                "See which engine the command talks to; the line with the star is the one in use.",
                "docker context ls",
                condition=sentence("it runs, and the error stays"),
            ),
        ),
    ),
    Shape(
        rf"(?:dependency failed to start: )?[Cc]ontainer {QUOTE}?(?P<name>[\w.-]{{1,60}}){QUOTE}? "
        r"(?:exited \((?P<code>\d{1,3})\)|is unhealthy)",
        "dependency failed to start: container stove exited (1)",
        (
            sentence("The container `{name}` ended with status `{code}`"),
            sentence("The container `{name}` does not pass its health check"),
        ),
        (Advice("Read its own log: the error stands at its end.", "docker logs --tail 100 {name}"),),
    ),
    Shape(
        rf"(?:[Ss]erver|(?P<who>{NAME})) (?:failed to (?:start|become ready|load)|did not (?:start|become ready)|"
        r"is not (?:ready|up)) (?:with)?in (?:the )?(?:timeout|time|\d+ ?s\w*)",
        "stove-server failed to start within timeout",
        (
            sentence("`{who}` did not answer in the time that it was given"),
            sentence("The server did not answer in the time that it was given"),
        ),
        (
            Advice("Start the server by hand with the same model: its own output says what it waits for or lacks."),
            Advice(
                "Set the limit for loading higher in the program's config: a first start downloads and compiles.",
                condition=sentence("it is only slow"),
            ),
        ),
    ),
    Shape(
        r"\bServer is not up yet\b|(?i:waiting for (?:the )?server\b.{0,40}(?:ready|start))",
        "INFO - stove.client - Server is not up yet. Retrying in 2.0 seconds...",
        (sentence("The client waits for a server that does not answer yet; this line is no failure"),),
        (
            Advice("Look at the terminal or the log of the server: either it is still loading, or it has failed."),
            Advice(
                "Start the server first, and give the client its host and port.",
                condition=sentence("no server was started"),
            ),
        ),
    ),
    Shape(
        r"(?i)(?:see|check|read|refer to|look (?:at|in|into)|found in|written to|saved (?:to|in)|log(?:file)?(?: "
        r"is)?(?: in)?:?) "
        r"(?:the )?(?:log |logs |file |logfile |details |output )?(?:in |at |file "
        r")?[`'\"]?(?P<log>(?:[A-Za-z]:)?[\w./\\~*-]{1,200}\.log)\b",
        "stir.pl: 1 / 32 failed, log is in exp/stew/log/stir.*.log",
        (sentence("The message names a log, `{log}`, which says more"),),
        (Advice("Read the end of `{log}`.", "tail -n 50 {logs}"),),
        says=(".log",),
    ),
    Shape(
        r"(?i:failed to (?:install|build)) (?P<what>[A-Za-z][\w.-]{1,60})\b.{0,40}?(?i:check|see) (?:the "
        r")?(?P<where>[\w ]{3,30}?)"
        r"(?: output| log)?(?:\.|$)",
        "Failed to install ladle. Check AutoDebug output.",
        (sentence("A script could not install `{what}`; this line does not say why"),),
        (
            Advice(
                "Install it by hand in the same environment, and read what that prints.",
                "python -m pip install {package}",
            ),
        ),
    ),
    Shape(
        r"Did not find branch or tag '(?P<ref>refs/[\w./-]{1,100})', assuming revision or ref",
        "WARNING: Did not find branch or tag 'refs/pull/7/head', assuming revision or ref.",
        (sentence("Pip only says that `{ref}` is no branch and no tag; it fetches it all the same"),),
        (Advice("Wait for the end of the installation: this line is harmless."),),
    ),
    Shape(
        r"The operator '(?P<name>[\w:.]{1,80})' is not currently supported on the MPS backend and will fall back",
        "UserWarning: The operator 'aten::stir' is not currently supported on the MPS backend and will fall back "
        "to run",
        (sentence("`{name}` runs on the CPU because Apple's GPU does not have it: slower, and no error"),),
        (Advice("Look further down for the error: this warning does not stop a program."),),
    ),
    Shape(
        r"(?i)nvidia-container-cli: (?:initialization error|[\w ]{3,40}): (?P<what>driver error|nvml error|load "
        r"library failed)",
        "stderr: nvidia-container-cli: initialization error: driver error: failed to process request: unknown.",
        (sentence("Docker's tool for NVIDIA could not reach the driver of the machine: no container has started"),),
        (
            Advice("Run this on the machine itself: if it fails too, mend the driver first.", "nvidia-smi"),
            Advice(
                "Restart Docker; install the newest nvidia-container-toolkit if it stays.",
                "sudo systemctl restart docker",
                condition=sentence("it works there"),
            ),
        ),
    ),
)
