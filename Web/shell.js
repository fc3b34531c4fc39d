// What every page does for the times without a network: it keeps what the offline page needs, and
// sends what was logged there. Everything works without it while there is a network.

/** Where everything of ours lies: this file is in a folder of it. */
const base = new URL("..", import.meta.url).pathname;
const api = `${base}api/v1/sync/`;

/** What was logged here and where, kept in this browser until the server has it. */
let opening;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(`cairn ${base}`, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore("kept");
      request.result.createObjectStore("outbox", { keyPath: "number", autoIncrement: true });
    });
    request.addEventListener("success", () => {
      request.result.addEventListener("versionchange", () => request.result.close());
      resolve(request.result);
    });
    request.addEventListener("error", () => reject(request.error));
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/**
 * Runs `body` with both stores in one transaction and gives what it puts into `result.value`, once
 * all of it is on the disk: nothing is told to the person before.
 */
async function transact(mode, body) {
  const database_ = await database();
  return new Promise((resolve, reject) => {
    const transaction = database_.transaction(["kept", "outbox"], mode, { durability: "strict" });
    const result = {};
    transaction.addEventListener("complete", () => resolve(result.value));
    transaction.addEventListener("abort", () => reject(result.error ?? transaction.error));
    const give = (error) => {
      result.error = error;
      transaction.abort();
    };
    body(transaction.objectStore("kept"), transaction.objectStore("outbox"), result, give);
  });
}

/**
 * Reads what is kept: the snapshot, whose it is, what waits of that log, oldest first, the last that the
 * server had already, and how much waits for another log to come back.
 */
function look(kept, outbox, then) {
  const [keys, values, lines] = [kept.getAllKeys(), kept.getAll(), outbox.getAll()];
  lines.addEventListener("success", () => {
    const all = Object.fromEntries(keys.result.map((key, place) => [key, values.result[place]]));
    const own = lines.result.filter((line) => line.log === all.log);
    all.lines = own.filter((line) => line.state !== "had");
    all.had = own.filter((line) => line.state === "had");
    all.others = lines.result.filter((line) => line.log !== all.log && line.state !== "had").length;
    then(all);
  });
}

/** All that is kept, or nothing where this browser keeps nothing. */
export async function everything() {
  return transact("readonly", (kept, outbox, result) => {
    look(kept, outbox, (all) => (result.value = all));
  });
}

/**
 * Does an act in one transaction: what is kept is read, the rules decide, and what comes of it is on
 * the disk, before anybody hears that it was done. Two tabs never both decide on the same state. What
 * was laid by under a number goes with it, or says from then on why it was refused.
 */
export async function logged(decide, number) {
  const done = await transact("readwrite", (kept, outbox, result, give) => {
    look(kept, outbox, (all) => {
      try {
        if (all.snapshot === undefined) return (result.value = { error: nobody });
        const node = all.node ?? newNode();
        const made = decide({ ...all, node });
        if (all.node === undefined) kept.put(node, "node");
        if (made.mutation) outbox.add(waiting(made, all.log));
        const wish = all.lines.find((line) => line.number === number);
        if (wish && made.error) outbox.put({ ...wish, state: "refused", reason: told(made.error) });
        else if (wish) outbox.delete(number);
        result.value = made;
      } catch (error) {
        give(error);
      }
    });
  });
  tell();
  ask();
  return done;
}

const nobody = {
  message: "You are signed out here, so nothing was logged.",
  hint: "Sign in with a connection, and tap again.",
};

const told = ({ message, hint }) => `${message} ${hint}`.trim();

/** The hash by which the server knows the body of a form. */
export async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Lays by what a form was to do whose answer did not come, until the page without a network does it;
 * false where this browser keeps nothing of the log that the form was about.
 */
export async function lay({ log, ...wish }) {
  const isLaid = await transact("readwrite", (kept, outbox, result) => {
    look(kept, outbox, (all) => {
      if (all.snapshot === undefined || all.page !== log) return;
      outbox.add({ ...wish, log: all.log, title: titles[wish.values.do] ?? "A form", state: "typed" });
      result.value = true;
    });
  });
  if (isLaid) tell();
  return isLaid ?? false;
}

const titles = {
  read: "Start reading",
  listen: "Start listening",
  climb: "Start climbing",
  pause: "Pause",
  resume: "Resume",
  stop: "Stop",
  discard: "Discard a session",
  place: "Note a page",
  "add-climb": "Add a climb",
  attempt: "Log an attempt",
};

