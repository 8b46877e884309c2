"""Values that do not fit: what was wanted, what came, and which is which."""

from tracefix.explaining.shapes.row import IS, NAME, QUOTE, Advice, Shape
from tracefix.phrases import sentence

# no comma outside of brackets; RE2 does not count inside of a count
_PIECE = r"(?:[^,;()\[\]\n]|\([^()\n]*\)|(?:torch\.Size\()?\[[^\[\]\n]*\]\)?)"
_BRACKETED = r"(?:torch\.Size\()?\[[^\[\]\n]*\]\)?|\([^()\n]*\)"
_VALUE = rf"[^\s,;:)\]]{_PIECE}{{0,60}}?"
_GOT = (
    r"(?:,? but (?:actually |instead )?(?:got|found|received|given|was given|was|is|has|had|it is|it has|it was)|"
    r"[,;:.]? (?:[Gg]ot|received|found|was given)|, not)"
)
_NOUN = r"(?:length|size|shape|scalar type|data type|type|dtype|ndim|value)"
# a value, not a phrase: a number, a name, a class, with its unit at most
_PLAIN = r"(?:[\"'`]?[\w.<>\[\]:+-]{1,60}[\"'`]?(?: (?:channels?|classes|elements|items|values|dimensions?|samples))?)"
_NUMBER = r"-?\d[\d.,e+]{0,18}\d|-?\d"
_MODEL_CLASSES = ("ValueError", "TypeError", "RuntimeError", "AssertionError", "InvalidArgumentError", "")
_WHOSE = Advice("Change the one that is yours: the setting that asks for `{wanted}`, or the data that is `{got}`.")

