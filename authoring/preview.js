// Reloads the page when a file of the article was saved, and shows what lint says at its end.
const ask = async (name) => (await fetch(`/preview/${name}`)).json();

let seen;
setInterval(async () => {
  const { stamp } = await ask("stamp").catch(() => ({ stamp: seen })); // the server was stopped
  if (seen && stamp !== seen) location.reload();
  seen = stamp;
}, 300);

const { problems } = await ask("lint");
const part = document.createElement("section");
part.id = "lint";
part.className = "note-box";
const heading = document.createElement("h2");
heading.textContent = problems.length ? `Lint: ${problems.length} to mend` : "Lint: no problems";
const list = document.createElement("ul");
for (const problem of problems) list.appendChild(document.createElement("li")).textContent = problem;
part.append(heading, list);
document.querySelector("main").append(part);
document.title = `${problems.length ? `(${problems.length}) ` : ""}${document.title}`;
