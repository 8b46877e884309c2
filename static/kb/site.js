// Comfort only: every page works without this file.

// Theme switch: system, light, dark. theme.js applies the choice on the next page before it is painted.
for (const button of document.querySelectorAll("[data-theme-switch]")) {
  const root = document.documentElement;
  const themes = ["system", "light", "dark"];
  const show = () => {
    const theme = root.dataset.theme ?? "system";
    const [sign, words] = button.children;
    sign.textContent = { system: "◐", light: "☀\ufe0e", dark: "☾" }[theme];
    words.textContent = button.title = `Theme: ${theme}`;
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
  button.textContent = "Copied";
  button.classList.add("is-done");
  if (status) status.textContent = "Copied";
  setTimeout(() => {
    button.textContent = before;
    button.classList.remove("is-done");
    if (status) status.textContent = "";
  }, 1500);
});

// Every block of code gets a copy button.
for (const block of document.querySelectorAll(".highlight")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.dataset.copy = "";
  button.textContent = "Copy";
  block.append(button);
}

// The paste box: Ctrl+Enter sends, a file can be dropped on it.
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
  form.addEventListener("drop", (event) => {
    form.classList.remove("is-over");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    file.files = event.dataTransfer.files;
    form.querySelector("button").focus();
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
