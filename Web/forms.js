// The forms of the offline page; all rules are in the core.

const parts = await import(document.querySelector('script[src*="/figures.js"]').src);
const { make, card, quiet, hidden, sessionHead } = parts;

/** The latest view from the core, and the rejected form with its values. */
export const current = { view: undefined, refused: undefined };

/** A form with hidden values that name its action, and its error after a rejection. */
function form(id, does, attributes, ...children) {
  const alert = current.refused?.form === id && make(
    "p",
    { class: "error", role: "alert", id: `${id}-problem`, "data-laid": current.refused.number !== undefined },
    `${current.refused.error.message} ${current.refused.error.hint}`,
  );
  const named = Object.entries(does).map(([name, value]) => hidden(name, value));
  return make("form", { id, ...attributes }, ...named, ...children, alert);
}

/** The typed value of a rejected form's field, else its initial value. */
function fieldValue(id, name, value = "") {
  return current.refused?.form === id ? (current.refused.values[name] ?? "") : value;
}

function field(id, name, label, attributes = {}, beside = undefined) {
  const input = make("input", {
    id: `${id}-${name}`,
    name,
    autocomplete: "off",
    ...attributes,
    value: fieldValue(id, name, attributes.value),
  });
  const line = beside ? make("div", { class: "inline" }, input, beside) : input;
  return make("div", { class: "field" }, make("label", { for: `${id}-${name}` }, label), line);
}

function noteField(id, value) {
  return make(
    "div",
    { class: "field" },
    make("label", { for: `${id}-note` }, "Note"),
    make("textarea", { id: `${id}-note`, name: "note", rows: 2 }, fieldValue(id, "note", value)),
  );
}

export function timerCard(one) {
  const isRunning = one.state === "running";
  const session = one.id;
  return card(
    { class: "card timer", "aria-labelledby": `t-${one.id}` },
    ...sessionHead(one),
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
    one.kind === "climbing" && climbList(one),
    stopForm(one),
    make(
      "details",
      { class: "discard" },
      make("summary", {}, "Discard this session"),
      form(
        `discard-${session}`,
        { do: "discard", session },
        {},
        make("p", {}, "This removes the session. You can undo this in the activity log."),
        make("button", { class: "danger" }, "Discard"),
      ),
    ),
  );
}

/** The form that stops a session; a forgotten timer asks for the end. */
function stopForm(one) {
  const id = `stop-${one.id}`;
  const isShort = current.refused?.form === id && current.refused.error.code === "session.too_short";
  const place = one.kind === "reading" && field(
    id,
    "page",
    "Page",
    { inputmode: "numeric", value: one.page ?? "", "data-page": true },
    one.pages && quiet(`of ${one.pages}`),
  );
  const heard = one.kind === "listening" && [
    field(id, "position", "Current position", { placeholder: "1:02:03" }),
    checkbox(id, "completed", "Finished it"),
  ];
  const felt = one.kind === "climbing" && make(
    "div",
    { class: "pair" },
    field(id, "rpe", "RPE, 1 to 10", { type: "number", min: 1, max: 10, inputmode: "numeric" }),
    field(id, "pump", "Pump, 1 to 5", { type: "number", min: 1, max: 5, inputmode: "numeric" }),
  );
  const buttons = isShort
    ? make("button", { class: "wide primary", name: "allow_short", value: "yes", "data-key": "s" }, "Save anyway")
    : one.ran
    ? make(
        "fieldset",
        { class: "question" },
        make("legend", {}, `The timer has run for ${one.ran}. When did you stop?`),
        field(id, "ended", "Stopped at", { type: "datetime-local", required: true, value: one.proposed }),
        make("button", { class: "wide primary", "data-key": "s" }, "Use that time"),
        make("button", { class: "wide", name: "now", value: "yes", formnovalidate: true }, "Keep the full time"),
      )
    : make("button", { class: "wide primary", "data-key": "s" }, "Stop");
  return form(id, { do: "stop", session: one.id }, { class: "stop" }, place, heard, felt, noteField(id, one.note), buttons);
}

function checkbox(id, name, words) {
  const box = make("input", { type: "checkbox", name, value: "yes", checked: fieldValue(id, name) === "yes" });
  return make("label", { class: "check" }, box, ` ${words}`);
}

