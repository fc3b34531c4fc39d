// Submits forms and shows the responses in the order of the taps.

/** The app's base path. */
const base = new URL("..", import.meta.url).pathname;

const main = () => document.getElementById("main");

// A form is sent once per page; its idempotency key covers the rest.
addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent) {
    event.preventDefault();
    return queueButton(form, event.submitter);
  }
  if (!form.dataset.plain) form.dataset.sent = "yes";
  if (form.dataset.keep) {
    event.preventDefault();
    submit(form, event.submitter);
  }
});

/** The timeout of a form's response in milliseconds. */
const timeout = 8_000;

/**
 * The pending taps. Of the completed ones: those stored in the browser, the forms that led to another page, whether
 * one failed, and the address of the last redirect.
 */
const pending = new Set();
let storedTaps = [];
const redirectedForms = new Set();
let hasFailed = false;
let redirectTarget;
let settled = Promise.resolve();

/** Sends a form at once; responses are shown in the order of the taps, so that none hides another. */
function submit(form, button) {
  const values = new URLSearchParams(new FormData(form, button));
  for (const [name, value] of unconfirmed.get(form) ?? []) {
    if (isUntouched(values, name) && values.get(name) !== value) values.delete(`was:${name}`);
  }
  form.querySelector(".unsent")?.remove();
  const tap = { form, button, values, seen: new Set(main().querySelectorAll("[role=alert]")) };
  pending.add(tap);
  const sending = send(tap);
  settled = settled.then(async () => showResult(tap, await sending)).catch(reportError);
}

/** The values of forms without a response: the log may contain them now, so the original values are unknown. */
const unconfirmed = new WeakMap();

/** Whether a field equals its original value. */
const isUntouched = (values, name) => values.get(`was:${name}`) === values.get(name);

/** Remembers a second button of a pending form, to press it after the response. */
function queueButton(form, button) {
  const tap = [...pending].find((one) => currentForm(one.form) === form);
  if (tap && label(button) !== label(tap.button)) tap.next = button;
}

/**
 * Sends a form and returns the response, or the reason why it failed. The action is stored first, because a
 * response may never arrive, or only after this page is gone. If it cannot be stored, the form stays with its
 * idempotency key and can be sent again.
 */
async function send({ form, button, values }) {
  const laying = storeAction(form, button, values, Date.now()).catch(() => undefined);
  // Sends after a second even if the browser has not stored the action.
  const late = new Promise((resolve) => setTimeout(resolve, 1_000));
  const laid = await Promise.race([laying, late]);
  const request = await post(form, values);
  const why = failureReason(request);
  if (!why) laying.then((one) => one?.takeAway());
  return { request, why, isKept: Boolean(why && laid) };
}

/** Posts a form; the request has no response after a timeout. */
function post(form, values) {
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.open("POST", form.getAttribute("action"));
  const limit = setTimeout(() => request.abort(), timeout);
  return new Promise((resolve) => {
    request.addEventListener("loadend", () => resolve(request));
    request.send(values);
  }).finally(() => clearTimeout(limit));
}

const offlineText = "No connection.";
const busyText = "The server is busy.";

/** The main element of a Cairn page; a captive portal's page has none. */
const cairnMain = (request) => request.response?.querySelector("main[data-log]");

/** The reason why a request failed; undefined if it is a response to the form. */
function failureReason(request) {
  if ([502, 503, 504].includes(request.status)) return busyText;
  if (!cairnMain(request)) return request.status < 400 ? offlineText : busyText;
  // The action of a person whom the server signed out is still theirs and must not be lost.
  return new URL(request.responseURL).pathname === `${base}sign-in` ? "You are signed out." : undefined;
}

/** Stores the action of a form and returns a way to remove it; undefined if it cannot be stored. */
async function storeAction(form, button, values, at) {
  const { act, about } = form.dataset;
  if (!act || !(await worksOffline())) return undefined;
  const shell = await import(document.querySelector('script[src*="/shell.js"]').src);
  const subject = about ? { session: about, climb: about, book: about } : {};
  const all = Object.fromEntries([...values].filter(([name]) => !isUntouched(values, name)));
  const wish = { do: act, ...subject, ...all };
  const once = `${all.key} ${await shell.digest(values.toString())}`;
  const { log } = main().dataset;
  const number = await shell.storeForm({ values: wish, once, at, log, title: button?.getAttribute("aria-label") });
  return number && { takeAway: () => shell.dismiss(number) };
}

