// Sends forms, and shows what is answered in the order of the taps. Everything works without it.

/** Where everything of ours lies: this file is in a folder of it. */
const base = new URL("..", import.meta.url).pathname;

const main = () => document.getElementById("main");

// A form is sent once, however often its button is tapped; its key sees to the rest.
addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent) {
    event.preventDefault();
    return ask(form, event.submitter);
  }
  if (!form.dataset.plain) form.dataset.sent = "yes";
  if (form.dataset.keep) {
    event.preventDefault();
    take(form, event.submitter);
  }
});

/** So many milliseconds a form waits for its answer. */
const patience = 8_000;

/**
 * The taps that are not settled; of those settled since none was open, which wait in this browser, the forms that led
 * elsewhere, whether one failed, and where an answer led.
 */
const open = new Set();
let kept = [];
const taken = new Set();
let hasFailed = false;
let way;
let settled = Promise.resolve();

/** Sends a form at once; what becomes of it is shown after what became of those before, so that none hides another. */
function take(form, button) {
  const values = new URLSearchParams(new FormData(form, button));
  for (const [name, value] of doubtful.get(form) ?? []) {
    if (said(values, name) && values.get(name) !== value) values.delete(`was:${name}`);
  }
  form.querySelector(".unsent")?.remove();
  const tap = { form, button, values, seen: new Set(main().querySelectorAll("[role=alert]")) };
  open.add(tap);
  const sending = send(tap);
  settled = settled.then(async () => settle(tap, await sending)).catch(reportError);
}

/** What was sent of forms of which no answer came: the log may say that by now, and not what they said at first. */
const doubtful = new WeakMap();

/** Whether a field says what it said at first. */
const said = (values, name) => values.get(`was:${name}`) === values.get(name);

/** A second button of a form that is on its way is pressed once that is done, here or there. */
function ask(form, button) {
  const tap = [...open].find((one) => heir(one.form) === form);
  if (tap && label(button) !== label(tap.button)) tap.next = button;
}

/**
 * Sends a form: what was answered, or why that is no answer. What it does is kept in this browser before, for no
 * answer may come, or only when this page has gone; where that cannot be it stays as it is, with its key, to be
 * sent again.
 */
async function send({ form, button, values }) {
  const laying = laidBy(form, button, values, Date.now()).catch(() => undefined);
  // A browser that cannot keep anything, or not soon, sends all the same.
  const late = new Promise((resolve) => setTimeout(resolve, 1_000));
  const laid = await Promise.race([laying, late]);
  const request = await answer(form, values);
  const why = missing(request);
  if (!why) laying.then((one) => one?.takeAway());
  return { request, why, isKept: Boolean(why && laid) };
}

