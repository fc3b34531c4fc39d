// Sends forms, one after the other, and shows what is answered. Everything works without it.

/** Where everything of ours lies: this file is in a folder of it. */
const base = new URL("..", import.meta.url).pathname;

const main = () => document.getElementById("main");

// A form is sent once, however often its button is tapped; its key sees to the rest.
addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent) return event.preventDefault();
  if (!form.dataset.plain) form.dataset.sent = "yes";
  if (form.dataset.keep) {
    event.preventDefault();
    take(form, event.submitter);
  }
});

/** So many milliseconds a form waits for its answer. */
const patience = 8_000;

/** How many forms were taken, and whether the last of them waits for a network. */
let taken = 0;
let waiting = Promise.resolve(false);

/**
 * Takes a form, to be sent when those before it were answered: in the order of the taps, so that no answer
 * takes away what another said. What it does is kept in this browser before, for no answer may come, or only
 * when this page has gone; where that cannot be it stays as it is, with its key, to be sent again.
 */
function take(form, button) {
  const values = new URLSearchParams(new FormData(form, button));
  const laying = laidBy(form, values, Date.now()).catch(() => undefined);
  // A browser that cannot keep anything, or not soon, sends all the same.
  const late = new Promise((resolve) => setTimeout(resolve, 1_000));
  const tap = { form, button, values, laying, laid: Promise.race([laying, late]), number: ++taken };
  waiting = waiting.then((waits) => send(tap, waits)).catch((error) => reportError(error));
}

const isLast = (tap) => tap.number === taken;

/** Sends a form, but where the one before it waits for a network: whether it waits now. */
async function send(tap, waits) {
  const laid = await tap.laid;
  const request = waits ? undefined : await answer(tap);
  const why = missing(request, tap.form);
  if (!why) {
    tap.laying.then((one) => one?.takeAway());
    answered(request, tap);
  } else if (!laid) {
    unsent(tap.form, why);
  } else if (isLast(tap)) {
    location.assign(`${base}offline`);
  }
  return Boolean(why && laid);
}

/** What the server answers to a form; nothing is in it where none came in time. */
function answer({ form, values }) {
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.open("POST", form.getAttribute("action"));
  const limit = setTimeout(() => request.abort(), patience);
  return new Promise((resolve) => {
    request.addEventListener("loadend", () => resolve(request));
    request.send(values);
  }).finally(() => clearTimeout(limit));
}

const none = "There is no connection.";
const busy = "The server cannot take it now.";

/** Our page in what was answered; others have none, as those of a hotel that wants its terms accepted. */
const ours = (request) => request?.response?.querySelector("main[data-log]");

/** Why what came is no answer to a form; nothing where it is one. */
function missing(request, form) {
  if ([502, 503, 504].includes(request?.status)) return busy;
  if (!ours(request)) return !request || request.status < 400 ? none : busy;
  // Whoever is signed out by now has logged it all the same.
  const isSignIn = new URL(request.responseURL).pathname === `${base}sign-in`;
  return form.dataset.act && isSignIn ? "You are signed out." : undefined;
}

/** Keeps what a form does, and gives how that is taken away again; nothing where it cannot be kept. */
async function laidBy(form, values, at) {
  const { act, about } = form.dataset;
  if (!act || !(await worksWithout())) return undefined;
  const shell = await import(document.querySelector('script[src*="/shell.js"]').src);
  const subject = about ? { session: about, climb: about, book: about } : {};
  const said = Object.fromEntries(values);
  const wish = { do: act, ...subject, ...said, all: said.now === "yes", short: said.short === "yes" };
  const once = `${said.key} ${await shell.digest(values.toString())}`;
  const { log } = main().dataset;
  const number = await shell.lay({ values: wish, once, at, log });
  return number && { takeAway: () => shell.dismiss(number) };
}

