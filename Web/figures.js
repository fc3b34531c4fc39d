// Passive parts of the offline page: figures, recent days, the outbox, and input preserved across updates.

/** Creates an element with attributes and children; strings become text nodes. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== false));
  return element;
}

export const card = (attributes, ...children) => make("section", { class: "card", ...attributes }, ...children);
export const quiet = (...words) => make("span", { class: "quiet" }, ...words);
export const hidden = (name, value) => make("input", { type: "hidden", name, value });

export function tiles({ figures }) {
  const tile = (name, value) => make("div", { class: "tile" }, make("dt", {}, name), make("dd", {}, value));
  const { streak, today, all } = figures;
  return [
    make(
      "dl",
      { class: "tiles" },
      tile("tracked today", today.time),
      tile("day streak", `${streak.current}`),
      tile("last 90 days", all.time),
    ),
    make("details", { class: "definition" }, make("summary", {}, "How this is calculated"), make("p", {}, streak.definition)),
  ];
}

/** The last 30 days as a bar chart, with a table of all days. */
export function chart({ figures, today }) {
  if (figures.days.length === 0) return undefined;
  const byDay = new Map(figures.days.map((day) => [day.day, day]));
  const last = [...Array(30).keys()].map((back) => {
    const date = new Date(`${today}T12:00:00Z`);
    date.setUTCDate(date.getUTCDate() - 29 + back);
    return byDay.get(date.toISOString().slice(0, 10))?.active_seconds ?? 0;
  });
  const most = Math.max(...last, 1);
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 300 80", class: "cairn-chart", role: "img" })) svg.setAttribute(key, value);
  svg.setAttribute("aria-label", "Daily time over the last 30 days. The table has the values.");
  last.forEach((seconds, place) => {
    const height = seconds > 0 ? Math.max(2, (seconds * 76) / most) : 1;
    const bar = document.createElementNS(space, "rect");
    const parts = { x: place * 10 + 1, y: 80 - height, width: 8, height, rx: 1.5, fill: "currentColor", class: seconds > 0 ? "cairn-mark" : "" };
    for (const [key, value] of Object.entries(parts)) bar.setAttribute(key, value);
    svg.append(bar);
  });
  const row = (day) => make("tr", {}, make("th", { scope: "row" }, day.name), make("td", {}, day.time), make("td", {}, `${day.pages}`));
  const head = make("thead", {}, make("tr", {}, ...["Day", "Time", "Pages"].map((word) => make("th", { scope: "col" }, word))));
  return card(
    { class: "card chart", "aria-labelledby": "chart" },
    make("h2", { id: "chart" }, "Last 30 days"),
    svg,
    make(
      "details",
      { class: "numbers" },
      make("summary", {}, "Show table"),
      make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Last 90 days, table" }, make("table", {}, head, make("tbody", {}, figures.days.toReversed().map(row)))),
    ),
  );
}

/** The last week, with earlier days in a collapsed section. */
export function days(view) {
  if (view.days.length <= 7) return view.days.map(section);
  const earlier = make("div", { class: "stack" });
  const fold = make("details", { class: "fold" }, make("summary", {}, "Earlier days", quiet("(up to 90)")), earlier);
  // Thousands of hidden rows would only slow down each tap.
  fold.addEventListener("toggle", () => earlier.append(...view.days.slice(7).map(section)), { once: true });
  return [...view.days.slice(0, 7).map(section), fold];
}

function section(day) {
  return make(
    "section",
    { class: "day", "aria-labelledby": `d-${day.day}` },
    make("h2", { id: `d-${day.day}` }, day.name),
    make("ul", { class: "rows card" }, day.sessions.map(session)),
  );
}

function session(one) {
  const details = [one.time_range, one.done].filter(Boolean).join(" · ");
  return make(
    "li",
    { class: "row" },
    make("div", {}, make("strong", {}, make("bdi", {}, one.title)), quiet(details)),
    make("span", { class: "figure" }, one.active),
  );
}

