// What every page does for the times without a network: it keeps what the offline page needs, and
// sends what was logged there. Everything works without it while there is a network.

const { base, transact, look, everything, keep, lay, digest, named, newNode, forget, greet, clockOffset } = await import(
  document.querySelector('script[src*="/store.js"]').src
);
export { everything, lay, digest };
const api = `${base}api/v1/sync/`;

/**
 * Does an act: what is kept is read, the rules decide, and what comes of it is on the disk, before anybody
 * hears that it was done. Should anything be kept meanwhile, by another tab or by the server's answer, the
 * rules decide anew, so two tabs never both decide on the same state. What was laid by under a number goes
 * with it, or says from then on why it was refused.
 */
export async function logged(decide, number, isTap = false) {
  for (;;) {
    const all = await everything();
    if (all.snapshot === undefined) return { error: nobody };
    // A tap that another tab has done meanwhile, or the server had, is done.
    if (isTap && all.lines.every((line) => line.number !== number)) return {};
    all.node ??= newNode();
    const made = await decide(all);
    if (!(await keep(made, all, number))) continue;
    tell();
    ask();
    return made;
  }
}

const nobody = {
  message: "You are signed out here, so nothing was logged.",
  hint: "Sign in with a connection, and tap again.",
};

/** Lets what was refused be tried once more; gives whether it still stood as it was. */
export async function retry(line) {
  const state = line.body ? "waits" : "typed";
  const isThere = await transact("readwrite", (kept, outbox, result) => {
    const asked = outbox.get(line.number);
    asked.addEventListener("success", () => {
      result.value = asked.result?.state === line.state;
      if (result.value) outbox.put({ ...line, state, reason: undefined });
    });
  });
  tell();
  return isThere;
}

/** Asks the browser to keep what waits when room grows scarce, and to wake us when it can be sent. */
async function ask() {
  await navigator.storage?.persist?.().catch(() => false);
  const registration = await navigator.serviceWorker?.getRegistration(base);
  await registration?.sync?.register("outbox").catch(() => undefined);
}

const channel = new BroadcastChannel(`cairn ${base}`);
channel.addEventListener("message", ({ data }) => (data === "left" ? close() : changed()));
// What is shown whoever is signed out is shown once the server has heard of that.
const close = () => (navigator.locks ? alone(() => location.reload()) : setTimeout(() => location.reload(), 5_000));

/** Tells this page and other tabs that something is kept, or no more. */
function tell() {
  channel.postMessage("changed");
  changed();
}

function changed() {
  document.dispatchEvent(new Event("cairn:kept"));
  count();
}

/** Has one tab at a time send, fetch or forget; whoever comes meanwhile waits. */
const alone = (body) => (navigator.locks ? navigator.locks.request(`cairn ${base}`, body) : body());

/** Sends what waits and fetches what is new. */
export async function sync() {
  const failure = await alone(exchange);
  const isThere = failure === undefined;
  document.dispatchEvent(new CustomEvent("cairn:asked", { detail: { isThere, reason: failure?.reason } }));
  await again(isThere, failure?.wait);
  return isThere;
}

let pause = 2_000;
let next;

/** Tries again while something waits, less and less often, and not before the server wants it. */
async function again(isThere, wait = 0) {
  clearTimeout(next);
  pause = isThere ? 2_000 : Math.min(pause * 2, 300_000);
  const { lines, isSignedOut } = await everything().catch(() => ({ lines: [] }));
  // A server that lost what it had wants it again, though it is there.
  const isDone = isThere ? lines.every((line) => line.state !== "waits") : lines.every((line) => line.state === "refused");
  if (isDone || isSignedOut) return;
  next = setTimeout(sync, Math.max(wait, pause * (0.5 + Math.random() / 2)));
}

/** Sends and fetches; gives why that failed, if it did. */
async function exchange() {
  try {
    // Whoever is signed in by now may have left something here before.
    if ((await pass()) !== (await everything()).log) await pass();
    await learn();
    tell();
    return undefined;
  } catch (error) {
    if (error.status === 401) await transact("readwrite", (kept) => kept.put(true, "isSignedOut")).then(tell);
    return error;
  }
}

