# /// script
# requires-python = ">=3.9"
# dependencies = ["ziglang==0.17.1"]
# ///
"""An extension is built for a newer system (glibc 2.42) than the one that loads it, as a wheel from a newer machine is."""

import importlib.util
import pathlib
import subprocess
import sys
import sysconfig
import tempfile

TARGET = "x86_64-linux-gnu.2.42"
SOURCE = r"""
#include <Python.h>
#include <pthread.h>
#if __GLIBC_MINOR__ >= 42
extern pid_t pthread_gettid_np(pthread_t);
#define THREAD pthread_gettid_np(pthread_self())
#else
#define THREAD (long)pthread_self()
#endif
static PyObject* thread(PyObject* self, PyObject* none) { return PyLong_FromLong(THREAD); }
static PyMethodDef methods[] = {{"thread", thread, METH_NOARGS, 0}, {0, 0, 0, 0}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "my_ops", 0, -1, methods};
PyMODINIT_FUNC PyInit_my_ops(void) { return PyModule_Create(&module); }
"""

with tempfile.TemporaryDirectory() as name:
    library = pathlib.Path(name, "my_ops" + sysconfig.get_config_var("EXT_SUFFIX"))
    source = pathlib.Path(name, "my_ops.c")
    source.write_text(SOURCE)
    zig = [sys.executable, "-m", "ziglang", "cc", "-target", TARGET, "-shared", "-fPIC", "-O2"]
    subprocess.run([*zig, f"-I{sysconfig.get_paths()['include']}", str(source), "-o", str(library)], check=True)
    spec = importlib.util.spec_from_file_location("my_ops", library)
    module = importlib.util.module_from_spec(spec)
    print("loaded", module.__name__)
