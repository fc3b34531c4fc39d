// Makes the pages livelier. Everything works without it.

/** `H:MM:SS`, as the server writes it. */
function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Lets a timer tick from what the server measured, whatever this clock says. */
function tick(element) {
  const base = Number(element.dataset.elapsed);
  const start = performance.now();
  const show = () => {
    if (!element.isConnected) return;
    const elapsed = base + performance.now() - start;
    const text = clock(elapsed);
    if (element.textContent !== text) element.textContent = text;
    setTimeout(show, 1000 - (elapsed % 1000));
  };
  show();
}

// A page that the browser kept while another was shown tells what was, not what is.
addEventListener("pageshow", (event) => {
  const [way] = performance.getEntriesByType("navigation");
  if (event.persisted || way?.type === "back_forward") location.reload();
});

// A choice that is made is a choice that is sent.
addEventListener("change", (event) => {
  if (event.target.matches("[data-send]")) event.target.form.requestSubmit();
});

/** A sheet that opens takes the focus, and gives it back when Escape closes it. */
function unfold(sheet) {
  const summary = sheet.querySelector("summary");
  let wasPressed = false;
  // One that a page opens again takes no focus from whoever types.
  summary.addEventListener("click", () => (wasPressed = !sheet.open));
  sheet.addEventListener("toggle", () => {
    if (!sheet.open || !wasPressed) return;
    wasPressed = false;
    // The event comes later than the click: whoever is in a field already stays there.
    if (document.activeElement.closest("details.sheet form") !== null) return;
    sheet.querySelector("input:not([type=hidden]), select, button")?.focus();
  });
  sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !sheet.open) return;
    sheet.open = false;
    summary.focus();
  });
}

/** Enlivens what the page shows, at first and when it changes. */
function enliven() {
  document.querySelectorAll('[data-state="running"][data-elapsed]').forEach(tick);
  document.querySelectorAll("details.sheet").forEach(unfold);
}

enliven();
document.querySelector("[data-zone]")?.setAttribute("value", Intl.DateTimeFormat().resolvedOptions().timeZone);
document.addEventListener("cairn:shown", enliven);

/** Where everything of ours lies: this file is in a folder of it. */
const base = new URL("..", import.meta.url).pathname;

/** Offers books that hold what is typed, beside those the page brings. */
async function suggest(field) {
  const words = field.value.trim();
  if (words.length < 2) return;
  const query = new URLSearchParams({ words, limit: 10 });
  const answer = await fetch(`${base}api/v1/search?${query}`).catch(() => undefined);
  if (!answer?.ok || field.value.trim() !== words) return;
  const known = new Set([...field.list.options].map((option) => option.value));
  for (const { title } of (await answer.json()).books) {
    if (!known.has(title)) field.list.append(new Option("", title));
    known.add(title);
  }
}

let typing;
addEventListener("input", (event) => {
  if (!event.target.matches("input[list=titles]")) return;
  clearTimeout(typing);
  typing = setTimeout(suggest, 200, event.target);
});

/** Where single keys lead when the page has nothing for them. */
const places = { s: "", p: "", n: "#title", "/": "shelf#q" };
let waitsFrom = -Infinity;

/** Does what a key stands for: on this page, or on the page that has it. */
function press(key) {
  const own = document.querySelector(`[data-key="${key}"]`);
  if (!own) return location.assign(base + places[key]);
  if (own.matches("button, a")) own.click();
  else own.focus();
}

addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog[open]")) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const leads = performance.now() - waitsFrom < 1500 && /^[a-z]$/.test(event.key);
  waitsFrom = -Infinity;
  if (leads) return document.querySelector(`.pages [data-letter="${event.key}"]`)?.click();
  if (event.key === "g") return (waitsFrom = performance.now());
  if (event.key === "?") return document.getElementById("keys").showModal();
  if (!Object.hasOwn(places, event.key)) return;
  event.preventDefault();
  press(event.key);
});

if (location.hash.length > 1) {
  const named = document.getElementById(location.hash.slice(1));
  const fold = named?.closest("details.fold:not([open])");
  if (fold) {
    fold.open = true;
    named.scrollIntoView();
  }
  named?.focus();
}

/** Lets buttons copy a field; where nothing can be copied there are none. */
function offerCopies() {
  for (const button of document.querySelectorAll("[data-copies]")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copies);
      try {
        await navigator.clipboard.writeText(field.value);
        button.textContent = "Copied";
      } catch {
        field.select();
      }
    });
  }
}
offerCopies();
