// What can be done on the page without a network: its forms, which decide nothing.

const parts = await import(document.querySelector('script[src*="/figures.js"]').src);
const { make, card, quiet, hidden, face } = parts;

/** What the core said last of all that is kept, and the form that was refused, with what was typed. */
export const now = { view: undefined, refused: undefined };

/** A form that does something; a refusal stands in it. */
function form(id, does, attributes, ...children) {
  const alert = now.refused?.form === id && make(
    "p",
    { class: "error", role: "alert", id: `${id}-problem`, "data-laid": now.refused.number !== undefined },
    `${now.refused.error.message} ${now.refused.error.hint}`,
  );
  const named = Object.entries(does).map(([name, value]) => hidden(name, value));
  return make("form", { id, ...attributes }, ...named, ...children, alert);
}

/** What was typed into a field of a form that was refused, else what it holds at first. */
function typed(id, name, value = "") {
  return now.refused?.form === id ? (now.refused.values[name] ?? "") : value;
}

function field(id, name, label, attributes = {}, beside = undefined) {
  const input = make("input", {
    id: `${id}-${name}`,
    name,
    autocomplete: "off",
    ...attributes,
    value: typed(id, name, attributes.value),
  });
  const line = beside ? make("div", { class: "inline" }, input, beside) : input;
  return make("div", { class: "field" }, make("label", { for: `${id}-${name}` }, label), line);
}

function note(id, value) {
  return make(
    "div",
    { class: "field" },
    make("label", { for: `${id}-note` }, "Note"),
    make("textarea", { id: `${id}-note`, name: "note", rows: 2 }, typed(id, "note", value)),
  );
}

export function timer(one) {
  const isRunning = one.state === "running";
  const session = one.id;
  return card(
    { class: "card timer", "aria-labelledby": `t-${one.id}` },
    ...face(one),
    one.elsewhere && isRunning && form(
      `take-${session}`,
      { do: "resume", session },
      {},
      make("p", {}, `${one.elsewhere}.`),
      make("button", { class: "wide" }, "Continue here"),
    ),
    !one.ran && form(
      `toggle-${session}`,
      { do: isRunning ? "pause" : "resume", session },
      {},
      make("button", { class: "wide", "data-key": "p" }, isRunning ? "Pause" : "Resume"),
    ),
    one.kind === "climbing" && climbs(one),
    stop(one),
    make(
      "details",
      { class: "discard" },
      make("summary", {}, "Discard this session"),
      form(
        `discard-${session}`,
        { do: "discard", session },
        {},
        make("p", {}, "It will be as if it had never been started. You can take that back under History."),
        make("button", { class: "danger" }, "Discard it"),
      ),
    ),
  );
}

/** Ends a session; a timer that was forgotten asks when that was. */
function stop(one) {
  const id = `stop-${one.id}`;
  const isShort = now.refused?.form === id && now.refused.error.code === "session.too_short";
  const place = one.kind === "reading" && field(
    id,
    "page",
    "Page you reached",
    { inputmode: "numeric", value: one.page ?? "", "data-page": true },
    one.pages && quiet(`of ${one.pages}`),
  );
  const heard = one.kind === "listening" && [
    field(id, "to", "Where you are in the audio", { placeholder: "1:02:03" }),
    check(id, "heard", "I heard it to the end"),
  ];
  const felt = one.kind === "climbing" && make(
    "div",
    { class: "pair" },
    field(id, "rpe", "RPE, 1 to 10", { type: "number", min: 1, max: 10, inputmode: "numeric" }),
    field(id, "pump", "Pump, 1 to 5", { type: "number", min: 1, max: 5, inputmode: "numeric" }),
  );
  const keep = isShort && make(
    "label",
    { class: "check" },
    make("input", { type: "checkbox", name: "short", value: "yes" }),
    " Keep it all the same",
  );
  const buttons = one.ran
    ? make(
        "fieldset",
        { class: "question" },
        make("legend", {}, `The timer has run for ${one.ran}. When did you stop?`),
        field(id, "ended", "Stopped at", { type: "datetime-local", required: true, value: one.proposed }),
        make("button", { class: "wide primary", "data-key": "s" }, "Stop then"),
        make("button", { class: "wide", name: "all", value: "yes", formnovalidate: true }, "Just now: keep all of it"),
      )
    : make("button", { class: "wide primary", "data-key": "s" }, "Stop");
  return form(id, { do: "stop", session: one.id }, { class: "stop" }, place, heard, felt, note(id, one.note), keep, buttons);
}

function check(id, name, words) {
  const box = make("input", { type: "checkbox", name, value: "yes", checked: typed(id, name) === "yes" });
  return make("label", { class: "check" }, box, ` ${words}`);
}

function choice(id, name, label, options) {
  const chosen = typed(id, name);
  const all = options.map(([value, words]) => make("option", { value, selected: value === chosen }, words));
  return make(
    "div",
    { class: "field" },
    make("label", { for: `${id}-${name}` }, label),
    make("select", { id: `${id}-${name}`, name }, all),
  );
}

