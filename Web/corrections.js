// The form that corrects a rejected action so that it can be sent again.

const { make } = await import(document.querySelector('script[src*="/figures.js"]').src);

/** Labels of editable values by form field or record field. */
const labels = {
  title: "Title",
  author: "Author",
  name: "Name",
  grade: "Grade",
  attempts: "Attempts",
  pitches: "Pitches",
  place: "Place",
  page: "Page",
  position: "Page",
  endPosition: "Page",
  from: "Start position",
  speed: "Speed",
  rpe: "RPE, 1 to 10",
  pump: "Pump, 1 to 5",
  pumpLevel: "Pump, 1 to 5",
  partners: "Partners",
  note: "Note",
  notes: "Notes",
};

/** Whether a record value is a page, `page:12/160`; page 0 is never typed by a person. */
const isPage = (value) => /^page:[1-9]\d*(\/\d+)?$/.test(value);

/** The label of a value: a form has a position in audio where a record has a page. */
const labelOf = (name, value) => (name === "position" && !isPage(value) ? "Current position" : labels[name]);

/** The text shown for a value, and the value stored for a typed text. */
function displayText(value) {
  return isPage(value) ? value.slice(5).split("/")[0] : String(value);
}

function storedValue(typed, value) {
  if (typed === "") return null;
  if (isPage(value)) return `page:${typed}${value.slice(5).replace(/^\d+/, "")}`;
  const isWhole = typeof value === "number" && /^\d+$/.test(typed);
  return isWhole ? Number(typed) : typed;
}

/** The objects of an outbox entry with values: the form, or the records it changes. */
function valueObjects(line) {
  return line.body ? JSON.parse(line.body).changes.map((change) => change.set) : [line.values];
}

/** The editable values, each once: two records with the same page share a field. */
function editableValues(line) {
  const all = valueObjects(line).flatMap((holder) => Object.entries(holder));
  const isText = (value) => typeof value === "number" || (typeof value === "string" && value !== "");
  const isPlace = (name, value) => (name === "position" ? typeof value === "string" : name !== "endPosition") || isPage(value);
  const found = all.filter(([name, value]) => labels[name] && isText(value) && isPlace(name, value));
  return [...new Map(found.map(([name, value]) => [`${labelOf(name, value)} ${value}`, { name, value }])).values()];
}

/** The corrected entry; it is a new action, so it gets a new id. */
function corrected(line, changes, at) {
  const over = (holder) => {
    const entries = Object.entries(holder).map(([name, value]) => {
      const change = changes.find((one) => labelOf(one.name, one.value) === labelOf(name, value) && one.value === value);
      return [name, change ? storedValue(change.typed, value) : value];
    });
    return Object.fromEntries(entries);
  };
  if (!line.body) return { ...line, values: over(line.values), at: at ?? line.at, once: undefined };
  const { mutation: old, ...rest } = JSON.parse(line.body);
  const id = crypto.randomUUID();
  const title = changes.reduce((text, one) => text.replaceAll(`“${one.value}”`, `“${one.typed}”`), rest.title);
  const own = { batch: rest.batch === old ? id : rest.batch, title };
  const sets = rest.changes.map((change) => ({ ...change, set: over(change.set) }));
  const body = JSON.stringify({ mutation: id, ...rest, ...own, changes: sets });
  return { ...line, id, title, body };
}

/** Returns the UTC offset of a zone at an instant, in milliseconds. */
const utcOffset = ({ first, changes }, at) => 1_000 * (changes.findLast(([from]) => from <= at)?.[1] ?? first);

/** Formats the time of a tap for a datetime-local field, in the log's zone and by the server's clock. */
export function localTime(line, { snapshot, ahead = 0 }) {
  const [zone] = JSON.parse(snapshot).zones;
  const at = line.at - ahead;
  return new Date(at + utcOffset(zone, at)).toISOString().slice(0, 16);
}

/** Parses a datetime-local value to an instant of this browser's clock. */
function parseLocalTime(text, { snapshot, ahead = 0 }) {
  const [zone] = JSON.parse(snapshot).zones;
  const wall = Date.parse(`${text}Z`);
  return wall - utcOffset(zone, wall - utcOffset(zone, wall)) + ahead;
}

function labelledField(id, label, value, isLong) {
  const attributes = { id, name: id, autocomplete: "off" };
  const box = isLong
    ? make("textarea", { ...attributes, rows: 3 }, value)
    : make("input", { ...attributes, value, type: label === "When" ? "datetime-local" : undefined });
  return make("div", { class: "field" }, make("label", { for: id }, label), box);
}

/** The form that corrects an entry and sends it again; undefined without editable values. */
export function correctionForm(line, again, state) {
  const all = editableValues(line);
  const id = `correction-${line.number}`;
  const when = line.body ? undefined : localTime(line, state);
  if (all.length === 0 && when === undefined) return undefined;
  const boxes = all.map(({ name, value }, place) =>
    labelledField(`${id}-${place}`, labelOf(name, value), displayText(value), ["note", "notes"].includes(name)),
  );
  if (when) boxes.push(labelledField(`${id}-when`, "When", when));
  const form = make("form", { id, class: "stack" }, boxes, make("button", { class: "wide primary" }, "Save and try again"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // The page's own submit handler must not see this form.
    event.stopPropagation();
    const said = new FormData(form);
    const typed = all.map((one, place) => ({ ...one, typed: said.get(`${id}-${place}`).trim() }));
    const time = said.get(`${id}-when`);
    again(corrected(line, typed, time && time !== when ? parseLocalTime(time, state) : undefined));
  });
  const words = make("span", { class: "hidden" }, ` ${line.title}`);
  return make("details", { class: "sheet inner" }, make("summary", {}, "Edit", words), form);
}
