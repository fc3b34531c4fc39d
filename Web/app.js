// Enhances the pages; everything works without this script.

/** Formats `42:17`, and `1:02:03` from an hour on, as the server does. */
function clock(milliseconds) {
  const two = (number) => String(Math.floor(number) % 60).padStart(2, "0");
  const minutes = Math.floor(milliseconds / 60_000);
  return `${minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes)}`}:${two(milliseconds / 1000)}`;
}

/** The time in a title. */
const titleClock = /^(\d+:)?\d+:\d\d · /;

/** Counts on from the server's elapsed time, whatever the device's clock says. */
function startTimer(element) {
  const base = Number(element.dataset.elapsed);
  const start = performance.now();
  const show = () => {
    if (!element.isConnected) return;
    const elapsed = base + performance.now() - start;
    const text = clock(elapsed);
    if (element.textContent !== text) element.textContent = text;
    if (element === titled) document.title = `${text} · ${document.title.replace(titleClock, "")}`;
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

/** The running clock that the tab's title shows. */
let titled;

/** Enhances the content, at first and after each update. */
function enhance() {
  document.title = document.title.replace(titleClock, "");
  titled = document.querySelector('[data-state="running"][data-elapsed]');
  for (const button of document.querySelectorAll("[data-step]")) button.hidden = false;
  stayAwake();
  document.querySelectorAll("[data-zone]").forEach(chooseZone);
  document.querySelectorAll('[data-state="running"][data-elapsed]').forEach(startTimer);
  document.querySelectorAll("details.sheet").forEach(initSheet);
}

/** Chooses the time zone of the browser, which counts as no input. */
function chooseZone(field) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (field.matches("input")) return field.setAttribute("value", timeZone);
  const known = [...field.options].find((option) => option.value === timeZone);
  const own = known ?? field.appendChild(new Option(timeZone, timeZone));
  for (const option of field.options) option.defaultSelected = option === own;
  own.selected = true;
}

/** Keeps the screen on while a session has it to itself, and dims it after a minute without a touch. */
async function stayAwake() {
  if (document.hidden || !document.querySelector("[data-awake]")) return;
  await navigator.wakeLock?.request("screen").catch(() => undefined);
}
let idle;
function brighten() {
  clearTimeout(idle);
  delete document.documentElement.dataset.dim;
  idle = setTimeout(() => (document.documentElement.dataset.dim = "yes"), 60_000);
}
if (document.querySelector("[data-awake]")) {
  brighten();
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, brighten);
  document.addEventListener("visibilitychange", stayAwake);
}

// Turns a page back or on.
addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-step]");
  if (!button) return;
  const field = button.parentElement.querySelector("input");
  field.value = Math.max(0, (Number.parseInt(field.value, 10) || 0) + Number(button.dataset.step));
});

enhance();
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
  if (own.matches("button, a")) return own.click();
  (own.closest("details") ?? {}).open = true;
  own.focus();
}

addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog[open]")) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const leads = performance.now() - prefixAt < 1500 && /^[a-z]$/.test(event.key);
  prefixAt = -Infinity;
  if (leads) return document.querySelector(`.top [data-letter="${event.key}"]`)?.click();
  if (event.key === "g") return (prefixAt = performance.now());
  if (event.key === "?") return document.getElementById("keys").showModal();
  if (!Object.hasOwn(shortcutPages, event.key)) return;
  event.preventDefault();
  activate(event.key);
});

if (location.hash.length > 1) {
  const named = document.getElementById(location.hash.slice(1));
  const fold = named?.closest("details:is(.fold, .sheet):not([open])");
  if (fold) {
    fold.open = true;
    named.scrollIntoView();
  }
  if (named === fold) named?.querySelector("input:not([type=hidden])")?.focus();
  else named?.focus();
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

/** Shows how the server understands a line while it is typed. */
function understand(field) {
  const line = field.value;
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.open("GET", `${base}add/preview?${new URLSearchParams({ line })}`);
  request.addEventListener("load", () => {
    const [shown, read] = [document, request.response].map((page) => page?.getElementById(field.dataset.reads));
    if (!shown || !read || field.value !== line) return;
    field.form.className = read.closest("form").className;
    shown.replaceChildren(...read.childNodes);
  });
  request.send();
}

// A tap on a part selects it in the line, to correct it.
addEventListener("click", (event) => {
  const part = event.target.closest?.("label[data-part]");
  if (!part) return;
  event.preventDefault();
  const start = part.control.value.lastIndexOf(part.dataset.part);
  part.control.focus();
  if (start >= 0) part.control.setSelectionRange(start, start + part.dataset.part.length);
});

let typingLine;
addEventListener("input", (event) => {
  if (!event.target.matches("[data-reads]")) return;
  clearTimeout(typingLine);
  typingLine = setTimeout(understand, 120, event.target);
});

// A toast leaves after a while, unless it is pointed at or has the focus, and has a button to dismiss it.
const toast = document.querySelector(".toast");
const leave = () => (toast.matches(":hover, :focus-within") ? setTimeout(leave, 2_000) : toast.remove());
const close = toast?.querySelector("[data-close]");
if (close) {
  close.hidden = false;
  close.addEventListener("click", () => toast.remove());
  setTimeout(leave, 8_000);
}
