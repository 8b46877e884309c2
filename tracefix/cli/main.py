"""The command `tracefix`: reads its arguments and calls one module for each of its commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from tracefix import __version__
from tracefix.cli.language import in_language, say_error
from tracefix.cli.language import say as _
from tracefix.languages import LANGUAGES
from tracefix.phrases import sentence

_SIGPIPE = 128 + 13  # the exit status of a program that a closed pipe ended, as a shell tells it
UNREADABLE = 2  # exit status where a file, an argument or our own data cannot be used

Command = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["run"] and words[1:2] not in (["-h"], ["--help"]):  # the words of another command are not ours
        return _run(words[1:])
    chosen, others = _language_parser().parse_known_args(words)
    with in_language(chosen.lang):
        return _run_guarded(others)


def _run(words: Sequence[str]) -> int:
    """Run another command. Our own options stand before it."""
    from tracefix.cli.run import run

    parser = _language_parser()
    parser.add_argument("--values", action="store_true")
    parser.add_argument("words", nargs=argparse.REMAINDER)
    options = parser.parse_args(words)
    with in_language(options.lang):
        words = options.words[1:] if options.words[:1] == ["--"] else options.words
        return run(words, values=options.values)


def _run_guarded(words: Sequence[str]) -> int:
    """The exit status of one of our own commands; what stops it is said in one line."""
    from tracefix.bundle.article_bundle import MissingPartError
    from tracefix.bundle.data_file import DataFileError
    from tracefix.cli.output import OutputError, complain, flush

    try:
        try:
            options = _parser().parse_args(words)
            command: Command = options.command
            return command(options)
        finally:
            flush()  # what argparse printed
    except BrokenPipeError:  # whoever read has read enough: `tracefix match | head`
        return _SIGPIPE
    except (DataFileError, MissingPartError, OutputError, OSError) as error:
        complain(f"tracefix: {say_error(error)}")
        return UNREADABLE
    except KeyboardInterrupt:
        return 130


# What argparse itself says; it has no other way to say it in a language that its own gettext does not find.
_WORDS = (
    sentence("usage: "),
    sentence("positional arguments"),
    sentence("options"),
    sentence("show this help message and exit"),
    sentence("show program's version number and exit"),
    sentence("the following arguments are required: %s"),
    sentence("unrecognized arguments: %s"),
    sentence("argument %(argument_name)s: %(message)s"),
    sentence("invalid choice: %(value)r (choose from %(choices)s)"),
    sentence("expected one argument"),
    sentence("%(prog)s: error: %(message)s\n"),
)


def _language_parser() -> argparse.ArgumentParser:
    """Reads --lang alone, which may stand anywhere: all other words are then read in its language."""
    parser = argparse.ArgumentParser(prog="tracefix", add_help=False, allow_abbrev=False)
    parser.add_argument(
        "--lang",
        choices=tuple(LANGUAGES),
        default="",
        help=_("the language (default: TRACEFIX_LANG, or that of LC_ALL, LC_MESSAGES or LANG)"),
    )
    return parser


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Refuse wrong arguments. A file's name that is repeated may hold what a terminal would obey."""
        from tracefix.answers.text import printable

        super().error(printable(message))