/** Whether nobody signs in at this server: what waits for another log is then no other person's. */
async function learn() {
  if ((await everything()).others.length === 0) return;
  const how = { credentials: "omit", redirect: "error", signal: AbortSignal.timeout(20_000) };
  const answer = await fetch(`${api}hello`, how).catch(() => undefined);
  const told = await answer?.json().catch(() => ({}));
  if (told) await transact("readwrite", (kept) => kept.put(answer.ok && Boolean(told.log), "isOpen"));
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

function post(path, body) {
  return request(path, { method: "POST", headers: { "content-type": "application/json" }, body });
}

async function request(path, how) {
  const answer = await fetch(api + path, { ...how, signal: AbortSignal.timeout(20_000) });
  if (answer.ok || answer.status === 409) return answer;
  throw Object.assign(new Error(`${answer.status}`), await failing(answer));
}

/** Why a server that was reached does not do it, in its own words, and how long it wants to be left alone. */
async function failing(answer) {
  const { status, headers } = answer;
  const { code, detail } = (await answer.json().catch(() => undefined)) ?? {};
  const isGone = [502, 503, 504].includes(status) && !code;
  const wait = Math.min(Number(headers.get("retry-after")) || 0, 3_600) * 1_000;
  return { status, code, wait, reason: isGone ? undefined : (detail ?? `It answers ${status}.`) };
}

/** How many bytes are sent at once, unless one line has more: a proxy may take no more than a megabyte. */
let most = 250_000;

/** The first lines that wait, as many as are sent at once. */
function batch(all) {
  const waits = all.lines.filter((line) => line.state === "waits").slice(0, 200);
  let bytes = 0;
  return waits.filter((line, place) => (bytes += line.body.length) <= most || place === 0);
}

/**
 * Where a server cannot take so much, or one of the lines: less at once, and in the end the one it is. One
 * that is older than this page takes none of them, and no line is to blame.
 */
async function misfit(error, lines) {
  const isUnread = [400, 422].includes(error.status) && error.code && error.code !== "sync.newer";
  const isMisfit = error.status === 413 || isUnread;
  if (!isMisfit) throw error;
  if (lines.length > 1) return (most = Math.min(most, size(lines)) / 2);
  const verdict = { code: error.code ?? "413", reason: error.reason };
  return transact("readwrite", (kept, outbox) => settle(lines[0], verdict, outbox));
}

const size = (lines) => lines.reduce((sum, line) => sum + line.body.length, 0);

/** Sends what waits, in order; false when the server is on another timeline by now. */
async function push(all) {
  const lines = batch(all);
  if (lines.length === 0 || all.epoch === undefined) return all.epoch !== undefined;
  const body = `{"proto":1,"epoch":"${all.epoch}","lines":[${lines.map((line) => line.body)}]}`;
  const answer = await post("push", body).catch((error) => misfit(error, lines));
  if (answer?.status === 409) return false;
  if (!answer?.ok) return true;
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

/** What was fetched is fetched again after so many milliseconds at the latest, as it tells the time as well. */
const longest = 600_000;

/** Whether what is kept is what the server would give: of the same log after the same change, and not old. */
function isFresh({ snapshot, lines, change, fetched }, state) {
  const age = Date.now() - fetched;
  const isKnown = lines.every((line) => line.state !== "sent" && (line.state !== "typed" || line.isMissed));
  return snapshot && change === state && age >= 0 && age < longest && isKnown;
}

/** Fetches what the offline page needs, if it changed; what the server has by now waits no more. */
async function snapshot(all) {
  const { log, epoch, head } = await (await request("hello", {})).json();
  const change = `${log} ${epoch} ${head} ${import.meta.url}`;
  if (!isFresh(all, change)) return fetchAll(all, change);
  return transact("readwrite", (kept) => kept.delete("isSignedOut"));
}

async function fetchAll({ lines, had, ahead }, change) {
  const sent = [...had, ...lines.filter((line) => line.state === "sent")];
  const taps = await Promise.all(lines.filter((line) => line.once).map(named));
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
    for (const line of own.slice(0, -mostHad)) if (!lost.has(line.id)) outbox.delete(line.number);
    for (const tap of taps) settleTap(tap, lost.has(tap.id), outbox);
  });
}

/** A tap whose form had arrived, though the answer found nobody, is done; of any other it is known that it had not. */
function settleTap(tap, isMissed, outbox) {
  const asked = outbox.get(tap.number);
  asked.addEventListener("success", () => {
    const line = asked.result;
    // It may have been done or changed since the server was asked.
    if (line?.once !== tap.once) return;
    if (!isMissed) outbox.delete(tap.number);
    else if (line.state === "typed" && !line.isMissed) outbox.put({ ...line, isMissed });
  });
}