function isTyped(field) {
  if (field.matches("select")) {
    const usual = [...field.options].findIndex((one) => one.defaultSelected);
    return field.selectedIndex !== Math.max(usual, 0);
  }
  if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** Captures field values and the focus, to restore them after the page is rendered again. */
export function captureInput(root, done) {
  const fields = [...root.querySelectorAll("form[id] :is(input:not([type=hidden]), textarea, select)")];
  // Stored forms show their error in the outbox only.
  const said = [...root.querySelectorAll("form[id] [role=alert]:not([data-laid])")];
  const alerts = said.filter((alert) => !done.has(alert.closest("form").id));
  const refused = new Map(alerts.map((alert) => [alert.closest("form").id, alert]));
  const typed = fields.filter(({ form }) => !done.has(form.id)).filter((field) => isTyped(field) || refused.has(field.form.id));
  const at = document.activeElement;
  const focus = root.contains(at) ? { id: at.id, form: at.form?.id, words: at.textContent } : undefined;
  const held = typed.map(({ form, name, type, value, checked }) => ({ form: form.id, name, type, value, checked }));
  return { focus, refused, fields: held };
}

export function restoreInput(root, { fields, refused, focus }) {
  for (const [id, alert] of refused) {
    const form = document.getElementById(id);
    if (form && !form.querySelector("[role=alert]")) form.append(alert);
  }
  for (const { form, name, type, value, checked } of fields) {
    const twins = [...(document.getElementById(form)?.elements ?? [])].filter((one) => one.name === name);
    const isChoice = ["radio", "checkbox"].includes(type);
    const twin = isChoice ? twins.find((one) => one.value === value) : twins[0];
    if (isChoice && twin) twin.checked = checked;
    else if (twin) twin.value = value;
  }
  if (focus) refocus(root, focus);
}

/** Restores the focus to the same element, or to the page if it no longer exists. */
function refocus(root, { id, form, words }) {
  const buttons = [...root.querySelectorAll("button, summary, a")].filter((one) => one.form?.id === form);
  // A button with a new label, Resume instead of Pause, is still the button of its form.
  const button = buttons.find((one) => one.textContent === words) ?? (form && buttons[0]);
  const same = id ? document.getElementById(id) : button;
  same?.focus({ preventScroll: true });
  if (!root.contains(document.activeElement)) document.getElementById("main").focus({ preventScroll: true });
}

function startPosition(one) {
  const page = !one.from ? "" : ` · page ${one.from}`;
  return page + (one.place === undefined ? "" : ` · ${one.place}`);
}

/** The state, title and clock of an open session. */
export function sessionHead(one) {
  const doing = { reading: "Reading", climbing: "Climbing", listening: "Listening" }[one.kind] ?? one.kind;
  const isRunning = one.state === "running";
  const seconds = Math.floor(one.elapsed / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const text = minutes < 60 ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return [
    make("p", { class: `state ${one.state}` }, isRunning ? doing : "Paused"),
    make("h2", { id: `t-${one.id}` }, make("bdi", {}, one.title)),
    make(
      "p",
      { class: "elapsed" },
      make(
        "time",
        { role: "timer", datetime: `PT${seconds}S`, "data-elapsed": one.elapsed, "data-state": one.state },
        text,
      ),
    ),
    make("p", { class: "quiet" }, `Started ${one.started}${startPosition(one)}`),
  ];
}

/** The outbox: unsent actions, rejected ones, and old taps that need confirmation. */
export function outboxCard(lines, how) {
  if (lines.length === 0) return undefined;
  const waits = lines.filter((line) => line.state !== "refused").length;
  const isAsked = (line) => line.state === "refused" || how.tapped(line);
  const rows = lines.map((line) =>
    make(
      "li",
      { class: isAsked(line) ? "stack" : "row" },
      make("div", {}, make("strong", {}, make("bdi", {}, line.title)), " ", quiet(statusText(line, how))),
      isAsked(line) ? entryButtons(line, how) : saveLink(exportedEntry(line), "waiting", line.title),
      isAsked(line) && how.correction(line),
    ),
  );
  const words = waits ? `${waits} not sent yet` : "Rejected";
  return make(
    "details",
    { class: "sheet card", open: lines.some(isAsked) },
    make("summary", { id: "outbox" }, words),
    make("ul", { class: "rows outbox" }, rows),
  );
}

function statusText(line, { tapped }) {
  const at = tapped(line);
  if (at) return `Not sent yet (${at}). Send it now?`;
  return line.reason ? `Rejected: ${line.reason}` : "waiting";
}

function entryButtons(line, { again, dismiss, tapped }) {
  const { title } = line;
  const at = tapped(line);
  const [words, label] = at ? ["Send", `Send: ${title}, ${at}`] : ["Try again", `Try again: ${title}`];
  const tries = make("button", { type: "button", "aria-label": label }, words);
  tries.addEventListener("click", () => again(line));
  const drops = make("button", { type: "button", "aria-label": `Discard: ${title}` }, "Discard");
  const lost = `“${title}” exists only in this browser. Discard it for good?`;
  drops.addEventListener("click", () => (at || confirm(lost)) && dismiss(line.number));
  const saves = saveLink(exportedEntry(line), at ? "waiting" : "refused", title);
  return make("div", { class: "actions" }, tries, saves, drops);
}

/** The file format of an outbox entry. */
function exportedEntry({ title, at, reason, body, values }) {
  const said = { title, at: new Date(at).toISOString(), reason };
  return { ...said, ...(body ? { mutation: JSON.parse(body) } : { form: values }) };
}

/** A link that saves unsent content as a file, so that nothing typed exists only in this browser. */
function saveLink(content, state, title) {
  const file = new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: "application/json" });
  const link = make("a", { class: "button", download: `cairn-${state}.json`, "aria-label": `Download ${title}` }, "Download");
  link.addEventListener("click", () => {
    link.href = URL.createObjectURL(file);
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  });
  link.href = "#";
  return link;
}

