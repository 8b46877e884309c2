"""What something needs before it runs: releases, packages, options, a device."""

from tracefix.explaining.shapes.row import IS, NAME, QUOTE, SPECIFIER, VERSION, Advice, Shape
from tracefix.phrases import sentence

_MOVE_IT = Advice(
    "Install a release of `{what}` that it accepts.",
    "python -m pip install '{package}{spec}'",
    sentence("Use the Python that runs the program; `python -m pip --version` names it."),
)
_MOVE_THE_OTHER = Advice(
    "Install a release of `{who}` that was made for the `{what}` that you have: its release notes name it.",
    condition=sentence("`{what}` has to stay"),
)
_INSTALL = Advice(
    "Install `{what}`: a Python package goes into the Python that runs the program.",
    "python -m pip install {package}",
)
_SEE_WHY = Advice(
    "Import it by hand: the last line says why it fails, which this message hides.",
    'python -c "import {name}"',
    condition=sentence("it is installed"),
)
# `pip install soup`, said further on in the message; of two that it offers none is chosen
_ASKED = (
    r"(?:.{0,200}?\bpip3? install (?:-U |--upgrade )?['\"]?(?P<asked>[A-Za-z0-9][\w.-]{0,60})"
    r"(?:[^\w.\[-]|$)"
    r"(?:.{0,80}?\bpip3? install (?P<second>[\w.-]{1,60}))?)"
)
_ENV = (
    Advice(
        "Set `{env}` in the shell that starts the program, before the command.",
        "export {env}={setting}",
        condition="",
    ),
    Advice(
        "On Windows, `set {env}=…` sets it for one window of cmd, and `setx` for all new ones.",
        unless="system is Linux | macOS",
    ),
)

