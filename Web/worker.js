// The service worker, which responds offline; the server prepends `version` and `shell`.

const name = `cairn ${version}`;
const absoluteURL = (path) => new URL(path, registration.scope).href;

/** Caches all files of a version or none: a mixture of two versions would not work. */
async function fillCache() {
  const fresh = (path) => new Request(absoluteURL(path), { cache: "no-cache" });
  const cache = await caches.open(name);
  if ((await cache.keys()).length < shell.length) await cache.addAll(shell.map(fresh));
}

addEventListener("install", (event) => event.waitUntil(fillCache()));

addEventListener("activate", (event) => {
  event.waitUntil(activateVersion());
});

async function activateVersion() {
  const own = (await caches.keys()).filter((key) => key.startsWith("cairn ") && key !== name);
  await Promise.all(own.map((key) => caches.delete(key)));
  await clients.claim();
}

// A new version waits until the person activates it.
addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
  // The browser may evict the cache but keep the worker.
  if (event.data === "fill") event.waitUntil(fillCache().catch(() => undefined));
});

addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(wakePages());
});

/** Lets an open page send the outbox. */
async function wakePages() {
  for (const client of await clients.matchAll({ type: "window" })) client.postMessage("send");
}

addEventListener("fetch", (event) => {
  const { request } = event;
  // The browser sends forms itself, with the headers that state their origin.
  const isForm = request.mode === "navigate" && request.method !== "GET";
  if (isForm) return navigator.onLine ? undefined : event.respondWith(submitForm(request));
  const known = new Set(shell.map(absoluteURL));
  if (request.method === "GET" && known.has(request.url)) return event.respondWith(cachedFirst(request));
  // Downloads may be slow, and the offline page must not replace them.
  const isPage = request.mode === "navigate" && !request.url.startsWith(absoluteURL("api/"));
  if (isPage) event.respondWith(networkFirst(request));
});

/** The timeout of a page request in milliseconds. */
const timeout = 6_000;

const timedOut = () => new Promise((resolve) => setTimeout(resolve, timeout));

/** Returns a page from the network, else the offline page; pages are never cached. */
async function networkFirst(request) {
  const coming = fetch(request);
  const answer = await Promise.race([coming, timedOut()]).catch(() => undefined);
  if (answer && ![502, 503, 504].includes(answer.status)) return answer;
  return (await cached(absoluteURL("offline"))) ?? answer ?? coming;
}

/** Sends a form offline; without a response it redirects to the offline page. */
function submitForm(request) {
  return fetch(request).catch(() => Response.redirect(absoluteURL("offline#undone"), 303));
}

/** Returns a file of this version from the cache or the network. */
async function cachedFirst(request) {
  return (await cached(request)) ?? fetch(request);
}

async function cached(file) {
  return caches.match(file, { cacheName: name }).catch(() => undefined);
}
