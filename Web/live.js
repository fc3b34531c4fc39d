// Shows changes made in another tab or on another device.

const main = () => document.getElementById("main");

/** The change counter of the log shown by the page. */
let state = main().dataset.state;
let source;
let debounceTimer;

/** Opens the event stream while the page is visible: a browser has few connections per server. */
function connect() {
  if (document.hidden || source) return;
  source = new EventSource(new URL(`../api/v1/changes?since=${state}`, import.meta.url));
  source.addEventListener("changed", onChange);
  source.addEventListener("error", () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    disconnect();
    setTimeout(connect, 60_000);
  });
}

function disconnect() {
  source?.close();
  source = undefined;
}

/** Handles a change event; several in quick succession cause one update. */
function onChange(event) {
  state = event.lastEventId;
  clearTimeout(debounceTimer);
  debounceTimer = setTimeout(update, 150);
}

/** Whether the page must not move: the response to its own form will show the change, or something is pressed. */
const isHeld = () => document.querySelector("form[data-sent], :active") !== null;

/** Updates the page, or waits while it must not move. */
function update() {
  if (isHeld()) return (debounceTimer = setTimeout(update, 150));
  if (Number(main().dataset.state) >= Number(state)) return;
  if (isBusy()) offerUpdate();
  else refresh();
}

/** Whether an update would interrupt the person or discard input. */
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

/** Shows a link to the update and leaves the choice to the person. */
function offerUpdate() {
  if (document.querySelector(".changed")) return;
  const link = document.createElement("a");
  link.href = location.pathname + location.search;
  link.textContent = "Show";
  const line = document.createElement("p");
  line.className = "elsewhere changed";
  line.setAttribute("role", "status");
  line.append("This changed on another device. ", link);
  main().before(line);
}

/** Fetches the page again as a document, so that no text is ever inserted as markup. */
function refresh() {
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.open("GET", location.pathname + location.search);
  request.addEventListener("load", () => {
    const fresh = request.status === 200 && request.response?.getElementById("main");
    if (!fresh || fresh.dataset.state === undefined) return;
    if (isHeld()) return (debounceTimer = setTimeout(update, 150));
    const place = new URL(request.responseURL);
    // The page of an open session leads elsewhere once it has ended.
    if (place.pathname !== location.pathname) return isBusy() ? offerUpdate() : location.assign(place.href);
    // A response requested before a local action is older than the page.
    if (fresh.dataset.state && Number(fresh.dataset.state) < Number(main().dataset.state)) return;
    if (isBusy()) offerUpdate();
    else replacePage(fresh, request.response);
  });
  request.addEventListener("loadend", pollJob);
  request.send();
}

/** Schedules another refresh if the page shows a running job. */
function pollJob() {
  if (main().querySelector("[data-again]")) setTimeout(refresh, 700);
}

function replacePage(fresh, response) {
  const way = focusPosition(document.activeElement);
  const bars = response.querySelector(".bars");
  if (bars && !document.activeElement.closest(".bars")) {
    document.querySelector(".bars")?.replaceWith(document.adoptNode(bars));
  }
  main().replaceWith(document.adoptNode(fresh));
  document.title = response.title;
  document.querySelector(".changed")?.remove();
  document.dispatchEvent(new Event("cairn:shown"));
  if (way) main().querySelectorAll(way.tag)[way.place]?.focus({ preventScroll: true });
}

/** The position of the focused element, to focus its successor after the update. */
function focusPosition(element) {
  if (!main().contains(element) || element === main()) return null;
  const tag = element.tagName;
  return { tag, place: [...main().querySelectorAll(tag)].indexOf(element) };
}

if (state) {
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", connect);
  connect();
  pollJob();
}
