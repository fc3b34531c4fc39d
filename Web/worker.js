// Answers when no network does. `version` and `shell` come before this, from the server.

const name = `cairn ${version}`;
const place = (path) => new URL(path, registration.scope).href;

/** All of a version or none of it: an app that is half old and half new is none. */
async function fill() {
  const fresh = (path) => new Request(place(path), { cache: "no-cache" });
  const cache = await caches.open(name);
  if ((await cache.keys()).length < shell.length) await cache.addAll(shell.map(fresh));
}

addEventListener("install", (event) => event.waitUntil(fill()));

addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

async function takeOver() {
  const own = (await caches.keys()).filter((key) => key.startsWith("cairn ") && key !== name);
  await Promise.all(own.map((key) => caches.delete(key)));
  await clients.claim();
}

// A new version waits until the person has it take over.
addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
  // A browser that throws the files away may keep the worker.
  if (event.data === "fill") event.waitUntil(fill().catch(() => undefined));
});

addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(wake());
});

/** Has a page that is open send what waits. */
async function wake() {
  for (const client of await clients.matchAll({ type: "window" })) client.postMessage("send");
}

addEventListener("fetch", (event) => {
  const { request } = event;
  // A form is the browser's own to send, with all that says where it comes from.
  const isForm = request.mode === "navigate" && request.method !== "GET";
  if (isForm) return navigator.onLine ? undefined : event.respondWith(done(request));
  const known = new Set(shell.map(place));
  if (request.method === "GET" && known.has(request.url)) return event.respondWith(own(request));
  // What is downloaded may take its time, and no page may come in its place.
  if (request.mode === "navigate" && !request.url.startsWith(place("api/"))) event.respondWith(page(request));
});

/** So many milliseconds a network may be silent before it counts as none. */
const patience = 6_000;

const silence = () => new Promise((resolve) => setTimeout(resolve, patience));

/** A page from the network; where none comes, the page that works without. Pages are never kept. */
async function page(request) {
  const coming = fetch(request);
  const answer = await Promise.race([coming, silence()]).catch(() => undefined);
  if (answer && ![502, 503, 504].includes(answer.status)) return answer;
  return (await kept(place("offline"))) ?? answer ?? coming;
}

/** What answers a form that is not kept; where nothing does, a page that says so. */
function done(request) {
  return fetch(request).catch(() => Response.redirect(place("offline#undone"), 303));
}

/** A file of this version, wherever it comes from: newer ones come with a worker of their own. */
async function own(request) {
  return (await kept(request)) ?? fetch(request);
}

async function kept(file) {
  return caches.match(file, { cacheName: name }).catch(() => undefined);
}
