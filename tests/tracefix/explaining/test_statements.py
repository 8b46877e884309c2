"""What a statement and its message prove together: each with what it fits, and look-alikes that it must not fit."""

import pytest

from tests.factories import make_article
from tracefix.explaining.explanation import explain
from tracefix.matching.catalogue import Catalogue
from tracefix.matching.diagnosis import diagnose

CATALOGUE = Catalogue([make_article("boom", message="boom happened in '{place}'")])
OWN = "/home/u/soup/stir.py"
TORCH = "/env/lib/python3.11/site-packages/torch/serialization.py"
CLONE = "/content/soup/soup/stir.py"
SCENE = "/home/u/soup/nerf/provider.py"
CUT = "struct.error: unpack requires a buffer of 8 bytes"
SHAPE = "RuntimeError: shape '[8, 129]' is invalid for input of size 83"
PYTHON_2 = "$ python2.7 stir.py\n"


def detail(statement, error, file=OWN, above=""):
    text = f'{above}Traceback (most recent call last):\n  File "{file}", line 12, in stir\n    {statement}\n{error}\n'
    return explain(diagnose(text, CATALOGUE)).detail


FITS = {
    "latents of another model": (
        "noisy_latents = (",
        "RuntimeError: The size of tensor a (4) must match the size of tensor b (16) at non-singleton dimension 1",
        OWN,
        "4 channels",
    ),
    "an option that is in the way": (
        "assert not shared.cmd_opts.lid, 'stirring with a lid is not possible'",
        "AssertionError: stirring with a lid is not possible",
        OWN,
        "The option `lid` is on",
    ),
    "a folder that is taken for a name": (
        "self.encoder = CLIP.from_pretrained(self.encoder_path)",
        "huggingface_hub.errors.HFValidationError",
        OWN,
        "`self.encoder_path` is no folder here",
    ),
    "latents of FLUX": (
        "latents = latents.view(batch_size, height, width, channels // 4, 2, 2)",
        "RuntimeError: shape '[1, 4, 4, 16, 2, 2]' is invalid for input of size 65536",
        OWN,
        "they are of two states",
    ),
    "an option of Gaussian splatting": (
        "scene_info = load(args.source_path, args.lids)",
        "AttributeError: 'GroupParams' object has no attribute 'lids'",
        OWN,
        "reads the option `lids`",
    ),
    "the last argument of a rasterizer's settings": (
        "debug=pipe.debug,",
        "TypeError: __new__() missing 1 required positional argument: 'antialiasing'",
        OWN,
        "The rasterizer for Gaussians",
    ),
    "a dictionary in place of a list": (
        "img = open(self.images[i])",
        "KeyError: 0",
        OWN,
        "`self.images` is a dictionary",
    ),
    "weights that are asked for": (
        "raise ValueError('Please get the pretrained SoupNet')",
        "ValueError: Please get the pretrained SoupNet",
        OWN,
        "did not find the weights",
    ),
    "a part of a checkpoint": ("torch.load(args.path)['model']", "KeyError: 'model'", OWN, "no part `model`"),
    "… of a variable": ("net.load_state_dict(ckpt['net'])", "KeyError: 'net'", OWN, "no part `net`"),
    "… by a name": ("keys = states[name]['state_dict']", "KeyError: 'critic'", OWN, "no part `critic`"),
    "what a run needs": ("start = checkpoint['epoch']", "KeyError: 'epoch'", OWN, "a run that can be resumed"),
    "a stripped checkpoint": (
        "self.optimizer.load_state_dict(self.ckpt['optimizer'])",
        "TypeError: 'NoneType' object is not subscriptable",
        OWN,
        "`self.ckpt['optimizer']` is `None`",
    ),
    "a pickled class": (
        "result = unpickler.load()",
        "ModuleNotFoundError: No module named 'models.stew'",
        TORCH,
        "pickled",
    ),
    "layers of another size": (
        "own_state[name].copy_(param)",
        "RuntimeError: The expanded size of the tensor (64) must match the existing size (256) at dimension 0.",
        OWN,
        "The checkpoint has 256",
    ),
    "the file of an option": ("assert os.path.isfile(args.ladle)", "AssertionError", OWN, "the option `ladle`"),
    "… in words": (
        "os.path.exists(args.pan), 'no such pan'",
        "AssertionError: no such pan",
        OWN,
        "the option `pan`",
    ),
    "a script that was started": (
        "raise CalledProcessError(retcode, cmd)",
        "subprocess.CalledProcessError: Command '['python', 'utils/get.py', '-a']' returned non-zero exit status 1.",
        OWN,
        "The program started `utils/get.py`",
    ),
    "ffmpeg": (
        "raise Error('ffmpeg', out, err)",
        "ffmpeg._run.Error: ffmpeg error (see stderr output for detail)",
        OWN,
        "FFmpeg could not read a file",
    ),
    "a module of a clone": (
        "from util import box",
        "ModuleNotFoundError: No module named 'util'",
        CLONE,
        "`/content/soup`",
    ),
    "a file for a folder": (
        "os.listdir(root)",
        "NotADirectoryError: [WinError 267] The directory name is invalid: 'C:\\\\pot\\\\1.wav'",
        OWN,
        "is a file",
    ),
    "a file of weights for a folder": (
        "open(Path(root) / 'tokenizer_config.json')",
        "NotADirectoryError: [Errno 20] Not a directory: 'pot/soup.ckpt/tokenizer_config.json'",
        OWN,
        "`pot/soup.ckpt` is a file, and the program looks for `tokenizer_config.json`",
    ),
    "… on Windows": (
        "os.listdir(root)",
        "NotADirectoryError: [WinError 267] The directory name is invalid: 'C:\\\\pot\\\\soup.zip\\\\train'",
        OWN,
        "looks for `train` in it",
    ),
    "a model that is not there": (
        "load(path)",
        "ValueError: There is no model in path /data0/soup/output\\models\\soup_10.ckpt.",
        OWN,
        "`/data0/soup/output\\models\\soup_10.ckpt`",
    ),
    "weights that were not downloaded": (
        "raise Exception(f'No soup models found in {folder}')",
        "Exception: No soup models found in pot\\saved_models",
        OWN,
        "`pot\\saved_models` has no soup models",
    ),
    "shifted arguments": (
        'f = open("%s/stir.log" % exp_dir, "a+")',
        "FileNotFoundError: [Errno 2] No such file or directory: '12/stir.log'",
        OWN,
        "arguments of the command are shifted",
    ),
    "Python 2": ("def stir(self, n=3) -> Pot:", "SyntaxError: invalid syntax", OWN, "Python 2 reads it"),
    "a part that is compiled": (
        "from cpu_nms import cpu_nms",
        "ModuleNotFoundError: No module named 'utils.cpu_nms'",
        OWN,
        "`cpu_nms` is a compiled part",
    ),
    "an option that was not given": (
        "if args.ladle < 0:",
        "TypeError: '<' not supported between instances of 'NoneType' and 'int'",
        OWN,
        "the option `ladle` was not given",
    ),
    "… in the folder of old PyTorch": (
        "from lib.pot._ext.pot import stir",
        "ModuleNotFoundError: No module named 'lib.pot._ext.pot'",
        OWN,
        "is a compiled part",
    ),
    "a program that is started": (
        "raise child_exception",
        "OSError: [Errno 2] No such file or directory",
        "/usr/lib/python2.7/subprocess.py",
        "A program that the code starts",
    ),
    "a worker whose error is hidden": (
        "raise self.exc_type(msg)",
        "TypeError: function takes exactly 5 arguments (1 given)",
        "/env/lib/python3.6/site-packages/torch/_utils.py",
        "hides the error of a worker",
    ),
    "a module beside the folder of the script": (
        "from soup_kit import stir",
        "ModuleNotFoundError: No module named 'soup_kit'",
        "tools/demo.py",
        "looks for `soup_kit` in `tools`",
    ),
    "… as Python 2 says it": (
        "from data.io.pots import stir",
        "ImportError: No module named data.io.pots",
        "tools/demo.py",
        "looks for `data` in `tools`",
    ),
    "a tuple as a parameter": (
        "def cook(pot, (lid, ladle), n=4):",
        "SyntaxError: invalid syntax",
        OWN,
        "written for Python 2",
    ),
    "a number with underscores": ("n = size / 1_000_000)", "SyntaxError: invalid syntax", OWN, "older than 3.6"),
    "no path to load": (
        "checkpoint = torch.load(args.model)",
        "TypeError: file must have 'read' and 'readline' attributes",
        OWN,
        "`args.model` is `None`",
    ),
    "another src": ("from src.pots import a", "ModuleNotFoundError: No module named 'src.pots'", OWN, "found a `src`"),
    "a package that was edited": ("def load(f, pot=none):", "NameError: name 'none' is not defined", TORCH, "by hand"),
    "frames of a video": (
        "frame = read(path)",
        "RuntimeError: Could not load file /data/soup 1.mp4/img_00085.jpg starting at frame 85.",
        OWN,
        "`soup 1.mp4`, which is a video",
    ),
    "no boxes in a frame": (
        "trk.update(dets[d, :][0])",
        "IndexError: too many indices for array",
        OWN,
        "`dets` has one dimension",
    ),
    "a table of symbols": ("x = [symmap[p] for p in phones]", "KeyError: 'HH'", OWN, "not in the table `symmap`"),
    "a number in the line": (
        "y = pot[1, 0, :]",
        "IndexError: index 1 is out of bounds for axis 0 with size 1",
        OWN,
        "`pot` has 1 entries",
    ),
    "… of a box": ("(bbox[0], bbox[1]), (bbox[2], bbox[3])", "IndexError: index 2 is out of", OWN, "no entry number 2"),
    "the cameras of a scene": ("self.H = int(transform['h'])", "KeyError: 'h'", SCENE, "has no `h`"),
    "a key that holds None": ("v = actions[self.action]", "KeyError: ('forward', None)", OWN, "a part of it is `None`"),
    "DataParallel": ("x.view(8, 129)", SHAPE, OWN, "A replica"),
    "an index of scatter_": (
        "y = z.scatter_(1, mask, 1)",
        "RuntimeError: mismatch in length of strides and shape",
        OWN,
        "`mask` has another number of dimensions",
    ),
    "no boxes in a batch": (
        "out = torch.split(out, dn_meta['dn_num_split'], dim=2)",
        "TypeError: 'NoneType' object is not subscriptable",
        OWN,
        "no image of this batch has a box",
    ),
    "a file cut short": ("return struct.unpack('Q', data)", CUT, OWN, "ends before 8 bytes"),
    "the rasterizer of another project": (
        "rendered_image, _ = rasterizer(",
        "ValueError: too many values to unpack (expected 2)",
        OWN,
        "rasterizer for Gaussians",
    ),
    "… its settings": (
        "raster_settings = GaussianRasterizationSettings(",
        "TypeError: __new__() missing 1 required positional argument: 'debug'",
        OWN,
        "rasterizer for Gaussians",
    ),
    "actions to choose from": (
        "act_dim = env.action_space.shape[0]",
        "IndexError: tuple index out of range",
        OWN,
        "`env.action_space.shape` is empty: the actions are numbers",
    ),
    "a state that is a number": (
        "n = env.observation_space.shape[0]",
        "IndexError: tuple index out of range",
        OWN,
        "`env.observation_space.shape` is empty",
    ),
    "None beside a number": (
        "if maxlen > 0 and n > maxlen + 1:",
        "TypeError: unorderable types: NoneType() > int()",
        OWN,
        "`maxlen` is `None`",
    ),
    "no boxes": ("assert bboxes.shape[1] == 5", "AssertionError", OWN, "`bboxes` is empty"),
    "a batch greater than the data": (
        "assert batch_size <= ds.size()",
        "AssertionError",
        OWN,
        "`batch_size` is greater than `ds.size()`",
    ),
    "the parts of a batch": (
        "for i, (imgs, caps) in enumerate(train_loader):",
        "ValueError: too many values to unpack (expected 2)",
        OWN,
        "A batch of `train_loader`",
    ),
    "nothing was read": (
        "labels, shapes, segments = zip(*cache.values())",
        "ValueError: not enough values to unpack (expected 3, got 0)",
        OWN,
        "`cache.values()` is empty",
    ),
    "a layer of an older torch": (
        "if self.padding_mode == 'circular':",
        "AttributeError: 'Conv2d' object has no attribute 'padding_mode'",
        OWN,
        "pickled by an older torch",
    ),
    "a class of Python 2": (
        "super(Pot, self).__init__()",
        "TypeError: super() argument 1 must be type, not classobj",
        OWN,
        "Python 2 runs this",
    ),
    "no main": (
        "tf.app.run()",
        "AttributeError: module '__main__' has no attribute 'main'",
        OWN,
        "no function `main`",
    ),
    "a picture of PIL": ("imageio.imwrite(p, x)", "ValueError: Image must be a numpy array", OWN, "`imageio` writes"),
    "a sample without boxes": (
        "targets.append(torch.FloatTensor(sample[1][0]))",
        "TypeError: new(): data must be a sequence (got NoneType)",
        OWN,
        "`sample[1][0]` is `None`",
    ),
    "self twice": (
        "super(Pot, self).stir(self)",
        "TypeError: stir() takes 1 positional argument but 2 were given",
        OWN,
        "passes `self` twice",
    ),
    "an extension of a clone": (
        "from diff_surfel_rasterization import Pot",
        "ModuleNotFoundError: No module named 'diff_surfel_rasterization'",
        OWN,
        "`diff_surfel_rasterization` is a compiled part",
    ),
    "no body models": ("smplx.create(path)", "ValueError: Unknown model type human, exiting!", OWN, "folder of body"),
    "weights for a model": (
        "self.net.eval()",
        "AttributeError: 'collections.OrderedDict' object has no attribute 'eval'",
        OWN,
        "weights alone",
    ),
    "a value of NumPy": (
        "y = y.cpu().numpy()",
        "AttributeError: 'numpy.float64' object has no attribute 'cpu'",
        OWN,
        "NumPy's already",
    ),
    "the rest of a package": (
        "f = tf.nn.relu",
        "AttributeError: module 'tensorflow' has no attribute 'nn'",
        OWN,
        "Every `tensorflow` has `nn`",
    ),
    "a slice for other data": (
        "pot[0:9, r] = ladle",
        "ValueError: could not broadcast input array from shape (16) into shape (9)",
        OWN,
        "writes into `0:9` of `pot`, and there are 16 values",
    ),
    "a colour picture and a mask": (
        "y = pot * lid",
        "ValueError: operands could not be broadcast together with shapes (480,640,3) (480,640)",
        OWN,
        "an axis for channels, here 3",
    ),
    "a mask and a grey picture": (
        "y = pot * lid",
        "ValueError: operands could not be broadcast together with shapes (480,640) (480,640,1)",
        OWN,
        "an axis for channels, here 1",
    ),
    "a folder for results": (
        "names = os.listdir('best_checkpoint')",
        "FileNotFoundError: [Errno 2] No such file or directory: 'best_checkpoint'",
        OWN,
        "expects a folder `best_checkpoint`",
    ),
    "boxes that end before they begin": (
        "assert (boxes[:, 2] >= boxes[:, 0]).all()",
        "AssertionError",
        OWN,
        "A box ends left of where it begins",
    ),
    "a class for the background": (
        "assert all(max_classes[nonzero_inds] != 0)",
        "AssertionError",
        OWN,
        "class 0, which is kept for the background",
    ),
    "a package with other lines": (
        "self.stir()",
        "IndentationError: unexpected indent",
        TORCH,
        "changed by hand, and its lines no longer align",
    ),
    "a category of COCO": (
        "label_idx = self.label_map[obj['category_id']] - 1",
        "KeyError: 9",
        OWN,
        "the category 9, which `self.label_map` does not have",
    ),
    "a character of a label": ("i = self.dict[char1]", "KeyError: u'\u6c64'", OWN, "`汤` is in a label or text"),
    "an environment of its own": (
        "import numpy as np",
        "ModuleNotFoundError: No module named 'numpy'",
        "/Users/u/pot/.dfl/stir.py",
        "own environment lacks `numpy`",
    ),
    "a folder for Python 2": ("from models import pot", "ImportError: No module named models", OWN, "Python 2 runs"),
}
ABOVE = {"DataParallel": "RuntimeError: Caught RuntimeError in replica 0 on device 0.\n", "Python 2": PYTHON_2}