/** Lets what was refused be tried once more. */
export async function retry(line) {
  const state = line.body ? "waits" : "typed";
  await transact("readwrite", (kept, outbox) => outbox.put({ ...line, state, reason: undefined }));
  tell();
}

function waiting(made, log) {
  const { mutation, id } = made;
  return { id, log, title: mutation.title, at: mutation.at, body: JSON.stringify(mutation), state: "waits" };
}

/** This browser among the devices of a log: eight random digits. */
function newNode() {
  return crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, "0");
}

/** Asks the browser to keep what waits when room grows scarce, and to wake us when it can be sent. */
async function ask() {
  await navigator.storage?.persist?.().catch(() => false);
  const registration = await navigator.serviceWorker?.getRegistration(base);
  await registration?.sync?.register("outbox").catch(() => undefined);
}

const channel = new BroadcastChannel(`cairn ${base}`);
channel.addEventListener("message", () => changed());

/** Tells this page and other tabs that something is kept, or no more. */
function tell() {
  channel.postMessage("changed");
  changed();
}

function changed() {
  document.dispatchEvent(new Event("cairn:kept"));
  count();
}

/** Sends what waits and fetches what is new; one tab at a time, and whoever comes meanwhile waits. */
export async function sync() {
  const isThere = await (navigator.locks ? navigator.locks.request(`cairn ${base}`, exchange) : exchange());
  document.dispatchEvent(new CustomEvent("cairn:asked", { detail: { isThere } }));
  await again(isThere);
  return isThere;
}

let pause = 2_000;
let next;

/** Tries again while something waits, less and less often. */
async function again(isThere) {
  clearTimeout(next);
  pause = isThere ? 2_000 : Math.min(pause * 2, 300_000);
  const { lines, isSignedOut } = await everything().catch(() => ({ lines: [] }));
  if (isThere || isSignedOut || lines.every((line) => line.state === "refused")) return;
  next = setTimeout(sync, pause * (0.5 + Math.random() / 2));
}

async function exchange() {
  try {
    // Whoever is signed in by now may have left something here before.
    if ((await pass()) !== (await everything()).log) await pass();
    tell();
    return true;
  } catch (error) {
    if (error.status === 401) await transact("readwrite", (kept) => kept.put(true, "isSignedOut")).then(tell);
    return false;
  }
}

/** Sends all that waits, then fetches; gives the log it was sent to. */
async function pass() {
  let all = await everything();
  for (let round = 0; round < 50 && all.lines.some((line) => line.state === "waits"); round += 1) {
    if (!(await push(all))) await snapshot(all);
    all = await everything();
  }
  await snapshot(all);
  return all.log;
}

