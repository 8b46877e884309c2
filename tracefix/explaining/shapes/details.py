"""Details that prove more than the kind of an error: a value in the message, a file of the stack.

They lead before a general article, whose rows are for every error of the kind.
"""

from tracefix.explaining.shapes.row import Advice, Shape
from tracefix.phrases import sentence

DETAILS: tuple[Shape, ...] = (
    Shape(
        r"cannot reshape array of size \d+ into shape|mmap length is greater than file size|"
        r"storage has wrong (?:byte )?size",
        "ValueError: cannot reshape array of size 7 into shape (4,2)",
        (sentence("The file that is loaded is cut short, or damaged: it holds less than its head says"),),
        (
            Advice("Compare its size with that of the original, and copy or download it again."),
            Advice(
                "Write it again: the run that wrote it was stopped, or the disk was full.",
                condition=sentence("a program of yours made it"),
            ),
        ),
        when="stack has */numpy/lib/*npyio*.py | */numpy/lib/*format*.py | */torch/serialization.py",
    ),
    Shape(
        r"expected string or bytes-like object|'NoneType' object has no attribute '\w{1,40}'",
        "TypeError: expected string or bytes-like object",
        (sentence("`__doc__` is `None`: the file has no text at its top, or Python runs with `-OO`"),),
        (
            Advice(
                "Put the usage text back as the very first statement of the file, in three quotes, before all imports."
            ),
            Advice("Unset PYTHONOPTIMIZE, and run without `-OO`.", condition=sentence("the text is there")),
        ),
        ("TypeError", "AttributeError"),
        when="stack has *docopt(__doc__* | *__doc__.*",
    ),
    Shape(
        r"index (?P<index>\d{1,6}) is out of bounds for axis (?P<axis>[01]) with size (?P<size>\d{1,6})",
        "IndexError: index 821 is out of bounds for axis 0 with size 821",
        (sentence("A point of an annotation lies at `{index}`, and the image ends at `{size}`"),),
        (
            Advice(
                "Clip the points before this line.",
                "rr, cc = rr.clip(0, mask.shape[0] - 1), cc.clip(0, mask.shape[1] - 1)",
            ),
            Advice(
                "Compare the height and width that the annotation file gives with those of the image: they are "
                "exchanged, or the image was resized afterwards.",
                condition=sentence("the points lie far outside"),
            ),
        ),
        ("IndexError",),
        when="stack has *[rr, cc* | *[rr,cc*",
    ),
    Shape(
        r"'str' object has no attribute '(?:ndim|shape|dtype|astype|convert|mode|size|width|cpu|numpy|to)'",
        "AttributeError: 'str' object has no attribute 'ndim'",
        (sentence("A text, mostly a path or a name, was passed where an array, a tensor or an image is expected"),),
        (
            Advice(
                "Load the file first, and pass what was loaded: `np.load`, `Image.open`, `cv2.imread`, "
                "`keras.utils.load_img` with `img_to_array`, `torch.load`.",
                condition=sentence("it is a path"),
            ),
            Advice(
                "Take the value: a loop over a dict gives its keys, which are texts.",
                condition=sentence("it is a key, such as `loss` or `state_dict`"),
            ),
            Advice(
                "Convert it to numbers: a column of a table was read as text.",
                condition=sentence("it is a number in quotes"),
            ),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"name '(?P<named>\w{1,60})' is not defined",
        "NameError: name 'generate_soup' is not defined",
        (sentence("No cell that ran in this session has made `{named}`"),),
        (
            Advice(
                "Run the cells again from the first one on, in order; the one that makes it must end without an error."
            ),
            Advice(
                "Look for a cell further up, a `from … import *`, or text of the page that was not copied.",
                condition=sentence("it is still missing"),
            ),
        ),
        ("NameError",),
        when="last frame has <ipython-input* | Cell In* | Input In* | *ipykernel_*",
    ),
    Shape(
        r"'NoneType' object has no attribute 'endswith'",
        "AttributeError: 'NoneType' object has no attribute 'endswith'",
        (sentence("The path of the weights is `None`: no checkpoint was found, or none was given"),),
        (
            Advice(
                "Look whether the folder has a checkpoint: `tf.train.latest_checkpoint` returns `None` where it has "
                "none. Train first, or download the weights.",
                condition=sentence("the path comes from a search"),
            ),
            Advice(
                "Give the path of the file on the command line or in the config.",
                condition=sentence("it is an option"),
            ),
        ),
        ("AttributeError",),
        when="stack has */keras/*saving* | */keras/*network.py | */keras/*training.py | */keras/*topology.py",
    ),
    Shape(
        r"'NoneType' object is not an iterator",
        "TypeError: 'NoneType' object is not an iterator",
        (sentence("The function that should give the batches returned `None`: there are no samples for it"),),
        (
            Advice(
                "Count the lines of the training and of the validation list: a tenth of few samples is none. "
                "Add samples, or make the validation share larger."
            ),
            Advice("Set a batch size that is not larger than the number of samples."),
        ),
        ("TypeError",),
        when="stack has */keras/*data_utils.py | */keras/*data_adapter.py | *next(*generator)",
    ),
    Shape(
        r"'DataFrame' object has no attribute '(?P<name>dtype|unique|str|dt|cat|tolist|to_list|to_frame)'",
        "AttributeError: 'DataFrame' object has no attribute 'dtype'",
        (
            sentence(
                "A single column is expected, and this is a table: two columns have one name, or `[[…]]` was written"
            ),
        ),
        (
            Advice(
                "List the names that come twice, and rename or drop one of each.",
                "print(df.columns[df.columns.duplicated()])",
            ),
            Advice(
                'Write `df["a"]` with one pair of brackets, or take the one column: `.iloc[:, 0]`.',
                condition=sentence("no name comes twice"),
            ),
        ),
        ("AttributeError",),
    ),
    Shape(
        r"'NoneType' object (?:is not iterable|has no attribute "
        r"'(?:create_execution_context|get_binding_\w+|num_bindings|num_io_tensors|max_batch_size|serialize)')",
        "AttributeError: 'NoneType' object has no attribute 'create_execution_context'",
        (sentence("TensorRT could not load or build the engine; its own line above, `[TRT] [E]`, says why"),),
        (
            Advice(
                "Build the engine again on this machine, with the TensorRT that loads it: an engine fits one release "
                "and one kind of GPU alone.",
                "trtexec --onnx=MODEL.onnx --saveEngine=MODEL.engine",
            ),
            Advice(
                "Look who wrote the file: Ultralytics puts a head of its own before the engine, which only Ultralytics "
                "takes off again.",
                condition=sentence("the line names `magicTag`"),
            ),
        ),
        ("AttributeError", "TypeError"),
        when="stack has *context = *engine* | *in engine* | *engine.* | *trt_engine* | *runtime.deserialize*",
    ),
    Shape(
        r"(?i)\b(?:valid|invalid|choose|choice|unknown|not found|no such file|must be|not supported|one of)\b",
        "ValueError: please enter a valid model: ['soup', 'stew']",
        (
            sentence(
                "The option was given in single quotes, and the Windows prompt passes them on as part of the value"
            ),
        ),
        (Advice("Type the command with double quotes, or without any."),),
        ("ValueError", "KeyError", "FileNotFoundError", "OSError", "AssertionError", "Exception"),
        when="paste has *:*>python *='*' | *:*>python *='*' *",
    ),
    Shape(
        r"too many values to unpack|^u?'normalization'$|wrong VGG19 data",
        "ValueError: too many values to unpack (expected 2)",
        (sentence("The VGG file is in a newer format of MatConvNet than this code reads"),),
        (
            Advice(
                "Delete it, and download the one in the format beta16, or the one that the README links.",
                "wget http://www.vlfeat.org/matconvnet/models/beta16/imagenet-vgg-verydeep-19.mat",
            ),
            Advice(
                "Compare the file's size with the page: it may be cut short.",
                condition=sentence("it is that one already"),
            ),
        ),
        ("ValueError", "KeyError"),
        when="stack has *kernels, bias = * | *['normalization']*",
    ),
    Shape(
        r"^u?'(?P<name>[A-Z]\w{2,60})'$",
        "KeyError: u'FIFOQueueV2'",
        (sentence("The graph was saved by a newer TensorFlow: yours has no operation `{name}`"),),
        (
            Advice(
                "Install a newer release of the same line, 1.15 for files of TensorFlow 1.",
                'python -m pip install --upgrade "tensorflow<2"',
            ),
            Advice(
                "Save the graph again with the TensorFlow that is to load it.",
                condition=sentence("you made the file yourself"),
            ),
        ),
        ("KeyError",),
        when="stack has *op_dict[node.op]*",
    ),
    Shape(
        r"substring not found|is not in list$",
        "ValueError: substring not found",
        (sentence("A character of a label is not among those that the code knows"),),
        (
            Advice(
                "Split paths with `os.path`: the code splits at `/`, Windows writes a backslash, and another part of "
                "the file's name is taken for the label.",
                when="system is Windows",
            ),
            Advice(
                "Print the label and the character above this line: a space, a small letter or a file's ending may be "
                "in it."
            ),
            Advice(
                "Add the characters to the list, and train anew: the last layer is as wide as the list.",
                condition=sentence("your labels have others on purpose"),
            ),
        ),
        ("ValueError",),
        when="stack has *CHARS.index(* | *chars.index(* | *alphabet.index(* | *charset.index(* | *letters.index(*",
    ),
    Shape(
        # "Found: None" is what a generator gave to Keras
        r"(?:^|(?:[^d]|[^n]d|[^u]nd|[^o]und|[^F]ound): ?)(?P<none>'None'|\"None\"|None)\.?$",
        "FileNotFoundError: [Errno 2] No such file or directory: 'None'",
        (sentence("The value that this is about is `None`: nothing has set it, or nothing was found"),),
        (
            Advice(
                "Set it: the failing line, or the call above it in the stack, names it.",
                condition=sentence("an option or a key of the config holds it"),
            ),
            Advice(
                "Read what that function looks for: many return `None` where they find nothing.",
                condition=sentence("a function returned it"),
            ),
            Advice(
                "The caller and this check do not fit each other: take both from one release.",
                condition=sentence("code that is not yours passes `None` as it stands"),
            ),
        ),
        ("AssertionError", "FileNotFoundError", "KeyError", "ValueError"),
    ),
    Shape(
        r"(?i)\bimages? and (?:the )?(?:masks?|labels?)\b.{0,40}\b(?:should|must|do not|don't)\b.{0,30}"
        r"\b(?:shapes?|sizes?|dimensions?)",
        "ValueError: images and masks should have corresponding shapes/dimensions",
        (sentence("An image and its mask differ in height or width, or the mask has colours"),),
        (
            Advice(
                "Print the pairs that differ.",
                "[(i, x.shape, y.shape) for i, (x, y) in enumerate(zip(images, masks)) if x.shape[:2] != y.shape]",
            ),
            Advice(
                "Sort both lists by name: `glob` and `listdir` give files in any order.",
                condition=sentence("the sizes fit, and the pairs do not"),
            ),
            Advice(
                "Save it with one number for each pixel: `y = y[..., 0]`.", condition=sentence("a mask has 3 numbers")
            ),
        ),
        ("ValueError", "AssertionError", "RuntimeError"),
    ),
    Shape(
        r"^name 'trans' is not defined$",
        "NameError: name 'trans' is not defined",
        (sentence("`trans` stands for `skimage.transform`, whose import is missing or switched off by a `#`"),),
        (Advice("Write it at the top of the file.", "import skimage.transform as trans"),),
        ("NameError",),
        when="stack has *trans.resize(* | *trans.rotate(* | *trans.rescale(*",
    ),
    Shape(
        r"^list index out of range$",
        "IndexError: list index out of range",
        (sentence("A CSV file is read as TSV: the line is split at tabs, and the file has commas"),),
        (
            Advice(
                'Convert the file, or pass `delimiter=","` where `csv.reader` is called.',
                'pd.read_csv("train.csv").to_csv("train.tsv", sep="\\t", index=False)',
            ),
            Advice("Skip it: it has no columns.", condition=sentence("the file is right, and a line is blank")),
        ),
        ("IndexError",),
        when="stack has *read_tsv(*.csv*",
    ),
    Shape(
        r"^$",
        "NotFoundError: ",
        (sentence("TensorFlow found no file at the path that your line above it passes"),),
        (
            Advice("Print the path in that line, and look whether it is there. A blank may be in it."),
            Advice(
                "Write the folder out: `$NAME` stands for nothing there, and in `cmd` it is `%NAME%`.",
                condition=sentence("the command was copied from a README and uses `$NAME`, on Windows"),
            ),
        ),
        ("NotFoundError",),
        when="stack has */tensorflow*/lib/io/file_io.py",
    ),
    Shape(
        r"^'(?:numpy\.ndarray|tuple|int|Index|RangeIndex|StringArray)' object is not callable$",
        "TypeError: 'numpy.ndarray' object is not callable",
        (sentence("`.values`, `.shape`, `.columns` and the like are no functions: they are called with `()` here"),),
        (
            Advice("Leave out the `()`: `df['a'].values.tolist()`."),
            Advice("Look for a variable of yours that has its name.", condition=sentence("a function is meant")),
        ),
        ("TypeError",),
        when="last frame has *.values()* | *.shape()* | *.columns()* | *.index()* | *.size()* | *.ndim()* | *.T()*",
    ),
    Shape(
        r"(?P<path>[^\s'\"]{0,200}[\\/]\._[^\s'\"\\/]{1,80})",
        "NotADirectoryError: [Errno 20] Not a directory: 'data/._.DS_Store/metadata.csv'",
        (sentence("`{path}` is a hidden file that macOS adds to folders and archives, and no data"),),
        (
            Advice(
                "Delete them all, then run it again.",
                "python -c \"import pathlib; [p.unlink() for p in pathlib.Path('DATA').rglob('._*')]\"",
            ),
            Advice("Skip names that begin with a dot where the code lists the folder."),
        ),
    ),
    Shape(
        r"^\((?:.{0,200}, )?None(?:, .{0,200})?\)$",
        "AssertionError: ('stew', None)",
        (sentence("One of the values that the `assert` shows is `None`: nothing has set it, or nothing was found"),),
        (Advice("Find where that value is made, and why it stayed `None`."),),
        ("AssertionError",),
    ),
)
