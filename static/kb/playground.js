// The panel that runs a script in the page, or plays what was recorded of it. site.js loads this file when a button is pressed.
const mostSeconds = 20;
const downloaded = new Set(); // addresses of workers whose files are in the browser's cache

// Puts the panel below the button that was pressed, and begins. Raises where the panel cannot be loaded.
export const open = async (button) => {
  const answer = await fetch(button.dataset.playground);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const panel = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".playground");
  button.closest("p").replaceWith(panel);
  start(panel);
};

const start = (panel) => {
  const act = (name) => panel.querySelector(`[data-act="${name}"]`);
  const scripts = [...panel.querySelectorAll("[data-script]")];
  const said = panel.querySelector(".said");
  const bar = panel.querySelector("progress");
  const output = panel.querySelector(".printed");
  const isRun = panel.dataset.kind === "run";
  let shown = scripts[0];
  let run; // the one that is going on: an AbortController
  let spare; // a worker that has loaded Python already, and the wheels of the script that will probably be next

  const boot = ({ dataset: { wheels } }) => {
    const worker = new Worker(panel.dataset.worker, { type: "module", name: wheels });
    worker.wheels = wheels;
    return worker;
  };
  const take = (script) => {
    const ready = spare;
    spare = undefined;
    if (ready?.wheels === script.dataset.wheels) return ready;
    ready?.terminate();
    return boot(script);
  };

  const say = (words, values = {}) => {
    said.textContent = said.dataset[words].replace(/\{(\w+)\}/g, (_, name) => values[name]);
    panel.dataset.state = words;
  };

  // What is printed, as it comes. The line that names the error is marked: the recorded one, or what an edited script raises.
  let errorLines = [];
  let rest = "";
  const print = (text) => {
    const atEnd = output.scrollTop + output.clientHeight >= output.scrollHeight - 8;
    const complete = (rest + text).split("\n");
    rest = complete.pop();
    if (output.lastChild?.nodeName === "SPAN") output.lastChild.remove();
    for (const line of complete) {
      if (errorLines.some((known) => line.trimEnd().endsWith(known))) {
        const mark = document.createElement("mark");
        mark.textContent = line;
        output.append(mark, "\n");
      } else output.append(`${line}\n`);
    }
    if (rest) output.append(Object.assign(document.createElement("span"), { textContent: rest }));
    if (atEnd) output.scrollTop = output.scrollHeight;
  };

  // The files come one after another through the page, which shows how far they are; the worker has them from the cache.
  const download = async (signal) => {
    let sum = 0;
    for (const { textContent: name, value } of panel.querySelectorAll("data")) {
      const { ok, body } = await fetch(new URL(name, new URL(panel.dataset.worker, location)), { signal });
      if (!ok) throw new Error(name);
      const reader = body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        bar.value = (sum + part.value.length) / panel.dataset.size;
        sum += part.value.length;
      }
    }
  };

  const runHere = async (script, signal) => {
    const address = panel.dataset.worker;
    if (!downloaded.has(address)) {
      say("loading", { size: panel.dataset.megabytes });
      bar.hidden = false;
      await download(signal).finally(() => (bar.hidden = true));
      downloaded.add(address);
    }
    say("starting");
    const worker = take(script);
    await new Promise((resolve, reject) => {
      let began;
      let clock;
      const end = (words, values) => {
        clearTimeout(clock);
        worker.terminate();
        if (!signal.aborted) say(words, values);
        resolve();
      };
      const handlers = {
        started: () => {
          began = performance.now();
          clock = setTimeout(end, mostSeconds * 1000, "late");
          say("running");
        },
        failing: ({ line }) => line && errorLines.push(line),
        printed: ({ text }) => print(text),
        flooded: () => end("flooded"),
        broken: () => end("broken"),
        unloaded: () => (worker.terminate(), reject(new Error("not loaded"))),
        ended: ({ status }) => {
          const seconds = ((performance.now() - began) / 1000).toFixed(1);
          end(status ? "failed" : "passed", { status, seconds });
          spare = boot(scripts.find((other) => other !== script)); // the next run need not wait for Python
          spare.onerror = () => (spare = undefined);
        },
      };
      worker.onmessage = ({ data }) => signal.aborted || handlers[data.kind](data);
      worker.onerror = () => (worker.terminate(), reject(new Error("no worker")));
      signal.addEventListener("abort", () => end());
      worker.postMessage({ name: script.dataset.script, text: script.querySelector("textarea").value });
    });
  };

  // What was typed, letter by letter, then what was printed, line by line: at most six seconds in all.
  const play = async (script, signal) => {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const pause = (ms) => new Promise((resolve) => (isCalm ? resolve() : setTimeout(resolve, ms)));
    const recorded = script.querySelector("pre").textContent.trimEnd().split("\n");
    say("playing");
    for (const letter of `$ python ${script.dataset.script}`) {
      print(letter);
      await pause(25);
      if (signal.aborted) return;
    }
    print("\n");
    await pause(400);
    for (const line of recorded) {
      if (signal.aborted) return;
      print(`${line}\n`);
      await pause(Math.min(80, 4000 / recorded.length));
    }
    if (!signal.aborted) say("played");
  };

  const draw = () => {
    for (const script of scripts) script.hidden = script !== shown;
    const other = act("other");
    if (other) other.textContent = shown === scripts[0] ? other.dataset.fix : other.dataset.error;
    act("stop").hidden = !run;
    act("again").hidden = Boolean(run);
    const box = shown.querySelector("textarea");
    if (!box) return;
    act("original").hidden = box.value === box.defaultValue;
    const count = box.value.split("\n").length;
    shown.querySelector(".editor pre").textContent = Array.from({ length: count }, (_, place) => place + 1).join("\n");
    box.rows = Math.min(Math.max(count, 4), 24);
  };

  const begin = async (script) => {
    run?.abort();
    const mine = (run = new AbortController());
    shown = script;
    errorLines = [panel.dataset.errorLine].filter(Boolean);
    rest = "";
    output.replaceChildren();
    draw();
    try {
      await (isRun ? runHere : play)(script, mine.signal);
    } catch {
      if (!mine.signal.aborted) say("offline");
    }
    if (run !== mine) return;
    run = undefined;
    const hadFocus = document.activeElement === act("stop");
    draw();
    if (hadFocus) act("again").focus();
  };
  const stop = () => {
    run?.abort();
    say("stopped");
  };

  act("again").addEventListener("click", () => begin(shown));
  act("other")?.addEventListener("click", () => begin(scripts.find((script) => script !== shown)));
  act("stop").addEventListener("click", stop);
  act("original")?.addEventListener("click", () => {
    const box = shown.querySelector("textarea");
    box.value = box.defaultValue;
    box.focus();
    draw();
  });

  for (const box of panel.querySelectorAll("textarea")) {
    let leaves = false; // after Esc, Tab leaves the box
    box.addEventListener("input", draw);
    box.addEventListener("scroll", () => (box.previousElementSibling.scrollTop = box.scrollTop));
    box.addEventListener("keydown", (event) => {
      const isTab = event.key === "Tab" && !event.shiftKey && !leaves;
      leaves = event.key === "Escape";
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) begin(shown);
      else if (isTab) document.execCommand("insertText", false, "    "); // which Ctrl+Z takes back
      else return;
      event.preventDefault();
    });
  }

  panel.tabIndex = -1;
  panel.focus({ preventScroll: true });
  begin(shown);
};