VALUES: tuple[Shape, ...] = (
    Shape(
        r"(?:^|: )(?P<got>'[^'\n]{1,60}'|-?\d{1,9}) is not a valid (?P<name>[A-Z]\w{1,60})\.?$",
        "ValueError: 'wok' is not a valid PotKind",
        (sentence("`{got}` is not among the values of `{name}`, an Enum: a fixed list of values"),),
        (
            Advice(
                "Look which values it has, and take one of them.",
                'grep -rn -A 15 "class {name}(" --include="*.py" .',
                condition=sentence("you or a config gave the value"),
            ),
            Advice(
                "Update the program and the package together: the one passes a value that the other does not know yet.",
                condition=sentence("you did not give it, or a guide names it"),
            ),
        ),
        ("ValueError",),
    ),
    Shape(
        r"Initial test run failed - .{0,100}Error: (?P<why>\S[^\n]{0,200})",
        "ValueError: Initial test run failed - Please make sure it is correct. Error: Not Found",
        (sentence("The server did not answer the first request of the benchmark: `{why}`"),),
        (
            Advice(
                "Ask the server for its models, and pass that name as `--model`, or `--served-model-name`.",
                note="`curl http://HOST:PORT/v1/models`",
                when="{why} is Not Found*",
            ),
            Advice(
                "Let the backend and the endpoint fit: `openai` with `/v1/completions`, `openai-chat` with "
                "`/v1/chat/completions`.",
                when="{why} is Not Found* | Bad Request* | Unprocessable*",
            ),
            Advice(
                "Address the server itself, or let the proxy before it wait longer: it gave up too early.",
                when="{why} is *ime-out* | *imeout* | *imed out* | Bad Gateway* | Service Unavailable*",
            ),
            Advice("Read the server's log at that moment: it says what it refused."),
        ),
        ("ValueError",),
    ),
    Shape(
        rf"Only (?P<got>\d{{1,4}}) GPUs? {IS} available, but (?P<wanted>\d{{1,5}}) {IS} (?:required|requested|needed)",
        "RuntimeError: Only 2 GPUs are available, but 4 are required.",
        (sentence("The settings ask for `{wanted}` GPUs, and this machine shows `{got}`"),),
        (
            Advice("Lower the sizes whose product is `{wanted}`: tensor, pipeline and data parallel."),
            Advice(
                "Start it with the launcher for several machines of this program, and not with the command for one.",
                condition=sentence("the GPUs are in several machines"),
            ),
            Advice(
                "Look at `nvidia-smi -L` and `CUDA_VISIBLE_DEVICES` where it runs.",
                condition=sentence("this machine has more"),
            ),
        ),
    ),
    Shape(
        rf"Object of type {QUOTE}?(?P<what>[\w.]{{1,60}}){QUOTE}? is not JSON serializable",
        "TypeError: Object of type ladle is not JSON serializable",
        (sentence("A value of the type `{what}` is written as JSON, which does not know that type"),),
        (
            Advice(
                "Convert it first: `list(x)` for views and sets, `x.item()` or `x.tolist()` for numbers and arrays."
            ),
            Advice("Or pass `default=str` to `json.dump`: all else is then written as text."),
        ),
    ),
    Shape(
        rf"(?P<got>{QUOTE}?[^\s:;]{{1,60}}) has type (?P<what>{QUOTE}?[\w.<>' ]{{1,60}}), but expected one of: "
        r"(?P<list>[\w.<>(),' ]{1,80}\w)",
        "TypeError: 7 has type int, but expected one of: bytes, unicode",
        (sentence("`{got}` is of the type `{what}`, and a field takes one of these: `{list}`"),),
        (
            Advice(
                "Convert it where it is filled in: `str(x)` for `bytes, unicode`, `int(x)` or `float(x)` for numbers."
            ),
            Advice(
                "Pass `list(d.values())`: a loop over a dict gives its keys, and those may be numbers.",
                condition=sentence("names or labels are passed"),
            ),
        ),
    ),
    Shape(
        r"element \d+ of tensors does not require grad and does not have a grad_fn",
        "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn",
        (sentence("The loss has no way back to a parameter, so there is nothing to compute gradients for"),),
        (
            Advice(
                "Look for `torch.no_grad()`, `.detach()`, `.item()`, `.numpy()` or `argmax` between model and loss."
            ),
            Advice(
                "Count what may be trained: 0 means that everything is frozen.",
                note="`sum(p.requires_grad for p in model.parameters())`",
            ),
            Advice(
                "Call `model.enable_input_require_grads()` before training.",
                condition=sentence("you train adapters (LoRA) with gradient checkpointing"),
            ),
        ),
    ),
    Shape(
        r"[Cc]annot copy out of meta tensor|on device meta is not on the expected device|"
        r"cannot be called on meta tensors|(?:is|are|still) on the meta device",
        "NotImplementedError: Cannot copy out of meta tensor; no data!",
        (sentence("A weight is still on the device `meta`: it has a shape, and its numbers were never loaded"),),
        (
            Advice(
                "Use ZeRO-2, or load the model without `load_in_4bit` and `load_in_8bit`: ZeRO-3 divides weights "
                "that quantisation keeps whole.",
                condition=sentence("DeepSpeed ZeRO-3 and quantised weights (QLoRA) are used together"),
            ),
            Advice(
                "Do not call `.to()`, `.cuda()` or DataParallel on the model afterwards; if it fits on one GPU, "
                'load it with `device_map="cuda:0"`.',
                condition=sentence("it was loaded with `device_map`, and a part is kept on the CPU or disk"),
            ),
            Advice(
                "Load it with `low_cpu_mem_usage=False` and without `init_empty_weights`, and read which weights "
                "the warnings above call missing: the checkpoint may be of another model or release.",
                condition=sentence("neither is used"),
            ),
        ),
    ),
    Shape(
        r"(?P<what>list|tuple|deque|array)\.(?P<call>remove|index)\(x\): ?x not in|"
        rf"(?P<value>{QUOTE}[^'\"`\n]{{1,60}}{QUOTE}|-?\d[\d.]{{0,20}}) is not in (?P<kind>list|deque)(?:$|[\s.,)])",
        "ValueError: list.remove(x): x not in list",
        (
            sentence("`{value}` is looked for in a list that does not hold it"),
            sentence("`.{call}(x)` looked for a value that the {what} does not hold"),
        ),
        (
            Advice(
                "Look for it among what the loop runs over: there it comes twice.",
                condition=sentence("the line removes values: it was removed before"),
                when="{call} is remove",
            ),
            Advice("Print the value and the list above that line: compare spelling, case, and text with number."),
        ),
        ("ValueError",),
    ),
    Shape(
        r"pop from (?:an )?empty (?P<what>list|set|deque)|popitem\(\): (?P<name>dictionary) is empty",
        "IndexError: pop from empty list",
        (
            sentence("A value is taken out of a {what} that is empty"),
            sentence("An entry is taken out of a dictionary that is empty"),
        ),
        (
            Advice("Find what fills it: files or results that were not found leave it empty."),
            Advice(
                "Ask whether it is empty before you take the next one: `while x:`.",
                condition=sentence("it was filled, and a loop empties it"),
            ),
        ),
        ("IndexError", "KeyError"),
    ),
    Shape(
        rf"Cannot convert {QUOTE}?(?P<got>\d{{1,9}}){QUOTE}? to a shape",
        "ValueError: Cannot convert '7' to a shape.",
        (sentence("Keras 3 wants a shape as a tuple and got the number `{got}`"),),
        (
            Advice("Write `shape=({got},)`: the comma makes the tuple."),
            Advice(
                "Install `tf-keras`, and set `TF_USE_LEGACY_KERAS=1` before TensorFlow is imported.",
                "python -m pip install tf-keras",
                condition=sentence("the code is not yours and was written for Keras 2"),
            ),
        ),
    ),
    Shape(
        r"Expected more than 1 (?P<what>spatial element|value per channel) when training, got input size "
        r"(?:torch\.Size\()?\[(?P<got>[\d, ]{1,60})\]",
        "ValueError: Expected more than 1 spatial element when training, got input size torch.Size([4, 96, 1, 1, 1])",
        (sentence("A layer that normalises got `[{got}]`: a single number per channel has no spread to divide by"),),
        (
            Advice(
                "Use a larger input (crop, patch or ROI): the network halves it until one element is left.",
                condition=sentence("the last numbers are 1"),
            ),
            Advice(
                "Use a batch of 2 or more, and `drop_last=True` in the DataLoader.",
                condition=sentence("the first number is 1"),
            ),
        ),
    ),
    Shape(
        r"Expected reduction dim (?P<dim>-?\d{1,2}) to have non-zero size|zero-size array to reduction operation "
        r"(?P<op>\w{2,20})|"
        r"(?:max|min)\(\) arg is an empty sequence|(?i:mean of empty slice)",
        "IndexError: argmax(): Expected reduction dim 1 to have non-zero size.",
        (
            sentence("A maximum or mean is taken over dimension `{dim}`, and that dimension is empty"),
            sentence("A maximum, minimum or mean is taken of nothing: the list or tensor is empty"),
        ),
        (
            Advice("Find the step that leaves it empty: a filter, a mask, an empty folder, or labels that are all 0."),
            Advice(
                "Update the library and its partners together: one returns nothing that the other expects.",
                condition=sentence("the tensor is the output of a model or of a library"),
            ),
        ),
    ),
    Shape(
        r"(?i)(?:(?:contains?|contained|found|produced|encountered|has) (?:all )?(?:NaNs?|infs?)\b|"
        r"must not contain NaN|tensor with (?:all )?NaNs|(?P<what>loss) is (?:NaN|inf)\b|"
        r"probability tensor contains)",
        "ValueError: Column stew must not contain NaN/inf values",
        (sentence("A value is NaN or infinite where it must not be"),),
        (
            Advice(
                "Load the model in float32 or bfloat16 instead of float16.",
                condition=sentence("it runs in half precision"),
            ),
            Advice(
                "Check the input for NaN, empty masks and divisions by zero.",
                condition=sentence("the input may hold it already"),
            ),
            Advice(
                "Lower the learning rate, and clip the gradients: `torch.nn.utils.clip_grad_norm_`.",
                condition=sentence("it begins in the middle of a training"),
            ),
        ),
    ),
    Shape(
        rf"(?P<what>[\w. `'\"]{{2,60}}?) must (?:inherit from|be (?:a )?subclass of|derive from) (?:the )?{QUOTE}?"
        rf"(?P<wanted>{NAME}){QUOTE}?",
        "AssertionError: Your kitchen must inherit from the soupnasium.Kitchen class",
        (sentence("The object that was passed is not of the class `{wanted}`, nor derived from it"),),
        (
            Advice("Derive the class from `{wanted}`; a class of that name in an older package is another one."),
            Advice(
                "Install a release of the library that still takes the old class.",
                condition=sentence("the class is not yours"),
            ),
        ),
    ),
    Shape(
        rf"(?i)[Cc]annot find field {QUOTE}(?P<name>\w{{1,60}}){QUOTE} in (?:the )?(?:given )?(?P<where>\w{{2,40}})",
        "Cannot find field 'pot_masks' in the given Instances!",
        (sentence("The object `{where}` came without the field `{name}`"),),
        (
            Advice("Load a model, and its config, that predicts `{name}`: this one does not, or the switch is off."),
            Advice(
                'Ask with `has("{name}")` before you read it.',
                condition=sentence("it may be missing when nothing was found"),
            ),
        ),
    ),
    Shape(
        rf"(?:^|[\s.:(])(?P<name>{QUOTE}?[A-Za-z_][\w.\[\] -]{{0,50}}?{QUOTE}?) "
        rf"(?:\(?{QUOTE}?(?P<value>[\w.-]{{1,40}}){QUOTE}?\)? )?"
        rf"(?:cannot|can't|can not|must not|should not|may not) be (?:larger|greater|bigger|higher|more|longer"
        rf"|smaller|less|"
        rf"lower|shorter) than (?P<limit>[\w. `'\"\[\]-]{{1,60}}?\w[`'\"\]]?)(?: ?\(?[:=]? "
        rf"?(?P<most>{_NUMBER})\)?)?(?:[.,;!)]|$)",
        "ValueError: num_spoons (12) cannot be larger than num_bowls (8).",
        (
            sentence("`{name}` is `{value}`, and may not pass `{limit}`, which is `{most}`"),
            sentence("`{name}` may not pass `{limit}`, and it does"),
        ),
        (Advice("Change `{name}`, or change `{limit}`: one of the two is set for another model or data set."),),
    ),
    Shape(
        r"(?i)\bnumber of (?P<name>(?:unique )?(?:classes|labels|samples|rows|examples|points|observations|groups)) "
        r"(?:must|should|has to|have to|needs to) be (?P<rule>(?:strictly )?(?:greater|larger|more|less|fewer|smaller) "
        r"than (?:or equal to )?[\w.]{1,20}|at (?:least|most) [\w.]{1,20})",
        "ValueError: The number of bowls and the number of classes has to be greater than one; got 1 class",
        (sentence("The data has too few or too many {name}: their number must be {rule}"),),
        (Advice("Count them in what the call is given. A filter, a split or a wrong column leaves too few."),),
    ),
    Shape(
        rf"(?P<name>{QUOTE}?[A-Za-z_][\w.]{{0,50}}(?: [a-z]{{2,20}}){{0,4}}{QUOTE}?) (?:must|should|has to|needs "
        rf"to) be (?:strictly )?"
        rf"(?P<rule>positive|non-?negative|(?:larger|greater|bigger|less|smaller|lower|more) than(?: or equal to)? "
        rf"{_VALUE}|"
        rf"(?:at least|at most|divisible by|a multiple of|between|>=?|<=?) ?{_VALUE}|non-?empty|not None)"
        rf"(?:,? (?:but )?(?:got|found|was|is|received|it is)(?: value)?:? "
        rf"?{QUOTE}?(?P<got>{_VALUE}){QUOTE}?)?(?:[.,;!]? *$|[.;!] )",
        "ValueError: embed_dim must be divisible by num_heads (got 10)",
        (
            sentence("`{rule}` is the rule for `{name}`, and `{got}` came"),
            sentence("`{rule}` is the rule for `{name}`, and it does not hold"),
        ),
        (Advice("Find where `{name}` is set, in the call, the config or the data, and give it such a value."),),
        says=("must", "should", "hasto", "needsto"),
    ),
    Shape(
        rf"(?:{QUOTE}(?P<got>[^'\"`\n]{{1,60}}){QUOTE} (?:is|was) not (?:a valid|one of|in|among|found "
        rf"in)[^\[({{\n]{{0,60}}|"
        rf"(?P<name>{NAME})[`'\"]? (?:must|should|has to|needs to) be (?:one|either|in|any)(?: of| in)?:? ?|"
        rf"(?i:invalid|unknown|unsupported|unexpected|unrecognized) [\w -]{{2,40}}?:? "
        rf"{QUOTE}(?P<other>[\w./-]{{1,60}}){QUOTE}[^\[({{\n]{{0,80}}|"
        rf"(?i:choose|select|pick|expected)(?: one)? (?:from|of|among|between)[^\[({{\n]{{0,20}})"
        rf"[\[({{](?P<list>[^\[\](){{}}\n,|]{{1,60}}[,|][^\[\](){{}}\n]{{1,900}})[\])}}]",
        "ValueError: 'sooup' is not a valid dish: ['soup', 'stew', 'salad']",
        (
            sentence("`{got}` is not among the values that are taken here: `{list}`"),
            sentence("`{name}` takes one of these, and got another value: `{list}`"),
            sentence("Only these values are taken here: `{list}`"),
        ),
        (
            Advice("Write `{near}` in place of `{got}`: it is the closest one that is taken."),
            Advice(
                "Write one of them; compare the case of the letters, too.",
                condition=sentence("you meant another"),
            ),
            Advice(
                "Upgrade the program: the value may belong to a newer release.",
                condition=sentence("a guide or a config file says this value"),
            ),
        ),
        says=(
            "not",
            "must",
            "should",
            "hasto",
            "needsto",
            "invalid",
            "unknown",
            "unsupported",
            "unexpected",
            "unrecognized",
            "choose",
            "select",
            "pick",
            "expected",
        ),
    ),
    Shape(
        r"must contain (?:the )?(?:keys?|fields?|columns?) [\[({](?P<list>[^\[\](){}\n]{2,200})[\])}]",
        "ValueError: broth must contain keys {'salt', 'type'}",
        (sentence("A section of the config or data lacks one of these: `{list}`"),),
        (
            Advice(
                "Upgrade the program that reads it: newer models write other keys than older programs know.",
                condition=sentence("the config came with a model"),
            ),
            Advice("Add the keys that are missing.", condition=sentence("the file is yours")),
        ),
        says=("mustcontain",),
    ),
    Shape(
        rf"(?P<name>[A-Za-z][\w -]{{0,30}}?(?:func(?:tion)?|type|mode|method|scheme|format|kernel)) {QUOTE}?"
        rf"(?P<value>[\w.-]{{2,40}}){QUOTE}? is not (?:yet )?(?:handled|implemented|supported)\b",
        "tasting func sniff is not handled",
        (sentence("This release does not know `{value}` for `{name}`"),),
        (
            Advice(
                "Update the program: the model or config may be newer than it.",
                condition=sentence("you did not write the name yourself"),
            ),
            Advice(
                "Use another program that serves this model.",
                condition=sentence("the newest release fails too"),
            ),
        ),
    ),
    Shape(
        rf"(?:(?P<kind>[Kk]ey|[Mm]odel|[Mm]odule|[Cc]lass|[Nn]ode|[Oo]p(?:erator)?) "
        rf")?{QUOTE}?(?P<value>[A-Za-z_\[][\w./:\]-]{{1,60}})"
        rf"{QUOTE}? (?:is|was) not (?:registered|in the (?P<where>\w{{2,40}}) registry)",
        "AssertionError: stew-large is not registered",
        (
            sentence("`{value}` is not in the registry `{where}` of this program"),
            sentence("`{value}` is in no list of this program"),
        ),
        (
            Advice("Look above for a download or an import that failed: that leaves the name unregistered."),
            Advice(
                "Update the program: the name may be newer than it.",
                condition=sentence("the name is spelt right"),
            ),
            Advice(
                "Import the module that defines it before the name is used.",
                condition=sentence("the class is your own"),
            ),
        ),
    ),
    Shape(
        rf"(?i:unknown|unsupported|unrecogni[sz]ed|invalid) (?P<kind>(?:[a-z]\w{{1,20}} ){{0,2}}(?i:type|name"
        rf"|model|format|"
        rf"architecture|op|operator|backend|voice|dtype|layer|activation|optimizer|scheduler|loss|tokenizer|"
        rf"quantization|method|mode|task|dataset|version|sampler|node)(?: name| type)?):? (?:{QUOTE}"
        rf"(?P<value>[^'\"`‘’“”\n]{{1,60}}){QUOTE}|(?P<bare>\d{{1,6}}(?:\.\d{{1,6}}){{0,4}})\b"
        rf"|(?P<named>[A-Za-z]\w*[_./\d][\w./-]{{0,60}}\w))",
        "RuntimeError: Unknown type name '__soup__.Ladle'",
        (
            sentence("No {kind} was given: the value is `{none}`"),
            sentence("The program does not know the {kind} `{value}`"),
        ),
        (
            Advice("Choose or set the {kind}: it is `{none}` now.", condition=""),
            Advice(
                "Update the program: what it reads may have been made by a newer release.",
                condition=sentence("the name is spelt right"),
            ),
            Advice(
                "Make the file again with the release that reads it.",
                condition=sentence("the newest release fails too"),
            ),
        ),
        says=("unknown", "unsupported", "unrecogni", "invalid"),
    ),
    Shape(
        rf"(?i:positive|greater than 0|> ?0|at least (?:1|one)|non-?zero|num_samples)\b.{{0,80}}?"
        rf"(?:{_GOT}|=|:)[ =:]*(?:\w{{1,40}} ?= ?)?(?P<got>0)(?:$|[^\d.])",
        "ValueError: Expected a positive number of ladles, but got 0",
        (sentence("Something was counted, and there is none of it: the count is 0"),),
        (
            Advice(
                "Find what is counted. If it is files or samples, list the folder that the config or the command names."
            ),
            Advice(
                "Take a smaller batch, `drop_last=False`, or fewer ranks and workers.",
                condition=sentence("the files are there, and few"),
            ),
        ),
        _MODEL_CLASSES,
    ),
    Shape(
        rf"(?i:expected|expects|expecting|requires?|must (?:be|have))(?: of| an?| the)?[ :=]{{1,3}}"
        rf"(?P<wanted>[1-5])-?(?: ?D\b|[- ]dim\w*)[^\d\n]{{0,60}}?(?:{_GOT}|\(got)[^\d\n]{{0,40}}?"
        rf"(?P<got>[1-5])-?(?: ?D\b|[- ]dim\w*|$|[.,;])",
        "ValueError: expected 2D input (got 3D input)",
        (sentence("`{wanted}` dimensions are expected, and `{got}` came"),),
        (Advice("Check whether images (2) and volumes (3), or sizes with and without the batch, are mixed."),),
        _MODEL_CLASSES,
    ),
    Shape(
        rf"(?i:expected|expects|expecting|requires?|required|(?:must|should) (?:be|have))(?: of)?(?: (?:an?|the|to be|"
        rf"to have))*:? (?:shape |size )?(?P<wanted>{_BRACKETED}|(?:{_NOUN} )?{_PLAIN}){_GOT}:? "
        rf"(?:an? |instead |{_NOUN} )?(?P<got>{_BRACKETED}|{_PLAIN})"
        rf"(?:$|[.,;!)]|\s(?:instead|for|in|at|from|when|while|as|elements)\b)",
        "ValueError: Sequence must have length 2, got 3.",
        (sentence("`{wanted}` is expected, and `{got}` came"),),
        (
            Advice("Convert the value before the call: `.to(torch.{dtype})`."),
            _WHOSE,
        ),
        _MODEL_CLASSES,
        says=("expect", "require", "must", "should"),
    ),
)
