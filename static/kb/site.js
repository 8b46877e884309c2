// Comfort only: every page works without this file.

// The switch of light and dark: system, light, dark. theme.js applies the choice on the next page before it is painted.
for (const button of document.querySelectorAll("[data-theme-switch]")) {
  const root = document.documentElement;
  const themes = ["system", "light", "dark"];
  const show = () => {
    button.querySelector("span").textContent = button.title = button.dataset[root.dataset.theme ?? "system"];
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
  if (button.classList.contains("is-done")) return;
  const label = button.querySelector("span") ?? button; // an icon may stand beside it
  const before = label.textContent;
  label.textContent = status.dataset.copied;
  button.classList.add("is-done");
  status.textContent = status.dataset.copied;
  setTimeout(() => {
    label.textContent = before;
    button.classList.remove("is-done");
    status.textContent = "";
  }, 1500);
});

// Every block of code gets a copy button.
const addCopyButtons = (root) => {
  for (const block of root.querySelectorAll(".highlight")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.dataset.copy = "";
    button.textContent = status.dataset.word;
    block.append(button);
  }
};
addCopyButtons(document);

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

// The contents list marks the section that is read: the last heading in the upper sixth of the window or above it.
const contents = new Map([...document.querySelectorAll(".toc a")].map((link) => [link.hash.slice(1), link]));
const headings = [...contents.keys()].map((id) => document.getElementById(decodeURIComponent(id))).filter(Boolean);
const above = new Set();
const markPlace = (entries) => {
  for (const { target, isIntersecting } of entries) above[isIntersecting ? "add" : "delete"](target);
  const here = headings.filter((heading) => above.has(heading)).at(-1);
  for (const [id, link] of contents) {
    if (here && decodeURIComponent(id) === here.id) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
};
// The browser says which are above: to ask for their places would lay out the parts that it has put off.
const observer = new IntersectionObserver(markPlace, { rootMargin: "1000000px 0px -84% 0px" });
for (const heading of headings) observer.observe(heading);

// On a telephone a section that a link led to stays open when another link is followed.
const openTarget = () => {
  const target = document.querySelector(":target");
  for (let part = target?.closest(".fold"); part; part = part.parentElement.closest(".fold")) {
    part.querySelector(":scope > .fold-switch").checked = true;
  }
};
addEventListener("hashchange", openTarget);
openTarget();

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

// "/" goes to the search box, "c" and "q" press the copy button that bears the letter, unless they are typed into a field.
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]")) return;
  if (event.key === "c" || event.key === "q") document.querySelector(`[data-key="${event.key}"]`)?.click();
  if (event.key !== "/") return;
  const box = [...document.querySelectorAll('input[type="search"]')].find((input) => input.getClientRects().length);
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
});

// A link that was shared for an error carries its line behind the #: it is shown, and sent to be answered if one asks.
for (const note of document.querySelectorAll("[data-shared]")) {
  const line = new URLSearchParams(location.hash.slice(1)).get("error");
  if (!line) continue;
  note.querySelector("code").textContent = note.querySelector("input").value = line.slice(0, 1000);
  note.hidden = false;
}

// "Run it here": what it needs is loaded when it is pressed.
document.addEventListener("click", ({ target: button }) => {
  if (!button.matches("[data-run], [data-play]")) return;
  const { script, offline } = button.closest("section").dataset;
  import(script).then(({ open }) => open(button)).catch(() => (status.textContent = button.textContent = offline));
});
if (!globalThis.WebAssembly) for (const button of document.querySelectorAll("[data-run]")) button.remove();

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