/** Shows the result of a tap, and leaves the page once all taps are settled and one leads elsewhere. */
async function showResult(tap, { request, why, isKept }) {
  // A button replaced under a finger would miss its tap.
  while (document.querySelector(":active")) await new Promise((resolve) => setTimeout(resolve, 50));
  pending.delete(tap);
  if (isKept) storedTaps.push({ ...tap, why });
  else if (why) showUnsent(tap, why);
  else showResponse(request, tap);
  if (isKept) pressButton(tap.next, currentForm(tap.form));
  if (pending.size === 0) followRedirect();
}

/** Follows a redirect or opens the offline page, unless a tap failed or the person is typing. */
function followRedirect() {
  const [waits, goal] = [storedTaps, redirectTarget];
  if (!hasFailed && waits.length > 0 && !isTyping()) return location.assign(`${base}offline`);
  if (!hasFailed && waits.length === 0 && goal && !isTyping()) return location.assign(goal);
  [storedTaps, redirectTarget] = [[], undefined];
  redirectedForms.clear();
  for (const one of waits) showUnsent(one, one.why, "Your change is saved in this browser and will be sent later.");
  if (goal) offerResult(goal);
  hasFailed = false;
}

/** Shows a link to the result of a tap. */
function offerResult(goal) {
  for (const form of main().querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  const [line, link] = [document.createElement("p"), document.createElement("a")];
  line.className = "elsewhere changed";
  line.setAttribute("role", "status");
  [link.href, link.textContent] = [goal, "Show"];
  line.append("Done. ", link);
  main().before(line);
}

/** Presses the button of a form with the same label. */
function pressButton(button, form) {
  if (!button || !form) return;
  delete form.dataset.sent;
  matchingButton(button, form)?.click();
}

/** Whether a form that was not sent has input, or one shows an error. */
function isTyping() {
  const sent = new Set([...storedTaps.map((tap) => tap.form), ...redirectedForms].map(currentForm));
  const forms = [...main().querySelectorAll("form")].filter((form) => !sent.has(form));
  const wasRefused = [...main().querySelectorAll("[role=alert]")].some((alert) => forms.includes(formOf(alert)));
  return wasRefused || forms.some((form) => [...form.elements].some(isTyped));
}

/** Shows the response to a form, in place if it is the same page. */
function showResponse(request, tap) {
  const fresh = cairnMain(request);
  const form = currentForm(tap.form);
  const isRefusal = request.status >= 400;
  hasFailed ||= isRefusal;
  if (request.status >= 500) return showUnsent(tap, busyText);
  // Keeps the input if the error page belongs to another log and cannot show it.
  const isOfThisLog = fresh.dataset.log === main().dataset.log;
  const words = [...fresh.querySelectorAll("h1, h1 + p")].map((line) => line.textContent);
  if (isRefusal && !isOfThisLog) return showUnsent(tap, words[0] ?? busyText, words[1], true);
  const place = new URL(request.responseURL);
  if (!isRefusal && (place.pathname !== location.pathname || losesInput(place, fresh, form))) {
    redirectedForms.add(form);
    return (redirectTarget = place.href);
  }
  const isOlder = fresh.dataset.state && Number(fresh.dataset.state) < Number(main().dataset.state);
  if (isOlder) return showLateResponse(tap, fresh, isRefusal);
  if (!isRefusal) history.replaceState(null, "", place.href);
  document.title = request.response.title;
  document.querySelector(".toast")?.remove();
  for (const part of [".pages", ".bars"]) {
    const newer = request.response.querySelector(part);
    if (newer) document.querySelector(part)?.replaceWith(document.adoptNode(newer));
  }
  const toast = request.response.querySelector(".toast");
  const [typing, alert] = [saveCaret(form, tap.values), fresh.querySelector("[role=alert]")];
  document.adoptNode(fresh);
  const same = carryInput(main(), fresh, tap, isRefusal);
  main().replaceWith(fresh);
  if (toast) main().before(document.adoptNode(toast));
  document.querySelector(".changed")?.remove();
  document.dispatchEvent(new Event("cairn:shown"));
  fresh.focus({ preventScroll: true });
  if (!isRefusal && same && hiddenValues(same) === hiddenValues(form)) pressButton(tap.next, same);
  if (typing) return typing();
  if (!isRefusal) return matchingButton(tap.button, fresh)?.focus({ preventScroll: true });
  fresh.querySelector("[autofocus]")?.focus();
  alert?.scrollIntoView({ block: "center" });
}

/** Ignores a response older than the page, except for its error. */
function showLateResponse(tap, fresh, isRefusal) {
  const why = fresh.querySelector("[role=alert]")?.textContent;
  if (isRefusal) return showUnsent(tap, why ?? busyText, "", true);
  delete currentForm(tap.form).dataset.sent;
  pressButton(tap.next, currentForm(tap.form));
}

/** Returns a function that restores the caret; undefined if no field has the focus or it was submitted. */
function saveCaret(form, values) {
  const at = document.activeElement;
  if (!at?.id || !at.form || !at.matches(fieldSelector)) return undefined;
  if (at.form === form && !isTypedOn(at, values)) return undefined;
  const { id, selectionStart, selectionEnd } = at;
  return () => {
    const same = document.getElementById(id);
    same?.focus({ preventScroll: true });
    if (typeof selectionStart === "number") same?.setSelectionRange(selectionStart, selectionEnd);
  };
}

/**
 * Copies input, open sheets and alerts to the new page and returns the counterpart of the submitted form. Alerts
 * visible at the tap are dropped with their form.
 */
function carryInput(old, fresh, tap, isRefusal) {
  const sent = currentForm(tap.form);
  const twins = matchForms(old, fresh);
  const alerts = [...old.querySelectorAll("[role=alert]")].map((alert) => [alert, formOf(alert)]);
  for (const [form, twin] of twins) {
    for (const field of form.elements) {
      const isNew = form === sent ? isTypedOn(field, tap.values) || (isRefusal && isTyped(field)) : isTyped(field);
      if (isNew && field.matches(fieldSelector)) copyField(field, twin);
    }
    if (form !== sent && form.dataset.sent && hiddenValues(form) === hiddenValues(twin)) setSuccessor(form, twin);
  }
  for (const [alert, form] of alerts) {
    const isNews = twins.has(form) || !tap.seen.has(alert);
    if (form !== sent && isNews) placeAlert(alert, twins.get(form), fresh);
  }
  return twins.get(sent);
}

/** Maps the forms of a page to those of a newer one by action and content, else by action and position. */
function matchForms(old, fresh) {
  const [found, taken] = [new Map(), new Set()];
  for (const does of [(form) => `${action(form)} ${hiddenValues(form)} ${labels(form)}`, action]) {
    const theirs = groupForms(fresh, taken, does);
    for (const [what, forms] of groupForms(old, found, does)) {
      const twins = theirs.get(what) ?? [];
      if (twins.length !== forms.length) continue;
      for (const [turn, form] of forms.entries()) found.set(form, twins[turn]);
      for (const twin of twins) taken.add(twin);
    }
  }
  return found;
}

/** Groups the forms of a page by a key, without those in `but`. */
function groupForms(page, but, does) {
  const all = new Map();
  for (const form of page.querySelectorAll("form")) {
    if (!but.has(form)) all.set(does(form), [...(all.get(does(form)) ?? []), form]);
  }
  return all;
}

/** Whether a response shows another view of this page and would discard input of another form. */
function losesInput(place, fresh, sent) {
  if (viewOf(place) === viewOf(location)) return false;
  const twins = matchForms(main(), fresh);
  const others = [...main().querySelectorAll("form")].filter((form) => form !== sent && !form.dataset.sent);
  return others.some((form) => !twins.has(form) && [...form.elements].some(isTyped));
}

/** The query of an address without `done`, which identifies the view of a page. */
function viewOf({ search }) {
  const words = new URLSearchParams(search);
  words.delete("done");
  return words.toString();
}

const action = (form) => form.getAttribute("action");
const labels = (form) => [...form.querySelectorAll("button")].map(label);

/** The form of an alert: the one around it, or the first one beside it. */
function formOf(alert) {
  return alert.closest("form") ?? alert.closest("details, section, li")?.querySelector("form") ?? undefined;
}

/** Moves an alert to its form on the new page, or to the top. */
function placeAlert(alert, twin, fresh) {
  // Its id may be in use on the new page.
  alert.removeAttribute("id");
  if (twin) reveal(twin).append(alert);
  else fresh.prepend(alert);
}

/** The hidden values of a form, which identify its subject. */
function hiddenValues(form) {
  const hidden = [...form.elements].filter((one) => one.type === "hidden" && !/^key$|^was:/.test(one.name));
  return JSON.stringify(hidden.map((one) => [one.name, one.value]));
}

/** Replaced forms with their successors. */
const successors = new WeakMap();
const currentForm = (form) => (successors.has(form) ? currentForm(successors.get(form)) : form);

/** Marks a form as the successor of a pending one. */
function setSuccessor(form, twin) {
  successors.set(form, twin);
  twin.dataset.sent = "yes";
}

/** Copies a field to a form on the new page. */
function copyField(field, twin) {
  const isChoice = field.matches(choiceSelector);
  const same = [...twin.elements].filter((one) => one.name === field.name && one.type === field.type);
  const other = isChoice ? same.find((one) => one.value === field.value) : same[0];
  if (!other) return;
  other.dataset.typed = "yes";
  if (isChoice) other.checked = field.checked;
  else other.value = field.value;
  reveal(other);
}

/** Opens all sheets around an element and returns it. */
function reveal(element) {
  for (let sheet = element.closest("details"); sheet; sheet = sheet.parentElement.closest("details")) sheet.open = true;
  return element;
}

const fieldSelector = "input:not([type=hidden]), textarea, select";
const choiceSelector = "[type=checkbox], [type=radio]";

/** Whether a field contains input, typed here or before a rejection. */
function isTyped(field) {
  if (field.dataset.typed) return true;
  if (field.matches("select")) {
    const usual = [...field.options].findIndex((one) => one.defaultSelected);
    return field.selectedIndex !== Math.max(usual, 0);
  }
  if (field.matches(choiceSelector)) return field.checked !== field.defaultChecked;
  return field.matches("input, textarea") && field.value !== field.defaultValue;
}

/** Whether a field changed after its form was sent. */
function isTypedOn(field, values) {
  const isText = field.matches("input, textarea") && !field.matches(choiceSelector);
  return isText && field.value !== (values.get(field.name) ?? "");
}

const label = (one) => one?.getAttribute("aria-label") ?? one?.textContent;

/** The button with the same label within an element. */
function matchingButton(button, place) {
  return [...place.querySelectorAll("button")].find((one) => label(one) === label(button));
}

/** Shows a failure; a retry uses the same idempotency key, because the request may have arrived. */
function showUnsent({ form: sent, values }, why, hint, isRefusal = false) {
  const form = currentForm(sent);
  if (!isRefusal) unconfirmed.set(form, values);
  hasFailed = true;
  delete form.dataset.sent;
  if (form.elements.key) form.elements.key.value = values.get("key");
  form.querySelector(".unsent")?.remove();
  const line = document.createElement("p");
  line.className = "error unsent";
  line.setAttribute("role", "alert");
  const hasFields = [...form.elements].some((field) => field.matches(fieldSelector));
  const rest = hasFields ? "What you entered is kept. Try again later." : "Try again later. It will only count once.";
  line.textContent = `${why} ${hint ?? rest}`.trim();
  (form.isConnected ? form : main()).append(line);
  line.scrollIntoView({ block: "nearest" });
  // Offers the offline page, unless leaving would discard input of a form that only works online.
  if (!isRefusal && (form.dataset.act || !hasFields)) worksOffline().then((works) => works && line.append(" ", offlineLink()));
}

/** Whether this browser can show the offline page. */
async function worksOffline() {
  if (!globalThis.WebAssembly) return false;
  return Boolean((await navigator.serviceWorker?.getRegistration(base))?.active);
}

/** A link to the offline page. */
function offlineLink() {
  const link = document.createElement("a");
  link.href = `${base}offline`;
  link.textContent = "Continue offline";
  return link;
}
