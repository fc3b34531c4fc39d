// The page without a network: what runs, what can be started and what the last days held, from what
// this browser keeps, by the very rules of the server.

const shell = await import(document.querySelector('script[src*="/shell.js"]').src);
const parts = await import(document.querySelector('script[src*="/figures.js"]').src);
const { make, card, quiet, hidden, face, tiles, chart, days, typing, goOn } = parts;
const root = document.getElementById("offline");

/** The core: a module that imports nothing, asked and answered in its own memory. */
const module = await WebAssembly.compileStreaming(fetch(document.getElementById("core").href));

/** Asks the core; each question has a memory of its own, so none can leave anything behind. */
function core(question, about) {
  const { exports } = new WebAssembly.Instance(module);
  const bytes = new TextEncoder().encode(about);
  const room = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const length = exports[question]();
  const answer = new Uint8Array(exports.memory.buffer, exports.answer(), length);
  return JSON.parse(new TextDecoder().decode(answer));
}

/** What the core is told: the snapshot, what was done since, and when it is. */
function told(all, act) {
  const seed = [...crypto.getRandomValues(new Uint8Array(32))];
  const lines = all.lines.filter((line) => line.state !== "refused").map((line) => line.body);
  const parts = [
    `"now":${Date.now()}`,
    `"node":"${all.node ?? "00000000"}"`,
    `"seed":"${seed.map((byte) => byte.toString(16).padStart(2, "0")).join("")}"`,
    `"snapshot":${all.snapshot ?? "{}"}`,
    `"lines":[${lines}]`,
    `"act":${JSON.stringify(act ?? null)}`,
  ];
  return `{${parts}}`;
}

/** What was typed and refused, and why, to stand beside its form. */
let refused;

/** Does what a form says. */
async function act(form, values) {
  try {
    const made = await shell.logged((all) => core("act", told(all, values)));
    refused = made.error && { form: form.id, error: made.error, values };
  } catch (error) {
    const isFull = error?.name === "QuotaExceededError";
    const message = isFull
      ? "This browser has no room left, so nothing was logged."
      : "This browser could not keep it, so nothing was logged.";
    refused = { form: form.id, error: { message, hint: "Write it down, or free some room and tap again." }, values };
  }
  done = form.id;
  await show();
  done = undefined;
  shell.sync();
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (!root.contains(form)) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form, event.submitter));
  act(form, { ...values, all: values.all === "yes", short: values.short === "yes" });
});

/** A form that does something; a refusal stands in it. */
function form(id, does, attributes, ...children) {
  const alert = refused?.form === id && make(
    "p",
    { class: "error", role: "alert", id: `${id}-problem` },
    `${refused.error.message} ${refused.error.hint}`,
  );
  const named = Object.entries(does).map(([name, value]) => hidden(name, value));
  return make("form", { id, ...attributes }, ...named, ...children, alert);
}

/** What was typed into a field of a form that was refused, else what it holds at first. */
function typed(id, name, value = "") {
  return refused?.form === id ? (refused.values[name] ?? "") : value;
}

function field(id, name, label, attributes = {}, beside = undefined) {
  const input = make("input", {
    id: `${id}-${name}`,
    name,
    autocomplete: "off",
    ...attributes,
    value: typed(id, name, attributes.value),
  });
  const line = beside ? make("div", { class: "inline" }, input, beside) : input;
  return make("div", { class: "field" }, make("label", { for: `${id}-${name}` }, label), line);
}

function note(id, value) {
  return make(
    "div",
    { class: "field" },
    make("label", { for: `${id}-note` }, "Note"),
    make("textarea", { id: `${id}-note`, name: "note", rows: 2 }, typed(id, "note", value)),
  );
}

function timer(one) {
  const isRunning = one.state === "running";
  const session = one.id;
  return card(
    { class: "card timer", "aria-labelledby": `t-${one.id}` },
    ...face(one),
    one.elsewhere && isRunning && form(
      `take-${session}`,
      { do: "resume", session },
      {},
      make("p", {}, `${one.elsewhere}.`),
      make("button", { class: "wide" }, "Continue here"),
    ),
    form(
      `toggle-${session}`,
      { do: isRunning ? "pause" : "resume", session },
      {},
      make("button", { class: "wide", "data-key": "p" }, isRunning ? "Pause" : "Resume"),
    ),
    one.kind === "climbing" && climbs(one),
    stop(one),
    make(
      "details",
      { class: "discard" },
      make("summary", {}, "Discard this session"),
      form(
        `discard-${session}`,
        { do: "discard", session },
        {},
        make("p", {}, "It will be as if it had never been started. You can take that back under History."),
        make("button", { class: "danger" }, "Discard it"),
      ),
    ),
  );
}

