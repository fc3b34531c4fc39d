// Shows what changes elsewhere: in another tab, on another device. Everything works without it.

const main = () => document.getElementById("main");

/** The state of the log that the page shows. */
let state = main().dataset.state;
let source;
let gathering;

/** Listens while the page is seen: a browser has few connections, and hidden pages need none. */
function listen() {
  if (document.hidden || source) return;
  source = new EventSource(new URL(`../api/v1/changes?since=${state}`, import.meta.url));
  source.addEventListener("changed", look);
  source.addEventListener("error", () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    leave();
    setTimeout(listen, 60_000);
  });
}

function leave() {
  source?.close();
  source = undefined;
}

/** Looks at what changed, once for many changes that come together. */
function look(event) {
  state = event.lastEventId;
  clearTimeout(gathering);
  gathering = setTimeout(decide, 150);
}

/** What this page did itself is shown by the answer to its form. */
function decide() {
  if (document.querySelector("form[data-sent]")) return (gathering = setTimeout(decide, 150));
  if (Number(main().dataset.state) >= Number(state)) return;
  if (isBusy()) offer();
  else refresh();
}

/** Whether the person is in the middle of something that a new page would take away. */
function isBusy() {
  const page = main();
  const at = document.activeElement;
  return (
    document.querySelector("dialog[open], form[data-sent]") !== null ||
    page.querySelector("details[open]") !== null ||
    (page.contains(at) && at.matches("input, textarea, select")) ||
    [...page.querySelectorAll("input, textarea, option")].some(isTyped)
  );
}

function isTyped(field) {
  if (field.matches("option")) return field.selected !== field.defaultSelected && field.index > 0;
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** Says that there is something new, and leaves the rest to the person. */
function offer() {
  if (document.querySelector(".changed")) return;
  const link = document.createElement("a");
  link.href = location.pathname + location.search;
  link.textContent = "Show";
  const line = document.createElement("p");
  line.className = "elsewhere changed";
  line.setAttribute("role", "status");
  line.append("This changed elsewhere. ", link);
  main().before(line);
}

/** Asks for the page once more; as a document, no text of it becomes markup on the way here. */
function refresh() {
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.open("GET", location.pathname + location.search);
  request.addEventListener("load", () => {
    const fresh = request.status === 200 && request.response?.getElementById("main");
    if (!fresh || fresh.dataset.state === undefined) return;
    // What was asked for before something was done here tells of the time before.
    if (fresh.dataset.state && Number(fresh.dataset.state) < Number(main().dataset.state)) return;
    if (isBusy()) offer();
    else show(fresh, request.response.title);
  });
  request.addEventListener("loadend", follow);
  request.send();
}

/** Looks again soon where the page tells of something that is on its way. */
function follow() {
  if (main().querySelector("[data-again]")) setTimeout(refresh, 700);
}

function show(fresh, title) {
  const way = wayTo(document.activeElement);
  main().replaceWith(document.adoptNode(fresh));
  document.title = title;
  document.querySelector(".changed")?.remove();
  document.dispatchEvent(new Event("cairn:shown"));
  if (way) main().querySelectorAll(way.tag)[way.place]?.focus({ preventScroll: true });
}

/** Where the focus was, to give it to what stands there now. */
function wayTo(element) {
  if (!main().contains(element) || element === main()) return null;
  const tag = element.tagName;
  return { tag, place: [...main().querySelectorAll(tag)].indexOf(element) };
}

if (state) {
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : listen()));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", listen);
  listen();
  follow();
}
