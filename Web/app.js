// Makes the pages livelier. Everything works without it.

/** `H:MM:SS`, as the server writes it. */
function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Lets a running timer tick from what the server measured, whatever this device's clock says. */
function tick(element) {
  const base = Number(element.dataset.elapsed);
  const start = performance.now();
  const show = () => {
    if (!element.isConnected) return;
    const elapsed = base + performance.now() - start;
    const text = clock(elapsed);
    if (element.textContent !== text) element.textContent = text;
    setTimeout(show, 1000 - (elapsed % 1000));
  };
  show();
}

// A page that the browser kept while another was shown tells what was, not what is.
addEventListener("pageshow", (event) => {
  const [way] = performance.getEntriesByType("navigation");
  if (event.persisted || way?.type === "back_forward") location.reload();
});

// A form is sent once, however often its button is tapped; its key sees to the rest.
addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent) return event.preventDefault();
  if (!form.dataset.plain) form.dataset.sent = "yes";
  if (form.dataset.keep) {
    event.preventDefault();
    send(form, event.submitter);
  }
});

/** So many milliseconds a form waits for its answer. */
const patience = 8_000;

/**
 * Sends a form. What it does is kept in this browser before, for no answer may come, or only when this page
 * has gone; where that cannot be it stays as it is, with its key, to be sent again.
 */
async function send(form, button) {
  const [request, at] = [new XMLHttpRequest(), Date.now()];
  const values = new URLSearchParams(new FormData(form, button));
  // A browser that cannot keep anything, or not soon, sends all the same.
  const late = new Promise((resolve) => setTimeout(resolve, 1_000));
  const laying = laidBy(form, values, at).catch(() => undefined);
  const laid = await Promise.race([laying, late]);
  const keep = (why) => (laid ? location.assign(`${base}offline`) : unsent(form, why));
  request.responseType = "document";
  request.open("POST", form.getAttribute("action"));
  const limit = setTimeout(() => request.abort(), patience);
  request.addEventListener("loadend", () => clearTimeout(limit));
  for (const end of ["error", "abort"]) request.addEventListener(end, () => keep(none));
  request.addEventListener("load", () => {
    const why = missing(request, form);
    if (why) return keep(why);
    laying.then((one) => one?.takeAway());
    answered(request, form, button);
  });
  request.send(values);
}

const none = "There is no connection.";
const busy = "The server cannot take it now.";

/** Our page in what was answered; others have none, as those of a hotel that wants its terms accepted. */
const ours = (request) => request.response?.querySelector("main[data-log]");

/** Why what came is no answer to a form; nothing where it is one. */
function missing(request, form) {
  if ([502, 503, 504].includes(request.status)) return busy;
  if (!ours(request)) return request.status < 400 ? none : busy;
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
  const log = document.getElementById("main").dataset.log;
  const number = await shell.lay({ values: wish, once, at, log });
  return number && { takeAway: () => shell.dismiss(number) };
}

/** Shows what the answer to a form shows: in the place of this page where it is the same one. */
function answered(request, form, button) {
  const fresh = ours(request);
  const isRefusal = request.status >= 400;
  if (request.status >= 500) return unsent(form, busy);
  // What was typed stays where it is when the refusal has no place for it.
  const isOfThisLog = fresh.dataset.log === document.getElementById("main").dataset.log;
  const words = [...fresh.querySelectorAll("h1, h1 + p")].map((line) => line.textContent);
  if (isRefusal && !isOfThisLog) return unsent(form, words[0] ?? busy, words[1]);
  const place = new URL(request.responseURL);
  if (!isRefusal && place.pathname !== location.pathname) return location.assign(place.href);
  const isOlder = Number(fresh.dataset.state) < Number(document.getElementById("main").dataset.state);
  if (isOlder && !isRefusal) return;
  if (!isRefusal) history.replaceState(null, "", place.href);
  document.title = request.response.title;
  document.querySelector(".toast")?.remove();
  const pages = request.response.querySelector(".pages");
  if (pages) document.querySelector(".pages")?.replaceWith(document.adoptNode(pages));
  const toast = request.response.querySelector(".toast");
  const at = document.activeElement;
  const typing = at?.form && at.form !== form && at.matches("input, textarea, select") && at.id;
  document.adoptNode(fresh);
  carry(document.getElementById("main"), fresh, form);
  document.getElementById("main").replaceWith(fresh);
  if (toast) document.getElementById("main").before(document.adoptNode(toast));
  document.querySelector(".elsewhere")?.remove();
  document.dispatchEvent(new Event("cairn:shown"));
  fresh.focus({ preventScroll: true });
  if (typing) return document.getElementById(typing)?.focus({ preventScroll: true });
  if (!isRefusal) return twin(button, fresh)?.focus({ preventScroll: true });
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
    if (form !== sent && same[place]) copy(form, same[place]);
  }
}

