// The offline page: open sessions, forms that start one, and recent days, computed in the browser with the
// server's rules.

const shell = await import(document.querySelector('script[src*="/shell.js"]').src);
const parts = await import(document.querySelector('script[src*="/figures.js"]').src);
const { make, tiles, chart, days, captureInput, restoreInput } = parts;
const { outboxCard, otherLogNotice, signedOutCard, emptyCard } = parts;
const { current, timerCard, startCards } = await import(document.querySelector('script[src*="/forms.js"]').src);
const { correctionForm, localTime } = await import(document.querySelector('script[src*="/corrections.js"]').src);
const root = document.getElementById("offline");

/** The core: a WebAssembly module without imports, called in a web worker. */
const module = await compiled().catch(() => undefined);
const thread = new Worker(shell.scriptURL(document.getElementById("thread").href));
const pending = new Map();
let requestCount = 0;

async function compiled() {
  return WebAssembly.compileStreaming(fetch(document.getElementById("core").href));
}

thread.addEventListener("message", ({ data: { number, text, failure } }) => {
  const { resolve, reject } = pending.get(number);
  pending.delete(number);
  if (failure) reject(new Error(failure));
  else resolve(JSON.parse(text));
});

// Without its worker the core cannot answer, so every pending request fails.
thread.addEventListener("error", ({ message }) => {
  for (const { reject } of pending.values()) reject(new Error(message ?? "The worker has stopped."));
  pending.clear();
});

function core(question, about) {
  const number = (requestCount += 1);
  thread.postMessage({ module, number, question, about });
  return new Promise((resolve, reject) => pending.set(number, { resolve, reject }));
}

/** Encodes a request to the core: snapshot, local mutations, and a time by the server's clock. */
function coreInput(all, act, at) {
  const seed = [...crypto.getRandomValues(new Uint8Array(32))];
  const mutations = all.lines.filter((line) => line.body && line.state !== "refused").map((line) => line.body);
  const parts = [
    `"now":${at - (all.ahead ?? 0)}`,
    `"node":"${all.node ?? "00000000"}"`,
    `"seed":"${seed.map((byte) => byte.toString(16).padStart(2, "0")).join("")}"`,
    `"snapshot":${all.snapshot ?? "{}"}`,
    `"mutations":[${mutations}]`,
    `"act":${JSON.stringify(act ?? null)}`,
  ];
  return `{${parts}}`;
}

/** Applies a form of this page, or a stored form of another page without a response. */
async function applyForm(id, values, laid = {}) {
  const { number = current.refused?.form === id ? current.refused.number : undefined, at = Date.now(), once } = laid;
  isActing = true;
  isFormLost = false;
  try {
    const decide = (all) => core("act", coreInput(all, { ...values, once }, at));
    const made = await shell.perform(decide, number, Boolean(once));
    current.refused = made.error && { form: id, error: made.error, values, number };
  } catch (error) {
    current.refused = { form: id, error: storageError(error), values, number };
  }
  isActing = false;
  if (current.refused) recentlySubmitted.delete(id);
  submitted.add(id);
  await render();
  if (current.refused) root.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
  submitted.delete(id);
  shell.sync();
}

/** The error shown when the browser cannot store an action. */
function storageError(error) {
  const isFull = error?.name === "QuotaExceededError";
  const message = isFull
    ? "This browser is out of storage, so nothing was logged."
    : "This browser could not save the change, so nothing was logged.";
  return { message, hint: "Free up some storage and try again." };
}

/** Whether an action is in progress; it renders the page at its end. */
let isActing = false;

/** Applies stored forms of other pages, each as of the time of its tap. */
async function applyStoredForms() {
  const { lines } = await shell.readAll().catch(() => ({ lines: [] }));
  const typed = lines.filter((line) => line.state === "typed" && !shell.needsConfirmation(line));
  for (const line of typed) await applyForm(formID(line.values), line.values, line);
}

