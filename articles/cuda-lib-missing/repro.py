# /// script
# requires-python = ">=3.9"
# dependencies = ["ziglang==0.17.1"]
# ///
"""An extension is linked against the runtime of CUDA 12, as the compiled part of vLLM or flash-attn is; here there is none."""

import importlib.util
import pathlib
import subprocess
import sys
import sysconfig
import tempfile

RUNTIME = "int cudaRuntimeGetVersion(int *version) { return 0; }"  # to link against, where there is no CUDA toolkit
SOURCE = r"""
#include <Python.h>
int cudaRuntimeGetVersion(int *version);
static PyObject* version(PyObject* self, PyObject* none) {
    int number = 0;
    cudaRuntimeGetVersion(&number);
    return PyLong_FromLong(number);
}
static PyMethodDef methods[] = {{"version", version, METH_NOARGS, 0}, {0, 0, 0, 0}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "my_ops", 0, -1, methods};
PyMODINIT_FUNC PyInit_my_ops(void) { return PyModule_Create(&module); }
"""


def build(folder, source, *options):
    file = folder / "source.c"
    file.write_text(source)
    zig = [sys.executable, "-m", "ziglang", "cc", "-shared", "-fPIC", "-O2", str(file)]
    subprocess.run([*zig, f"-I{sysconfig.get_paths()['include']}", *options], check=True)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    library = folder / ("my_ops" + sysconfig.get_config_var("EXT_SUFFIX"))
    build(folder, RUNTIME, "-Wl,-soname,libcudart.so.12", "-o", str(folder / "libcudart.so"))
    build(folder, SOURCE, f"-L{folder}", "-lcudart", "-o", str(library))
    spec = importlib.util.spec_from_file_location("my_ops", library)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    print("CUDA runtime", module.version())
