# /// script
# requires-python = ">=3.9"
# dependencies = []
# ///
"""An extension of g++ 12 or later is imported where LD_LIBRARY_PATH leads to an older libstdc++, as an old conda environment has.

The older libstdc++ is a stand-in that is linked here: it has the versions up to that of GCC 11, and nothing in them.
"""

import os
import pathlib
import subprocess
import sys
import sysconfig
import tempfile

SOURCE = r"""
#include <Python.h>
#include <condition_variable>
static std::condition_variable ready;
static std::mutex gate;
static PyObject* wait(PyObject*, PyObject*) {
  std::unique_lock<std::mutex> held(gate);
  ready.wait(held);
  Py_RETURN_NONE;
}
static PyMethodDef methods[] = {{"wait", wait, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "my_ops", nullptr, -1, methods};
PyMODINIT_FUNC PyInit_my_ops() { return PyModule_Create(&module); }
"""
VERSIONS = ["GLIBCXX_3.4", *(f"GLIBCXX_3.4.{number}" for number in range(1, 30))]
VERSIONS += ["CXXABI_1.3", *(f"CXXABI_1.3.{number}" for number in range(1, 14))]

with tempfile.TemporaryDirectory() as name:
    folder, older = pathlib.Path(name), pathlib.Path(name, "older")
    older.mkdir()
    (folder / "versions.map").write_text("".join(f"{version} {{ }};\n" for version in VERSIONS))
    options = ["-shared", "-nostdlib", "-Wl,-soname,libstdc++.so.6", f"-Wl,--version-script={folder}/versions.map"]
    subprocess.run(["g++", *options, "-x", "c", "/dev/null", "-o", f"{older}/libstdc++.so.6"], check=True)

    (folder / "my_ops.cpp").write_text(SOURCE)
    library = folder / ("my_ops" + sysconfig.get_config_var("EXT_SUFFIX"))
    options = ["-shared", "-fPIC", "-std=c++17", f"-I{sysconfig.get_paths()['include']}"]
    subprocess.run(["g++", *options, f"{folder}/my_ops.cpp", "-o", str(library)], check=True)

    (folder / "main.py").write_text("import my_ops\n\nprint('loaded', my_ops.__name__)\n")
    environment = os.environ | {"LD_LIBRARY_PATH": str(older)}
    status = subprocess.run([sys.executable, str(folder / "main.py")], env=environment).returncode
sys.exit(status)
