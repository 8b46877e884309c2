// Comfort only: every page works without this file.

// The switch of light and dark: system, light, dark. theme.js applies the choice on the next page before it is painted.
for (const button of document.querySelectorAll("[data-theme-switch]")) {
  const root = document.documentElement;
  const themes = ["system", "light", "dark"];
  const show = () => {
    const theme = root.dataset.theme ?? "system";
    const [sign, words] = button.children;
    sign.textContent = { system: "◐", light: "☀\ufe0e", dark: "☾" }[theme];
    words.textContent = button.title = button.dataset[theme];
  };
  button.addEventListener("click", () => {
    const next = themes[(themes.indexOf(root.dataset.theme ?? "system") + 1) % themes.length];
    if (next === "system") delete root.dataset.theme;
    else root.dataset.theme = next;
    try {
      if (next === "system") localStorage.removeItem("theme");
      else localStorage.setItem("theme", next);
    } catch {
      // the choice then lasts for this page
    }
    show();
  });
  show();
}

// Copy buttons. The clipboard API needs https or localhost; elsewhere a hidden text box does the same.
const copyText = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const box = document.createElement("textarea");
    box.className = "unseen";
    box.value = text;
    document.body.append(box);
    box.select();
    document.execCommand("copy");
    box.remove();
  }
};
const status = document.querySelector("[data-status]");
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  await copyText(button.dataset.copy || button.parentElement.querySelector("pre").textContent);
  const before = button.textContent;
  button.textContent = status.dataset.copied;
  button.classList.add("is-done");
  status.textContent = status.dataset.copied;
  setTimeout(() => {
    button.textContent = before;
    button.classList.remove("is-done");
    status.textContent = "";
  }, 1500);
});

// Every block of code gets a copy button.
for (const block of document.querySelectorAll(".highlight")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.dataset.copy = "";
  button.textContent = status.dataset.word;
  block.append(button);
}

// A link into a folded part opens it; younger browsers do so by themselves.
const unfoldTarget = () => {
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  if (!target) return;
  const folded = [];
  for (let part = target.closest("details:not([open])"); part; part = part.parentElement.closest("details:not([open])")) folded.push(part);
  for (const part of folded) part.open = true;
  if (folded.length) target.scrollIntoView();
};
addEventListener("hashchange", unfoldTarget);
unfoldTarget();

// The contents list marks the section that is read: the last heading above the upper third of the window.
const contents = new Map([...document.querySelectorAll(".toc a")].map((link) => [link.hash.slice(1), link]));
const headings = [...contents.keys()].map((id) => document.getElementById(decodeURIComponent(id))).filter(Boolean);
if (headings.length) {
  const markPlace = () => {
    const above = headings.filter((heading) => heading.offsetParent && heading.getBoundingClientRect().top < innerHeight / 3);
    const [here] = above.slice(-1);
    for (const [id, link] of contents) {
      if (here && decodeURIComponent(id) === here.id) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  };
  const observer = new IntersectionObserver(markPlace, { rootMargin: "0px 0px -66% 0px" });
  for (const heading of headings) observer.observe(heading);
}

// On a telephone a section that a link led to stays open when another link is followed.
const openTarget = () => {
  const target = document.querySelector(":target");
  for (let part = target?.closest(".fold"); part; part = part.parentElement.closest(".fold")) {
    part.querySelector(":scope > .fold-switch").checked = true;
  }
};
addEventListener("hashchange", openTarget);
openTarget();

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

// The paste box: Ctrl+Enter sends, files and folders can be dropped on it.
for (const form of document.querySelectorAll("[data-paste-form]")) {
  const file = form.querySelector('input[type="file"]');
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    form.classList.add("is-over");
  });
  form.addEventListener("dragleave", () => form.classList.remove("is-over"));
  const setPaths = (paths) => {
    for (const old of form.querySelectorAll('input[name="path"]')) old.remove();
    for (const value of paths) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "path", value }));
  };
  file.addEventListener("change", () => setPaths([]));
  form.addEventListener("drop", async (event) => {
    form.classList.remove("is-over");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    file.files = event.dataTransfer.files;
    setPaths([]);
    form.querySelector("button").focus();
    if (!entries.some((entry) => entry.isDirectory)) return;
    const found = (await Promise.all(entries.map(filesIn))).flat().filter(isLog);
    const held = new DataTransfer();
    for (const each of found) held.items.add(each.file);
    file.files = held.files;
    setPaths(found.map(({ path }) => path));
  });
}