/** Forgets what was answered, or what was refused, once the person has read why and wants it so. */
export async function dismiss(number) {
  await transact("readwrite", (kept, outbox) => outbox.delete(number));
  tell();
}

/** So many milliseconds a tap may be on its way to the server before anybody says that it is not sent. */
const patience = 10_000;
const isOnItsWay = ({ state, at }) => state === "typed" && Math.abs(Date.now() - at) < patience;

/**
 * Whether a person is to say that a tap is still to be done: the server was asked since and did not know of it,
 * so they may have seen that and tapped again. What cannot be done twice is asked for after minutes alone.
 */
export const isOld = ({ state, at, isMissed, values }) =>
  state === "typed" && isMissed && (countsUp.has(values.do) || Math.abs(Date.now() - at) > 120_000);
const countsUp = new Set(["attempt", "add-climb"]);

/** Says on every page how much is not sent yet. */
async function count() {
  if (document.getElementById("offline")) return;
  const all = await everything().catch(() => ({ lines: [], others: [] }));
  const { others } = all;
  const lines = all.lines.filter((line) => !isOnItsWay(line));
  if (lines.length < all.lines.length) setTimeout(count, patience);
  const waits = lines.filter((line) => line.state !== "refused").length;
  const refused = lines.length - waits;
  document.querySelector(".unsent-count")?.remove();
  if (lines.length + others.length === 0) return;
  const line = document.createElement("p");
  line.className = "elsewhere unsent-count";
  line.setAttribute("role", "status");
  const words = [
    waits ? `${waits} not sent yet.` : "",
    refused ? `${refused} refused by the server.` : "",
    others.length > 0 ? `${others.length} kept for another log.` : "",
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
    leave(form);
  },
  { capture: true },
);

/** Signing out is the server's to do: what it does not hear of would only look like it. */
async function leave(form) {
  note(form, "quiet", "Signing out…");
  const isThere = (await sync()) || (await everything().catch(() => ({}))).isSignedOut;
  if (isThere) return alone(() => part(form));
  note(form, "error", "There is no connection, so this browser is still signed in. Sign out when there is one.");
}

/** Forgets, and lets no tab fetch anything again before the server has heard of it and this page is gone. */
async function part(form) {
  const all = await everything().catch(() => ({ lines: [] }));
  const lost = all.lines.length;
  const words = `${lost} of what you logged did not reach the server, and signing out forgets it. Sign out?`;
  if (lost > 0 && !confirm(words)) return note(form, "quiet", "You are still signed in.");
  await forget().catch(() => undefined);
  channel.postMessage("left");
  tell();
  form.dataset.forgot = "yes";
  form.requestSubmit();
  await new Promise((resolve) => setTimeout(resolve, 30_000));
}

function note(form, kind, words) {
  form.querySelector(".unsent")?.remove();
  const line = document.createElement("p");
  line.className = `${kind} unsent`;
  line.setAttribute("role", kind === "error" ? "alert" : "status");
  line.textContent = words;
  form.append(line);
}

/** Offers a version that has come meanwhile; what is being typed stays until the person wants it. */
function offer(registration) {
  if (document.querySelector(".newer")) return;
  const line = document.createElement("p");
  line.className = "elsewhere newer";
  line.setAttribute("role", "status");
  const button = document.createElement("button");
  button.textContent = "Use it";
  button.addEventListener("click", () => {
    // Another tab may have had it take over, or a newer one have come.
    if (!registration.waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting.postMessage("take over");
  });
  line.append("A new version is ready. ", button);
  document.getElementById("main").before(line);
}

const isOurs = (url) => /^(sw\.js|assets\/)/.test(new URL(url, location).href.replace(location.origin + base, ""));
const policy = globalThis.trustedTypes?.createPolicy("cairn", { createScriptURL: (url) => (isOurs(url) ? url : "") });
/** Only an address of ours can become that of a worker. */
export const address = (url) => policy?.createScriptURL(url) ?? url;

async function register() {
  const registration = await navigator.serviceWorker.register(address(`${base}sw.js`), { scope: base });
  registration.active?.postMessage("fill");
  const isNew = (worker) => worker?.state === "installed" && navigator.serviceWorker.controller;
  if (isNew(registration.waiting)) offer(registration);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => isNew(worker) && offer(registration));
  });
}

async function begin() {
  await greet().catch(() => undefined);
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