function copy(form, twin) {
  for (const [place, field] of [...form.elements].entries()) {
    const other = twin.elements[place];
    if (!isTyped(field) || other?.name !== field.name || other.type !== field.type) continue;
    if (field.matches("[type=checkbox], [type=radio]")) other.checked = field.checked;
    else other.value = field.value;
    for (let sheet = other.closest("details"); sheet; sheet = sheet.parentElement.closest("details")) {
      sheet.open = true;
    }
  }
}

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
function unsent(form, why, hint) {
  delete form.dataset.sent;
  form.querySelector(".unsent")?.remove();
  const line = document.createElement("p");
  line.className = "error unsent";
  line.setAttribute("role", "alert");
  const hasFields = [...form.elements].some((field) => field.matches("input:not([type=hidden]), textarea, select"));
  const rest = hasFields ? "What you typed is kept: send it again later." : "Nothing is logged: tap again later.";
  line.textContent = `${why} ${hint ?? rest}`;
  form.append(line);
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

// A choice that is made is a choice that is sent.
addEventListener("change", (event) => {
  if (event.target.matches("[data-send]")) event.target.form.requestSubmit();
});

/** A sheet that opens takes the focus, and gives it back when Escape closes it. */
function unfold(sheet) {
  sheet.addEventListener("toggle", () => {
    // The event comes later than the click: whoever is in a field already stays there.
    if (!sheet.open || document.activeElement.closest("details.sheet form") !== null) return;
    sheet.querySelector("input:not([type=hidden]), select, button")?.focus();
  });
  sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !sheet.open) return;
    sheet.open = false;
    sheet.querySelector("summary").focus();
  });
}

/** Enlivens what the page shows, at first and when it shows something newer. */
function enliven() {
  document.querySelectorAll('[data-state="running"][data-elapsed]').forEach(tick);
  document.querySelectorAll("details.sheet").forEach(unfold);
}

enliven();
document.addEventListener("cairn:shown", enliven);

/** Where everything of ours lies: this file is in a folder of it. */
const base = new URL("..", import.meta.url).pathname;

/** Offers books that hold what is typed, beside those the page brings; without them all still works. */
async function suggest(field) {
  const words = field.value.trim();
  if (words.length < 2) return;
  const query = new URLSearchParams({ words, limit: 10 });
  const answer = await fetch(`${base}api/v1/search?${query}`).catch(() => undefined);
  if (!answer?.ok || field.value.trim() !== words) return;
  const known = new Set([...field.list.options].map((option) => option.value));
  for (const { title } of (await answer.json()).books) {
    if (!known.has(title)) field.list.append(new Option("", title));
    known.add(title);
  }
}

let typing;
addEventListener("input", (event) => {
  if (!event.target.matches("input[list=titles]")) return;
  clearTimeout(typing);
  typing = setTimeout(suggest, 200, event.target);
});

/** What single keys lead to where the page itself has nothing for them. */
const places = { s: "", p: "", n: "#title", "/": "shelf#q" };
let waitsForPage = -Infinity;

/** Does what a key stands for: on this page, or on the page that has it. */
function press(key) {
  const own = document.querySelector(`[data-key="${key}"]`);
  if (!own) return location.assign(base + places[key]);
  if (own.matches("button, a")) own.click();
  else own.focus();
}

function go(letter) {
  document.querySelector(`.pages [data-letter="${letter}"]`)?.click();
}

addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, textarea, select, dialog[open]");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const hasWaited = performance.now() - waitsForPage < 1500;
  waitsForPage = -Infinity;
  if (hasWaited && /^[a-z]$/.test(event.key)) return go(event.key);
  if (event.key === "g") return (waitsForPage = performance.now());
  if (event.key === "?") return document.getElementById("keys").showModal();
  if (!Object.hasOwn(places, event.key)) return;
  event.preventDefault();
  press(event.key);
});

if (location.hash.length > 1) {
  const named = document.getElementById(location.hash.slice(1));
  const fold = named?.closest("details.fold:not([open])");
  if (fold) {
    fold.open = true;
    named.scrollIntoView();
  }
  named?.focus();
}

/** Lets buttons copy what stands in a field; where nothing can be copied there are none. */
function offerCopies() {
  for (const button of document.querySelectorAll("[data-copies]")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copies);
      try {
        await navigator.clipboard.writeText(field.value);
        button.textContent = "Copied";
      } catch {
        field.select();
      }
    });
  }
}
offerCopies();
