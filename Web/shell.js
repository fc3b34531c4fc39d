// Offline support on every page: stores the data of the offline page and sends what was logged there.
// Online, everything works without this script.

const store = await import(document.querySelector('script[src*="/store.js"]').src);
const { base, transact, readAll, commit, storeForm, digest, withMutationID, newNode } = store;
const { clearLog, dropOtherLog, clockOffset } = store;
export { readAll, storeForm, digest };
const api = `${base}api/v1/sync/`;

/**
 * Applies an action: reads the stored state, lets the core decide, and commits the result to disk before
 * reporting success. If another tab or a response changes the state first, the core decides again, so that
 * two tabs never act on the same state. The stored form `number` is removed, or marked with its error.
 */
export async function perform(decide, number, isTap = false) {
  for (;;) {
    const all = await readAll();
    if (all.snapshot === undefined) return { error: signedOutError };
    // A stored form that is gone was applied by another tab or by the server.
    if (isTap && all.lines.every((line) => line.number !== number)) return {};
    all.node ??= newNode();
    const made = await decide(all);
    if (!(await commit(made, all, number))) continue;
    notify();
    requestPersistence();
    return made;
  }
}

const signedOutError = {
  message: "You are signed out, so nothing was logged.",
  hint: "Sign in while online and try again.",
};

/** Queues a rejected entry again; returns whether it was still unchanged. */
export async function retry(line) {
  const state = line.body ? "waits" : "typed";
  const isThere = await transact("readwrite", (kept, outbox, result) => {
    const asked = outbox.get(line.number);
    asked.addEventListener("success", () => {
      result.value = asked.result?.state === line.state;
      if (result.value) outbox.put({ ...line, state, reason: undefined });
    });
  });
  notify();
  return isThere;
}

/** Asks the browser for persistent storage and for a background sync. */
async function requestPersistence() {
  await navigator.storage?.persist?.().catch(() => false);
  const registration = await navigator.serviceWorker?.getRegistration(base);
  await registration?.sync?.register("outbox").catch(() => undefined);
}

const channel = new BroadcastChannel(`cairn ${base}`);
channel.addEventListener("message", ({ data }) => (data === "left" ? reloadPage() : onStoredChange()));
// Reloads after the sign-out request, so that the server renders the signed-out page.
const reload = () => location.reload();
const reloadPage = () => (navigator.locks ? withLock(reload) : setTimeout(reload, 5_000));

/** Notifies this page and other tabs of a change in the stored data. */
function notify() {
  channel.postMessage("changed");
  onStoredChange();
}

function onStoredChange() {
  document.dispatchEvent(new Event("cairn:kept"));
  showUnsentCount();
}

/** Runs `body` under a lock, so that one tab at a time sends, fetches or clears data. */
const withLock = (body) => (navigator.locks ? navigator.locks.request(`cairn ${base}`, body) : body());

/** Sends the outbox and fetches the snapshot. */
export async function sync() {
  const failure = await withLock(exchange);
  const isThere = failure === undefined;
  document.dispatchEvent(new CustomEvent("cairn:asked", { detail: { isThere, reason: failure?.reason } }));
  await scheduleRetry(isThere, failure?.wait);
  return isThere;
}

let retryDelay = 2_000;
let retryTimer;

/** Retries with exponential backoff while the outbox is not empty, respecting Retry-After. */
async function scheduleRetry(isThere, wait = 0) {
  clearTimeout(retryTimer);
  retryDelay = isThere ? 2_000 : Math.min(retryDelay * 2, 300_000);
  const { lines, isSignedOut } = await readAll().catch(() => ({ lines: [] }));
  // A server that lost data gets its mutations again.
  const isDone = isThere ? lines.every((line) => line.state !== "waits") : lines.every((line) => line.state === "refused");
  if (isDone || isSignedOut) return;
  retryTimer = setTimeout(sync, Math.max(wait, retryDelay * (0.5 + Math.random() / 2)));
}

/** Sends and fetches; returns the error, or undefined. */
async function exchange() {
  try {
    // The current account may be another one with unsent actions of its own.
    if ((await sendAndFetch()) !== (await readAll()).log) await sendAndFetch();
    await checkOpenServer();
    notify();
    return undefined;
  } catch (error) {
    if (error.status === 401) await transact("readwrite", (kept) => kept.put(true, "isSignedOut")).then(notify);
    return error;
  }
}

