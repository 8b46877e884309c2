// Puts together what browsers get: `node build.mjs FOLDER`, which holds the wheels. Compiles the standard library and the wheels
// once and for all, by Pyodide itself: they are only sources, and to compile them at each start takes most of its time.
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { loadPyodide } from "pyodide";

const folder = process.argv[2];
const parts = new URL("node_modules/pyodide/", import.meta.url);
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"]) {
  await copyFile(new URL(name, parts), `${folder}/${name}`);
}

const python = await loadPyodide();
python.runPython(`
import sys
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import cache_from_source, source_hash
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

LIBRARY = next(path for path in sys.path if path.endswith(".zip"))
PACKAGES = next(path for path in sys.path if path.endswith("site-packages"))

def compile_all(path, place, name_of, compression):
    """Write /compiled: the ZIP file at a path with its modules compiled, as they will stand at a place."""
    with ZipFile(path) as sources, ZipFile("/compiled", "w", compression) as compiled:
        for entry in sources.infolist():
            source = sources.read(entry)
            compiled.writestr(ZipInfo(entry.filename, entry.date_time), source, compression)  # for tracebacks
            if entry.filename.endswith(".py"):
                code = compile(source, f"{place}/{entry.filename}", "exec", dont_inherit=True)
                unchecked = _code_to_hash_pyc(code, source_hash(source), checked=False)
                compiled.writestr(ZipInfo(name_of(entry.filename), entry.date_time), unchecked, compression)
`);
const compiled = () => python.FS.readFile("/compiled");
python.runPython("compile_all(LIBRARY, LIBRARY, lambda name: name + 'c', ZIP_STORED)"); // Brotli makes it smaller than ZIP does
await writeFile(`${folder}/python_stdlib.zip`, compiled());
for (const name of (await readdir(folder)).filter((each) => each.endsWith(".whl"))) {
  python.FS.writeFile("/wheel", await readFile(`${folder}/${name}`));
  python.runPython("compile_all('/wheel', PACKAGES, cache_from_source, ZIP_DEFLATED)");
  await writeFile(`${folder}/${name}`, compiled());
}
