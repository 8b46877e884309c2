"""Details that the failing statement proves, with the message: what a research program reads, and from where.

`KeyError: 'model'` is the same message for a config, a table and a checkpoint. The statement tells which of them it is.
"""

from tracefix.explaining.shapes.row import Advice, Shape
from tracefix.phrases import sentence

# What holds a checkpoint in the statement: `torch.load(path)[`, `ckpt[`, `states[name]['state_dict']`
_CHECKPOINT = (
    r"(?i)\btorch\.load\([^\n]{1,160}\)\[|\b\w*(?:ckpt|checkpoint|chkpt|snapshot|pretrained_(?:dict|model|state))\w*\[|"
    r"\bstate_dict\[|\[\w+\]\[['\"]state_dict['\"]\]|\.load_state_dict\(\w+\[['\"]"
)
_KEYS = (
    "python -c \"import torch, sys; d = torch.load(sys.argv[1], map_location='cpu', weights_only=True); "
    'print(type(d), list(d)[:20])" CHECKPOINT'
)
_OPTIONS = r"(?:args|opts?|options?|FLAGS|hps|parsed_args)"
_LOCAL = (
    r"utils?|models?|src|scripts?|lib|core|configs?|data|dataset|networks?|nets?|modules|common|helpers?|tools|options|"
    r"layers|"
    r"losses"
)