/** Detects a server without sign-in, where unsent actions of another log belong to the same person. */
async function checkOpenServer() {
  if ((await readAll()).others.length === 0) return;
  const how = { credentials: "omit", redirect: "error", signal: AbortSignal.timeout(20_000) };
  const answer = await fetch(`${api}hello`, how).catch(() => undefined);
  const payload = await answer?.json().catch(() => ({}));
  if (payload) await transact("readwrite", (kept) => kept.put(answer.ok && Boolean(payload.log), "isOpen"));
}

/** Sends the whole outbox, then fetches the snapshot; returns the log it belongs to. */
async function sendAndFetch() {
  let all = await readAll();
  for (let round = 0; round < 50 && all.lines.some((line) => line.state === "waits"); round += 1) {
    if (!(await push(all))) await updateSnapshot(all);
    all = await readAll();
  }
  await updateSnapshot(all);
  return all.log;
}

function post(path, body) {
  return request(path, { method: "POST", headers: { "content-type": "application/json" }, body });
}

async function request(path, how) {
  const answer = await fetch(api + path, { ...how, signal: AbortSignal.timeout(20_000) });
  if (answer.ok || answer.status === 409) return answer;
  throw Object.assign(new Error(`${answer.status}`), await errorDetails(answer));
}

/** The error of a reachable server: its status, code, reason and Retry-After in milliseconds. */
async function errorDetails(answer) {
  const { status, headers } = answer;
  const { code, detail } = (await answer.json().catch(() => undefined)) ?? {};
  const isGone = [502, 503, 504].includes(status) && !code;
  const wait = Math.min(Number(headers.get("retry-after")) || 0, 3_600) * 1_000;
  return { status, code, wait, reason: isGone ? undefined : (detail ?? `The server responded with status ${status}.`) };
}

/** The maximum bytes of a batch unless one mutation is larger: a proxy may limit bodies to a megabyte. */
let maxBatchBytes = 250_000;

/** The first waiting mutations that fit into one batch. */
function batch(all) {
  const waits = all.lines.filter((line) => line.state === "waits").slice(0, 200);
  let bytes = 0;
  return waits.filter((line, place) => (bytes += line.body.length) <= maxBatchBytes || place === 0);
}

/**
 * Handles a batch that is too large or contains an unreadable mutation: halves the batch size until one mutation
 * is left to reject. A server older than this page rejects all of them, which is no mutation's fault.
 */
async function handleRejectedBatch(error, lines) {
  const isUnread = [400, 422].includes(error.status) && error.code && error.code !== "sync.newer_protocol";
  const isMisfit = error.status === 413 || isUnread;
  if (!isMisfit) throw error;
  if (lines.length > 1) return (maxBatchBytes = Math.min(maxBatchBytes, size(lines)) / 2);
  const verdict = { code: error.code ?? "413", reason: error.reason };
  return transact("readwrite", (kept, outbox) => storeVerdict(lines[0], verdict, outbox));
}

const size = (lines) => lines.reduce((sum, line) => sum + line.body.length, 0);

/** Sends the next batch in order; returns false if the server's epoch has changed. */
async function push(all) {
  const lines = batch(all);
  if (lines.length === 0 || all.epoch === undefined) return all.epoch !== undefined;
  const body = `{"proto":2,"epoch":"${all.epoch}","mutations":[${lines.map((line) => line.body)}]}`;
  const answer = await post("push", body).catch((error) => handleRejectedBatch(error, lines));
  if (answer?.status === 409) return false;
  if (!answer?.ok) return true;
  const { results } = await answer.json();
  const verdicts = new Map(results.map((one) => [one.mutation, one]));
  await transact("readwrite", (kept, outbox) => {
    for (const line of lines) storeVerdict(line, verdicts.get(line.id), outbox);
  });
  return true;
}

/** Marks a mutation as sent until the snapshot confirms it, or as refused until the person dismisses it. */
function storeVerdict(line, verdict, outbox) {
  if (!verdict) return;
  const isRefused = verdict.code !== undefined;
  outbox.put({ ...line, state: isRefused ? "refused" : "sent", reason: verdict.reason });
}