/** The climbs of a session, each with a button for a fall and for a send, and the form that adds one. */
function climbs(one) {
  const rows = one.climbs.map((climb) => {
    const button = (result, sign, word) =>
      form(
        `${result}-${climb.id}`,
        { do: "attempt", climb: climb.id, result },
        {},
        make("button", { class: result, "aria-label": `${word}: ${climb.title}` }, `${sign} ${word}`),
      );
    return make(
      "li",
      { class: "felled" },
      make("div", {}, make("strong", {}, make("bdi", {}, climb.title))),
      quiet(climb.attempts.length ? climb.attempts.join(" · ") : "not tried yet"),
      make("div", { class: "pair" }, button("try", "✗", "Fell"), button("send", "✓", "Sent")),
    );
  });
  return make("div", { class: "stack" }, make("ul", { class: "stack", "aria-label": "Climbs" }, rows), adder(one));
}

function adder(one) {
  const id = `add-${one.id}`;
  const outcome = typed(id, "outcome");
  const pick = (value, words) =>
    make(
      "label",
      { class: "pick" },
      make("input", { type: "radio", name: "outcome", value, checked: outcome === value }),
      make("span", {}, words),
    );
  return make(
    "details",
    { class: "sheet inner", open: now.refused?.form === id },
    make("summary", {}, "A new climb"),
    form(
      id,
      { do: "add-climb", session: one.id },
      {},
      field(id, "name", "Name", { maxlength: 500 }),
      make(
        "div",
        { class: "pair" },
        field(id, "grade", "Grade", { maxlength: 64, autocapitalize: "off" }),
        choice(id, "scale", "Scale", [["", "Yours"], ...now.view.scales]),
      ),
      make(
        "fieldset",
        { class: "picks" },
        make("legend", {}, "Outcome"),
        make("div", {}, pick("sent", "✓ sent"), pick("fell", "✗ fell"), pick("", "not tried yet")),
      ),
      field(id, "attempts", "Attempts", { type: "number", min: 1, max: 999, inputmode: "numeric", value: 1 }),
      make("button", { class: "wide primary" }, "Save the climb"),
    ),
  );
}

export function starts() {
  const isOpen = (kind) => now.view.running.some((one) => one.kind === kind);
  const read = !isOpen("reading") && card(
    { "aria-labelledby": "start-read" },
    make("h2", { id: "start-read" }, now.view.books.length ? "Go on reading" : "What are you reading?"),
    now.view.books.length > 0 && make("ul", { class: "rows" }, now.view.books.map(book)),
    form(
      "read-title",
      { do: "read" },
      { class: "another" },
      field("read-title", "title", now.view.books.length ? "Another book" : "Title", { maxlength: 500, required: true, "data-key": "n" }),
      make("button", { class: now.view.books.length ? "wide" : "wide primary" }, "Start reading"),
    ),
  );
  const climb = !isOpen("climbing") && card(
    { "aria-labelledby": "start-climb" },
    make("h2", { id: "start-climb" }, "Climbing"),
    form(
      "climb",
      { do: "climb" },
      { class: "another" },
      field("climb", "place", "Gym or crag", { maxlength: 500 }),
      choice("climb", "discipline", "Discipline", [["", "not said"], ...now.view.disciplines]),
      make("button", { class: "wide" }, "Start climbing"),
    ),
  );
  const listen = !isOpen("listening") && card(
    { "aria-labelledby": "start-listen" },
    make("h2", { id: "start-listen" }, "Listening"),
    now.view.stories.length > 0 && make("ul", { class: "rows" }, now.view.stories.map(story)),
    form(
      "listen-title",
      { do: "listen" },
      { class: "another" },
      field("listen-title", "listenTitle", "What do you listen to?", { maxlength: 500, required: true }),
      make("button", { class: "wide" }, "Start listening"),
    ),
  );
  return [read, listen, climb];
}

function story(one) {
  const button = make("button", { "aria-label": `Listen to ${one.title}` }, "Listen");
  return make(
    "li",
    { class: "row" },
    make("div", {}, make("strong", {}, make("bdi", {}, one.title))),
    form(`listen-${one.id}`, { do: "listen", story: one.id }, {}, button),
  );
}

function book(one) {
  const of = one.pages ? ` of ${one.pages}` : "";
  return make(
    "li",
    { class: "row" },
    make(
      "div",
      {},
      make("strong", {}, make("bdi", {}, one.title)),
      quiet(make("bdi", {}, one.authors)),
      one.page > 0 && quiet(`page ${one.page}${of}`),
      make(
        "details",
        { class: "sheet inner", open: now.refused?.form === `place-${one.id}` },
        make("summary", { "aria-label": `Note the page in ${one.title}` }, "Note the page"),
        form(
          `place-${one.id}`,
          { do: "place", book: one.id },
          {},
          field(`place-${one.id}`, "page", "I am on page", { inputmode: "numeric", required: true, value: one.page ?? "" }, make("button", {}, "Note it")),
        ),
      ),
    ),
    form(
      `read-${one.id}`,
      { do: "read", book: one.id },
      {},
      make("button", { class: "primary", "data-key": "s", "aria-label": `Start reading ${one.title}` }, "Start"),
    ),
  );
}