/** Shows what the answer to a form shows: in the place of this page where it is the same one. */
function answered(request, tap) {
  const fresh = ours(request);
  const form = heir(tap.form);
  const isRefusal = request.status >= 400;
  if (request.status >= 500) return unsent(form, busy);
  // What was typed stays where it is when the refusal has no place for it.
  const isOfThisLog = fresh.dataset.log === main().dataset.log;
  const words = [...fresh.querySelectorAll("h1, h1 + p")].map((line) => line.textContent);
  if (isRefusal && !isOfThisLog) return unsent(form, words[0] ?? busy, words[1]);
  const place = new URL(request.responseURL);
  if (!isRefusal && place.pathname !== location.pathname) return isLast(tap) && location.assign(place.href);
  if (!isRefusal) history.replaceState(null, "", place.href);
  document.title = request.response.title;
  document.querySelector(".toast")?.remove();
  const pages = request.response.querySelector(".pages");
  if (pages) document.querySelector(".pages")?.replaceWith(document.adoptNode(pages));
  const toast = request.response.querySelector(".toast");
  const at = document.activeElement;
  const typing = at?.form && at.form !== form && at.matches("input, textarea, select") && at.id;
  document.adoptNode(fresh);
  carry(main(), fresh, form);
  main().replaceWith(fresh);
  if (toast) main().before(document.adoptNode(toast));
  document.querySelector(".elsewhere")?.remove();
  document.dispatchEvent(new Event("cairn:shown"));
  fresh.focus({ preventScroll: true });
  if (typing) return document.getElementById(typing)?.focus({ preventScroll: true });
  if (!isRefusal) return twin(tap.button, fresh)?.focus({ preventScroll: true });
  fresh.querySelector("[autofocus]")?.focus();
  fresh.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
}

/** Takes over what was typed into other forms meanwhile, and the sheets they are on. */
function carry(old, fresh, sent) {
  const twins = new Map();
  for (const form of old.querySelectorAll("form")) {
    const action = form.getAttribute("action");
    const place = (twins.get(action) ?? -1) + 1;
    twins.set(action, place);
    const same = [...fresh.querySelectorAll("form")].filter((one) => one.getAttribute("action") === action);
    if (form === sent || !same[place]) continue;
    copy(form, same[place]);
    if (form.dataset.sent && aim(form) === aim(same[place])) follow(form, same[place]);
  }
}

/** What a form is about, beside what is typed into it. */
function aim(form) {
  const hidden = [...form.elements].filter((one) => one.type === "hidden" && one.name !== "key");
  return JSON.stringify(hidden.map((one) => [one.name, one.value]));
}

/** The forms in whose place others stand by now. */
const heirs = new WeakMap();
const heir = (form) => (heirs.has(form) ? heir(heirs.get(form)) : form);

/** Has a form stand for one that is still to be answered: nothing is sent twice, nor anew with another key. */
function follow(form, twin) {
  heirs.set(form, twin);
  twin.dataset.sent = "yes";
  if (form.elements.key) twin.elements.key.value = form.elements.key.value;
}

function copy(form, twin) {
  const wasRefused = form.querySelector("[role=alert]") !== null;
  for (const [place, field] of [...form.elements].entries()) {
    const other = twin.elements[place];
    if (other?.name !== field.name || other.type !== field.type) continue;
    if (!isTyped(field) && !(wasRefused && field.matches(fields))) continue;
    if (field.matches("[type=checkbox], [type=radio]")) other.checked = field.checked;
    else other.value = field.value;
    for (let sheet = other.closest("details"); sheet; sheet = sheet.parentElement.closest("details")) {
      sheet.open = true;
    }
  }
}

const fields = "input:not([type=hidden]), textarea, select";

function isTyped(field) {
  if (field.matches("select")) {
    const usual = [...field.options].findIndex((one) => one.defaultSelected);
    return field.selectedIndex !== Math.max(usual, 0);
  }
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  return field.matches("input, textarea") && field.value !== field.defaultValue;
}

/** The button on a newer page that does what another did. */
function twin(button, page) {
  const words = (one) => one?.ariaLabel ?? one?.textContent;
  return [...page.querySelectorAll("button")].find((one) => words(one) === words(button));
}

/** Says that a form was not sent, and lets it be sent again. */
function unsent(sent, why, hint) {
  const form = heir(sent);
  delete form.dataset.sent;
  form.querySelector(".unsent")?.remove();
  const line = document.createElement("p");
  line.className = "error unsent";
  line.setAttribute("role", "alert");
  const hasFields = [...form.elements].some((field) => field.matches(fields));
  const rest = hasFields ? "What you typed is kept: send it again later." : "Nothing is logged: tap again later.";
  line.textContent = `${why} ${hint ?? rest}`;
  (form.isConnected ? form : main()).append(line);
  worksWithout().then((works) => works && line.append(" ", wayWithout()));
}

/** Whether this browser could show the page that works without a network. */
async function worksWithout() {
  return Boolean((await navigator.serviceWorker?.getRegistration(base))?.active);
}

/** Leads to the page that works without a network. */
function wayWithout() {
  const link = document.createElement("a");
  link.href = `${base}offline`;
  link.textContent = "Go on without a network";
  return link;
}
