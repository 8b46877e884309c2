// The paste box. Comfort only: without this file the button does it. Loaded after site.js.

// All files of a dropped folder, with their paths in it: a rank is often told by its folder.
const filesIn = async (entry) => {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path: entry.fullPath.slice(1) }];
  }
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!entries.length) return found;
    for (const each of entries) found.push(...(await filesIn(each)));
  }
};
const isLog = ({ path, file }) => file.size && !/\.(pt|pth|safetensors|bin|np[yz]|pkl|ckpt|onnx|png|jpe?g|py|ya?ml|zip|tar)$/i.test(path);

// The answer to a text, as a page; null if there is none, or if the server has no time: the button then says why.
const answerTo = async (form, text, signal) => {
  const body = new FormData();
  body.append("text", text);
  try {
    const answer = await fetch(form.action, { method: "POST", body, signal });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null; // offline, or a newer text was pasted
  }
};

// The answer while one pastes: half a second after the last key, beside the box. A long text waits for the button.
const longestLive = 100_000;
for (const place of document.querySelectorAll("[data-live]")) {
  const form = document.querySelector("[data-paste-form]");
  const box = form.querySelector("textarea");
  const resting = [...place.childNodes];
  let waiting;
  let request = new AbortController();
  let shown = "";
  let isPasted = false; // and not typed: then nobody writes on, and the answer is what is wanted next
  const look = (event) => {
    isPasted = event?.inputType === "insertFromPaste";
    clearTimeout(waiting);
    request.abort();
    const text = box.value.trim();
    if (text === shown) return;
    if (text.length < 8 || text.length > longestLive) {
      if (shown) place.replaceChildren(...resting);
      shown = "";
      return;
    }
    waiting = setTimeout(async () => {
      if (form.querySelector('input[type="file"]').files.length) return; // it is what will be sent
      request = new AbortController();
      const answer = (await answerTo(form, box.value, request.signal))?.querySelector(".answer > .right");
      if (!answer || box.value.trim() !== text) return;
      shown = text;
      for (const heading of answer.querySelectorAll("h1")) {
        const lower = document.createElement("h2"); // the page has a first heading
        for (const { name, value } of heading.attributes) lower.setAttribute(name, value);
        lower.append(...heading.childNodes);
        heading.replaceWith(lower);
      }
      for (const link of answer.querySelectorAll('a[href^="#L"]')) link.replaceWith(...link.childNodes); // no such line here
      place.replaceChildren(...answer.childNodes);
      addCopyButtons(place);
      if (isPasted && place.getBoundingClientRect().top > innerHeight / 2) {
        if (matchMedia("(pointer: coarse)").matches) box.blur(); // its keyboard would cover the answer
        place.scrollIntoView();
      }
      status.textContent = place.querySelector(".status span")?.textContent ?? "";
    }, 500);
  };
  box.addEventListener("input", look);
  if (box.value.trim()) look(); // who comes back finds the text in the box
}

// Back and reload show an answer again: its text is kept in this tab's own storage, and sent to be answered once more.
const kept = "paste";
const sentText = document.querySelector(".answer #paste")?.value;
const isNew = performance.getEntriesByType("navigation")[0]?.type === "navigate"; // a link to this page, too
try {
  if (sentText && isNew && !location.search) {
    sessionStorage.setItem(kept, sentText);
    history.replaceState({ kept }, "");
  } else if (history.state?.kept === kept && !isNew && !sentText && sessionStorage.getItem(kept)) {
    const form = document.querySelector("[data-paste-form]");
    form.querySelector("textarea").value = sessionStorage.getItem(kept);
    form.submit();
  }
} catch {
  // no storage: the browser's own question about sending a form again stays
}

// Ctrl+Enter sends. Files and folders are dropped anywhere on the page, which is all that it takes: they are sent.
for (const form of document.querySelectorAll("[data-paste-form]")) {
  const file = form.querySelector('input[type="file"]');
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  const setPaths = (paths) => {
    for (const old of form.querySelectorAll('input[name="path"]')) old.remove();
    for (const value of paths) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "path", value }));
  };
  file.addEventListener("change", () => setPaths([]));
  const page = document.documentElement;
  addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    page.classList.add("is-over");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) page.classList.remove("is-over"); // it left the window, not only one part of it for the next
  });
  addEventListener("drop", async (event) => {
    page.classList.remove("is-over");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    file.files = event.dataTransfer.files;
    setPaths([]);
    if (entries.some((entry) => entry.isDirectory)) {
      const found = (await Promise.all(entries.map(filesIn))).flat().filter(isLog);
      const held = new DataTransfer();
      for (const each of found) held.items.add(each.file);
      file.files = held.files;
      setPaths(found.map(({ path }) => path));
    }
    const fold = form.closest("details");
    if (fold) fold.open = true; // it says how far it is, or what is wrong
    form.requestSubmit();
  });
}

// A large file takes a while: that is said. One that is too large is refused before it is sent; the form stays as it is.
for (const state of document.querySelectorAll("[data-upload]")) {
  const [bar, words] = state.children;
  const form = state.closest("form");
  const tell = (text, isOnItsWay) => {
    state.hidden = !text;
    words.textContent = text;
    bar.hidden = !isOnItsWay;
  };
  form.addEventListener("submit", (event) => {
    const size = [...form.querySelector('input[type="file"]').files].reduce((sum, file) => sum + file.size, 0);
    if (size > Number(state.dataset.most)) {
      event.preventDefault();
      tell(state.dataset.tooLarge, false);
    } else if (size > 500_000) {
      tell(state.dataset.sending.replace("{size}", (size / 1e6).toFixed(1)), true);
    }
  });
  addEventListener("pageshow", () => tell("", false)); // who comes back finds the form at rest
}

// A draft of the site's model, while it is written. The server sends plain text, which is shown as that and nothing else.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-draft]");
  if (!form) return;
  event.preventDefault();
  const place = form.nextElementSibling;
  const words = place.querySelector(".draft");
  const button = form.querySelector("button");
  words.textContent = "";
  place.hidden = false;
  place.ariaBusy = "true";
  button.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", headers: { Accept: "text/plain" }, body: new FormData(form) });
    if (!answer.headers.get("Content-Type").startsWith("text/plain")) throw new Error(answer.status); // too many, with a page
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) words.append(piece.value);
  } catch {
    words.append(`${words.textContent && "\n\n"}${form.dataset.failed}`);
  }
  place.ariaBusy = "false";
  button.disabled = false;
  status.textContent = place.querySelector("h2").textContent;
});