@pytest.mark.parametrize("name", FITS)
def test_a_statement_says_more_than_the_message(name):
    statement, error, file, said = FITS[name]

    assert said in str(detail(statement, error, file, ABOVE.get(name, "")).finding)


LOOK_ALIKES = {
    "channels of one's own": (
        "x = soup + salt",
        "RuntimeError: The size of tensor a (4) must match the size of tensor b (16) at non-singleton dimension 1",
        OWN,
    ),
    "a value of one's own that is in the way": (
        "assert not pot.lid, 'stirring with a lid is not possible'",
        "AssertionError: stirring with a lid is not possible",
        OWN,
    ),
    "an option that is compared": ("assert not args.lids == 2", "AssertionError", OWN),
    "a name with its message": (
        "self.encoder = CLIP.from_pretrained(self.encoder_path)",
        "huggingface_hub.errors.HFValidationError: Repo id must use alphanumeric chars: 'a b'.",
        OWN,
    ),
    "latents of one's own": (
        "x = x.view(n, 4, 4, c, 2, 2)",
        "RuntimeError: shape '[1, 4, 4, 16, 2, 2]' is invalid for input of size 65536",
        OWN,
    ),
    "a group of one's own": ("x = args.lids", "AttributeError: 'GroupPans' object has no attribute 'lids'", OWN),
    "an argument of one's own settings": (
        "lid=pot.lid,",
        "TypeError: __new__() missing 1 required positional argument: 'salt'",
        OWN,
    ),
    "a number that is a key": ("x = names[label]", "KeyError: 0", OWN),
    "a name in a dictionary": ("x = self.images[i]", "KeyError: 'a.png'", OWN),
    "something else that is asked for": (
        "raise ValueError('Please get the soup first')",
        "ValueError: Please get the soup first",
        OWN,
    ),
    "a key of a config": ("lr = cfg['model']", "KeyError: 'model'", OWN),
    "a key of a file of text": ("x = json.load(f)['model']", "KeyError: 'model'", OWN),
    "the layer of a state dict": ("w = state_dict['a.weight']", "KeyError: 'a.weight'", OWN),
    "None of another kind": ("x = pot['optimizer']", "TypeError: 'NoneType' object is not subscriptable", OWN),
    "a package that is to be installed": (
        "result = unpickler.load()",
        "ModuleNotFoundError: No module named 'pandas.stew'",
        TORCH,
    ),
    "a module outside of a notebook": ("from util import box", "ModuleNotFoundError: No module named 'util'", OWN),
    "two tensors of one's own": (
        "x = a + b",
        "RuntimeError: The size of tensor a (64) must match the size of tensor b (256) at non-singleton dimension 1",
        OWN,
    ),
    "two pictures of another size": (
        "y = pot * lid",
        "ValueError: operands could not be broadcast together with shapes (480,640,3) (240,320,3)",
        OWN,
    ),
    "a file of results": (
        "f = open(path)",
        "FileNotFoundError: [Errno 2] No such file or directory: 'results.json'",
        OWN,
    ),
    "a folder of another kind": (
        "os.listdir('dialogs')",
        "FileNotFoundError: [Errno 2] No such file or directory: 'dialogs'",
        OWN,
    ),
    "lines of one's own": ("self.stir()", "IndentationError: unexpected indent", OWN),
    "a number of another table": ("y = pots[9]", "KeyError: 9", OWN),
    "a key of one letter": ("y = cfg['x']", "KeyError: 'x'", OWN),
    "weights of a site": ("get(url)", "ValueError: no models found in https://soup.org/models", OWN),
    "no files of another kind": ("get(a)", "ValueError: no spoons found in pot/spoons", OWN),
    "a slice of another width": (
        "pot[0:12, r] = ladle",
        "ValueError: could not broadcast input array from shape (16) into shape (9)",
        OWN,
    ),
    "a package in an environment of one's own": (
        "import numpy as np",
        "ModuleNotFoundError: No module named 'numpy'",
        OWN,
    ),
    "a module of an extension": ("import soup", "ModuleNotFoundError: No module named 'soup'", "/x/kohya_ss/stir.py"),
    "a check with a message": ("assert os.path.isfile(args.ladle), args.ladle", "AssertionError: spoon", OWN),
    "the script of a launcher": (
        "raise CalledProcessError(retcode, cmd)",
        "subprocess.CalledProcessError: Command '['python', '-u', 'train.py']' returned non-zero exit status 1.",
        OWN,
    ),
    "a script that was killed": (
        "raise CalledProcessError(retcode, cmd)",
        "subprocess.CalledProcessError: Command '['python', 'utils/get.py']' died with <Signals.SIGKILL: 9>.",
        OWN,
    ),
    "a folder for a folder": (
        "os.listdir(root)",
        "NotADirectoryError: [WinError 267] The directory name is invalid: 'C:\\\\pot'",
        OWN,
    ),
    "a folder with a dot": (
        "os.listdir(root)",
        "NotADirectoryError: [Errno 20] Not a directory: 'soup.v2/train'",
        OWN,
    ),
    "a model that is told of": ("load(path)", "ValueError: there is no model in path form", OWN),
    "a folder with a number": (
        "cv2.imread(path)",
        "FileNotFoundError: [Errno 2] No such file or directory: '12/a.png'",
        OWN,
    ),
    "Python 3": ("def stir(self, n=3) -> Pot:", "SyntaxError: invalid syntax", OWN),
    "a package that is known": (
        "import yaml",
        "ModuleNotFoundError: No module named 'yaml'",
        "tools/demo.py",
    ),
    "a build for a machine": ("import torch", "ModuleNotFoundError: No module named 'torch'", "tools/demo.py"),
    "a script in the folder where it was started": (
        "from soup_kit import stir",
        "ModuleNotFoundError: No module named 'soup_kit'",
        "demo.py",
    ),
    "a name with underscores": ("n = size_1_000 / x_000", "SyntaxError: invalid syntax", OWN),
    "a value that is no option": (
        "if pot < args.ladle:",
        "TypeError: '<' not supported between instances of 'NoneType' and 'int'",
        OWN,
    ),
    "a tuple as a value": ("def cook(pot, lid=(1, 2)):", "SyntaxError: invalid syntax", OWN),
    "a file that is read": ("open(path)", "OSError: [Errno 2] No such file or directory", OWN),
    "a call of one's own": (
        "stir(pot)",
        "TypeError: function takes exactly 5 arguments (1 given)",
        OWN,
    ),
    "a module that is no package": (
        "from src.pots import a",
        "ModuleNotFoundError: No module named 'src.pots'; 'src' is not a package",
        OWN,
    ),
    "a name of one's own": ("def load(f, pot=none):", "NameError: name 'none' is not defined", OWN),
    "a video": ("frame = read(path)", "RuntimeError: Could not load file /data/soup.mp4", OWN),
    "an array that is no box": ("y = pot[d, :]", "IndexError: too many indices for array", OWN),
    "a table of labels": ("x = [label2id[p] for p in labels]", "KeyError: 'B-PER'", OWN),
    "a number that is not in the line": (
        "y = pot[2, 0, :] + pan[i]",
        "IndexError: index 1 is out of bounds for axis 0 with size 1",
        OWN,
    ),
    "a key of no scene": ("h = size['h']", "KeyError: 'h'", OWN),
    "a key without None": ("v = actions[self.action]", "KeyError: ('forward', 'None of them')", OWN),
    "one GPU": ("x.view(8, 129)", SHAPE, OWN),
    "strides of one's own": (
        "y = z.as_strided(a, b)",
        "RuntimeError: mismatch in length of strides and shape",
        OWN,
    ),
    "values of another function": ("a, b = stir(", "ValueError: too many values to unpack (expected 2)", OWN),
    "the shape of a table": ("n = table.shape[0]", "IndexError: tuple index out of range", OWN),
    "None on the right": ("if a > b:", "TypeError: '>' not supported between instances of 'int' and 'NoneType'", OWN),
    "the shape of an image": ("assert image.shape[1] == 512", "AssertionError", OWN),
    "the pairs of a list": ("for a, b in pots:", "ValueError: too many values to unpack (expected 2)", OWN),
    "a pair of too few": ("a, b = zip(*pots)", "ValueError: not enough values to unpack (expected 2, got 1)", OWN),
    "a layer without its weight": ("w = self.weight", "AttributeError: 'Conv2d' object has no attribute 'weight'", OWN),
    "self of another call": (
        "super(Pot, self).stir(spoon)",
        "TypeError: stir() takes 1 positional argument but 2 were given",
        OWN,
    ),
    "a method of one's own": ("env.render()", "NotImplementedError", OWN),
    "a package of many names": ("import diffusers", "ModuleNotFoundError: No module named 'diffusers'", OWN),
    "a key of a dictionary": ("d.items_", "AttributeError: 'dict' object has no attribute 'items_'", OWN),
    "a name that was removed": ("np.in1d_", "AttributeError: module 'numpy' has no attribute 'in1d_'", OWN),
    "a package for Python 2": ("import yaml", "ImportError: No module named yaml", OWN),
    "a batch that is a dictionary": ("b.cuda()", "AttributeError: 'dict' object has no attribute 'cuda'", OWN),
}