/** The number of confirmed mutations kept in case the server loses them, for example by restoring a backup. */
const maxConfirmed = 200;

/** The maximum age of a snapshot in milliseconds, because it also calibrates the clock. */
const maxAge = 600_000;

/** Whether the stored snapshot is current: same log, same change, not too old, nothing left to confirm. */
function isFresh({ snapshot, lines, change, fetched }, state) {
  const age = Date.now() - fetched;
  const isKnown = lines.every((line) => line.state !== "sent" && (line.state !== "typed" || line.isMissed));
  return snapshot && change === state && age >= 0 && age < maxAge && isKnown;
}

/** Fetches the snapshot if it changed, and confirms mutations the server has. */
async function updateSnapshot(all) {
  const { log, epoch, head } = await (await request("hello", {})).json();
  const change = `${log} ${epoch} ${head} ${import.meta.url}`;
  if (!isFresh(all, change)) return fetchSnapshot(all, change);
  return transact("readwrite", (kept) => kept.delete("isSignedOut"));
}

async function fetchSnapshot({ lines, had, ahead }, change) {
  const sent = [...had, ...lines.filter((line) => line.state === "sent")];
  const taps = await Promise.all(lines.filter((line) => line.once).map(withMutationID));
  const asked = Date.now();
  const answer = await post("snapshot", JSON.stringify({ confirm: [...sent, ...taps].map((line) => line.id) }));
  const text = await answer.text();
  const { log, epoch, at, node, unknown } = JSON.parse(text);
  await transact("readwrite", (kept, outbox) => {
    kept.delete("isSignedOut");
    const { theme } = document.documentElement.dataset;
    const time = { at, ahead: clockOffset(asked, at) ?? ahead ?? 0, fetched: Date.now() };
    const values = { snapshot: text, log, epoch, ...time, page: node, theme, change };
    for (const [key, value] of Object.entries(values)) kept.put(value, key);
    const own = sent.filter((line) => line.log === log);
    const lost = new Set(unknown);
    for (const line of own) {
      const state = lost.has(line.id) ? "waits" : "had";
      if (line.state !== state) outbox.put({ ...line, state });
    }
    for (const line of own.slice(0, -maxConfirmed)) if (!lost.has(line.id)) outbox.delete(line.number);
    for (const tap of taps) confirmForm(tap, lost.has(tap.id), outbox);
  });
}

/** Removes a stored form that reached the server; marks any other as missed. */
function confirmForm(tap, isMissed, outbox) {
  const asked = outbox.get(tap.number);
  asked.addEventListener("success", () => {
    const line = asked.result;
    // Another tab may have applied or changed it during the request.
    if (line?.once !== tap.once) return;
    if (!isMissed) outbox.delete(tap.number);
    else if (line.state === "typed" && !line.isMissed) outbox.put({ ...line, isMissed });
  });
}

/** Deletes an entry that the person dismissed or the server acknowledged. */
export async function dismiss(number) {
  await transact("readwrite", (kept, outbox) => outbox.delete(number));
  notify();
}

/** How long a tap may be on its way before it counts as unsent, in milliseconds. */
const sendGrace = 10_000;
const isInFlight = ({ state, at }) => state === "typed" && Math.abs(Date.now() - at) < sendGrace;

/**
 * Whether a tap needs confirmation: the server did not know it, so the person may have noticed and tapped again.
 * Actions that cannot apply twice need it only after two minutes.
 */
export const needsConfirmation = ({ state, at, isMissed, values }) =>
  state === "typed" && isMissed && (countsUp.has(values.do) || Math.abs(Date.now() - at) > 120_000);
const countsUp = new Set(["attempt", "add-climb"]);

