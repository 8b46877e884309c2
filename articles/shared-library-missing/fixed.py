# /// script
# requires-python = ">=3.9"
# dependencies = ["ziglang==0.17.1"]
# ///
"""An extension needs a library that lies in a folder where the loader does not look, as after a build of one's own."""

import importlib.util
import pathlib
import subprocess
import sys
import sysconfig
import tempfile

LIBRARY = "int frames(void) { return 25; }"
SOURCE = r"""
#include <Python.h>
int frames(void);
static PyObject* rate(PyObject* self, PyObject* none) { return PyLong_FromLong(frames()); }
static PyMethodDef methods[] = {{"rate", rate, METH_NOARGS, 0}, {0, 0, 0, 0}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "video", 0, -1, methods};
PyMODINIT_FUNC PyInit_video(void) { return PyModule_Create(&module); }
"""


def build(folder, source, *options):
    file = folder / "source.c"
    file.write_text(source)
    zig = [sys.executable, "-m", "ziglang", "cc", "-shared", "-fPIC", "-O2", str(file)]
    subprocess.run([*zig, f"-I{sysconfig.get_paths()['include']}", *options], check=True)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    extension = folder / ("video" + sysconfig.get_config_var("EXT_SUFFIX"))
    libraries = folder / "codecs"
    libraries.mkdir()
    build(folder, LIBRARY, "-Wl,-soname,libcodecs.so.2", "-o", str(libraries / "libcodecs.so.2"))
    build(folder, SOURCE, str(libraries / "libcodecs.so.2"), "-Wl,-rpath,$ORIGIN/codecs", "-o", str(extension))
    spec = importlib.util.spec_from_file_location("video", extension)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    print("frames in a second:", module.rate())
