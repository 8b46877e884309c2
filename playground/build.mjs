// Puts together what browsers get: `node build.mjs BUILT`. Compiles Pyodide's standard library once and for all, by Pyodide
// itself: its package has only the sources, and to compile them at each start takes three quarters of the time of a start.
import { copyFile, writeFile } from "node:fs/promises";
import { loadPyodide } from "pyodide";

const built = process.argv[2];
const parts = new URL("node_modules/pyodide/", import.meta.url);
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"]) {
  await copyFile(new URL(name, parts), `${built}/${name}`);
}

const python = await loadPyodide();
python.runPython(`
import sys
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from zipfile import ZipFile, ZipInfo

place = next(path for path in sys.path if path.endswith(".zip"))
with ZipFile(place) as sources, ZipFile("/compiled.zip", "w") as compiled:  # stored: Brotli makes it smaller than ZIP does
    for entry in sources.infolist():
        source = sources.read(entry)
        compiled.writestr(ZipInfo(entry.filename, entry.date_time), source)  # tracebacks show its lines
        if entry.filename.endswith(".py"):
            code = compile(source, f"{place}/{entry.filename}", "exec", dont_inherit=True)
            unchecked = _code_to_hash_pyc(code, source_hash(source), checked=False)
            compiled.writestr(ZipInfo(entry.filename + "c", entry.date_time), unchecked)
`);
await writeFile(`${built}/python_stdlib.zip`, python.FS.readFile("/compiled.zip"));
