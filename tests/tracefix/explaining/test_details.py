"""Details that prove more than the kind of an error: each with what it fits, and look-alikes that it must not fit."""

import pytest

from tests.factories import make_article
from tracefix.answers.choice import choose_answers
from tracefix.articles.signatures import Signature
from tracefix.explaining.explanation import explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

CATALOGUE = Catalogue([make_article("boom", message="boom happened in '{place}'")])
NUMPY = "/env/lib/python3.11/site-packages/numpy/lib/format.py"
OWN = "/home/u/soup/stir.py"


def detail(statement, error, file=OWN):
    text = f'Traceback (most recent call last):\n  File "{file}", line 12, in stir\n    {statement}\n{error}\n'
    return explain(diagnose(text, CATALOGUE)).detail


RESHAPED = "ValueError: cannot reshape array of size 7 into shape (4,2)"
FITS = {
    "a file cut short": ("array.shape = shape", RESHAPED, "The file that is loaded is cut short"),
    "None in a message": ("assert found, name", "AssertionError: no such pot: None", "is about is `None`"),
    "None as a path": ("open(path)", "FileNotFoundError: [Errno 2] No such file or directory: 'None'", "is `None`"),
    "a usage text that is not there": (
        "args = docopt(__doc__)",
        "TypeError: expected string or bytes-like object",
        "`__doc__` is `None`",
    ),
    "a point outside of the image": (
        "mask[rr, cc, i] = 1",
        "IndexError: index 821 is out of bounds for axis 0 with size 821",
        "A point of an annotation lies at `821`, and the image ends at `821`",
    ),
    "a path in place of an array": ("x.ndim", "AttributeError: 'str' object has no attribute 'ndim'", "mostly a path"),
    "a column that is a table": (
        "x.dtype",
        "AttributeError: 'DataFrame' object has no attribute 'dtype'",
        "two columns have one name",
    ),
    "an engine that was not loaded": (
        "for binding in engine:",
        "TypeError: 'NoneType' object is not iterable",
        "TensorRT could not load",
    ),
    "a generator that returned nothing": (
        "generator_output = next(self._generator)",
        "TypeError: 'NoneType' object is not an iterator",
        "there are no samples for it",
    ),
    "weights of VGG in another format": (
        "kernels, bias = layers[i][0][0][0][0]",
        "ValueError: too many values to unpack (expected 2)",
        "The VGG file is in a newer format",
    ),
    "a key of VGG's older format": ("mean = data['normalization'][0]", "KeyError: 'normalization'", "The VGG file"),
    "an operation of a newer TensorFlow": (
        "op_def = op_dict[node.op]",
        "KeyError: u'FIFOQueueV2'",
        "yours has no operation `FIFOQueueV2`",
    ),
    "a character outside of the alphabet": (
        "y[common.CHARS.index(c)] = 1.0",
        "ValueError: substring not found",
        "A character of a label",
    ),
    "a plain tuple of a model": (
        "loss = model(**x).loss",
        "AttributeError: 'tuple' object has no attribute 'loss'",
        "returned a plain tuple",
    ),
    "a key of a ParameterDict": (
        "x = self.pots.ladle",
        "AttributeError: 'ParameterDict' object has no attribute 'ladle'",
        "no entry `ladle`",
    ),
    "labels that no step has loaded": (
        "seg = self.mmseg(results['gt_seg_map'])",
        "KeyError: 'gt_seg_map'",
        "No step of this pipeline has made `gt_seg_map`",
    ),
    "an HDF5 file that says no more": (
        "load_model('soup.h5')",
        "OSError: Unable to open file",
        "The HDF5 file was not",
    ),
    "None in a tuple": (
        "assert a == b, (a, b)",
        "AssertionError: (3, None)",
        "One of the values that the `assert` shows",
    ),
}


@pytest.mark.parametrize(("statement", "error", "said"), FITS.values(), ids=FITS)
def test_a_detail_says_more_than_the_kind(statement, error, said):
    file = NUMPY if error == RESHAPED else OWN

    assert said in detail(statement, error, file).finding


def test_a_cell_that_did_not_run_has_made_nothing():
    error = "NameError: name 'generate_soup' is not defined"

    assert "No cell that ran in this session has made `generate_soup`" in detail("stir()", error, "Cell In[3]").finding
    assert detail("stir()", error, "<ipython-input-3-1a2b>") is not None
    assert detail("stir()", error) is None  # a file's name is missing for other reasons