STATEMENTS: tuple[Shape, ...] = (
    # ── checkpoints ─────────────────────────────────────────────────────────────────────────────────────────────
    Shape(
        r"^['\"](?P<key>\w*(?:optim|scheduler|epoch|scaler|iteration|step)\w*)['\"]$",
        "KeyError: 'optimizer'",
        (sentence("The checkpoint has no `{key}`: it was not saved by a run that can be resumed"),),
        (
            Advice(
                "Give it to the option for pretrained weights, in place of the one for resuming. The run then begins "
                "at "
                "its first epoch.",
                condition=sentence("you have the weights alone"),
            ),
            Advice(
                "Resume from a file that a run of this program saved while it trained, often called last or latest.",
                condition=sentence("a run was interrupted"),
            ),
        ),
        ("KeyError",),
        source=_CHECKPOINT,
    ),
    Shape(
        r"^['\"](?P<key>[\w-]{1,60})['\"]$",
        "KeyError: 'model'",
        (sentence("The checkpoint has no part `{key}`: another program, or another stage of this one, saved it"),),
        (
            Advice("Print the keys that it has.", _KEYS),
            Advice(
                "Take that key in the failing line; where they are the names of layers, the whole dictionary. Where "
                "each "
                "name begins with `module.`, cut that off before `load_state_dict`.",
                condition=sentence("another key holds the weights"),
            ),
            Advice(
                "Give this option the file that it is for: to test or resume, one that the training of this program "
                "saved. Weights of a pretraining belong to the option for pretrained weights.",
                condition=sentence("it has other parts than this program saves"),
            ),
        ),
        ("KeyError",),
        source=_CHECKPOINT,
    ),
    Shape(
        r"'NoneType' object (?:is not subscriptable|has no attribute)",
        "TypeError: 'NoneType' object is not subscriptable",
        (sentence("`{value}` is `None`: the run that saved the checkpoint had ended, and left it out"),),
        (
            Advice(
                "Resume from a file that was saved during the training, mostly called last, of a run that did not end.",
                condition=sentence("a run was interrupted"),
            ),
            Advice(
                "Start a new run, and give this file as its pretrained weights.",
                condition=sentence("the run had ended and shall go on"),
            ),
        ),
        ("TypeError", "AttributeError"),
        source=r"\.load_state_dict\((?P<value>[\w.]{1,40}\[['\"]\w*(?:optim|scheduler|scaler)\w*['\"]\])",
    ),
    Shape(
        rf"^No module named '?(?P<module>(?:{_LOCAL})(?:\.[\w.]{{1,80}})?)'?$",
        "ModuleNotFoundError: No module named 'models.stew'",
        (sentence("The file holds a whole pickled object, whose class was in `{module}` when it was saved"),),
        (
            Advice(
                "Run it in the repository, and at the release, that saved the file: pickle imports `{module}` by this "
                "name. Its folder may also be added to `PYTHONPATH`."
            ),
            Advice(
                "There, save the weights alone, `torch.save(model.state_dict(), path)`, and load these here.",
                condition=sentence("the code here is another one"),
            ),
        ),
        ("ModuleNotFoundError", "ImportError"),
        source=r"\bunpickler\.load\(\)|\bpickle_module\.load\(|torch/serialization\.py$",
    ),
    Shape(
        r"^The expanded size of the tensor \((?P<wanted>\d+)\) must match the existing size \((?P<got>\d+)\)|"
        r"^The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\)",
        "RuntimeError: The expanded size of the tensor (64) must match the existing size (256) at dimension 0.",
        (
            sentence("The checkpoint has {got} where the model that was built has {wanted}"),
            sentence("The checkpoint has {b} where the model that was built has {a}"),
        ),
        (
            Advice(
                "Build the model with the options that the checkpoint was trained with, such as its width, its number "
                "of "
                "blocks or of classes: the README or the demo script names them for each file."
            ),
            Advice(
                "Leave out the layers that differ: `strict=False`, where the program passes it on.",
                condition=sentence("only the last layer differs, as for other classes"),
            ),
        ),
        ("RuntimeError",),
        source=r"\bown_state\[|\.copy_\(param|\bmodel_dict\[\w+\]\.copy_\(",
    ),
    # ── options and folders ─────────────────────────────────────────────────────────────────────────────────────
    Shape(
        r"^$|(?i)\b(?:exi\w+|found|missing|such)\b",
        "AssertionError: no such checkpoint",
        (sentence("There is no file or folder at the path that the option `{name}` has"),),
        (
            Advice(
                "See what it is for, and its default, which holds where you do not give it.",
                "grep -rn {name} .",
            ),
            Advice("Download it to that place as the README says, or give its path with the option."),
            Advice(
                "Start the program in the folder of the repository.",
                condition=sentence("it is there, under a relative path"),
            ),
        ),
        ("AssertionError",),
        source=rf"^(?:assert\s*)?\(?(?:os\.path|osp|path)\.(?:exists|isfile|"
        rf"isdir)\((?:self\.)?{_OPTIONS}\.(?P<name>\w+)\)",
    ),
    Shape(
        r"^No module named '?(?:[\w.]*\.)?(?P<module>(?:cpu|gpu|cython|soft|rotate_gpu)_(?:soft_)?nms|"
        r"cython_overlap|(?:nms|roi_pooling|roi_align|deform_conv|deform_pool|masked_conv|carafe|iou3d|iou3d_nms|emd|"
        r"chamfer|pointnet2|roiaware_pool3d|roipoint_pool3d|pointnet2_batch|pointnet2_stack|voxel_layer|bev_pool|"
        r"correlation|resample2d|channelnorm|ms_deform_attn|cd|rasterize|lltm)_(?:cuda|ext|cpu)|"
        r"pointnet2_ops(?:_lib)?|chamfer_3D|_?(?:raymarching\w*|gridencoder|freqencoder|shencoder)|ffmlp|"
        r"droid_backends|"
        r"MultiScaleDeformableAtt(?:entio)?n|DCNv2|dcn_v2|pointops\w*|alt_cuda_corr|curope|bev_pool_ext|"
        r"diff_(?:surfel|plane|gof|gauss_|trim|2dgs|feature)\w*|diff_gauss|[\w.]{1,60}\._ext\.[\w.]{1,60})"
        r"'?$",
        "ModuleNotFoundError: No module named 'cpu_nms'",
        (sentence("`{module}` is a compiled part of the repository, and was not built yet"),),
        (
            Advice(
                "Find what builds it, and run that: `make` in the folder of a Makefile, `python setup.py build_ext "
                "--inplace` "
                "or `python setup.py develop` in that of a `setup.py`.",
                "find . -name Makefile -o -name 'setup*.py'",
            ),
            Advice(
                "Fetch it first, then build.",
                "git submodule update --init --recursive",
                condition=sentence("its folder is empty, or is a submodule"),
            ),
            Advice(
                "Install a compiler, Cython and numpy first; what ends in `_cuda` also needs the `nvcc` of the CUDA of "
                "torch.",
                condition=sentence("the build fails"),
            ),
        ),
        ("ModuleNotFoundError", "ImportError"),
    ),
    Shape(
        rf"^No module named '?(?P<module>{_LOCAL})(?:\.[\w.]{{1,80}})?'?$",
        "ModuleNotFoundError: No module named 'util'",
        (sentence("`{module}` is no package to install: it belongs to the code in `{folder}`"),),
        (
            Advice(
                "In a cell before the import: `import sys; sys.path.insert(0, '{folder}')`.",
                condition=sentence("`{folder}` has a `{module}`"),
            ),
            Advice(
                "Look where the repository keeps it: `!find {folder} -name '{module}*'`. The folder above it is the "
                "one to "
                "insert.",
                condition=sentence("it has none"),
            ),
        ),
        ("ModuleNotFoundError", "ImportError"),
        source=r"^(?P<path>(?:/kaggle/working|/content)/[\w.-]+/)[\w./-]+\.py$",
    ),
    Shape(
        r"(?:WinError 267|Errno 20)\][^'\n]{0,60}'(?P<path>[^'\n]{1,200}\.(?:ckpt|pth?|bin|safetensors|gguf|h5|onnx|"
        r"pkl|npz|json|ya?ml|csv|zip|tar|t?gz|7z|rar|bz2))[\\/]{1,2}(?P<inner>[^'\n]{1,100})'",
        "NotADirectoryError: [Errno 20] Not a directory: 'pot/soup.ckpt/tokenizer_config.json'",
        (sentence("`{path}` is a file, and the program looks for `{inner}` in it, as in a folder"),),
        (
            Advice(
                "Unpack it, and give the folder that comes out.",
                when="{path} is *.zip | *.tar | *.gz | *.tgz | *.7z | *.rar | *.bz2",
            ),
            Advice(
                "Fix that one: the program could not load the file, and then only tried it as a folder.",
                condition=sentence("the traceback holds another exception above this one"),
            ),
            Advice("Give the folder that holds `{inner}`.", condition=sentence("this exception is the only one")),
        ),
        ("NotADirectoryError",),
    ),
    Shape(
        r"(?i)\bthere is no (?:model|checkpoint|snapshot|weights?)(?: files?)? (?:in|at|under) (?:the )?"
        r"(?:path|folder|directory):? '?(?P<path>[^\s'\"]{0,200}[/\\][^\s'\"]{0,200}[\w/\\])",
        "ValueError: There is no model in path /data0/soup/output/models/soup_10.ckpt.",
        (sentence("The program looked for a model at `{path}`, and there is none"),),
        (
            Advice(
                "That folder belongs to whoever wrote the program. Search for its beginning in the configuration and "
                "the options, and write your own folder there.",
                condition=sentence("you have no such folder"),
            ),
            Advice(
                "Compare the name letter by letter: it is often put together from options, such as a number of an "
                "epoch.",
                condition=sentence("the folder is yours"),
            ),
        ),
        (),
    ),
    Shape(
        r"(?:WinError 267|Errno 20)\][^'\n]{0,60}'(?P<path>[^'\n]{1,200}\.[A-Za-z0-9]{1,5})'",
        "NotADirectoryError: [WinError 267] The directory name is invalid: 'C:/pot/1.wav'",
        (sentence("`{path}` is a file, and a folder is wanted here"),),
        (
            Advice("Give the folder that holds the file, without the name of the file."),
            Advice(
                "Unpack it, and give the folder that comes out.",
                when="{path} is *.zip | *.tar | *.gz | *.tgz | *.7z | *.rar | *.bz2",
            ),
        ),
        ("NotADirectoryError",),
    ),
    Shape(
        r"(?:No such file or directory|cannot find the path specified): '(?P<path>(?P<value>\d{1,3}|True|"
        r"False)/[\w.-]+)'",
        "FileNotFoundError: [Errno 2] No such file or directory: '12/preprocess.log'",
        (sentence("`{value}` stands where a folder should: the arguments of the command are shifted"),),
        (
            Advice(
                "Take the blanks out of the names of folders, or put each path in quotes: a blank makes two arguments "
                "of one."
            ),
            Advice(
                "Compare the command with what the script reads from `sys.argv`: another release passes its arguments "
                "in "
                "another order.",
                condition=sentence("no path has a blank"),
            ),
        ),
        ("FileNotFoundError",),
        source=r"\bopen\(['\"]%s/| % \w*(?:dir|path|folder)\w*\b",
    ),
    Shape(
        r"^invalid syntax",
        "SyntaxError: invalid syntax",
        (sentence("This file is written for Python 3, and Python 2 reads it"),),
        (
            Advice("Start it with Python 3, for which its packages are installed.", "python3 SCRIPT.py"),
            Advice("Make an environment with the Python that the README names, and install the requirements there."),
        ),
        ("SyntaxError",),
        when="paste has *python2* | *Python 2.* | *Python27* | *python 2.7*",
        source=r"^def .{0,200}\) ?->|^\w+ ?: ?[A-Z]\w* ?=|[( ,=]f['\"]|^async def |^nonlocal |\bprint\(.*, ?(?:end|"
        r"file|sep|flush)=",
    ),
    Shape(
        r"Command '\['[^'\n]*?python[\d.]*(?:\.exe)?', '(?P<path>[\w.-]+[/\\][\w./\\-]+\.py)'[^\n]{0,600}?"
        r"returned non-zero exit stat\w+ [12]\b",
        "CalledProcessError: Command '['python', 'utils/get_soup.py', '--pot=1']' returned non-zero exit status 1.",
        (sentence("The program started `{path}`, and that failed with an error of its own"),),
        (
            Advice("Look above this traceback: what the script printed itself ends with the reason."),
            Advice(
                "Start it by itself, in the same folder, with the arguments that stand in the message.",
                "python {path}",
                condition=sentence("nothing is above"),
            ),
        ),
        ("CalledProcessError",),
    ),
    Shape(
        r"^ffmpeg error \(see stderr output for detail\)",
        "ffmpeg._run.Error: ffmpeg error (see stderr output for detail)",
        (sentence("FFmpeg could not read a file, and what it said was not printed"),),
        (
            Advice(
                "Put the recordings alone into a new folder, and give that one: the program opens each file of the "
                "folder as "
                "audio, and stops at texts, links and pictures.",
                when="paste has *.*->Traceback (most recent call last)*",
            ),
            Advice("Let FFmpeg open the file: its last line says why it cannot.", "ffmpeg -i PATH_TO_FILE"),
            Advice(
                "Download the file again, or export it as WAV from the program that made it.",
                condition=sentence("it is cut off or of another kind than its name says"),
            ),
        ),
        ("Error", "RuntimeError"),
    ),
    Shape(
        rf"^No module named '(?P<module>(?P<name>{_LOCAL})\.[\w.]{{1,80}})'$",
        "ModuleNotFoundError: No module named 'src.utils'",
        (sentence("Python found a `{name}`, and that one has no `{module}`: it is another one, or not complete"),),
        (
            Advice("See which one it took.", 'python -c "import {name}; print({name}.__path__)"'),
            Advice(
                "Put an empty `__init__.py` into the project's folder `{name}`: without it, an installed package of "
                "this name "
                "goes before. Or uninstall that package.",
                condition=sentence("it lies in `site-packages`, or is another project's"),
            ),
            Advice(
                "The file was renamed or moved in this release, or belongs to a submodule: `git submodule update "
                "--init "
                "--recursive`. Else take the commit for which the importing file was written.",
                condition=sentence("it is the project's own folder"),
            ),
        ),
        ("ModuleNotFoundError",),
    ),
    Shape(
        r"^No module named '?(?P<what>[A-Za-z_]\w{0,60})(?:\.[\w.]{1,80})?'?$",
        "ModuleNotFoundError: No module named 'soup_kit'",
        (sentence("Python looks for `{what}` in `{folder}`, the folder of the script, and not where you started it"),),
        (
            Advice(
                "Start it in the folder of the repository, with that folder in the path.",
                "PYTHONPATH=. python {path}",
                condition=sentence("the repository has `{what}` in its top folder"),
            ),
            Advice(
                "Look in the README which repository or step brings `{what}`: a package of this name may be a "
                "stranger's.",
                condition=sentence("it has none"),
            ),
        ),
        ("ModuleNotFoundError", "ImportError"),
        source=r"^(?:\./)?(?P<path>[\w-]+(?:/[\w-]+){0,6}/[\w-]+\.py)$",
        unless="{known} is captured",
    ),
    Shape(
        r"^invalid syntax",
        "SyntaxError: invalid syntax",
        (sentence("This file is written for Python 2, and Python 3 reads it: a parameter is a tuple"),),
        (
            Advice("Take a newer release or a port of that code for Python 3, if there is one."),
            Advice(
                "Convert the file: `2to3 -w FILE.py`, which Python 3.12 and earlier have.",
                condition=sentence("there is none"),
            ),
        ),
        ("SyntaxError",),
        source=r"^def \w+\((?:[^()]*, ?)?\(\w+(?:, ?\w+)+\)",
    ),
    Shape(
        r"^invalid (?:syntax|token|decimal literal)",
        "SyntaxError: invalid syntax",
        (sentence("This Python is older than 3.6: it does not know a number such as `{value}`"),),
        (
            Advice("Start it with the Python that the README names: `python --version` shows the one that ran."),
            Advice("Write the number without the underscores.", condition=sentence("it is the only such line")),
        ),
        ("SyntaxError",),
        source=r"(?:^|[^\w.])(?P<value>\d{1,3}(?:_\d{3})+)(?:$|[^\w])",
    ),
    Shape(
        r"'NoneType'",
        "TypeError: '<' not supported between instances of 'NoneType' and 'int'",
        (sentence("`{value}` is `None`: the option `{option}` was not given, and has no default"),),
        (
            Advice("Give it in the command, `--help` shows in which form, or set `default=` where it is added."),
            Advice("Look for its name: another script or config may set it.", "grep -rn {name} ."),
        ),
        ("TypeError",),
        source=rf"\b(?P<value>(?:self\.)?{_OPTIONS}\.(?P<option>(?P<name>\w+))) ?(?:[<>]=?|[*/+-]) ?",
    ),
    Shape(
        r"^(?:too many|not enough) values to unpack|unexpected keyword argument|"
        r"missing \d+ required positional argument|"
        r"^cannot import name|incompatible function arguments",
        "ValueError: too many values to unpack (expected 2)",
        (
            sentence(
                "The rasterizer for Gaussians that is installed is not this project's: copies of other projects carry "
                "the same name"
            ),
        ),
        (
            Advice("Fetch the one that belongs to the clone.", "git submodule update --init --recursive"),
            Advice(
                "Install it in place of the other; the folder has the name in the README.",
                "python -m pip install --force-reinstall --no-deps --no-build-isolation "
                "./submodules/diff-gaussian-rasterization",
            ),
            Advice(
                "Install the one that the README names with its commit.",
                condition=sentence("the clone has no such folder"),
            ),
            Advice(
                "Give each of them an environment of its own.", condition=sentence("several such projects are used")
            ),
        ),
        ("ValueError", "TypeError", "ImportError"),
        source=r"\brasterizer\(|GaussianRasterizationSettings\(|\bcov3Ds?_precomp ?= ?cov3Ds?_precomp|"
        r"from diff_\w*gaussian_raster\w* import",
    ),
    Shape(
        r"^tuple index out of range",
        "IndexError: tuple index out of range",
        (
            sentence(
                "`{value}` is empty: the actions are numbers to choose from (`Discrete`), and the program wants "
                "continuous ones"
            ),
        ),
        (
            Advice(
                "Take an environment with continuous actions, such as `Pendulum-v1` or the `Continuous` one of the "
                "same name."
            ),
            Advice(
                "Read their number with `{space}.n`; the policy and the loss must be for discrete actions, too.",
                condition=sentence("the program is your own"),
            ),
        ),
        ("IndexError",),
        source=r"(?P<value>(?P<space>\b[\w.]*action_space)\.shape)\[0\]",
    ),
    Shape(
        r"^tuple index out of range",
        "IndexError: tuple index out of range",
        (
            sentence(
                "`{value}` is empty: the environment gives a number of a state, or several parts, and not one array"
            ),
        ),
        (
            Advice("Print `{space}`: `Box(…)` is an array, `Discrete(n)` one number, `Dict` and `Tuple` have parts."),
            Advice(
                "Turn it into one: `gym.wrappers.FlattenObservation(env)`.",
                condition=sentence("the program has to have an array"),
            ),
        ),
        ("IndexError",),
        source=r"(?P<value>(?P<space>\b[\w.]*(?:observation|obs|state)_space)\.shape)\[0\]",
    ),
    Shape(
        r"NoneType(?:\(\)|' and '(?:int|float)'|.* (?:int|float)\(\))",
        "TypeError: '>' not supported between instances of 'NoneType' and 'int'",
        (sentence("`{value}` is `None`, and Python 3 cannot compare that with a number"),),
        (
            Advice("Pass it in the call, one frame further up: its default is `None`."),
            Advice(
                "Write `{value} is not None and` before the comparison. Python 2 took `None` for less than every "
                "number.",
                condition=sentence("it may be left out"),
            ),
        ),
        ("TypeError",),
        source=r"(?:\bif|\bwhile|\bassert) (?P<value>[A-Za-z_][\w.]{0,40}) [<>]=? \d",
    ),
    Shape(
        r"^$",
        "AssertionError",
        (sentence("`{value}` is empty, or has other columns: mostly, nothing was found in this image"),),
        (
            Advice("Go on to the next image where it is empty: `if len({value}) == 0: continue`."),
            Advice(
                "Print `{value}.shape`: {columns} numbers a box are wanted, mostly its corners, then its score.",
                condition=sentence("it is not empty"),
            ),
        ),
        ("AssertionError",),
        source=r"^assert (?P<value>\w*(?:dets?|detections|bbox(?:es)?|boxes))\.shape\[-?1\] == (?P<columns>[4-7])$",
    ),
    Shape(
        r"^$",
        "AssertionError",
        (sentence("The data set has fewer samples than one batch takes: `{size}` is greater than `{value}`"),),
        (
            Advice("Set the batch size to the number of samples or less, in the command or the config."),
            Advice(
                "Print how many were read: files that are missing, or that were left out, leave few.",
                condition=sentence("there should be more"),
            ),
        ),
        ("AssertionError",),
        source=r"^assert (?P<size>[\w.]*batch_?size) <=? (?P<value>len\([\w.]+\)|[\w.]+\.size\(\)|[\w.]*num_\w+)$",
    ),
    Shape(
        r"^(?:too many|not enough) values to unpack",
        "ValueError: too many values to unpack (expected 3)",
        (sentence("A batch of `{value}` has another number of parts than this loop has names"),),
        (
            Advice(
                "Look at the `return` of the data set's `__getitem__`, or of its `collate_fn`: for validation or a "
                "test "
                "it often gives more, such as a file name.",
            ),
            Advice("Write as many names in the loop; `_` takes what it does not use."),
        ),
        ("ValueError",),
        source=r"\bfor (?:\w+, ?)?\(?(?:\w+, ?)+\w+\)? in (?:\w+\()*(?P<value>[\w.]*[lL]oader\w*)",
    ),
    Shape(
        r"^not enough values to unpack \(expected \d+, got 0\)",
        "ValueError: not enough values to unpack (expected 3, got 0)",
        (sentence("`{value}` is empty: nothing was read that the program could use"),),
        (
            Advice("Read the lines above: they may count the files that were left out, and say why."),
            Advice("Print the folder or pattern that it is filled from, and list it with `ls`."),
            Advice(
                "Compare a label file with the README: one line an object, as many numbers as it says. Delete the "
                "`.cache` before the next start.",
                condition=sentence("each label is called corrupted"),
            ),
        ),
        ("ValueError",),
        source=r"= (?:list\()?zip\(\*(?P<value>[\w.]{1,60}(?:\(\))?)",
    ),
    Shape(
        r"^'(?P<layer>\w+)' object has no attribute '(?P<name>padding_mode|_reversed_padding_repeated_twice|"
        r"approximate|"
        r"recompute_scale_factor|track_running_stats|ceil_mode|divisor_override|proj_size|_flat_weights|norm_first|"
        r"activation_relu_or_gelu|_qkv_same_embed_dim|_non_persistent_buffers_set|_is_full_backward_hook|"
        r"_backward_pre_hooks|_state_dict_pre_hooks|_load_state_dict_post_hooks|_forward_hooks_with_kwargs)'",
        "AttributeError: 'Conv2d' object has no attribute 'padding_mode'",
        (sentence("The file holds a whole model, pickled by an older torch whose `{layer}` had no `{name}`"),),
        (
            Advice(
                "Make the model from its code, and give it the weights alone: "
                "`model = NET(…); model.load_state_dict(loaded.state_dict())`."
            ),
            Advice(
                "Load it once with the torch that the project names, and save its `state_dict()`.",
                condition=sentence("the code does not make it"),
            ),
        ),
        ("AttributeError", "ModuleAttributeError"),
    ),
    Shape(
        r"^super\(\) argument 1 must be type, not classobj",
        "TypeError: super() argument 1 must be type, not classobj",
        (sentence("Python 2 runs this, and the program was written for Python 3"),),
        (
            Advice("Start it with the Python of the README: `python3`, in an environment of its own."),
            Advice(
                "Write `class NAME(object):` where its first class begins.",
                condition=sentence("it has to be Python 2"),
            ),
        ),
        ("TypeError",),
    ),
    Shape(
        r"^module '__main__' has no attribute 'main'",
        "AttributeError: module '__main__' has no attribute 'main'",
        (
            sentence(
                "What was started has no function `main`, and `tf.app.run()`, or a launcher, calls it by this name"
            ),
        ),
        (
            Advice("Name the function: `tf.app.run(main=NAME)`; it takes one argument, `def NAME(_):`."),
            Advice(
                "Save it as a file, and run that with `python FILE.py`.",
                condition=sentence("it is a notebook or a console"),
            ),
        ),
        ("AttributeError",),
        unless="paste has *pickle* | *multiprocessing*",
    ),
    Shape(
        r"^Image must be a numpy array",
        "ValueError: Image must be a numpy array.",
        (sentence("`imageio` writes arrays, and got a PIL image or a tensor"),),
        (
            Advice("Write `imageio.imwrite(path, np.asarray(image))`; a tensor needs `.cpu().numpy()`, too."),
            Advice("Pull: it may be mended there.", "git pull", condition=sentence("the line is in a clone")),
        ),
        ("ValueError",),
    ),
    Shape(
        r"\(got NoneType\)|not '?NoneType|Could not infer dtype of NoneType",
        "TypeError: new(): data must be a sequence (got NoneType)",
        (sentence("`{value}` is `None`: this sample lacks it"),),
        (
            Advice(
                "Take images without an object out of the annotations, or let the data set skip them.",
                condition=sentence("it holds the boxes or masks of an image"),
            ),
            Advice(
                "Find the samples: `for i in range(len(dataset)): print(i, dataset[i])`, and look at the first that "
                "prints `None`.",
                condition=sentence("it is something else"),
            ),
        ),
        ("TypeError", "RuntimeError"),
        source=r"(?:\b(?:Float|Long|Int|Double|Byte)?Tensor|torch\.(?:tensor|as_tensor|from_numpy))\("
        r"(?P<value>\w+(?:\[[^\]]{1,20}\]){1,3})",
    ),
    Shape(
        r"^(?:\w+\.)?(?P<name>\w+)\(\) takes (?:exactly |from )?\d+.{0,60}(?:given|\(\d+ given\))|multiple values for",
        "TypeError: stir() takes 1 positional argument but 2 were given",
        (sentence("The call passes `self` twice: `super()` passes it by itself"),),
        (Advice("Leave `self` out of the brackets of this call."),),
        ("TypeError",),
        source=r"\bsuper\([^()]*\)\.\w+\(self\b",
    ),
    Shape(
        r"^$",
        "NotImplementedError",
        (sentence("The environment does not write `{name}`, and gym's own only raises this"),),
        (
            Advice(
                "Install the gym that the README names.",
                "python -m pip install 'gym<0.9.6'",
                condition=sentence("its class has `_{name}`, as up to gym 0.9.5"),
            ),
            Advice("Write it, `def {name}(self, …)`, or leave the call out.", condition=sentence("it has none at all")),
        ),
        ("NotImplementedError",),
        when="stack has */gym/core.py",
        source=r"\benv\w*\.(?P<name>render|step|reset|close|seed)\(",
    ),
    Shape(
        r"^Unknown model type (?P<kind>\w{1,40}), exiting!",
        "ValueError: Unknown model type human, exiting!",
        (
            sentence(
                "The folder of body models is not there: `smplx` then reads the start of its name, `{kind}`, as the "
                "kind of model"
            ),
        ),
        (
            Advice(
                "Make the folder that the failing line names, with the models below it: `smpl/SMPL_NEUTRAL.pkl`, "
                "`smplx/SMPLX_NEUTRAL.npz`, `mano/MANO_RIGHT.pkl`. They need a registration: "
                "https://smpl.is.tue.mpg.de, "
                "https://smpl-x.is.tue.mpg.de, https://mano.is.tue.mpg.de."
            ),
            Advice(
                "Pass its absolute path: a relative one begins where the program was started.",
                condition=sentence("it is there"),
            ),
        ),
        ("ValueError",),
    ),
    Shape(
        r"^'(?:(?:collections\.)?OrderedDict' object has no attribute '(?:cuda|half|cpu|train|forward)|"
        r"(?:(?:collections\.)?OrderedDict|dict)' object has no attribute '(?:eval|parameters|named_parameters|modules|"
        r"state_dict|load_state_dict|requires_grad_))'",
        "AttributeError: 'collections.OrderedDict' object has no attribute 'eval'",
        (sentence("The file holds weights alone, and the code takes it for a whole model"),),
        (
            Advice(
                "Make the model first, then give it the weights: `model = NET(…); model.load_state_dict(loaded)`, NET "
                "being the class that was trained.",
            ),
            Advice(
                "Take its part: print `list(loaded)`; often it is `loaded['state_dict']` or `loaded['model']`.",
                condition=sentence("`load_state_dict` misses every key"),
            ),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"^'numpy\.(?P<kind>\w+)' object has no attribute '(?P<name>cpu|detach|numpy|cuda)'",
        "AttributeError: 'numpy.float64' object has no attribute 'cpu'",
        (sentence("The value is NumPy's already, and `.{name}()` belongs to a tensor"),),
        (
            Advice("Leave `.{name}()` out of this line.", unless="{name} is cuda"),
            Advice("Make a tensor of it: `torch.as_tensor(x).cuda()`.", when="{name} is cuda"),
            Advice("Upgrade that package.", condition=sentence("the line is in an installed package")),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"^module '(?P<name>tensorflow|torch|numpy|cv2)' has no attribute '(?P<attribute>nn|constant|Variable|float32|"
        r"int32|"
        r"__version__|Tensor|array|ndarray|zeros|imread|resize)'",
        "AttributeError: module 'tensorflow' has no attribute 'nn'",
        (
            sentence(
                "Every `{name}` has `{attribute}`: what was imported is another file, or the rest of a removed package"
            ),
        ),
        (
            Advice(
                "Print where it came from.",
                "python -c 'import {name}; print({name})'",
            ),
            Advice(
                "Rename it, and delete its `__pycache__`.", condition=sentence("it is a file or folder of your own")
            ),
            Advice(
                "Uninstall and install the package again, with the command of its own page.",
                condition=sentence("it says `(namespace)`"),
            ),
        ),
        ("AttributeError",),
    ),
    Shape(
        rf"^No module named (?P<module>{_LOCAL})(?:\.[\w.]{{1,80}})?$",
        "ImportError: No module named models",
        (sentence("Python 2 runs this: it finds no folder `{module}` that lacks an `__init__.py`"),),
        (
            Advice("Start it with Python 3: `python3`, in an environment of its own."),
            Advice(
                "Make an empty `__init__.py` in `{module}` and each folder below.",
                condition=sentence("the program is for Python 2"),
            ),
        ),
        ("ImportError",),
        source=r"^(?:from|import) ",
    ),
    Shape(
        r"^file must have 'read' and 'readline' attributes|^'NoneType' object has no attribute '(?:seek|read|readline|"
        r"tell)'",
        "TypeError: file must have 'read' and 'readline' attributes",
        (sentence("`{value}` is `None`: `torch.load` was given no path"),),
        (
            Advice("Give the file with the option `{option}`, or set its default."),
            Advice("Look how the README calls the script: mostly one option names the checkpoint."),
        ),
        ("TypeError", "AttributeError"),
        source=rf"\btorch\.load\((?P<value>(?:self\.)?{_OPTIONS}\.(?P<option>\w+))\s*[,)]",
    ),
    Shape(
        r"^name '(?P<value>none|true|false|null|NULL|Null)' is not defined",
        "NameError: name 'none' is not defined",
        (sentence("A file of an installed package was changed by hand: it says `{value}`, which is no Python"),),
        (Advice("Install the package of the last frame again, in the build for your machine: `--force-reinstall`."),),
        ("NameError",),
        when="last frame has */site-packages/*.py | */dist-packages/*.py",
    ),
    Shape(
        r"(?P<path>[^'\"\n/\\]{1,80}\.(?i:mp4|avi|mkv|mov|webm))[/\\](?:img|frame|image)?_?\d{3,}\.(?:jpg|png)",
        "RuntimeError: Could not load file /data/a.mp4/img_00085.jpg starting at frame 85.",
        (sentence("Pictures are looked for inside of `{path}`, which is a video: frames and videos are mixed up"),),
        (
            Advice(
                "Choose the reader for videos, such as an option `video_loader`, or the data set that reads videos."
            ),
            Advice(
                "Cut the videos into pictures first, a folder for each, and name the folders in the list without the "
                "ending.",
                "ffmpeg -i VIDEO.mp4 VIDEO/img_%05d.jpg",
                condition=sentence("the program reads frames"),
            ),
        ),
    ),
    Shape(
        r"^\[Errno 2\] No such file or directory$",
        "OSError: [Errno 2] No such file or directory",
        (sentence("A program that the code starts is not there: not built, not installed, or not on the PATH"),),
        (
            Advice(
                "The first word of the list that is passed to `subprocess` names it: try it in the shell, `which NAME`."
            ),
            Advice(
                "Build it as the README says, and start this script in the folder from which its path counts.",
                condition=sentence("it belongs to the repository"),
            ),
        ),
        ("OSError", "FileNotFoundError"),
        source=r"\braise child_exception\b|/subprocess\.py$",
    ),
    Shape(
        r"^function takes exactly (?P<count>\d) arguments? \(1 given\)",
        "TypeError: function takes exactly 5 arguments (1 given)",
        (sentence("This hides the error of a worker: its class could not be made again from its text alone"),),
        (
            Advice("Run it with `num_workers=0`: then the error itself is printed, with its place."),
            Advice(
                "Of the classes with 5 arguments it is a UnicodeDecodeError or UnicodeEncodeError: save the file of "
                "the labels as "
                "UTF-8, and open it with `encoding='utf-8'`.",
                when="{count} == 5",
            ),
        ),
        ("TypeError",),
        source=r"\braise self\.exc_type\(|\braise batch\.exc_type\(",
    ),
    # ── tables and boxes ────────────────────────────────────────────────────────────────────────────────────────
    Shape(
        r"^['\"](?P<key>[^'\"\n]{1,40})['\"]$",
        "KeyError: 'HH'",
        (sentence("`{key}` is not in the table `{table}`, which was made from other data"),),
        (
            Advice(
                "Take the table and the model of the data that you use: a table that was collected from training data "
                "knows "
                "what occurred there, and nothing else."
            ),
            Advice(
                "Train with data in which it occurs, or put a known one in its place.",
                condition=sentence("the table is that of your own model"),
            ),
        ),
        ("KeyError",),
        source=r"(?i)\[(?P<table>\w*(?:sym|phon|char|tok|vocab|word|letter|alphabet|lexicon|spk|speaker)\w*)"
        r"\[(?:\w+)(?:\.\w+\(\))?\] for \w+ in ",
    ),
    Shape(
        r"^too many indices for array",
        "IndexError: too many indices for array",
        (sentence("`{value}` has one dimension, as an empty list of boxes has: nothing was found in this frame"),),
        (
            Advice("Go on to the next frame where it is empty: `if len({value}) == 0: continue`."),
            Advice(
                "Print `{value}.shape`; one box alone needs its first dimension back, `{value}.reshape(-1, 4)`.",
                condition=sentence("it is not empty"),
            ),
        ),
        ("IndexError",),
        source=r"\b(?P<value>(?:dets?|detections?|bbox(?:es)?|boxes|trackers?|tracks|preds?|predictions|faces|"
        r"landmarks|kpts)"
        r"\w{0,20})\[[^\]\n]*[:,]",
    ),
    Shape(
        r"^index (?P<index>\d{1,4}) is out of(?: bounds for (?:axis|"
        r"dimension) (?P<axis>\d) with size (?P<size>\d{1,4}))?",
        "IndexError: index 2 is out of bounds for axis 0 with size 2",
        (
            sentence("`{value}` has {size} entries, and the line asks for number {index}, counted from 0"),
            sentence("`{value}` has no entry number {index}, counted from 0, for which the line asks"),
        ),
        (
            Advice(
                "Take a batch of more samples, or number 0: the line was written for a larger batch.",
                condition=sentence("its first dimension is the batch"),
                unless="{value} is *box* | *pts* | *point* | *kp* | *joint* | *coord*",
            ),
            Advice(
                "Look at the call, one frame further up: it passes something that your data or config does not have. "
                "Switch that part off, or supply it.",
                condition=sentence("it holds the numbers of a box, a point or a camera"),
            ),
            Advice(
                "It has fewer channels or columns than the line expects, such as a grey image: print `{value}.shape`.",
                condition=sentence("it is an image or a table"),
                unless="{value} is *box* | *pts* | *point* | *kp* | *joint* | *coord*",
            ),
        ),
        ("IndexError",),
        source=r"(?P<value>[A-Za-z_]\w{0,40})\[(?P<index>\d{1,4})[,\]]",
    ),
    Shape(
        r"^['\"](?P<key>h|w|fl_x|fl_y|cx|cy|k1|camera_angle_x|camera_angle_y|frames|transform_matrix|aabb_scale)['\"]$",
        "KeyError: 'fl_x'",
        (sentence("The file of the cameras has no `{key}`: it is in another form of `transforms.json`"),),
        (
            Advice(
                "Choose the reader for Blender scenes, by its option or in a newer release: they have `camera_angle_x` "
                "alone, "
                "and their size is that of the images.",
                condition=sentence("it is a scene of NeRF-Synthetic"),
            ),
            Advice(
                "Make it again with the converter of this project, such as its `colmap2nerf.py`: others write other "
                "keys.",
                condition=sentence("they are your own images"),
            ),
        ),
        ("KeyError",),
        source=r"\b(?:transforms?|meta|contents|frame|cameras?|json_data|camera_json|"
        r"data)\w*\[['\"](?P<key>\w+)['\"]\]",
        when="stack has *transform* | *nerf* | *blender* | *Nerf* | *NeRF* | *camera*",
    ),
    Shape(
        r"^(?P<key>\((?:.{1,80}, )?None(?:, .{1,80})?\))$",
        "KeyError: ('forward', None)",
        (sentence("The key is `{key}`: a part of it is `None`, which nothing has set"),),
        (Advice("Find what should set that part before this line: an option, or a function that found nothing."),),
        ("KeyError",),
    ),
    # ── shapes ──────────────────────────────────────────────────────────────────────────────────────────────────
    Shape(
        r"^shape '\[[\d, -]+\]' is invalid for input of size \d+",
        "RuntimeError: shape '[8, 129, 12, 512]' is invalid for input of size 8306688",
        (sentence("A replica of `nn.DataParallel` got a part of the batch whose sizes no longer agree"),),
        (
            Advice(
                "Let the program see one GPU. `DataParallel` cuts each tensor along its first dimension, and lengths "
                "that "
                "were padded for the whole batch do not fit a part of it.",
                "export CUDA_VISIBLE_DEVICES=0",
            ),
            Advice(
                "Start one process for each GPU: `torchrun --nproc_per_node=2 SCRIPT.py`, or `accelerate launch`.",
                condition=sentence("you need several GPUs"),
            ),
            Advice(
                "Print the tensor's shape above the failing line: a number that is written there is of another size.",
                condition=sentence("it fails on one GPU, too"),
            ),
        ),
        ("RuntimeError",),
        when="paste has *in replica * on device *",
    ),
    Shape(
        r"^mismatch in length of strides and shape",
        "RuntimeError: mismatch in length of strides and shape",
        (sentence("`{value}` has another number of dimensions than the tensor that `scatter_` fills"),),
        (
            Advice(
                "Print its shape, and the values of one mask: `numpy.unique(mask)`. A mask holds one class number a "
                "pixel, "
                "from 0 on, in one channel: `Image.open(path).convert('L')` takes the colours away.",
                condition=sentence("it comes from image files"),
            ),
            Advice("Add or take away a dimension, `unsqueeze(1)` or `squeeze(1)`, until both have as many."),
        ),
        ("RuntimeError",),
        source=r"\.scatter_?\(\d, ?(?P<value>\w{1,40})",
    ),
    Shape(
        r"'NoneType' object",
        "TypeError: 'NoneType' object is not subscriptable",
        (sentence("`dn_meta` is `None`: no image of this batch has a box to make denoising queries from"),),
        (
            Advice(
                "Take images without boxes out of the training data, or a batch large enough to hold one with boxes."
            ),
            Advice(
                "Update the project, or guard the line with `if dn_meta is not None`: newer releases of these models "
                "do.",
                condition=sentence("images without boxes shall stay"),
            ),
        ),
        ("TypeError", "AttributeError"),
        source=r"\bdn_meta\[",
    ),
    Shape(
        r"^unpack requires a (?:buffer|string|bytes object|string argument|"
        r"bytes-like object) of (?:length )?(?P<size>\d+)|"
        r"^unpack requires a (?:string|bytes) argument of length (?P<bytes>\d+)",
        "struct.error: unpack requires a buffer of 8 bytes",
        (
            sentence("A binary file ends before {size} bytes could be read: it is empty, cut off, or of another kind"),
            sentence("A binary file ends before {bytes} bytes could be read: it is empty, cut off, or of another kind"),
        ),
        (
            Advice(
                "Look at `cameras.bin`, `images.bin` and `points3D.bin` in `sparse/0`: `ls -l`. Where one is empty, "
                "COLMAP "
                "did not finish: run its mapper, or the convert script, again, and read its output.",
                when="stack has */colmap_loader.py | *read_extrinsics_binary* | *read_images_binary* | "
                "*read_cameras_binary*",
            ),
            Advice("Compare its size with the source, `ls -l FILE`, and download or make it again."),
            Advice(
                "Fetch the file itself, in the clone.",
                "git lfs install && git lfs pull",
                condition=sentence("it begins with `version https://git-lfs`"),
            ),
        ),
        ("error",),
    ),
)