async function post(path, body) {
  const answer = await fetch(api + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  if (answer.ok || answer.status === 409) return answer;
  throw Object.assign(new Error(`${answer.status}`), { status: answer.status });
}

/** Sends what waits, in order; false when the server is on another timeline by now. */
async function push(all) {
  const lines = all.lines.filter((line) => line.state === "waits").slice(0, 200);
  if (lines.length === 0 || all.epoch === undefined) return all.epoch !== undefined;
  const body = `{"proto":1,"epoch":"${all.epoch}","lines":[${lines.map((line) => line.body)}]}`;
  const answer = await post("push", body);
  if (answer.status === 409) return false;
  const { results } = await answer.json();
  const verdicts = new Map(results.map((one) => [one.mutation, one]));
  await transact("readwrite", (kept, outbox) => {
    for (const line of lines) settle(line, verdicts.get(line.id), outbox);
  });
  return true;
}

/** What was taken stays until the server is seen to have it; what was refused, until it is read. */
function settle(line, verdict, outbox) {
  if (!verdict) return;
  const isRefused = verdict.code !== undefined;
  outbox.put({ ...line, state: isRefused ? "refused" : "sent", reason: verdict.reason });
}

/** So many lines that the server had are kept here, should it lose them (a disk, an old backup). */
const mostHad = 200;

/** Fetches what the offline page needs; what the server has by now waits no more. */
async function snapshot({ lines, had }) {
  const sent = [...had, ...lines.filter((line) => line.state === "sent")];
  const answer = await post("snapshot", JSON.stringify({ confirm: sent.map((line) => line.id) }));
  const text = await answer.text();
  const { log, epoch, at, node, unknown } = JSON.parse(text);
  await transact("readwrite", (kept, outbox) => {
    kept.delete("isSignedOut");
    // A device whose clock is right within a minute goes by its own.
    const ahead = Math.abs(Date.now() - at) < 60_000 ? 0 : Date.now() - at;
    const values = { snapshot: text, log, epoch, at, ahead, page: node, theme: document.documentElement.dataset.theme };
    for (const [key, value] of Object.entries(values)) kept.put(value, key);
    const own = sent.filter((line) => line.log === log);
    for (const line of own) outbox.put({ ...line, state: unknown.includes(line.id) ? "waits" : "had" });
    for (const line of own.slice(0, -mostHad)) if (!unknown.includes(line.id)) outbox.delete(line.number);
  });
}

/** Forgets what was refused, once the person has read why and wants it so. */
export async function dismiss(number) {
  await transact("readwrite", (kept, outbox) => outbox.delete(number));
  tell();
}

/** Says on every page how much is not sent yet. */
async function count() {
  const all = await everything().catch(() => ({ lines: [] }));
  const waits = all.lines.filter((line) => line.state !== "refused").length;
  const refused = all.lines.length - waits;
  document.querySelector(".unsent-count")?.remove();
  if (waits + refused === 0 || document.getElementById("offline")) return;
  const line = document.createElement("p");
  line.className = "elsewhere unsent-count";
  line.setAttribute("role", "status");
  const words = [waits ? `${waits} not sent yet.` : "", refused ? `${refused} refused by the server.` : ""];
  const link = document.createElement("a");
  link.href = `${base}offline`;
  link.textContent = "Show";
  line.append(words.filter(Boolean).join(" "), " ", link);
  document.getElementById("main").before(line);
}

/** Forgets everything of the person who signs out; what others did not send yet waits for them. */
async function forget() {
  await transact("readwrite", (kept, outbox) => {
    look(kept, outbox, (all) => {
      for (const line of [...all.lines, ...all.had]) outbox.delete(line.number);
      kept.clear();
    });
  });
  tell();
}

addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (form.getAttribute("action") !== `${base}sign-out` || form.dataset.forgot) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    leave(form);
  },
  { capture: true },
);

async function leave(form) {
  const isThere = await sync();
  if (!isThere && !(await everything().catch(() => ({}))).isSignedOut) return stay(form);
  const all = await everything().catch(() => ({ lines: [] }));
  const lost = all.lines.length;
  const words = `${lost} of what you logged did not reach the server, and signing out forgets it. Sign out?`;
  if (lost > 0 && !confirm(words)) return;
  await forget().catch(() => undefined);
  form.dataset.forgot = "yes";
  form.requestSubmit();
}

/** Signing out is the server's to do: what it does not hear of would only look like it. */
function stay(form) {
  form.querySelector(".unsent")?.remove();
  const line = document.createElement("p");
  line.className = "error unsent";
  line.setAttribute("role", "alert");
  line.textContent = "There is no connection, so this browser is still signed in. Sign out when there is one.";
  form.append(line);
}

/** Offers a version that has come meanwhile; what is being typed stays until the person wants it. */
function offer(worker) {
  if (document.querySelector(".newer")) return;
  const line = document.createElement("p");
  line.className = "elsewhere newer";
  line.setAttribute("role", "status");
  const button = document.createElement("button");
  button.textContent = "Use it";
  button.addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    worker.postMessage("take over");
  });
  line.append("A new version is ready. ", button);
  document.getElementById("main").before(line);
}

/** Only an address of ours can become that of a worker. */
function address() {
  const policy = globalThis.trustedTypes?.createPolicy("cairn", { createScriptURL: (url) => url });
  return policy ? policy.createScriptURL(`${base}sw.js`) : `${base}sw.js`;
}

async function register() {
  const registration = await navigator.serviceWorker.register(address(), { scope: base });
  const isNew = (worker) => worker?.state === "installed" && navigator.serviceWorker.controller;
  if (isNew(registration.waiting)) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => isNew(worker) && offer(worker));
  });
}

async function begin() {
  count();
  if (navigator.serviceWorker) {
    navigator.serviceWorker.addEventListener("message", (event) => event.data === "send" && sync());
    await register().catch(() => undefined);
  }
  await sync();
}

addEventListener("online", () => sync());
document.addEventListener("visibilitychange", () => document.hidden || sync());
let gathering;
document.addEventListener("cairn:shown", () => {
  count();
  clearTimeout(gathering);
  // What is kept must know the session that was just started, wherever that was.
  if (!document.getElementById("offline")) gathering = setTimeout(sync, 1000);
});
if (globalThis.indexedDB) {
  if (document.readyState === "complete") begin();
  else addEventListener("load", () => setTimeout(begin));
}
