// Runs before the first paint, so that the chosen theme never flashes. Everything else is in site.js.
document.documentElement.classList.add("js");
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // storage is switched off: the system's theme stays
}