/** Shows on every page how many actions are unsent. */
async function showUnsentCount() {
  if (document.getElementById("offline")) return;
  const all = await readAll().catch(() => ({ lines: [], others: [] }));
  const { others } = all;
  const lines = all.lines.filter((line) => !isInFlight(line));
  if (lines.length < all.lines.length) setTimeout(showUnsentCount, sendGrace);
  const waits = lines.filter((line) => line.state !== "refused").length;
  const refused = lines.length - waits;
  document.querySelector(".unsent-count")?.remove();
  if (lines.length + others.length === 0) return;
  const line = document.createElement("p");
  line.className = "elsewhere unsent-count";
  line.setAttribute("role", "status");
  const words = [
    waits ? `${waits} not sent yet.` : "",
    refused ? `${refused} rejected by the server.` : "",
    others.length > 0 ? `${others.length} saved for another log.` : "",
  ];
  const link = document.createElement("a");
  link.href = `${base}offline`;
  link.textContent = "Show";
  line.append(words.filter(Boolean).join(" "), " ", link);
  document.getElementById("main").before(line);
}

addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (form.getAttribute("action") !== `${base}sign-out` || form.dataset.forgot) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    signOut(form);
  },
  { capture: true },
);

/** Signs out if the server is reachable; otherwise the sign-in would stay valid there. */
async function signOut(form) {
  showNote(form, "quiet", "Signing out…");
  const isThere = (await sync()) || (await readAll().catch(() => ({}))).isSignedOut;
  if (isThere) return withLock(() => clearAndSubmit(form));
  showNote(form, "error", "You’re offline, so this browser is still signed in. Sign out when you’re back online.");
}

/** Clears the data and holds the lock until this page is gone, so that no tab fetches it again. */
async function clearAndSubmit(form) {
  const all = await readAll().catch(() => ({ lines: [] }));
  const lost = all.lines.length;
  const words = `${lost} unsent ${lost === 1 ? "change" : "changes"} will be lost when you sign out. Sign out anyway?`;
  if (lost > 0 && !confirm(words)) return showNote(form, "quiet", "You are still signed in.");
  await clearLog().catch(() => undefined);
  channel.postMessage("left");
  notify();
  form.dataset.forgot = "yes";
  form.requestSubmit();
  await new Promise((resolve) => setTimeout(resolve, 30_000));
}

function showNote(form, kind, words) {
  form.querySelector(".unsent")?.remove();
  const line = document.createElement("p");
  line.className = `${kind} unsent`;
  line.setAttribute("role", kind === "error" ? "alert" : "status");
  line.textContent = words;
  form.append(line);
}

/** Offers a new version without interrupting the person. */
function offerVersion(registration) {
  if (document.querySelector(".newer")) return;
  const line = document.createElement("p");
  line.className = "elsewhere newer";
  line.setAttribute("role", "status");
  const button = document.createElement("button");
  button.textContent = "Update";
  button.addEventListener("click", () => {
    // Another tab may have activated it, or a newer version may have arrived.
    if (!registration.waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting.postMessage("take over");
  });
  line.append("A new version is ready. ", button);
  document.getElementById("main").before(line);
}

const isOurs = (url) => /^(sw\.js|assets\/)/.test(new URL(url, location).href.replace(location.origin + base, ""));
const policy = globalThis.trustedTypes?.createPolicy("cairn", { createScriptURL: (url) => (isOurs(url) ? url : "") });
/** Allows only the app's own URLs as worker scripts. */
export const scriptURL = (url) => policy?.createScriptURL(url) ?? url;

async function register() {
  const registration = await navigator.serviceWorker.register(scriptURL(`${base}sw.js`), { scope: base });
  registration.active?.postMessage("fill");
  const isNew = (worker) => worker?.state === "installed" && navigator.serviceWorker.controller;
  if (isNew(registration.waiting)) offerVersion(registration);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => isNew(worker) && offerVersion(registration));
  });
}

async function start() {
  await dropOtherLog().catch(() => undefined);
  showUnsentCount();
  if (navigator.serviceWorker) {
    navigator.serviceWorker.addEventListener("message", (event) => event.data === "send" && sync());
    await register().catch(() => undefined);
  }
  await sync();
}

addEventListener("online", () => sync());
document.addEventListener("visibilitychange", () => document.hidden || sync());
let syncTimer;
document.addEventListener("cairn:shown", () => {
  showUnsentCount();
  clearTimeout(syncTimer);
  // The snapshot must include a session started just now, on any device.
  if (!document.getElementById("offline")) syncTimer = setTimeout(sync, 1000);
});
if (globalThis.indexedDB) {
  if (document.readyState === "complete") start();
  else addEventListener("load", () => setTimeout(start));
}