def test_weights_without_a_path_were_not_found():
    error = "AttributeError: 'NoneType' object has no attribute 'endswith'"
    file = "/env/lib/python3.7/site-packages/tensorflow_core/python/keras/engine/network.py"

    assert "no checkpoint was found" in detail("filepath.endswith('.h5')", error, file).finding
    assert detail("name.endswith('.h5')", error) is None


@pytest.mark.parametrize(
    ("command", "is_told"),
    [
        ("E:\\pot>python stir.py --soup='stew'", True),
        ('E:\\pot>python stir.py --soup="stew"', False),
        ("PS E:\\pot> python stir.py --soup='stew'", False),  # PowerShell takes the quotes off
        ("$ python stir.py --soup='stew'", False),
    ],
)
def test_single_quotes_reach_the_program_from_the_windows_prompt(command, is_told):
    text = f"{command}\nValueError: please enter a valid soup: ['stew']\n"

    assert ("single quotes" in str(explain(diagnose(text, CATALOGUE)).detail)) is is_told


@pytest.mark.parametrize(
    ("command", "is_told"),
    [
        ("PS C:\\pot> python stir.py --soup '' --hot", True),
        ("PS C:\\pot> python stir.py --soup 'stew'", False),
        ("$ python stir.py --soup ''", False),
    ],
)
def test_powershell_passes_no_empty_argument(command, is_told):
    text = f"{command}\nstir.py: error: argument --soup: expected one argument\n"

    assert ("PowerShell passes nothing" in str(explain(diagnose(text, CATALOGUE)).detail)) is is_told


LOOK_ALIKES = {
    "a file of another format": ("read_raster('soup.tif')", "OSError: Unable to open file"),
    "an HDF5 file that says more": ("load_model('soup.h5')", "OSError: Unable to open file (file signature not found)"),
    "other values to unpack": ("a, b = pot", "ValueError: too many values to unpack (expected 2)"),
    "another key": ("x = d[k]", "KeyError: u'FIFOQueueV2'"),
    "another substring": ("i = text.index(word)", "ValueError: substring not found"),
    "another loop over None": ("for lid in lids:", "TypeError: 'NoneType' object is not iterable"),
    "another table": ("x.lids", "AttributeError: 'DataFrame' object has no attribute 'lids'"),
    "another text": ("args = parse(text)", "TypeError: expected string or bytes-like object"),
    "another index": ("x[i]", "IndexError: index 821 is out of bounds for axis 0 with size 821"),
    "a method of texts": ("x.lids()", "AttributeError: 'str' object has no attribute 'lids'"),
    "a reshape of one's own": ("x = x.reshape(4, 2)", RESHAPED),
    "a name that begins so": ("open(path)", "FileNotFoundError: [Errno 2] No such file or directory: 'None.txt'"),
    "None in a sentence": ("f(x)", "ValueError: None of the pots is clean: wash them"),
    "an attribute of another tuple": ("x.lids", "AttributeError: 'tuple' object has no attribute 'lids'"),
    "a method that a ModuleDict lacks": ("x.get(k)", "AttributeError: 'ModuleDict' object has no attribute 'get'"),
    "masks of another program": ("x = batch['masks']", "KeyError: 'masks'"),
    "None of another class": ("f(x)", "RuntimeError: expected a pot: None"),
    "a tuple without None": ("assert a == b, (a, b)", "AssertionError: (3, 'None of them')"),
}