REQUIREMENTS: tuple[Shape, ...] = (
    Shape(
        rf"[Pp]ackage {QUOTE}?(?P<who>{NAME}){QUOTE}? requires a different Python: (?P<have>{VERSION}) not in "
        rf"{QUOTE}?(?P<spec>{SPECIFIER})",
        "ERROR: Package 'lentil' requires a different Python: 3.8.10 not in '>=3.10'",
        (sentence("`{who}` needs Python `{spec}`, and this is Python `{have}`"),),
        (
            Advice("Make an environment with such a Python, and install there."),
            Advice("Install an older release of `{who}`: its page on PyPI names the Python of each."),
        ),
    ),
    Shape(
        rf"(?P<who>{NAME})(?: \(?(?P<whose>{VERSION})\)?)? (?:requires|needs|depends on|only supports|only works with) "
        rf"(?:the )?(?:version of )?(?:Python|python)(?: version)? ?(?P<spec>{SPECIFIER}|{VERSION})",
        "RuntimeError: Lentil requires Python >= 3.10",
        (sentence("`{who}` needs Python `{spec}`"),),
        (
            Advice("See which Python runs the program.", "python --version"),
            Advice("Make an environment with such a Python, and install there."),
        ),
    ),
    Shape(
        rf"(?P<who>{NAME})(?: (?P<whose>{VERSION}))? (?:requires|needs|depends on|only supports) "
        rf"(?:version )?{QUOTE}?(?P<what>{NAME}){QUOTE}?(?:,? version)? ?\(?(?P<spec>{SPECIFIER})\)?"
        rf"(?:[^.;\n]{{0,40}}?\b(?:you have|found|got|installed|is|but)\b[^.;\n\d]{{0,40}}(?P<have>\d[\w.+]{{0,24}}))?",
        "RuntimeError: Lentil requires PyTorch >= 1.13.0",
        (
            sentence("`{who}` needs `{what}` `{spec}`, and `{have}` is installed"),
            sentence("`{who}` needs `{what}` `{spec}`, and did not find such a release"),
        ),
        (_MOVE_IT, _MOVE_THE_OTHER),
        says=("requires", "needs", "dependson", "onlysupports"),
    ),
    Shape(
        rf"(?P<what>{NAME})(?: version)? ?(?P<spec>[<>=!~]=?=? ?\d[\w.+*]{{0,20}}(?:, ?[<>=!~]=?=? "
        rf"?\d[\w.+*]{{0,20}})?) "
        rf"is required(?: for a normal functioning of this module)?(?:,? but (?:found|got) (?:{NAME}==)?"
        r"(?P<have>\d[\w.+]{0,24}))?",
        "ImportError: soupkit>=0.5.0 is required for a normal functioning of this module, but found soupkit==0.4.2.",
        (
            sentence("The program needs `{what}` `{spec}`, and `{have}` is installed"),
            sentence("The program needs `{what}` `{spec}`, and did not find such a release"),
        ),
        (_MOVE_IT,),
    ),
    Shape(
        rf"(?i:please )?(?i:update|upgrade) (?:your )?{QUOTE}?(?P<what>{NAME}){QUOTE}? (?:to|to version|version to) "
        rf"(?:version |at least )?(?P<least>\d[\w.]{{0,20}}\w)(?: or (?:newer|later|higher|above))?",
        "RuntimeError: Please upgrade soupkit to version 2.4.0 or newer.",
        (sentence("The message asks for `{what}` `{least}` or newer"),),
        (Advice("Upgrade `{what}` to at least that release.", "python -m pip install '{package}>={version}'"),),
    ),
    Shape(
        rf"[Tt]rying to unpickle (?:estimator|class) (?P<who>{NAME}) from version (?P<version>{VERSION}) "
        rf"when using version (?P<have>{VERSION})",
        "UserWarning: Trying to unpickle estimator Soup from version 0.24.1 when using version 1.0.2.",
        (sentence("The model file was saved by scikit-learn `{version}`, and `{have}` reads it"),),
        (
            Advice(
                "Install the release that saved the file.",
                "python -m pip install 'scikit-learn=={version}'",
                sentence("It is a warning: the program goes on, and may fail or predict wrongly."),
            ),
            Advice("Train and save the model again with the new release.", condition=sentence("you can")),
        ),
    ),
    Shape(
        r"[Uu]nsupported (?:[Mm]odel )?(?P<kind>[\w ]{2,30}?) ?[Vv]ersion:? ?(?P<got>\d[\d.]{0,9}\d|\d),? "
        r"(?:the )?max(?:imum)? supported (?:[\w ]{2,30} )?(?:version )?(?:is|:)? ?(?:version:? ?)?"
        r"(?P<most>\d[\d.]{0,9}\d|\d)",
        "Unsupported model IR version: 11, max supported IR version: 10",
        (sentence("The file is written in version `{got}`, and the installed reader knows up to `{most}`"),),
        (
            Advice("Upgrade the program that reads the file: its newer releases know version `{got}`."),
            Advice(
                "Write the file again in version `{most}`; an exporter has an option for it.",
                condition=sentence("the reader has to stay"),
            ),
        ),
    ),
    Shape(
        r"(?i:could not|failed to|unable to|cannot) import (?:the )?(?:(?:required )?dependency )?"
        rf"{QUOTE}?(?P<what>{NAME}){QUOTE}?(?: [Pp]ython)?"
        rf"(?: (?:package|library|module))?[.,:;!]{_ASKED}",
        "ImportError: Could not import ladle python package. Please install it with `pip install ladle-py`.",
        (sentence("The program did not find `{what}`, or could not import it"),),
        (_INSTALL, _SEE_WHY),
    ),
    Shape(
        rf"(?i:please )(?:first )?(?i:install) (?:the "
        rf")?{QUOTE}?(?P<what>[A-Za-z][\w-]{{1,40}}(?:\.[\w-]{{1,40}})?){QUOTE}?"
        r"(?:[.,;!]|$| (?:before|first|to|by|with|using|via|from|package|library|in order|and|if|manually))"
        rf"{_ASKED}?",
        "UserWarning: Please install ladle before using SoupVL",
        (sentence("The message asks for `{what}`, which the program did not find, or could not import"),),
        (_INSTALL, _SEE_WHY),
    ),
    Shape(
        rf"(?:{QUOTE}|\b)(?P<what>{NAME}){QUOTE}? (?:(?:package|library|module) )?(?:(?:is|was) )?(?:not installed\b|"
        rf"not found[,.;:]? (?:[Pp]lease )?[Ii]nstall\b){_ASKED}?",
        "ImportError: `ladle` not installed",
        (sentence("The program did not find `{what}`, or could not import it"),),
        (_INSTALL, _SEE_WHY),
    ),
    Shape(
        rf"(?i:(?:requires|needs) (?:the )?){QUOTE}?(?P<what>{NAME}){QUOTE}? (?:library|package|module|extra)\b"
        rf"{_ASKED}?",
        "ImportError: SoupTokenizer requires the ladlepiece library but it was not found in your environment.",
        (sentence("The program did not find `{what}`, or could not import it"),),
        (_INSTALL, _SEE_WHY),
    ),
    Shape(
        rf"{QUOTE}(?P<what>{NAME}){QUOTE} (?:library|package|module) is (?:required|needed)\b{_ASKED}?",
        "ImportError: The `ladle` package is required to stir. Run `pip install ladle`.",
        (sentence("The program did not find `{what}`, or could not import it"),),
        (_INSTALL, _SEE_WHY),
    ),
    Shape(
        rf"(?:^|[\s:]){QUOTE}?(?P<what>{NAME}){QUOTE}? (?:is|are) (?:required|needed|not available)\b{_ASKED}",
        "ImportError: ladle is required for stirring. Install it with: pip install ladle",
        (sentence("The program did not find `{what}`, or could not import it"),),
        (_INSTALL, _SEE_WHY),
    ),
    Shape(
        r"(?:[Ff]ailed to|[Cc]ould not|[Uu]nable to) import (?:the )?(?:(?:required |optional )?"
        rf"(?:dependency|module|package|library) )?(?P<what>{NAME})(?: and "
        rf"(?P<other>{NAME}))?"
        r"(?:[.,;!]|$| )",
        "Failed to import ladle and spoon. Notice that they are necessary for decoding",
        (
            sentence("`{what}` and `{other}` could not be imported"),
            sentence("`{what}` could not be imported"),
        ),
        (
            Advice(
                "Import it in the same Python: the last line says why it fails, which this message hides.",
                'python -c "import {name}"',
            ),
            Advice(
                "Install it there.",
                "python -m pip install {package}",
                condition=sentence("that says that there is no such module"),
            ),
            Advice(
                "Nothing has to be done: the message is then only a notice.",
                condition=sentence("the program goes on and you do not use that feature"),
            ),
        ),
    ),
    Shape(
        r"(?i:not (?:been )?(?:compiled|built) with|(?:compiled|built) without) (?:the "
        r")?(?P<what>[A-Za-z][\w.+-]{1,30})",
        "The library was not compiled with LENTIL support",
        (sentence("The program that ran was built without `{what}`"),),
        (
            Advice("Install a build that has `{what}`: its download page says which ones do."),
            Advice(
                "Install the development files of `{what}`, switch it on, and build again from a clean folder.",
                condition=sentence("you build it yourself"),
            ),
        ),
    ),
    Shape(
        r"\b[Nn]eeds (?P<what>[A-Z][\w.+-]{1,30}) for (?P<purpose>[\w -]{3,60})",
        "Demo needs OpenSpoon for stirring images.",
        (sentence("The program needs `{what}` for {purpose}, and does not have it"),),
        (
            Advice(
                "Install the development files of `{what}`, switch it on, and build again from a clean folder.",
                note=sentence("In a Makefile the switch is most often a line such as `{upper}=1` at its top."),
                condition=sentence("you build it yourself"),
            ),
        ),
    ),
    Shape(
        r"(?i)nvidia driver (?:was|is) not (?:detected|found|loaded|installed)|found no nvidia driver",
        "WARNING: The NVIDIA Driver was not detected.  GPU functionality will not be available.",
        (sentence("No driver of NVIDIA is to be seen where the program runs, so it has no GPU"),),
        (
            Advice(
                "Update NVIDIA's driver of Windows, then run `wsl --update`; install none inside of WSL.",
                when="paste has *WSL* | *-microsoft-standard*",
            ),
            Advice("Run this on the machine itself: it must list the GPU.", "nvidia-smi"),
            Advice(
                "Start the container with the GPU.",
                "docker run --rm --gpus all ubuntu nvidia-smi",
                sentence("If this fails too, install nvidia-container-toolkit on the machine and restart Docker."),
                sentence("it works there, and the program runs in a container"),
            ),
        ),
    ),
    Shape(
        r"(?i)(?:\bcuda is (?:not avail\w*|required to (?:compile|build|run|install))|"
        r"torch\.cuda\.is_available\(\) (?:is|should be|returns|returned) \w+|"
        r"no cuda (?:runtime|gpus?|device) (?:is |are )?(?:found|available|detected))",
        "NotImplementedError: Cuda is not available",
        (sentence("The program found no GPU that it can use with CUDA"),),
        (
            Advice(
                "See what is missing: `None` means a build of PyTorch for the CPU, `False` no driver or GPU.",
                'python -c "import torch; print(torch.version.cuda, torch.cuda.is_available())"',
            ),
            Advice(
                "Set `FORCE_CUDA=1` and point `CUDA_HOME` to the CUDA toolkit.",
                condition=sentence("you only compile here, on a machine without a GPU"),
            ),
        ),
    ),
    Shape(
        rf"(?:(?i:environment variable|env var) {QUOTE}?(?P<env>[A-Za-z]\w{{2,40}}){QUOTE}? (?:expected, but not set|"
        rf"(?:{IS} )?not (?:defined|set|found|specified)|must be (?:set|defined|exported))|"
        rf"(?:^|[^\w'\"`]|env[a-z]* ['\"`])(?P<other>(?:[A-Z][A-Z0-9]*|\w*[a-z][A-Z]\w*)_\w{{2,40}}){QUOTE}? "
        rf"(?:environment variable )?(?:{IS} not (?:defined|set)|must be (?:set|defined|exported)))\b",
        "soupKit_raw is not defined and Soupkit can only be used on data that is already there.",
        (sentence("The environment variable `{env}` is not set in the shell that started the program"),),
        (
            Advice("Set it in the same shell, before the command.", "export {env}=/path/to/folder"),
            Advice("Use `set {env}=…` in cmd, `$env:{env} = …` in PowerShell.", condition=sentence("on Windows")),
            Advice(
                "Write the line into `~/.bashrc`, or into the script of the job.",
                condition=sentence("it is set in another window"),
            ),
        ),
        ("RuntimeError", "ValueError", "KeyError", "AssertionError", "OSError", "EnvironmentError", "Exception", ""),
    ),
    Shape(
        r"\b[Ee]rror: ['\"](?P<env>[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){0,4}_(?:KEY|TOKEN|SECRET|BASE|URL))['\"]",
        "We met an unexpected error. This was the error: 'SOUP_API_KEY'",
        (sentence("The environment variable `{env}` is not set"),),
        (
            *_ENV,
            Advice(
                "Give the tool a local model in its own settings: it asks this service, whatever the agent uses.",
                condition=sentence("you want no such service"),
            ),
        ),
        ("", "Exception", "KeyError", "RuntimeError", "ValueError"),
    ),
    Shape(
        rf"{QUOTE}(?P<name>[A-Za-z_]\w{{2,60}}){QUOTE} (?:should|must|has to|needs to) be "
        rf"(?:set to )?{QUOTE}?(?P<setting>-?\d[\d.]{{0,20}}(?:e-?\d+)?|True|False|None|true|false){QUOTE}?"
        r"(?:[ .,;)]|$)"
        r"(?:(?:if|when|for|because|since) (?P<why>[^.\n]{3,100}))?",
        "ValueError: `soup_temperature` should be 0 if the kitchen has a label_field [label].",
        (
            sentence("The setting `{name}` must be `{setting}` if `{why}`"),
            sentence("The setting `{name}` must be `{setting}`"),
        ),
        (
            Advice("Set `{name}` to `{setting}` in the config, or pass it where the program is called."),
            Advice(
                "Change what stands behind “if”: `{why}` must no longer be so.",
                condition=sentence("`{name}` has to stay as it is"),
            ),
        ),
    ),
    Shape(
        r"(?i:retry|rerun|run (?:it )?again|try (?:again|running)?|re-run|start(?: it)?|restart) ?(?:it )?(?:with"
        r"|using) "
        r"(?:the )?(?:option |flag )?[`'\"]?(?P<flag>--[a-z][\w-]{1,60}(?:=[\w./-]{1,40})?)[`'\"]?(?:[ .,;]|$)",
        "The oven failed to start.  Retry with --enable-oven-output to learn more about the failure.",
        (sentence("The message names an option: `{flag}`"),),
        (Advice("Run the same command again with `{flag}` at its end, and read what it prints then."),),
    ),
    Shape(
        r"[Ss]et TF_CPP_MIN_LOG_LEVEL=0 (?:and|to)\b",  # it makes a log longer, and mends nothing
        "No soup found, falling back to broth. (Set TF_CPP_MIN_LOG_LEVEL=0 and rerun for more info.)",
        (sentence("JAX found no GPU or TPU that it can use, and goes on with the CPU if it can"),),
        (
            Advice("Install the JAX for your GPU.", 'python -m pip install --upgrade "jax[cuda12]"'),
            Advice(
                "Look above this line for a version that is too old, or a library that was not found.",
                condition=sentence("that is installed"),
            ),
        ),
    ),
    Shape(
        # Apple's GPU: Windows has none
        r"\b(?i:set|setting|export|define) (?:the )?(?i:environment variable )?"
        r"[`'\"]?(?P<env>PYTORCH_(?:ENABLE_)?MPS_[A-Z_]{2,40})(?:(?:=| to )[`'\"]?(?P<setting>[\d.]{0,6}\d))?[`'\"]?",
        "As a temporary fix, you can set the environment variable `PYTORCH_ENABLE_MPS_FALLBACK=1`",
        (
            sentence("The message names a switch: the environment variable `{env}`, set to `{setting}`"),
            sentence("The message names a switch: the environment variable `{env}`"),
        ),
        _ENV[:1],
    ),
    Shape(
        r"\b(?i:set|setting|export|define) (?:the )?(?i:environment variable |env(?:ironment)? var(?:iable)? "
        r"|flag |option )?"
        r"[`'\"]?(?P<env>[A-Z][A-Z0-9]*_[A-Z0-9_]{2,50})(?:(?:=| to )[`'\"]?(?P<setting>[\w.:/-]{1,40}\w|\d))?[`'\"]?",
        "You can set SOUP_ALLOW_SALT=1 to skip this check",
        (
            sentence("The message names a switch: the environment variable `{env}`, set to `{setting}`"),
            sentence("The message names a switch: the environment variable `{env}`"),
        ),
        _ENV,
    ),
)
