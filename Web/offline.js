// The page without a network: what runs, what can be started and what the last days held, from what
// this browser keeps, by the very rules of the server.

const shell = await import(document.querySelector('script[src*="/shell.js"]').src);
const parts = await import(document.querySelector('script[src*="/figures.js"]').src);
const { make, tiles, chart, days, typing, goOn, outbox, elsewhere, signedOut, empty } = parts;
const { now, timer, starts } = await import(document.querySelector('script[src*="/forms.js"]').src);
const { mending, moment } = await import(document.querySelector('script[src*="/mend.js"]').src);
const root = document.getElementById("offline");

/** The core: a module that imports nothing, asked on a thread of its own, one question after another. */
const module = await compiled().catch(() => undefined);
const thread = new Worker(shell.address(document.getElementById("thread").href));
const asked = new Map();
let questions = 0;

async function compiled() {
  return WebAssembly.compileStreaming(fetch(document.getElementById("core").href));
}

thread.addEventListener("message", ({ data: { number, text, failure } }) => {
  const { resolve, reject } = asked.get(number);
  asked.delete(number);
  if (failure) reject(new Error(failure));
  else resolve(JSON.parse(text));
});

// Without its thread the core answers nothing, and whoever waits for it is to hear so.
thread.addEventListener("error", ({ message }) => {
  for (const { reject } of asked.values()) reject(new Error(message ?? "The thread of the core has ended."));
  asked.clear();
});

function core(question, about) {
  const number = (questions += 1);
  thread.postMessage({ module, number, question, about });
  return new Promise((resolve, reject) => asked.set(number, { resolve, reject }));
}

/** What the core is told: the snapshot, what was done since, and when it is or was by the server's clock. */
function told(all, act, at) {
  const seed = [...crypto.getRandomValues(new Uint8Array(32))];
  const lines = all.lines.filter((line) => line.body && line.state !== "refused").map((line) => line.body);
  const parts = [
    `"now":${at - (all.ahead ?? 0)}`,
    `"node":"${all.node ?? "00000000"}"`,
    `"seed":"${seed.map((byte) => byte.toString(16).padStart(2, "0")).join("")}"`,
    `"snapshot":${all.snapshot ?? "{}"}`,
    `"lines":[${lines}]`,
    `"act":${JSON.stringify(act ?? null)}`,
  ];
  return `{${parts}}`;
}

/** Does what a form says: one of this page, or one of another page whose answer did not come. */
async function act(id, values, laid = {}) {
  const { number = now.refused?.form === id ? now.refused.number : undefined, at = Date.now(), once } = laid;
  isActing = true;
  isUndone = false;
  try {
    const made = await shell.logged((all) => core("act", told(all, { ...values, once }, at)), number, Boolean(once));
    now.refused = made.error && { form: id, error: made.error, values, number };
  } catch (error) {
    now.refused = { form: id, error: failure(error), values, number };
  }
  isActing = false;
  if (now.refused) tapped.delete(id);
  done.add(id);
  await show();
  if (now.refused) root.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
  done.delete(id);
  shell.sync();
}

/** What a person hears of a disk that takes nothing. */
function failure(error) {
  const isFull = error?.name === "QuotaExceededError";
  const message = isFull
    ? "This browser has no room left, so nothing was logged."
    : "This browser could not keep it, so nothing was logged.";
  return { message, hint: "Write it down, or free some room and tap again." };
}

/** Whether an act is under way, after which the page is put together anew in any case. */
let isActing = false;

/** Does what forms of other pages were to do, each as of the time of its tap. */
async function catchUp() {
  const { lines } = await shell.everything().catch(() => ({ lines: [] }));
  const typed = lines.filter((line) => line.state === "typed" && !shell.isOld(line));
  for (const line of typed) await act(formOf(line.values), line.values, line);
}

/** The form of this page that does the same as one of another page. */
function formOf({ do: does, session, book, title, story, climb, result }) {
  switch (does) {
    case "read":
      return book ? `read-${book}` : "read-title";
    case "listen":
      return story ? `listen-${story}` : "listen-title";
    case "climb":
      return "climb";
    case "pause":
    case "resume":
      return `toggle-${session}`;
    case "add-climb":
      return `add-${session}`;
    case "attempt":
      return `${result}-${climb}`;
    case "place":
      return `place-${book}`;
    default:
      return `${does}-${session}`;
  }
}

/** The forms that were sent just now: a second tap in the same moment means the first, unless that was refused. */
const tapped = new Set();

addEventListener("submit", (event) => {
  const form = event.target;
  if (!root.contains(form)) return;
  event.preventDefault();
  if (tapped.has(form.id)) return;
  tapped.add(form.id);
  setTimeout(() => tapped.delete(form.id), 400);
  const values = Object.fromEntries(new FormData(form, event.submitter));
  act(form.id, { ...values, all: values.all === "yes", short: values.short === "yes" });
});

/** Tries what was refused, or is old, once more: its form asks for what was wrong, the server judges anew. */
async function again(line) {
  const { number, values, body } = line;
  if (trying.has(number)) return;
  trying.add(number);
  try {
    if ((await shell.retry(line)) && !body) await act(formOf(values), values, line);
  } catch (error) {
    now.refused = { form: body ? "" : formOf(values), error: failure(error), values, number };
    await show();
  }
  trying.delete(number);
  await shell.sync();
}

