# /// script
# requires-python = ">=3.10"
# dependencies = ["torch==2.13.0", "numpy"]
# ///
"""An extension is compiled for the C++ ABI that the installed torch has, and imported under it."""

import importlib.util
import pathlib
import subprocess
import sysconfig
import tempfile

import torch

CXX11_ABI = int(torch.compiled_with_cxx11_abi())
SOURCE = r"""
#include <Python.h>
#include <c10/util/Exception.h>
static PyObject* check(PyObject*, PyObject* value) {
  TORCH_CHECK(value != Py_None, "wanted a value for ", std::string("x"));
  Py_RETURN_NONE;
}
static PyMethodDef methods[] = {{"check", check, METH_O, nullptr}, {nullptr, nullptr, 0, nullptr}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "my_ops", nullptr, -1, methods};
PyMODINIT_FUNC PyInit_my_ops() { return PyModule_Create(&module); }
"""

torch_folder = pathlib.Path(torch.__file__).parent
with tempfile.TemporaryDirectory() as name:
    library = pathlib.Path(name, "my_ops" + sysconfig.get_config_var("EXT_SUFFIX"))
    source = pathlib.Path(name, "my_ops.cpp")
    source.write_text(SOURCE)
    folders = [f"-I{torch_folder}/include", f"-I{sysconfig.get_paths()['include']}", f"-L{torch_folder}/lib"]
    options = ["-shared", "-fPIC", "-std=c++20", f"-D_GLIBCXX_USE_CXX11_ABI={CXX11_ABI}"]
    subprocess.run(["g++", *options, *folders, str(source), "-lc10", "-o", str(library)], check=True)
    spec = importlib.util.spec_from_file_location("my_ops", library)
    module = importlib.util.module_from_spec(spec)
    print("loaded", module.__name__)
