// Enhances the pages; everything works without this script.

/** Formats `H:MM:SS` as the server does. */
function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Counts on from the server's elapsed time, whatever the device's clock says. */
function startTimer(element) {
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

// A page from the back/forward cache is stale.
addEventListener("pageshow", (event) => {
  const [way] = performance.getEntriesByType("navigation");
  if (event.persisted || way?.type === "back_forward") location.reload();
});

// Submits a form as soon as a choice changes.
addEventListener("change", (event) => {
  if (event.target.matches("[data-send]")) event.target.form.requestSubmit();
});

/** Focuses the first field of an opened sheet, and its summary after Escape closes it. */
function initSheet(sheet) {
  const summary = sheet.querySelector("summary");
  let wasPressed = false;
  // A sheet opened by a script must leave the focus alone.
  summary.addEventListener("click", () => (wasPressed = !sheet.open));
  sheet.addEventListener("toggle", () => {
    if (!sheet.open || !wasPressed) return;
    wasPressed = false;
    // The event follows the click: keep the focus of a person in a field.
    if (document.activeElement.closest("details.sheet form") !== null) return;
    sheet.querySelector("input:not([type=hidden]), select, button")?.focus();
  });
  sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !sheet.open) return;
    sheet.open = false;
    summary.focus();
  });
}

/** Enhances the content, at first and after each update. */
function enhance() {
  document.querySelectorAll('[data-state="running"][data-elapsed]').forEach(startTimer);
  document.querySelectorAll("details.sheet").forEach(initSheet);
}

enhance();
document.querySelector("[data-zone]")?.setAttribute("value", Intl.DateTimeFormat().resolvedOptions().timeZone);
document.addEventListener("cairn:shown", enhance);

/** The app's base path; this file is in a folder below it. */
const base = new URL("..", import.meta.url).pathname;

/** Suggests matching books. */
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

/** The page for a shortcut key without an element on this page. */
const shortcutPages = { s: "", p: "", n: "#title", "/": "shelf#q" };
let prefixAt = -Infinity;

/** Activates the element of a shortcut key, or opens its page. */
function activate(key) {
  const own = document.querySelector(`[data-key="${key}"]`);
  if (!own) return location.assign(base + shortcutPages[key]);
  if (own.matches("button, a")) own.click();
  else own.focus();
}

addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog[open]")) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const leads = performance.now() - prefixAt < 1500 && /^[a-z]$/.test(event.key);
  prefixAt = -Infinity;
  if (leads) return document.querySelector(`.pages [data-letter="${event.key}"]`)?.click();
  if (event.key === "g") return (prefixAt = performance.now());
  if (event.key === "?") return document.getElementById("keys").showModal();
  if (!Object.hasOwn(shortcutPages, event.key)) return;
  event.preventDefault();
  activate(event.key);
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

/** Shows copy buttons where there is a clipboard. */
function initCopyButtons() {
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
initCopyButtons();
