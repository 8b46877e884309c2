"""What a message itself suggests: sentences such as “Please unwrap the model with …”, verbatim.

Only the message of the error is read, and nothing that a program prints with every error of its kind. What a person
writes about an error tells them to do nothing: “I ran it again” is no suggestion, and lines are joined only where a
terminal broke them. In doubt nothing is repeated.
"""

from collections.abc import Iterator

from tracefix.cutting import cut
from tracefix.linear_re import Expression

_LONGEST_BLOCK = 4_000  # characters of a message that are read
_LONGEST = 320  # characters of a sentence that is repeated
_SHORTEST = 12
_MOST = 3

_VERB = (
    r"(?:add|adjust|call|change|check|choose|configure|convert|decrease|disable|downgrade|download|enable|ensure|"
    r"export|install|increase|load|lower|make sure|move|pass|pin|provide|pull|reboot|re-?install|re-?run|reduce|remove|"
    r"rename|replace|restart|run|select|set|specify|switch|try|unset|unwrap|update|upgrade|use|verify|wrap)"
)
# What a sentence that suggests something holds
_SUGGESTS = Expression(
    r"(?i)(?:"
    rf"\bplease (?:also |first |either |simply |re-?|do |be )?{_VERB}\b"
    r"|\bplease (?:see|read|follow|refer|visit|accept|log ?in|sign)\b"
    rf"|(?:^|[;:,.(] ?|\b(?:or|and|then|to fix this|to resolve this|instead) ){_VERB} "
    r"(?:the |a |an |your |it |`|'|\"|--|~|\$|[\w.\[\]-]+)"
    r"|\b(?:you|we) (?:probably |also |first |may |might |can |could |will )?(?:need|have|want|should|must|can|"
    r"could) (?:to |also |either |try |use |set |pass |install )"
    r"|\byou (?:should|must|can|could|may|might) (?:also |either |want to |need to |try |first )?\w+"
    r"|\binstead,? (?:use|call|try|pass)\b|\buse \S.{0,120} instead\b|\bdid you (?:mean|forget)\b|\bmaybe you meant\b"
    r"|\bperhaps you\b|\bconsider (?:\w+ing|the|a)\b|\bmake sure\b|\bensure that\b"
    r"|\b(?:try|consider|(?:fix|fixed|solve|solved|resolve|resolved|avoid|avoided|disable|disabled|silence|suppress|"
    r"enable|enabled|done|change|override)(?: (?:this|it|that))? (?:by|with|via)) "
    r"(?:running|setting|passing|adding|using|installing|increasing|reducing|lowering|decreasing|specifying|calling)\b"
    r"|\b(?:python[\d.]* -m )?(?:pip[\d.]*|conda|uv|apt(?:-get)?|npm|brew) (?:pip )?install \S"
    r"|\b(?:must|should) be (?:one of|set to|either|passed)\b|\bchoose from\b|\b(?:valid|available|supported|allowed) "
    r"(?:options|values|choices|keys|names|types) (?:are|is|:)|^hint:"
    r")"
)
# Said with every error of a program, or with none: it is no step towards this one
_STANDING = Expression(
    r"(?i)(?:full path with constructor syntax|"
    r"for debugging consider|compile with .?TORCH_USE|CUDA_LAUNCH_BLOCKING|HIP_LAUNCH_BLOCKING|AMD_SERIALIZE|"
    r"HYDRA_FULL_ERROR|JAX_TRACEBACK_FILTERING|RAY_DEDUP_LOGS|to enable traceback|see above for output|"
    r"not a problem with pip|\[notice\]|upgrading via|"
    r"you are using pip version|new release of pip|file an? (?:issue|bug)|open an? (?:issue|bug|ticket)|submit a bug|"
    r"report (?:this|the|it|a bug)|contact (?:the |your )?(?:support|administrator|maintainer)|"
    r"(?:check|see) the (?:error )?(?:trace|traceback|stack|logs?)\b|wandb: |\bnpm notice|"
    r"inform us|(?:opening|creating|filing) an? (?:github )?issue|try again later|you should be aware|this "
    r"(?:warning|behaviou?r) (?:will|can)|TF_ENABLE_ONEDNN|rebuild TensorFlow|"
    r"full error details|if you're on Streamlit|^(?:command|cmd|stdout|stderr|exit code|running command)\b)"
)
# What people write, and no program: of themselves, or of what they did before the error came
_PERSON = Expression(
    r"\b(?:I|[Mm]y|[Mm]e|[Mm]yself|I'm|I've|I'd|I'll|i'm|i've)\b|"
    r"\bi (?:am|have|was|did|do|can|get|got|try|tried|ran|run|use)\b|"
    r"(?i:^(?:when(?:ever)?|while|after|before|as soon as|trying|tried)\b.{0,20}?\b(?:you|we|trying|tried|"
    r"run+ing|executing|starting|launching|clicking)\b)"
)
# A verb that begins no imperative: `Check failed: …`, `Load nothing.`
_NO_IMPERATIVE = Expression(
    rf"(?i)^(?:[a-z]{{3,8}}: )?{_VERB} (?:failed|fails|failure|errors?|failing|timed|is|was|has|not|nothing|of)\b"
)
# … that stands at the beginning of a sentence; what a person says, or a title, is no suggestion in any other form
_BEGINS = Expression(
    rf"(?i)^(?:(?:hint|note|tip|solution|fix): ?|(?:then|instead|otherwise|also|or),? )?"
    rf"(?:if [^,\n]{{3,80}}, )?(?:please\b|{_VERB}\b|did you (?:mean|forget)\b|you (?:must|should|need to|have to)\b)"
)
# What people ask of the authors: `Please add support for x`
_ASKED = Expression(r"(?i)^please (?:add|provide|update|change|move|remove|fix|help|support|enable|check)\b")
# `(run with NCCL_DEBUG=WARN for details)`: only what stands in the brackets is the suggestion
_BRACKETED = Expression(rf"(?i)\((?P<inner>(?:please )?{_VERB} [^()\n]{{6,200}})\)")
_LABEL = Expression(r"^(?:\w*(?:Error|Warning|Exception)|ERROR|WARNING|error|warning): +")
# Where the message ends, though the text goes on: a prompt, a log line, a stack, a table
_FOREIGN = Expression(
    r"^(?:[ \t]*(?:\$|#|>>>|PS [A-Z]:|[A-Z]:\\[^:]*>|\([\w.-]+\) ?(?:[\w.-]+@|PS |\$|[A-Z]:)|[\w.-]+@[\w.-]+:)"
    r"|[ \t]*(?:File \"|Traceback|at \w|frame #|warnings\.warn|"
    r"(?i:command|cmd|stdout|stderr|exit code|error code) ?:|"
    r"\[?(?:INFO|DEBUG|WARNING|WARN|ERROR|CRITICAL)\b|wandb:|\d+%\|)"
    r"|\[\w{1,20} [A-Z] \d{4}-|[ \t]*[~^]+[ \t]*$|[=─━*#-]{8,})"
)
_SENTENCE = Expression(r"\S.*?(?:[.!?](?:[\"'`)\]]*\s+|$)|\n|$)")
_ABBREVIATIONS = (" e.g.", "(e.g.", " i.e.", "(i.e.", " vs.", " cf.")
_ENDS = (".", "!", "?", ":", ";")
_ITEMS = Expression(r"^[ \t]*(?:[-*•]|\d+[.)]|hint:|note:)[ \t]")
_NAMED = Expression(r"^[\w.-]{1,40}: ")  # `ncclInvalidUsage: …`, `path: …`: a line of its own
_FULL_LINE = 60  # characters; a shorter line was not broken by a terminal