function dropdown(id, name, label, options) {
  const chosen = fieldValue(id, name);
  const all = options.map(([value, words]) => make("option", { value, selected: value === chosen }, words));
  return make(
    "div",
    { class: "field" },
    make("label", { for: `${id}-${name}` }, label),
    make("select", { id: `${id}-${name}`, name }, all),
  );
}

/** The climbs of a session with buttons for a fall and a send, and the form that adds a climb. */
function climbList(one) {
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
      quiet(climb.attempts.length ? climb.attempts.join(" · ") : "no attempts yet"),
      make("div", { class: "pair" }, button("try", "✗", "Fell"), button("send", "✓", "Sent")),
    );
  });
  const list = make("ul", { class: "stack", "aria-label": "Climbs" }, rows);
  return make("div", { class: "stack" }, list, addClimbForm(one));
}

function addClimbForm(one) {
  const id = `add-${one.id}`;
  const outcome = fieldValue(id, "outcome");
  const pick = (value, words) =>
    make(
      "label",
      { class: "pick" },
      make("input", { type: "radio", name: "outcome", value, checked: outcome === value }),
      make("span", {}, words),
    );
  return make(
    "details",
    { class: "sheet inner", open: current.refused?.form === id },
    make("summary", {}, "New climb"),
    form(
      id,
      { do: "add-climb", session: one.id },
      {},
      field(id, "name", "Name", { maxlength: 500 }),
      make(
        "div",
        { class: "pair" },
        field(id, "grade", "Grade", { maxlength: 64, autocapitalize: "off" }),
        dropdown(id, "scale", "Scale", [["", "Yours"], ...current.view.scales]),
      ),
      make(
        "fieldset",
        { class: "picks" },
        make("legend", {}, "Outcome"),
        make("div", {}, pick("sent", "✓ sent"), pick("fell", "✗ fell"), pick("", "Project (no attempts)")),
      ),
      field(id, "attempts", "Attempts", { type: "number", min: 1, max: 999, inputmode: "numeric", value: 1 }),
      make("button", { class: "wide primary" }, "Save climb"),
    ),
  );
}

export function startCards() {
  const isOpen = (kind) => current.view.running.some((one) => one.kind === kind);
  const read = !isOpen("reading") && card(
    { "aria-labelledby": "start-read" },
    make("h2", { id: "start-read" }, current.view.books.length ? "Continue reading" : "What are you reading?"),
    current.view.books.length > 0 && make("ul", { class: "rows" }, current.view.books.map(bookRow)),
    form(
      "read-title",
      { do: "read" },
      { class: "another" },
      field("read-title", "title", current.view.books.length ? "Start another book" : "Title", { maxlength: 500, required: true, "data-key": "n" }),
      make("button", { class: current.view.books.length ? "wide" : "wide primary" }, "Start reading"),
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
      dropdown("climb", "discipline", "Discipline", [["", "Not set"], ...current.view.disciplines]),
      make("button", { class: "wide" }, "Start climbing"),
    ),
  );
  const listen = !isOpen("listening") && card(
    { "aria-labelledby": "start-listen" },
    make("h2", { id: "start-listen" }, "Listening"),
    current.view.stories.length > 0 && make("ul", { class: "rows" }, current.view.stories.map(storyRow)),
    form(
      "listen-title",
      { do: "listen" },
      { class: "another" },
      field("listen-title", "title", "What are you listening to?", { maxlength: 500, required: true }),
      make("button", { class: "wide" }, "Start listening"),
    ),
  );
  return [read, listen, climb];
}

function storyRow(one) {
  const button = make("button", { "aria-label": `Listen to ${one.title}` }, "Listen");
  return make(
    "li",
    { class: "row" },
    make("div", {}, make("strong", {}, make("bdi", {}, one.title))),
    form(`listen-${one.id}`, { do: "listen", story: one.id }, {}, button),
  );
}

function bookRow(one) {
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
        { class: "sheet inner", open: current.refused?.form === `place-${one.id}` },
        make("summary", { "aria-label": `Update page: ${one.title}` }, "Update page"),
        form(
          `place-${one.id}`,
          { do: "place", book: one.id },
          {},
          field(`place-${one.id}`, "page", "Current page", { inputmode: "numeric", required: true, value: one.page ?? "" }, make("button", {}, "Update")),
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