@pytest.mark.parametrize(("statement", "error", "file"), LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_a_look_alike_proves_nothing(statement, error, file):
    assert detail(statement, error, file) is None


def test_a_dictionary_of_data_sets_is_no_data_set():
    fetch = "/env/lib/python3.11/site-packages/torch/utils/data/_utils/fetch.py"
    frames = f'  File "{fetch}", line 54, in fetch\n    data = [self.dataset[idx] for idx in possibly_batched_index]\n'

    def told(inner=""):
        text = f"Traceback (most recent call last):\n{frames}{inner}KeyError: 0\n"
        return explain(diagnose(text, CATALOGUE)).detail

    assert "perhaps of several data sets" in told().finding
    assert (
        told(f'  File "{OWN}", line 3, in __getitem__\n    x = labels[name]\n') is None
    )  # the loader's line is no cause


def test_carets_stand_between_an_error_and_its_statement():
    text = "    x = torch.load(args.path)['model']\n        ^^^^^^^^^^\n\nKeyError: 'model'\n"

    assert "no part `model`" in explain(diagnose(text, CATALOGUE)).detail.finding


def test_a_statement_above_an_error_without_a_stack_counts():
    text = "I train it, and then:\n\nnet.load_state_dict(torch.load(path)['model'])\nKeyError: 'model'\n"

    assert "no part `model`" in str(explain(diagnose(text, CATALOGUE)).detail.finding)


def test_files_of_colmap_are_named():
    found = detail("return struct.unpack('Q', data)", CUT, "/home/u/soup/scene/colmap_loader.py")

    assert "images.bin" in str(found.steps[0].do)
    assert "images.bin" not in str(detail("return struct.unpack('Q', data)", CUT).steps[0].do)


def test_files_that_are_no_audio_are_named_where_the_program_prints_them():
    error = "ffmpeg._run.Error: ffmpeg error (see stderr output for detail)"
    listed = detail("run()", error, above="C:/u/error.txt->Traceback (most recent call last):\n")

    assert "recordings alone" in str(listed.steps[0].do)
    assert "recordings alone" not in str(detail("run()", error).steps[0].do)


def test_a_box_is_no_batch():
    box, batch = (detail(f"y = {name}[2]", "IndexError: index 2 is out of bounds for axis 0 with size 2")
                  for name in ("bbox", "pot"))  # fmt: skip

    assert not any("batch" in str(step.condition) for step in box.steps)
    assert "batch" in str(batch.steps[0].condition)


def test_a_method_that_gym_only_names():
    frame = (
        '  File "/env/lib/python3.6/site-packages/gym/core.py", line 108, in render\n    raise NotImplementedError\n'
    )
    text = f'Traceback (most recent call last):\n  File "{OWN}", line 2, in stir\n    env.render()\n{frame}NotImplementedError\n'
    found = explain(diagnose(text, CATALOGUE)).detail
    assert "does not write `render`" in str(found.finding)


@pytest.mark.parametrize(("file", "is_told"), [("C:\\pot\\stir.py", True), (OWN, False)])
def test_a_database_of_1_tb_is_taken_from_the_disk_at_once_on_windows(file, is_told):
    found = detail("env = lmdb.open(p, map_size=1099511627776)", "lmdb.Error: pot/: no space", file)

    assert ("is 1 TB" in str(found and found.finding)) is is_told


def test_windows_has_no_folder_of_linux():
    message = "FileNotFoundError: [Errno 2] No such file or directory: '/tmp/soup.txt'"

    assert "Windows has none" in str(detail("open(p)", message, "C:\\pot\\stir.py").finding)
    assert "Windows has none" in str(detail("open(p)", message.replace("/", r"\\"), OWN).finding)
    assert detail("open(p)", message, OWN) is None
    assert detail("open(p)", message.replace("/tmp/", "/pots/"), "C:\\pot\\stir.py") is None


def test_a_smaller_database_is_not_1_tb():
    assert not detail("env = lmdb.open(p, map_size=1099511)", "lmdb.Error: pot/: no space", "C:\\pot\\stir.py")


def test_an_unfinished_environment_is_set_up_by_the_script_of_its_program():
    def steps(file):
        found = detail("import torch", "ModuleNotFoundError: No module named 'torch'", file)
        return "".join(str(step.do) for step in found.steps)

    assert "0_setup.sh" in steps("/u/pot/.dfl/stir.py")
    assert "webui.sh" in steps("/u/kohya_ss/stir.py")
    assert "0_setup.sh" not in steps("/u/kohya_ss/stir.py")


def test_a_stack_that_ends_with_its_assert_shows_the_statement():
    assert "A box ends left" in str(detail("assert (boxes[:, 2] >= boxes[:, 0]).all()", "").finding)


def test_targets_of_torchvision_need_their_keys():
    frame = (
        '  File "/env/lib/python3.8/site-packages/torchvision/models/detection/roi_heads.py", line 740, in forward\n'
    )
    frame += '    assert t["labels"].dtype == torch.int64\n'
    text = f"Traceback (most recent call last):\n{frame}KeyError: 'labels'\n"
    found = explain(diagnose(text, CATALOGUE)).detail

    assert "lacks `labels`" in str(found and found.finding)
    assert "torchvision" not in str(detail("t['labels']", "KeyError: 'labels'"))


def test_a_tensor_of_no_pairs_is_named():
    found = detail(
        "i, j = torch.as_tensor(pots, device=d).unbind(dim=-1)",
        "ValueError: not enough values to unpack (expected 2, got 0)",
    )

    assert "`pots` is empty" in str(found.finding)


def test_a_label_beyond_the_classes_is_named():
    found = detail("y = np.eye(N)[np.array(label)]", "IndexError: index 128 is out of bounds for axis 0 with size 2")

    assert "A label has the number 128" in str(found.finding)