/** What the server answers to a form; nothing is in it where none came in time. */
function answer(form, values) {
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
const ours = (request) => request.response?.querySelector("main[data-log]");

/** Why what came is no answer to a form; nothing where it is one. */
function missing(request) {
  if ([502, 503, 504].includes(request.status)) return busy;
  if (!ours(request)) return request.status < 400 ? none : busy;
  // Whoever is signed out by now has logged it all the same, and what they typed is theirs.
  return new URL(request.responseURL).pathname === `${base}sign-in` ? "You are signed out." : undefined;
}

/** Keeps what a form does, and gives how that is taken away again; nothing where it cannot be kept. */
async function laidBy(form, button, values, at) {
  const { act, about } = form.dataset;
  if (!act || !(await worksWithout())) return undefined;
  const shell = await import(document.querySelector('script[src*="/shell.js"]').src);
  const subject = about ? { session: about, climb: about, book: about } : {};
  const all = Object.fromEntries([...values].filter(([name]) => !said(values, name)));
  const wish = { do: act, ...subject, ...all, all: all.now === "yes", short: all.short === "yes" };
  const once = `${all.key} ${await shell.digest(values.toString())}`;
  const { log } = main().dataset;
  const number = await shell.lay({ values: wish, once, at, log, title: button?.getAttribute("aria-label") });
  return number && { takeAway: () => shell.dismiss(number) };
}

/** Shows what became of a tap, and leaves this page once all are settled and one of them leads elsewhere. */
function settle(tap, { request, why, isKept }) {
  open.delete(tap);
  if (isKept) kept.push({ ...tap, why });
  else if (why) unsent(tap, why);
  else answered(request, tap);
  if (isKept) press(tap.next, heir(tap.form));
  if (open.size === 0) leave();
}

/** Goes where the taps lead, unless one of them failed; for want of a network not where something is typed either. */
function leave() {
  const [waits, goal] = [kept, way];
  if (!hasFailed && waits.length > 0 && !isTyping()) return location.assign(`${base}offline`);
  if (!hasFailed && waits.length === 0 && goal && !isTyping()) return location.assign(goal);
  [kept, way] = [[], undefined];
  taken.clear();
  for (const one of waits) unsent(one, one.why, "What you tapped is kept in this browser until it can be sent.");
  if (goal) offer(goal);
  hasFailed = false;
}

/** Says that a tap is done, and leads to what it shows. */
function offer(goal) {
  for (const form of main().querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  const [line, link] = [document.createElement("p"), document.createElement("a")];
  line.className = "elsewhere changed";
  line.setAttribute("role", "status");
  [link.href, link.textContent] = [goal, "Show"];
  line.append("That is done. ", link);
  main().before(line);
}

/** Presses the button of a form that says what another did. */
function press(button, form) {
  if (!button || !form) return;
  delete form.dataset.sent;
  twin(button, form)?.click();
}

/** Whether something is typed into a form that is not kept, or was refused there. */
function isTyping() {
  const sent = new Set([...kept.map((tap) => tap.form), ...taken].map(heir));
  const forms = [...main().querySelectorAll("form")].filter((form) => !sent.has(form));
  const wasRefused = [...main().querySelectorAll("[role=alert]")].some((alert) => forms.includes(owner(alert)));
  return wasRefused || forms.some((form) => [...form.elements].some(isTyped));
}

/** Shows what the answer to a form shows: in the place of this page where it is the same one. */
function answered(request, tap) {
  const fresh = ours(request);
  const form = heir(tap.form);
  const isRefusal = request.status >= 400;
  hasFailed ||= isRefusal;
  if (request.status >= 500) return unsent(tap, busy);
  // What was typed stays where it is when the refusal has no place for it.
  const isOfThisLog = fresh.dataset.log === main().dataset.log;
  const words = [...fresh.querySelectorAll("h1, h1 + p")].map((line) => line.textContent);
  if (isRefusal && !isOfThisLog) return unsent(tap, words[0] ?? busy, words[1], true);
  const place = new URL(request.responseURL);
  if (!isRefusal && (place.pathname !== location.pathname || loses(place, fresh, form))) {
    taken.add(form);
    return (way = place.href);
  }
  const isOlder = fresh.dataset.state && Number(fresh.dataset.state) < Number(main().dataset.state);
  if (isOlder) return late(tap, fresh, isRefusal);
  if (!isRefusal) history.replaceState(null, "", place.href);
  document.title = request.response.title;
  document.querySelector(".toast")?.remove();
  const pages = request.response.querySelector(".pages");
  if (pages) document.querySelector(".pages")?.replaceWith(document.adoptNode(pages));
  const toast = request.response.querySelector(".toast");
  const [typing, alert] = [caret(form, tap.values), fresh.querySelector("[role=alert]")];
  document.adoptNode(fresh);
  const same = carry(main(), fresh, tap, isRefusal);
  main().replaceWith(fresh);
  if (toast) main().before(document.adoptNode(toast));
  document.querySelector(".changed")?.remove();
  document.dispatchEvent(new Event("cairn:shown"));
  fresh.focus({ preventScroll: true });
  if (!isRefusal && same && aim(same) === aim(form)) press(tap.next, same);
  if (typing) return typing();
  if (!isRefusal) return twin(tap.button, fresh)?.focus({ preventScroll: true });
  fresh.querySelector("[autofocus]")?.focus();
  alert?.scrollIntoView({ block: "center" });
}

/** An answer from before what this page shows takes its place no more; what it refuses is said. */
function late(tap, fresh, isRefusal) {
  const why = fresh.querySelector("[role=alert]")?.textContent;
  if (isRefusal) return unsent(tap, why ?? busy, "", true);
  delete heir(tap.form).dataset.sent;
  press(tap.next, heir(tap.form));
}

/** How the field in which somebody types is found again, with the place in it; nothing for one that was sent. */
function caret(form, values) {
  const at = document.activeElement;
  if (!at?.id || !at.form || !at.matches(fields)) return undefined;
  if (at.form === form && !isTypedOn(at, values)) return undefined;
  const { id, selectionStart, selectionEnd } = at;
  return () => {
    const same = document.getElementById(id);
    same?.focus({ preventScroll: true });
    if (typeof selectionStart === "number") same?.setSelectionRange(selectionStart, selectionEnd);
  };
}

/**
 * Takes over what was typed into forms meanwhile, the sheets they are on, and what was said of them; gives the twin
 * of the form that was sent. What stood there at its tap, of a form that is gone, has been read.
 */
function carry(old, fresh, tap, isRefusal) {
  const sent = heir(tap.form);
  const twins = pairs(old, fresh);
  const alerts = [...old.querySelectorAll("[role=alert]")].map((alert) => [alert, owner(alert)]);
  for (const [form, twin] of twins) {
    for (const field of form.elements) {
      const isNew = form === sent ? isTypedOn(field, tap.values) || (isRefusal && isTyped(field)) : isTyped(field);
      if (isNew && field.matches(fields)) copy(field, twin);
    }
    if (form !== sent && form.dataset.sent && aim(form) === aim(twin)) follow(form, twin);
  }
  for (const [alert, form] of alerts) {
    const isNews = twins.has(form) || !tap.seen.has(alert);
    if (form !== sent && isNews) place(alert, twins.get(form), fresh);
  }
  return twins.get(sent);
}

/** The forms of a page with those of a newer one that do the same; where none is gone or new, also by their turn. */
function pairs(old, fresh) {
  const [found, taken] = [new Map(), new Set()];
  for (const does of [(form) => `${action(form)} ${aim(form)} ${labels(form)}`, action]) {
    const theirs = gathered(fresh, taken, does);
    for (const [what, forms] of gathered(old, found, does)) {
      const twins = theirs.get(what) ?? [];
      if (twins.length !== forms.length) continue;
      for (const [turn, form] of forms.entries()) found.set(form, twins[turn]);
      for (const twin of twins) taken.add(twin);
    }
  }
  return found;
}

/** The forms of a page but some, by what they do. */
function gathered(page, but, does) {
  const all = new Map();
  for (const form of page.querySelectorAll("form")) {
    if (!but.has(form)) all.set(does(form), [...(all.get(does(form)) ?? []), form]);
  }
  return all;
}

/** Whether an answer shows another part of this page, with no place for what is typed into another form. */
function loses(place, fresh, sent) {
  if (part(place) === part(location)) return false;
  const twins = pairs(main(), fresh);
  const others = [...main().querySelectorAll("form")].filter((form) => form !== sent && !form.dataset.sent);
  return others.some((form) => !twins.has(form) && [...form.elements].some(isTyped));
}

/** Which part of a page an address shows, whatever was done there. */
function part({ search }) {
  const words = new URLSearchParams(search);
  words.delete("done");
  return words.toString();
}

const action = (form) => form.getAttribute("action");
const labels = (form) => [...form.querySelectorAll("button")].map(label);

/** The form that something is said of: the one it is in, or the first beside it. */
function owner(alert) {
  return alert.closest("form") ?? alert.closest("details, section, li")?.querySelector("form") ?? undefined;
}

/** Says once more what was said of a form, at its twin or at the head of the page. */
function place(alert, twin, fresh) {
  // Another may have the same by now.
  alert.removeAttribute("id");
  if (twin) reveal(twin).append(alert);
  else fresh.prepend(alert);
}

/** What a form is about, beside what is typed into it. */
function aim(form) {
  const hidden = [...form.elements].filter((one) => one.type === "hidden" && !/^key$|^was:/.test(one.name));
  return JSON.stringify(hidden.map((one) => [one.name, one.value]));
}

/** The forms in whose place others stand by now. */
const heirs = new WeakMap();
const heir = (form) => (heirs.has(form) ? heir(heirs.get(form)) : form);

/** Has a form stand for one that is still to be answered. */
function follow(form, twin) {
  heirs.set(form, twin);
  twin.dataset.sent = "yes";
}

/** Has the twin of a form hold what was typed. */
function copy(field, twin) {
  const isChoice = field.matches(choices);
  const same = [...twin.elements].filter((one) => one.name === field.name && one.type === field.type);
  const other = isChoice ? same.find((one) => one.value === field.value) : same[0];
  if (!other) return;
  other.dataset.typed = "yes";
  if (isChoice) other.checked = field.checked;
  else other.value = field.value;
  reveal(other);
}

/** Opens the sheets that something is on; gives it. */
function reveal(element) {
  for (let sheet = element.closest("details"); sheet; sheet = sheet.parentElement.closest("details")) sheet.open = true;
  return element;
}

const fields = "input:not([type=hidden]), textarea, select";
const choices = "[type=checkbox], [type=radio]";

/** Whether a field holds what somebody typed: here, or before a refusal that came with it. */
function isTyped(field) {
  if (field.dataset.typed) return true;
  if (field.matches("select")) {
    const usual = [...field.options].findIndex((one) => one.defaultSelected);
    return field.selectedIndex !== Math.max(usual, 0);
  }
  if (field.matches(choices)) return field.checked !== field.defaultChecked;
  return field.matches("input, textarea") && field.value !== field.defaultValue;
}

/** Whether somebody went on typing in a field of a form that was sent. */
function isTypedOn(field, values) {
  const isText = field.matches("input, textarea") && !field.matches(choices);
  return isText && field.value !== (values.get(field.name) ?? "");
}

const label = (one) => one?.getAttribute("aria-label") ?? one?.textContent;

/** The button of a newer page, or of a form, that does what another did. */
function twin(button, place) {
  return [...place.querySelectorAll("button")].find((one) => label(one) === label(button));
}

/** Says that a form was not sent, or was refused, and lets it be sent again with its key: it may have arrived. */
function unsent({ form: sent, values }, why, hint, isRefusal = false) {
  const form = heir(sent);
  if (!isRefusal) doubtful.set(form, values);
  hasFailed = true;
  delete form.dataset.sent;
  if (form.elements.key) form.elements.key.value = values.get("key");
  form.querySelector(".unsent")?.remove();
  const line = document.createElement("p");
  line.className = "error unsent";
  line.setAttribute("role", "alert");
  const hasFields = [...form.elements].some((field) => field.matches(fields));
  const rest = hasFields ? "What you typed is kept: send it again later." : "Tap again later: it counts once.";
  line.textContent = `${why} ${hint ?? rest}`.trim();
  (form.isConnected ? form : main()).append(line);
  line.scrollIntoView({ block: "nearest" });
  // Elsewhere, what is typed into a form that only a connection takes would be gone.
  if (!isRefusal && (form.dataset.act || !hasFields)) worksWithout().then((works) => works && line.append(" ", wayWithout()));
}

/** Whether this browser could show the page that works without a network. */
async function worksWithout() {
  if (!globalThis.WebAssembly) return false;
  return Boolean((await navigator.serviceWorker?.getRegistration(base))?.active);
}

/** Leads to the page that works without a network. */
function wayWithout() {
  const link = document.createElement("a");
  link.href = `${base}offline`;
  link.textContent = "Go on without a network";
  return link;
}