/** The id of this page's form with the same action. */
function formID({ do: does, session, book, title, story, climb, result }) {
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

/** Forms submitted just now: a second tap within 400 ms is ignored unless the first was rejected. */
const recentlySubmitted = new Set();

addEventListener("submit", (event) => {
  const form = event.target;
  if (!root.contains(form)) return;
  event.preventDefault();
  if (recentlySubmitted.has(form.id)) return;
  recentlySubmitted.add(form.id);
  setTimeout(() => recentlySubmitted.delete(form.id), 400);
  const values = Object.fromEntries(new FormData(form, event.submitter));
  applyForm(form.id, values);
});

/** Retries a rejected or old entry: a form is applied again, a mutation is sent to the server again. */
async function retry(line) {
  const { number, values, body } = line;
  if (retrying.has(number)) return;
  retrying.add(number);
  try {
    if ((await shell.retry(line)) && !body) await applyForm(formID(values), values, line);
  } catch (error) {
    current.refused = { form: body ? "" : formID(values), error: storageError(error), values, number };
    await render();
  }
  retrying.delete(number);
  await shell.sync();
}

/** Numbers of the entries being retried, because a button may be tapped twice. */
const retrying = new Set();

const offlineText = "You’re offline. Changes are saved here and sync later.";

/** The notice for a server that responds but accepts no requests. */
const unavailableText = (reason) =>
  `The server is not accepting changes right now: ${reason} Changes are saved here and sync later.`;

/** Notices about the connection and about unsafe or scarce storage. */
async function connectionNotices(all) {
  const line = make("p", { class: "elsewhere", role: "status" });
  if (navigator.onLine && !isUnreachable) {
    line.append("You are online. ", make("a", { href: new URL("..", import.meta.url).pathname }, "Go to Today"));
  } else {
    line.append(navigator.onLine && unavailableReason ? unavailableText(unavailableReason) : offlineText);
  }
  const isSafe = await navigator.storage?.persisted?.().catch(() => false);
  const room = await navigator.storage?.estimate?.().catch(() => undefined);
  const isFull = room?.quota > 0 && room.usage / room.quota > 0.9;
  const words = isFull
    ? "This browser is almost out of storage."
    : "Your browser may clear offline data if storage runs low. Sync soon.";
  const warns = (isFull || !isSafe) && all.lines.length > 0;
  return warns ? [line, make("p", { class: "quiet evicted" }, words)] : [line];
}

/** Whether a form of another page led here that works only online. */
let isFormLost = location.hash === "#undone";
const lostFormText = "That didn’t work: you’re offline. Try again with a connection.";

let isUnreachable = true;

/** The server's reason for rejecting all requests. */
let unavailableReason;

/** Forms just submitted, with input that must not be restored. */
const submitted = new Set();

/** Resolves when no pointer is down: replacing a button during a tap would lose the click. */
let pointerUp = Promise.resolve();

root.addEventListener("pointerdown", () => {
  pointerUp = new Promise((lift) => {
    setTimeout(lift, 1_000);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(lift), { once: true });
  });
});

let rendering = Promise.resolve();
let queued;

/** Renders the page after the rendering in progress; concurrent calls share one rendering. */
function render() {
  queued ??= rendering.then(() => {
    queued = undefined;
    return renderNow().catch(showFailure);
  });
  rendering = queued;
  return rendering;
}

function showFailure() {
  const words = module
    ? "This browser blocks local storage, so nothing can be logged offline."
    : "This browser cannot run the offline page, so nothing can be logged until you’re back online.";
  root.replaceChildren(make("p", { class: "error", role: "alert" }, words));
}

async function renderNow() {
  if (!module) return showFailure();
  const all = await shell.readAll();
  document.documentElement.dataset.theme = all.theme ?? "system";
  if (all.snapshot === undefined) return root.replaceChildren(emptyCard());
  const seen = await core("view", coreInput(all, null, Date.now()));
  await pointerUp;
  current.view = seen;
  const { view } = current;
  const unsent = all.lines.filter((line) => line.state !== "refused").length;
  const head = all.isSignedOut ? [signedOutCard(unsent)] : await connectionNotices(all);
  const typed = captureInput(root, submitted);
  const name = (summary) => summary.getAttribute("aria-label") ?? summary.textContent;
  const sheets = new Set([...root.querySelectorAll("details[open] > summary")].map(name));
  const forms = [...view.running.map(timerCard), ...startCards()].filter(Boolean);
  const stands = (id) => forms.some((one) => one.querySelector(`#${CSS.escape(id)}`));
  const hasForm = current.refused && stands(current.refused.form);
  const isAsked = (line) => line.number === current.refused?.number && hasForm;
  const isTold = all.lines.some(({ number, state }) => number === current.refused?.number && state === "refused");
  const { message, hint } = current.refused?.error ?? {};
  const time = (line) => localTime(line, all).replace("T", " ");
  const old = new Map(all.lines.filter(shell.needsConfirmation).map((line) => [line.number, time(line)]));
  const how = {
    again: retry,
    dismiss: shell.dismiss,
    correction: (line) => correctionForm(line, retry, all),
    tapped: (line) => old.get(line.number),
  };
  const cards = [
    ...head,
    isFormLost && make("p", { class: "error", role: "alert" }, lostFormText),
    // If another tab changed the session first, no form is left to show the error.
    message && !hasForm && !isTold && make("p", { class: "error", role: "alert" }, `${message} ${hint}`.trim()),
    outboxCard(all.lines.filter((line) => !isAsked(line)), how),
    otherLogNotice(all, shell.dismiss),
    ...forms,
    ...(all.isSignedOut ? [] : [...tiles(view), chart(view), ...days(view)]),
  ];
  root.replaceChildren(...cards.filter(Boolean));
  for (const summary of root.querySelectorAll("details > summary")) {
    if (!sheets.has(name(summary))) continue;
    summary.parentElement.open = true;
    summary.parentElement.dispatchEvent(new Event("toggle"));
  }
  document.title = `${view.running[0]?.title ?? "Offline"} · Cairn`;
  document.dispatchEvent(new Event("cairn:shown"));
  restoreInput(root, typed);
}

document.addEventListener("cairn:kept", () => isActing || render());
// The page may have been hidden since yesterday.
document.addEventListener("visibilitychange", () => document.hidden || render());
addEventListener("offline", () => {
  isUnreachable = true;
  render();
});
// The result of a request counts more than the browser's network state.
document.addEventListener("cairn:asked", ({ detail }) => {
  if (isUnreachable !== detail.isThere && unavailableReason === detail.reason) return;
  isUnreachable = !detail.isThere;
  unavailableReason = detail.reason;
  render();
});

await render();
if (module) await applyStoredForms();
shell.sync();