/** The numbers of what is being tried again, as a button may be tapped twice. */
const trying = new Set();

const none = "There is no connection. What you log here is kept in this browser and sent when there is one.";

/** What the server says that was reached, and takes nothing at the moment. */
const refusing = (reason) =>
  `The server is there, but takes nothing now: ${reason} What you log here is kept in this browser and sent as soon as it does.`;

/** Whether there is a network, how old all of this is, and whether it can be lost. */
async function standing(all) {
  const line = make("p", { class: "elsewhere", role: "status" });
  if (navigator.onLine && !isUnreachable) {
    line.append("You are online. ", make("a", { href: new URL("..", import.meta.url).pathname }, "Go to Today"));
  } else {
    line.append(navigator.onLine && why ? refusing(why) : none);
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

/** Whether a form of another page led here that can be sent with a connection alone. */
let isUndone = location.hash === "#undone";
const undone = "That was not done, since there is no connection. Do it once more when there is one.";

let isUnreachable = true;

/** Why a server that was reached takes nothing. */
let why;

/** The forms that were just sent: what was typed into them is done with. */
const done = new Set();

/** Done when no finger is down: a button that is drawn anew under one is not tapped. */
let lifted = Promise.resolve();

root.addEventListener("pointerdown", () => {
  lifted = new Promise((lift) => {
    setTimeout(lift, 1_000);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(lift), { once: true });
  });
});

let showing = Promise.resolve();
let wanted;

/** Puts the page together anew, once what asked for it before is done; all who ask meanwhile get the same. */
function show() {
  wanted ??= showing.then(() => {
    wanted = undefined;
    return draw().catch(fail);
  });
  showing = wanted;
  return showing;
}

function fail() {
  const words = module
    ? "This browser lets no page keep anything, so nothing can be logged without a network here."
    : "This browser cannot run what works without a network, so nothing can be logged here until there is one.";
  root.replaceChildren(make("p", { class: "error", role: "alert" }, words));
}

async function draw() {
  if (!module) return fail();
  const all = await shell.everything();
  document.documentElement.dataset.theme = all.theme ?? "system";
  if (all.snapshot === undefined) return root.replaceChildren(empty());
  const seen = await core("view", told(all, null, Date.now()));
  await lifted;
  now.view = seen;
  const { view } = now;
  const unsent = all.lines.filter((line) => line.state !== "refused").length;
  const head = all.isSignedOut ? [signedOut(unsent)] : await standing(all);
  const typed = typing(root, done);
  const name = (summary) => summary.getAttribute("aria-label") ?? summary.textContent;
  const sheets = new Set([...root.querySelectorAll("details[open] > summary")].map(name));
  const forms = [...view.running.map(timer), ...starts()].filter(Boolean);
  const stands = (id) => forms.some((one) => one.querySelector(`#${CSS.escape(id)}`));
  const hasForm = now.refused && stands(now.refused.form);
  const isAsked = (line) => line.number === now.refused?.number && hasForm;
  const isTold = all.lines.some(({ number, state }) => number === now.refused?.number && state === "refused");
  const { message, hint } = now.refused?.error ?? {};
  const old = new Map(all.lines.filter(shell.isOld).map((line) => [line.number, moment(line, all).replace("T", " ")]));
  const how = {
    again,
    dismiss: shell.dismiss,
    mending: (line) => mending(line, again, all),
    tapped: (line) => old.get(line.number),
  };
  const cards = [
    ...head,
    isUndone && make("p", { class: "error", role: "alert" }, undone),
    // What another tab was faster with has no form here any more that could say so.
    message && !hasForm && !isTold && make("p", { class: "error", role: "alert" }, `${message} ${hint}`.trim()),
    outbox(all.lines.filter((line) => !isAsked(line)), how),
    elsewhere(all, shell.dismiss),
    ...forms,
    ...(all.isSignedOut ? [] : [...tiles(view), chart(view), ...days(view)]),
  ];
  root.replaceChildren(...cards.filter(Boolean));
  for (const summary of root.querySelectorAll("details > summary")) {
    if (!sheets.has(name(summary))) continue;
    summary.parentElement.open = true;
    summary.parentElement.dispatchEvent(new Event("toggle"));
  }
  document.title = `${view.running[0]?.title ?? "Without a network"} · Cairn`;
  document.dispatchEvent(new Event("cairn:shown"));
  goOn(root, typed);
}

document.addEventListener("cairn:kept", () => isActing || show());
// A page that is looked at again may tell of yesterday.
document.addEventListener("visibilitychange", () => document.hidden || show());
addEventListener("offline", () => {
  isUnreachable = true;
  show();
});
// Whether the server answers, whatever the browser thinks of its network.
document.addEventListener("cairn:asked", ({ detail }) => {
  if (isUnreachable !== detail.isThere && why === detail.reason) return;
  isUnreachable = !detail.isThere;
  why = detail.reason;
  show();
});

await show();
if (module) await catchUp();
shell.sync();