/** Hides the log in a browser whose sign-in has expired. */
export function signedOutCard(count) {
  const what = count === 1 ? "1 change is" : `${count} changes are`;
  return card(
    {},
    make("h2", {}, "You are signed out"),
    make("p", {}, count > 0 ? `${what} saved in this browser. Sign in to sync.` : "Sign in to see your log."),
    make("p", {}, make("a", { class: "button primary", href: new URL("../sign-in", import.meta.url).pathname }, "Sign in")),
  );
}

/** A notice about unsent actions of another log, without their content unless the server has no accounts. */
export function otherLogNotice({ others, isOpen, isSignedOut }, dismiss) {
  if (others.length === 0) return undefined;
  const isOne = others.length === 1;
  const what = isOne ? "1 change belongs" : `${others.length} changes belong`;
  const words = `${what} to another log at this address.
    ${isOne ? "It is" : "They are"} saved here until that log is back, or its owner signs in.`;
  const drops = make("button", { type: "button" }, isOne ? "Discard" : "Discard all");
  drops.addEventListener("click", () => {
    const lost = `Changes for another log exist only in this browser. Discard ${isOne ? "it" : `all ${others.length}`} for good?`;
    if (confirm(lost)) others.forEach((line) => dismiss(line.number));
  });
  const isOwn = isOpen && !isSignedOut;
  const saves = isOwn ? [saveLink(others.map(exportedEntry), "waiting", "changes for another log")] : [];
  return card({}, make("p", { class: "quiet" }, words), make("div", { class: "actions" }, saves, drops));
}

export function emptyCard() {
  return card(
    {},
    make("h2", {}, "You’re offline"),
    make("p", {}, "This browser has no copy of your log yet. Open Cairn once while online and signed in."),
  );
}