/** Ends a session; a timer that was forgotten asks when that was. */
function stop(one) {
  const id = `stop-${one.id}`;
  const isShort = refused?.form === id && refused.error.code === "session.too_short";
  const place = one.kind === "reading" && field(
    id,
    "page",
    "Page you reached",
    { inputmode: "numeric", value: one.page ?? "", "data-page": true },
    one.pages && quiet(`of ${one.pages}`),
  );
  const felt = one.kind === "climbing" && make(
    "div",
    { class: "pair" },
    field(id, "rpe", "RPE, 1 to 10", { type: "number", min: 1, max: 10, inputmode: "numeric" }),
    field(id, "pump", "Pump, 1 to 5", { type: "number", min: 1, max: 5, inputmode: "numeric" }),
  );
  const keep = isShort && make(
    "label",
    { class: "check" },
    make("input", { type: "checkbox", name: "short", value: "yes" }),
    " Keep it all the same",
  );
  const buttons = one.ran
    ? make(
        "fieldset",
        { class: "question" },
        make("legend", {}, `The timer has run for ${one.ran}. When did you stop?`),
        make("button", { class: "wide primary", name: "at", value: one.proposed }, `Probably ${one.proposedWords}`),
        make("button", { class: "wide", name: "all", value: "yes" }, "Just now: keep all of it"),
      )
    : make("button", { class: "wide primary", "data-key": "s" }, "Stop");
  return form(id, { do: "stop", session: one.id }, { class: "stop" }, place, felt, note(id, one.note), keep, buttons);
}

/** The climbs of a session, each with a button for a fall and for a send, and the form that adds one. */
function climbs(one) {
  const rows = one.climbs.map((climb) => {
    const button = (result, sign, word) =>
      form(
        `${result}-${climb.id}`,
        { do: "attempt", climb: climb.id, result },
        {},
        make("button", { class: result, "aria-label": `${word}: ${climb.title}` }, `${sign} ${word}`),
      );
    return make(
      "li",
      { class: "felled" },
      make("div", {}, make("strong", {}, make("bdi", {}, climb.title))),
      quiet(climb.attempts.length ? climb.attempts.join(" · ") : "not tried yet"),
      make("div", { class: "pair" }, button("try", "✗", "Fell"), button("send", "✓", "Sent")),
    );
  });
  return make("div", { class: "stack" }, make("ul", { class: "stack", "aria-label": "Climbs" }, rows), adder(one));
}

function adder(one) {
  const id = `add-${one.id}`;
  const outcome = typed(id, "outcome");
  const pick = (value, words) =>
    make(
      "label",
      { class: "pick" },
      make("input", { type: "radio", name: "outcome", value, checked: outcome === value }),
      make("span", {}, words),
    );
  return make(
    "details",
    { class: "sheet inner", open: refused?.form === id },
    make("summary", {}, "A new climb"),
    form(
      id,
      { do: "add-climb", session: one.id },
      {},
      field(id, "name", "Name", { maxlength: 500 }),
      field(id, "grade", "Grade", { maxlength: 64, autocapitalize: "off" }),
      make(
        "fieldset",
        { class: "picks" },
        make("legend", {}, "Outcome"),
        make("div", {}, pick("sent", "✓ sent"), pick("fell", "✗ fell"), pick("", "not tried yet")),
      ),
      field(id, "attempts", "Attempts", { type: "number", min: 1, max: 999, inputmode: "numeric", value: 1 }),
      make("button", { class: "wide primary" }, "Save the climb"),
    ),
  );
}

function starts(view) {
  const isOpen = (kind) => view.running.some((one) => one.kind === kind);
  const read = !isOpen("reading") && card(
    { "aria-labelledby": "start-read" },
    make("h2", { id: "start-read" }, view.books.length ? "Go on reading" : "What are you reading?"),
    view.books.length > 0 && make("ul", { class: "rows" }, view.books.map(book)),
    form(
      "read-title",
      { do: "read" },
      { class: "another" },
      field("read-title", "title", view.books.length ? "Another book" : "Title", { maxlength: 500, required: true, "data-key": "n" }),
      make("button", { class: view.books.length ? "wide" : "wide primary" }, "Start reading"),
    ),
  );
  const climb = !isOpen("climbing") && card(
    { "aria-labelledby": "start-climb" },
    make("h2", { id: "start-climb" }, "Climbing"),
    form(
      "climb",
      { do: "climb" },
      { class: "another" },
      field("climb", "place", "Gym or crag", { maxlength: 500 }),
      make("button", { class: "wide" }, "Start climbing"),
    ),
  );
  return [read, climb];
}