def read_suggestions(block: str, *, is_said: bool = False) -> tuple[str, ...]:
    """The sentences of a message that suggest something, in their order.

    `is_said` says that the message is a sentence in which somebody tells of the error. Then only an imperative counts.

    >>> read_suggestions("Loss is None. Please pass `labels` to the model.")
    ('Please pass `labels` to the model.',)
    """
    found: list[str] = []
    for sentence in _sentences(_message_lines(block[:_LONGEST_BLOCK])):
        said = cut(_suggestion(sentence, is_said=is_said), _LONGEST)
        if said and not any(other.startswith(said.rstrip(".! ")) for other in found):
            found.append(said)
        if len(found) == _MOST:
            break
    return tuple(found)


def _suggestion(sentence: str, *, is_said: bool) -> str:
    """The sentence, or the part of it that suggests something; "" if nothing does."""
    label = _LABEL.match(sentence)
    sentence = sentence[label.end() :] if label else sentence
    if len(sentence) < _SHORTEST or _PERSON.search(sentence) or _STANDING.search(sentence):
        return ""
    if not _SUGGESTS.search(sentence) or _NO_IMPERATIVE.match(sentence) or (is_said and not _BEGINS.match(sentence)):
        return ""
    if is_said and _ASKED.match(sentence):
        return ""
    inner = None if _BEGINS.match(sentence) else _BRACKETED.search(sentence)
    if inner and not _SUGGESTS.search(f"{sentence[: inner.start()]} {sentence[inner.end() :]}"):
        return str(inner["inner"])
    return sentence


def _message_lines(block: str) -> str:
    """The lines of the message; those that a terminal broke are joined again."""
    whole = last = ""
    for number, line in enumerate(block.split("\n")):
        if number and _FOREIGN.match(line):
            break
        text = " ".join(line.split())
        glue = " " if _goes_on(last, text) else "\n"
        whole = f"{whole}{glue}{text}" if whole else text
        last = text
    return whole


def _goes_on(last: str, text: str) -> bool:
    """Whether a line of a message continues the one above it: that does not end, and this one does not begin."""
    if last.endswith(_ENDS) or _ITEMS.match(text) or _NAMED.match(text):
        return False
    return len(last) >= _FULL_LINE or not text[:1].isupper()


def _sentences(text: str) -> Iterator[str]:
    held = ""
    for found in _SENTENCE.finditer(text):
        held = f"{held} {found[0].strip()}" if held else found[0].strip()
        if not held.lower().endswith(_ABBREVIATIONS):
            yield held
            held = ""
    if held:
        yield held