@pytest.mark.parametrize(("statement", "error"), LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_a_look_alike_proves_nothing(statement, error):
    assert detail(statement, error) is None


def test_a_detail_takes_the_place_of_the_rows_for_each_error_of_the_kind():
    general = make_article("asserts", signatures=(Signature(message="no such {said}", general=True),), fix="Wait.")
    paste = 'Traceback (most recent call last):\n  File "a.py", line 3, in f\n    x()\nAssertionError: {}\n'

    def steps(message):
        return [
            str(step.do) for step in choose_answers(diagnose(paste.format(message), Catalogue([general]))).first.steps
        ]

    assert steps("no such pot") == ["Wait."]
    assert "Wait." not in steps("no such pot: None")


@pytest.mark.parametrize(
    "message",
    [
        "ValueError: images and masks should have corresponding shapes/dimensions",
        "AssertionError: Image and mask soup.png should be the same size, but are (8, 8) and (4, 4)",
    ],
)
def test_an_image_and_its_mask_are_compared(message):
    assert "its mask" in detail("train(x, y)", message).finding


def test_images_alone_are_no_pair_with_a_mask():
    assert detail("train(x, y)", "ValueError: images should have corresponding shapes") is None


def test_the_usual_short_name_of_a_module_is_known():
    message = "NameError: name 'trans' is not defined"

    assert "skimage.transform" in detail("img = trans.resize(img, size)", message).finding
    assert detail("trans = trans[0]", message) is None


def test_what_a_generator_gave_to_keras_is_no_value_of_the_code():
    assert detail("fit(g)", "ValueError: output of generator should be a tuple (x, y). Found: None") is None
    assert detail("fit(g)", "ValueError: unknown soup: None") is not None


def test_a_table_of_commas_is_split_at_tabs():
    message = "IndexError: list index out of range"

    assert "TSV" in detail('self._read_tsv(os.path.join(folder, "train.csv"))', message).finding
    assert detail('self._read_tsv(os.path.join(folder, "train.tsv"))', message) is None


def test_tensorflow_that_found_no_file_may_say_nothing():
    file = "/opt/venv/lib/python3.6/site-packages/tensorflow/python/lib/io/file_io.py"
    message = "tensorflow.python.framework.errors_impl.NotFoundError:"

    assert "no file at the path" in detail("self._preread_check()", message, file).finding
    assert detail("self._preread_check()", message) is None


def test_a_property_is_not_called():
    message = "TypeError: 'numpy.ndarray' object is not callable"

    assert "`()`" in detail("names = table['name'].values().tolist()", message).finding
    assert detail("names = make(table)", message) is None


def test_hidden_files_of_macos_are_no_data():
    message = "NotADirectoryError: [Errno 20] Not a directory: 'data/._.{}/metadata.csv'"

    assert "data/._.DS_Store" in str(detail("open(path)", message.format("DS_Store")).finding)
    assert "macOS" not in str(detail("open(path)", message.replace("._.", "a._.").format("b")).finding)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("IsADirectoryError: [Errno 21] Is a directory: 'pots/.ipynb_checkpoints'", "`pots/.ipynb_checkpoints`"),
        ("lmdb.Error: /pots/.ipynb_checkpoints: No such file or directory", "`/pots/.ipynb_checkpoints`"),
        ("ValueError: invalid literal for int() with base 10: '.DS_Store'", "`.DS_Store`"),
        ("PIL.UnidentifiedImageError: cannot identify image file 'C:\\pots\\Thumbs.db'", "Thumbs.db` is no data"),
    ],
)
def test_files_of_jupyter_and_the_system_are_no_data(error, said):
    assert said in str(detail("open(path)", error).finding)


@pytest.mark.parametrize(
    "error",
    [
        "FileNotFoundError: [Errno 2] No such file or directory: 'pots/.ipynb_checkpoints-2'",
        "TypeError: bad pot: 'pots/.DS_Store'",
    ],
)
def test_another_name_or_class_says_nothing_of_hidden_files(error):
    assert detail("open(path)", error) is None


BYTE = "UnicodeDecodeError: 'utf-8' codec can't decode byte 0x{} in position 2: invalid continuation byte"


@pytest.mark.parametrize(
    ("folder", "byte", "said"),
    [
        ("C:/Суп", "d1", "Byte `0xd1` is `С` in the encoding `cp1251`"),
        ("/home/u/汤", "cc", "Byte `0xcc` is `汤` in the encoding `gb18030`"),
    ],
)
def test_a_byte_that_is_no_utf_8_is_a_letter_of_the_folder(folder, byte, said):
    found = detail("for line in f:", BYTE.format(byte), f"{folder}/stir.py")

    assert said in found.finding
    assert "ASCII" in found.steps[0].do


@pytest.mark.parametrize(("folder", "byte"), [("C:/Суп", "80"), ("/home/u/soup", "d1")])
def test_a_byte_that_is_no_letter_of_the_folder_proves_nothing(folder, byte):
    assert detail("for line in f:", BYTE.format(byte), f"{folder}/stir.py") is None


def test_labels_that_are_missing_are_told_by_their_kind():
    def steps(key):
        return " ".join(str(step.do) for step in detail("x = mmdet[key]", f"KeyError: '{key}'").steps)

    assert "Faster R-CNN" in steps("gt_masks")
    assert "test_mode=False" in steps("ann_info")
    assert "LoadAnnotations" in steps("gt_labels")


def test_a_program_that_colab_lacks_was_not_installed_in_this_session():
    message = "/bin/bash: stew: command not found\n"

    assert "the cell that installs it" in str(explain(diagnose(f"In Colab:\n{message}", CATALOGUE)).detail)
    assert explain(diagnose(message, CATALOGUE)).detail is None
    assert explain(diagnose("In Colab:\n/bin/bash: nvcc: command not found\n", CATALOGUE)).detail is None
