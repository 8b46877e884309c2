// Runs one Python script with Pyodide, and ends with it: each run has an interpreter and a memory of its own, and what the
// script does stays here. The server sends this file with a policy of its own, by which it may load Pyodide's files and
// nothing else (kb/pages/playground.py). SECURITY.md says what that is good for.
import { loadPyodide } from "./pyodide.mjs";

const mostMemory = 512 * 2 ** 20; // bytes
const mostOutput = 200_000; // characters

// Emscripten takes a refusal for "no memory left", and Python raises MemoryError.
const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + Number(pages) * 65_536 > mostMemory) throw new RangeError("more memory than a script may have");
  return grow.call(this, pages);
};

// As `python NAME` runs a file: as __main__, in its own folder, with a traceback that begins in the script.
const runner = `
import os, sys, traceback, types

def run(name, text, failing):
    path = os.path.join(os.getcwd(), name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    sys.argv, sys.path[:0] = [path], [os.getcwd()]
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    main.__file__ = path
    try:
        exec(compile(text, path, "exec", dont_inherit=True), vars(main))
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(bool(end.code))
        if status and end.code is not status:
            failing(str(end.code))
            print(end.code, file=sys.stderr)
    except BaseException as error:
        status = 1
        told = traceback.TracebackException.from_exception(error)
        told.__notes__ = None
        failing("".join(told.format_exception_only()).rstrip().rpartition("\\n")[2])
        sys.excepthook(type(error), error, error.__traceback__.tb_next)
    sys.stdout.flush()
    sys.stderr.flush()
    return status
`;

let printed = 0;
const toPage = () => {
  const decoder = new TextDecoder();
  return {
    write: (bytes) => {
      const text = decoder.decode(bytes, { stream: true });
      const isNew = printed <= mostOutput;
      printed += text.length;
      if (printed <= mostOutput) postMessage({ kind: "printed", text });
      else if (isNew) postMessage({ kind: "flooded" });
      return bytes.length;
    },
  };
};

// Begins before it is known what will run. The name of the worker is the list of the wheels that the script may import.
const load = async () => {
  const python = await loadPyodide({ env: { HOME: "/home/user", PYTHONUNBUFFERED: "1" } });
  const wheels = self.name.split(" ").filter(Boolean);
  const addresses = wheels.map((wheel) => new URL(wheel, import.meta.url).href);
  await python.loadPackage(addresses, { messageCallback: () => {}, errorCallback: () => {} });
  return python;
};
const loading = load();
loading.catch(() => {}); // said below

onmessage = async ({ data: { name, text } }) => {
  let python;
  try {
    python = await loading;
  } catch (error) {
    postMessage({ kind: "unloaded", text: String(error) });
    return;
  }
  try {
    python.setStdout(toPage());
    python.setStderr(toPage());
    const space = python.toPy({});
    python.runPython(runner, { globals: space });
    postMessage({ kind: "started" });
    const status = space.get("run")(name, text, (line) => postMessage({ kind: "failing", line }));
    postMessage({ kind: "ended", status });
  } catch (error) {
    postMessage({ kind: "broken", text: String(error) });
  }
};