function book(one) {
  const of = one.pages ? ` of ${one.pages}` : "";
  return make(
    "li",
    { class: "row" },
    make(
      "div",
      {},
      make("strong", {}, make("bdi", {}, one.title)),
      quiet(make("bdi", {}, one.authors)),
      one.page > 0 && quiet(`page ${one.page}${of}`),
    ),
    form(
      `read-${one.id}`,
      { do: "read", book: one.id },
      {},
      make("button", { class: "primary", "data-key": "s", "aria-label": `Start reading ${one.title}` }, "Start"),
    ),
  );
}

/** What waits to be sent, and what the server refused. */
function outbox(lines) {
  if (lines.length === 0) return undefined;
  const waits = lines.filter((line) => line.state !== "refused").length;
  const rows = lines.map((line) =>
    make(
      "li",
      { class: "row" },
      make("div", {}, make("strong", {}, make("bdi", {}, line.title)), quiet(line.reason ? `Refused: ${line.reason}` : "waits")),
      line.state === "refused" && dismisser(line),
    ),
  );
  const words = waits ? `${waits} not sent yet` : "Refused by the server";
  return make(
    "details",
    { class: "sheet card", open: lines.some((line) => line.state === "refused") },
    make("summary", { id: "outbox" }, words),
    make("ul", { class: "rows outbox" }, rows),
  );
}

function dismisser(line) {
  const button = make("button", { type: "button", "aria-label": `Let go of ${line.title}` }, "Let it go");
  button.addEventListener("click", () => shell.dismiss(line.number));
  return button;
}

/** Whether there is a network, how old all of this is, and whether it can be lost. */
async function standing(all) {
  const line = make("p", { class: "elsewhere", role: "status" });
  if (navigator.onLine && !isUnreachable) {
    line.append("You are online. ", make("a", { href: new URL("..", import.meta.url).pathname }, "Go to Today"));
  } else {
    line.append("There is no connection. What you log here is kept in this browser and sent when there is one.");
  }
  const isSafe = await navigator.storage?.persisted?.().catch(() => false);
  const room = await navigator.storage?.estimate?.().catch(() => undefined);
  const isFull = room?.quota > 0 && room.usage / room.quota > 0.9;
  const words = isFull
    ? "This browser is almost out of room."
    : "This browser may throw away what it keeps when room grows scarce: come online soon.";
  const warns = (isFull || !isSafe) && all.lines.length > 0;
  return warns ? [line, make("p", { class: "quiet evicted" }, words)] : [line];
}

let isUnreachable = true;

/** The form that was just sent: what was typed into it is done with. */
let done;

let showing = Promise.resolve();

/** Puts the page together anew, once what asked for it before is done. */
function show() {
  showing = showing.then(draw).catch(fail);
  return showing;
}

function fail() {
  const words = "This browser lets no page keep anything, so nothing can be logged without a network here.";
  root.replaceChildren(make("p", { class: "error", role: "alert" }, words));
}

async function draw() {
  const all = await shell.everything();
  document.documentElement.dataset.theme = all.theme ?? "system";
  if (all.snapshot === undefined) return empty();
  const view = core("view", told(all));
  const stands = await standing(all);
  const typed = typing(root, done);
  const sheets = new Set([...root.querySelectorAll("details[open] > summary")].map((one) => one.textContent));
  const cards = [
    ...stands,
    outbox(all.lines),
    ...view.running.map(timer),
    ...starts(view),
    ...tiles(view),
    chart(view),
    ...days(view),
  ];
  root.replaceChildren(...cards.filter(Boolean));
  for (const summary of root.querySelectorAll("details > summary")) {
    if (sheets.has(summary.textContent)) summary.parentElement.open = true;
  }
  document.title = `${view.running[0]?.title ?? "Without a network"} · Cairn`;
  document.dispatchEvent(new Event("cairn:shown"));
  goOn(root, typed);
  if (refused) root.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
}

function empty() {
  root.replaceChildren(
    card(
      {},
      make("h2", {}, "There is no connection"),
      make("p", {}, "This browser keeps nothing of your log yet: open Cairn once with a connection, signed in."),
    ),
  );
}

document.addEventListener("cairn:kept", () => show());
addEventListener("offline", () => {
  isUnreachable = true;
  show();
});
addEventListener("online", () => reach());

/** Whether the server answers, whatever the browser thinks of its network. */
async function reach() {
  isUnreachable = !(await shell.sync());
  await show();
}

await show();
reach();