// Articles as you type: arrow keys move, Enter opens, Escape closes. An answer to what is no longer typed is dropped.
for (const input of document.querySelectorAll("input[data-suggest-url]")) {
  const list = document.createElement("ul");
  list.className = "suggestions";
  list.id = `${input.id}-suggestions`;
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.labels[0]?.textContent ?? "");
  input.after(list);
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);

  const options = () => [...list.children];
  const chosen = () => options().find((option) => option.ariaSelected === "true");
  const choose = (option) => {
    for (const other of options()) other.ariaSelected = String(other === option);
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  };
  const show = (suggestions) => {
    list.replaceChildren(
      ...suggestions.map(({ title, url }, place) => {
        const option = document.createElement("li");
        option.id = `${list.id}-${place}`;
        option.className = "error-text";
        option.setAttribute("role", "option");
        option.textContent = title;
        option.dataset.url = url;
        return option;
      }),
    );
    choose();
    list.hidden = !suggestions.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
  };
  show([]);

  let waiting;
  let request = new AbortController();
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    request.abort();
    const typed = input.value.trim();
    if (typed.length < 2 || typed.length > 300) {
      show([]);
      return;
    }
    waiting = setTimeout(async () => {
      request = new AbortController();
      try {
        const address = `${input.dataset.suggestUrl}?${new URLSearchParams({ q: typed, lang: document.documentElement.lang.toLowerCase() })}`;
        const answer = await fetch(address, { signal: request.signal });
        const { query, suggestions } = await answer.json();
        if (answer.ok && query === input.value.trim() && document.activeElement === input) show(suggestions);
      } catch {
        // offline, or a newer question was asked: the form still works
      }
    }, 150);
  });
  input.addEventListener("keydown", (event) => {
    if (list.hidden || event.isComposing) return;
    const all = [undefined, ...options()];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choose(all[(all.indexOf(chosen()) + step + all.length) % all.length]);
    else if (event.key === "Enter" && chosen()) location.assign(chosen().dataset.url);
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
  });
  input.addEventListener("blur", () => show([]));
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // the box keeps the focus until the click is done
  });
  list.addEventListener("click", (event) => {
    const option = event.target.closest("li");
    if (option) location.assign(option.dataset.url);
  });
}

// Several lines pasted into a search box are a report: they go to the matcher, in the body of a POST and not in an address.
for (const input of document.querySelectorAll("input[data-match-url]")) {
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text/plain");
    if (!text.trim().includes("\n")) return;
    event.preventDefault();
    const form = document.createElement("form");
    form.method = "post";
    form.action = input.dataset.matchUrl;
    form.hidden = true;
    const box = document.createElement("textarea");
    box.name = "text";
    box.value = text;
    form.append(box);
    document.body.append(form);
    form.submit();
  });
}

// "/" goes to the search box, unless it is typed into a field.
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  const box = [...document.querySelectorAll('input[type="search"]')].find((input) => input.getClientRects().length);
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
});

// A link that was shared for an error carries its line behind the #: it is shown, and was sent to no server.
for (const note of document.querySelectorAll("[data-shared]")) {
  const line = new URLSearchParams(location.hash.slice(1)).get("error");
  if (!line) continue;
  note.querySelector("code").textContent = line.slice(0, 300);
  note.hidden = false;
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

// A vote is sent without leaving the page; what thanks for it, and asks on, takes its place.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-vote]");
  if (!form) return;
  event.preventDefault();
  const { name, value } = event.submitter;
  const vote = new URLSearchParams([...new FormData(form), [name, value]]);
  const box = form.closest("[data-helped]");
  try {
    const answer = await fetch(form.action, { method: "POST", body: vote });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = page.querySelector("[data-helped]");
    const title = next.querySelector("h1");
    const heading = document.createElement("h2");
    heading.id = title.id;
    heading.tabIndex = -1;
    heading.textContent = title.textContent;
    title.replaceWith(heading);
    box.replaceWith(next);
    heading.focus();
  } catch {
    const said = document.createElement("input");
    Object.assign(said, { type: "hidden", name, value });
    form.append(said);
    form.submit();
  }
});