def _parser() -> argparse.ArgumentParser:
    argparse._ = _  # type: ignore[attr-defined]
    parser: argparse.ArgumentParser = _Parser(
        prog="tracefix",
        parents=[_language_parser()],
        description=_("Tells which known error ended a deep-learning job, and its fix. Nothing leaves this machine."),
    )
    parser.add_argument("--version", action="version", version=f"tracefix {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_match(commands)
    _add_run(commands)
    _add_triage(commands)
    _add_ci(commands)
    _add_explain(commands)
    _add_prove(commands)
    _add_search(commands)
    _add_versions(commands)
    _add_mcp(commands)
    return parser


def _add_match(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    match = commands.add_parser(
        "match",
        help=_("name the known error in files or standard input"),
        description=_(
            "Print which known error each FILE, or standard input, shows. Exit status: 0 exact, 3 likely, "
            "1 none; the weakest verdict of several files; 2 if a file cannot be read."
        ),
    )
    match.add_argument("files", nargs="*", metavar="FILE", help=_("a file to read; standard input without one, or -"))
    match.add_argument(
        "--format",
        dest="form",
        choices=("text", "json", "github", "annotation", "question", "prompt"),
        default="text",
        help=_(
            "text: to read (default). json: one object a line, as the site's API answers, with `file`. github: a "
            "comment for an issue. annotation: a line for the log of GitHub Actions. question: a comment that asks for "
            "what a report lacks, or nothing. prompt: a text for an assistant, with what was computed"
        ),
    )
    match.add_argument("--json", dest="form", action="store_const", const="json", help=_("the same as --format json"))
    match.add_argument(
        "--exit-zero", action="store_true", help=_("exit with 0 whatever the verdict; still 2 if a file cannot be read")
    )
    match.set_defaults(command=_match)


def _match(options: argparse.Namespace) -> int:
    import gc

    gc.disable()  # it would look through all articles several times, in a process that soon ends
    try:
        from tracefix.cli.match_command import match

        return match(options.files or ["-"], form=options.form, exits_zero=options.exit_zero)
    finally:
        gc.enable()


def _add_run(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    run = commands.add_parser(
        "run",
        help=_("run a command; if it fails of a known error, one more line names it"),
        description=_(
            "Run COMMAND with its input, output, signals, terminal and exit status untouched. If it fails of "
            "a known error, one line on standard error names the error and its fix."
        ),
    )
    run.add_argument(
        "--values",
        action="store_true",
        help=_("show what the variables of the line held at which a Python program failed; not where CI is set"),
    )
    run.add_argument("words", nargs=argparse.REMAINDER, metavar="[--] COMMAND …")


def _add_triage(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    triage = commands.add_parser(
        "triage",
        help=_("say which event ended a job, from all its logs"),
        description=_(
            "Read the logs of a whole job, of any size, and say which event ended it, on which rank, and which "
            "ranks ended because of it. Exit status: 0 a cause was found, 1 none, 2 nothing could be read."
        ),
    )
    triage.add_argument(
        "paths", nargs="+", metavar="PATH", help=_("a file, a folder, a pattern, or - for standard input")
    )
    triage.add_argument("--json", action="store_true", help=_("one object"))
    triage.add_argument(
        "--follow", action="store_true", help=_("print events as they are written, and the answer after Ctrl-C")
    )
    triage.set_defaults(command=_triage)


def _triage(options: argparse.Namespace) -> int:
    from tracefix.cli.triage import triage

    return triage(options.paths, as_json=options.json, follows=options.follow)


def _add_ci(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    ci = commands.add_parser(
        "ci",
        help=_("say in a failed job of CI why it failed"),
        description=_(
            "Read the logs of a failed job of CI, and say which line made it fail, in which step, and what to "
            "do: on GitHub Actions as an annotation and in the run's summary, elsewhere as text. Exit status: 0 a "
            "cause was found, 1 none, 2 there is no log."
        ),
    )
    ci.add_argument("paths", nargs="+", metavar="LOG", help=_("a file, a folder, a pattern, or - for standard input"))
    ci.add_argument("--sarif", default="", metavar="FILE", help=_("write the answer as SARIF 2.1.0, too"))
    ci.set_defaults(command=_ci)


def _ci(options: argparse.Namespace) -> int:
    from tracefix.cli.ci import explain_job

    return explain_job(options.paths, sarif=options.sarif)


def _add_explain(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    explain = commands.add_parser("explain", help=_("show an article in the terminal"))
    explain.add_argument("slug", metavar="SLUG", help=_("the article, as the answers name it"))
    explain.add_argument("section", nargs="?", default="", metavar="SECTION", help=_("one section, such as Fix"))
    explain.set_defaults(command=_explain)


def _explain(options: argparse.Namespace) -> int:
    from tracefix.cli.explain import explain

    return explain(options.slug, options.section)


def _add_prove(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    prove = commands.add_parser(
        "prove",
        help=_("run an article's repro and fix under your own Python"),
        description=_(
            "Run the repro and the fix of an article under an interpreter of yours, in a temporary folder, "
            "after asking. Exit status: 0 reproduces and the fix holds, 1 otherwise, 2 not run."
        ),
    )
    prove.add_argument("slug", metavar="SLUG")
    prove.add_argument("--python", metavar="P", help=_("the interpreter; by default the one that `python` names here"))
    prove.add_argument("--yes", action="store_true", help=_("do not ask"))
    prove.add_argument("--timeout", type=float, default=300, metavar="S", help=_("seconds for each script; 300"))
    prove.set_defaults(command=_prove)


def _prove(options: argparse.Namespace) -> int:
    from tracefix.cli.prove import prove

    return prove(options.slug, python=options.python, is_agreed=options.yes, timeout_s=options.timeout)


def _add_search(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    search = commands.add_parser(
        "search",
        help=_("search the articles by words"),
        description=_("Search the articles. All arguments together are one query; with --json, each is a query."),
    )
    search.add_argument("queries", nargs="+", metavar="QUERY")
    search.add_argument("--json", action="store_true", help=_("one object a query, as the site's API answers"))
    search.set_defaults(command=_search)


def _search(options: argparse.Namespace) -> int:
    from tracefix.cli.search_command import search

    return search(options.queries, as_json=options.json)


def _add_versions(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    versions = commands.add_parser(
        "versions",
        help=_("say which releases of a package have a name"),
        description=_(
            "Print which releases have NAME, such as huggingface_hub.cached_download or Trainer.train. Exit "
            "status: 0 found, 1 in no release, 2 no such package or no name."
        ),
    )
    versions.add_argument("name", metavar="NAME", help=_("a module, class, function, attribute, or Class(argument)"))
    versions.add_argument("--package", metavar="P", help=_("as it is installed, such as scikit-learn"))
    versions.set_defaults(command=_versions)


def _versions(options: argparse.Namespace) -> int:
    from tracefix.cli.output import complain, say
    from tracefix.versions.command import NONE, VersionsError, find_releases

    try:
        for block in find_releases(options.name, options.package, _):
            say(block)
    except VersionsError as error:
        if error.status == NONE and not options.package:
            from tracefix.cli.match_command import answer_about  # here: few names are in no release

            if answer := answer_about(options.name):
                say(answer)
                return 0
        complain(f"tracefix: {say_error(error)}")
        return error.status
    return 0


def _add_mcp(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    mcp = commands.add_parser(
        "mcp",
        help=_("serve match, search, article and script to a coding agent"),
        description=_(
            "Serve match, search, article and script to the coding agent that starts this command, by the Model "
            "Context Protocol over standard input and output. Nothing leaves this machine."
        ),
    )
    mcp.add_argument(
        "--root",
        action="append",
        type=Path,
        default=[],
        metavar="FOLDER",
        help=_("a folder whose logs `match` may read by path; may be repeated"),
    )
    mcp.set_defaults(command=_mcp)


def _mcp(options: argparse.Namespace) -> int:
    from tracefix.cli.mcp import serve

    return serve(tuple(options.root))
