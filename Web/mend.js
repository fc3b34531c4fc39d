// What a person changes in something that was refused, so that it can be taken the next time.

const { make } = await import(document.querySelector('script[src*="/figures.js"]').src);

/** What can be changed, by the name it has in a form or in a record. */
const labels = {
  title: "Title",
  listenTitle: "Title",
  listenAuthor: "Author",
  author: "Author",
  name: "Name",
  grade: "Grade",
  attempts: "Attempts",
  pitches: "Pitches",
  place: "Place",
  page: "Page",
  position: "Page",
  endPosition: "Page",
  from: "Where it began in the audio",
  to: "Where you are in the audio",
  speed: "Speed",
  rpe: "RPE, 1 to 10",
  pump: "Pump, 1 to 5",
  pumpLevel: "Pump, 1 to 5",
  partners: "With",
  note: "Note",
  notes: "Notes",
};

/** A place in a book as records have it, `page:12/160`; the first page is nobody's word. */
const isPage = (value) => /^page:[1-9]\d*(\/\d+)?$/.test(value);

/** What one value shows, and what a record gets for what is typed over it. */
function shown(value) {
  return isPage(value) ? value.slice(5).split("/")[0] : String(value);
}

function kept(typed, value) {
  if (typed === "") return null;
  if (isPage(value)) return `page:${typed}${value.slice(5).replace(/^\d+/, "")}`;
  const isWhole = typeof value === "number" && /^\d+$/.test(typed);
  return isWhole ? Number(typed) : typed;
}

/** The objects of a line that hold values: the form that was typed, or the records it sets. */
function holders(line) {
  return line.body ? JSON.parse(line.body).changes.map((change) => change.set) : [line.values];
}

/** Its values that can be changed, each once: a page that two records hold is one page. */
function values(line) {
  const all = holders(line).flatMap((holder) => Object.entries(holder));
  const isText = (value) => typeof value === "number" || (typeof value === "string" && value !== "");
  const isPlace = (name, value) => !["position", "endPosition"].includes(name) || isPage(value);
  const found = all.filter(([name, value]) => labels[name] && isText(value) && isPlace(name, value));
  return [...new Map(found.map(([name, value]) => [`${labels[name]} ${value}`, { name, value }])).values()];
}

/** The line with what was typed over its values. It is another act, so it has a name of its own. */
function mended(line, changes, at) {
  const over = (holder) => {
    const entries = Object.entries(holder).map(([name, value]) => {
      const change = changes.find((one) => labels[one.name] === labels[name] && one.value === value);
      return [name, change ? kept(change.typed, value) : value];
    });
    return Object.fromEntries(entries);
  };
  if (!line.body) return { ...line, values: over(line.values), at: at ?? line.at, once: undefined };
  const { mutation: old, ...rest } = JSON.parse(line.body);
  const id = crypto.randomUUID();
  const title = changes.reduce((text, one) => text.replaceAll(`“${one.value}”`, `“${one.typed}”`), rest.title);
  const own = { line: rest.line === old ? id : rest.line, title };
  const sets = rest.changes.map((change) => ({ ...change, set: over(change.set) }));
  const body = JSON.stringify({ mutation: id, ...rest, ...own, changes: sets });
  return { ...line, id, title, body };
}

/** How many milliseconds the clocks of a zone are ahead of Greenwich at a moment. */
const offset = ({ first, changes }, at) => 1_000 * (changes.findLast(([from]) => from <= at)?.[1] ?? first);

/** The moment of a tap as a field takes it: in the zone and by the clock of the log, as all else on the page. */
export function moment(line, { snapshot, ahead = 0 }) {
  const [zone] = JSON.parse(snapshot).zones;
  const at = line.at - ahead;
  return new Date(at + offset(zone, at)).toISOString().slice(0, 16);
}

/** The moment that such a field names, by the clock of this browser. */
function instant(text, { snapshot, ahead = 0 }) {
  const [zone] = JSON.parse(snapshot).zones;
  const wall = Date.parse(`${text}Z`);
  return wall - offset(zone, wall - offset(zone, wall)) + ahead;
}

function field(id, label, value, isLong) {
  const attributes = { id, name: id, autocomplete: "off" };
  const box = isLong
    ? make("textarea", { ...attributes, rows: 3 }, value)
    : make("input", { ...attributes, value, type: label === "When" ? "datetime-local" : undefined });
  return make("div", { class: "field" }, make("label", { for: id }, label), box);
}

/** The form that changes what was refused and sends it again; nothing where there is nothing to change. */
export function mending(line, again, state) {
  const all = values(line);
  const id = `mend-${line.number}`;
  const when = line.body ? undefined : moment(line, state);
  if (all.length === 0 && when === undefined) return undefined;
  const boxes = all.map(({ name, value }, place) =>
    field(`${id}-${place}`, labels[name], shown(value), ["note", "notes"].includes(name)),
  );
  if (when) boxes.push(field(`${id}-when`, "When", when));
  const form = make("form", { id, class: "stack" }, boxes, make("button", { class: "wide primary" }, "Save and try again"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // What the page does with its own forms is not meant.
    event.stopPropagation();
    const said = new FormData(form);
    const typed = all.map((one, place) => ({ ...one, typed: said.get(`${id}-${place}`).trim() }));
    const time = said.get(`${id}-when`);
    again(mended(line, typed, time && time !== when ? instant(time, state) : undefined));
  });
  const words = make("span", { class: "hidden" }, ` ${line.title}`);
  return make("details", { class: "sheet inner" }, make("summary", {}, "Change it", words), form);
}
