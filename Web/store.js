// The browser's copy of a log and its outbox: one IndexedDB database per base path.

/** The app's base path; this file is in a folder below it. */
export const base = new URL("..", import.meta.url).pathname;

/** The database connection. */
let opening;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(`cairn ${base}`, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore("kept");
      request.result.createObjectStore("outbox", { keyPath: "number", autoIncrement: true });
    });
    request.addEventListener("success", () => {
      request.result.addEventListener("versionchange", () => {
        request.result.close();
        opening = undefined;
      });
      request.result.addEventListener("close", () => (opening = undefined));
      resolve(request.result);
    });
    request.addEventListener("error", () => reject(request.error));
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/**
 * Runs `body` on both stores in one transaction and resolves to `result.value` after the commit is on disk, so
 * that no success is shown earlier.
 */
export async function transact(mode, body) {
  const database_ = await database();
  return new Promise((resolve, reject) => {
    const transaction = database_.transaction(["kept", "outbox"], mode, { durability: "strict" });
    const result = {};
    transaction.addEventListener("complete", () => resolve(result.value));
    transaction.addEventListener("abort", () => reject(result.error ?? transaction.error));
    const give = (error) => {
      result.error = error;
      transaction.abort();
    };
    body(transaction.objectStore("kept"), transaction.objectStore("outbox"), result, give);
  });
}

/**
 * Reads the stored data: the snapshot and its log, the entries of that log with the oldest first, confirmed
 * mutations (`had`), and entries of other logs (`others`).
 */
export function readStores(kept, outbox, then) {
  const [keys, values, lines] = [kept.getAllKeys(), kept.getAll(), outbox.getAll()];
  lines.addEventListener("success", () => {
    const all = Object.fromEntries(keys.result.map((key, place) => [key, values.result[place]]));
    const own = lines.result.filter((line) => line.log === all.log);
    all.lines = own.filter((line) => line.state !== "had");
    all.had = own.filter((line) => line.state === "had");
    all.others = lines.result.filter((line) => line.log !== all.log && line.state !== "had");
    then(all);
  });
}

/** Reads all stored data. */
export async function readAll() {
  return transact("readonly", (kept, outbox, result) => {
    readStores(kept, outbox, (all) => (result.value = all));
  });
}

/** Commits the result of an action based on `state`; false if the state has changed. */
export function commit(made, state, number) {
  return transact("readwrite", (kept, outbox, result, give) => {
    readStores(kept, outbox, (all) => {
      try {
        all.node ??= state.node;
        result.value = isSame(all, state);
        if (!result.value) return;
        kept.put(all.node, "node");
        if (made.mutation) outbox.add(outboxEntry(made, all.log));
        const wish = all.lines.find((line) => line.number === number);
        if (wish && made.error) outbox.put({ ...wish, state: "refused", reason: errorText(made.error) });
        else if (wish) outbox.delete(number);
      } catch (error) {
        give(error);
      }
    });
  });
}

/** Whether both states give the core the same input. */
function isSame(one, other) {
  const states = (all) => all.lines.map((line) => `${line.number} ${line.state}`);
  const marks = (all) => [all.log, all.node, all.ahead, ...states(all)].join();
  return one.snapshot === other.snapshot && marks(one) === marks(other);
}

const errorText = ({ message, hint }) => `${message} ${hint}`.trim();

function outboxEntry(made, log) {
  const { mutation, id } = made;
  return { id, log, title: mutation.title, at: mutation.at, body: JSON.stringify(mutation), state: "waits" };
}

/**
 * Stores the action of a form until its response arrives or the offline page applies it. Returns its number, or
 * undefined if this browser has no snapshot of the form's log.
 */
export function storeForm({ log, title, ...wish }) {
  return transact("readwrite", (kept, outbox, result) => {
    readStores(kept, outbox, (all) => {
      if (all.snapshot === undefined || all.page !== log) return;
      const words = title ?? titles[wish.values.do] ?? "Form";
      const adding = outbox.add({ ...wish, log: all.log, title: words, state: "typed" });
      adding.addEventListener("success", () => (result.value = adding.result));
    });
  });
}

const titles = {
  read: "Start reading",
  listen: "Start listening",
  climb: "Start climbing",
  pause: "Pause",
  resume: "Resume",
  stop: "Stop",
  discard: "Discard session",
  place: "Update page",
  "add-climb": "Add climb",
  attempt: "Log attempt",
};

/** The SHA-256 hash by which the server identifies the body of a form. */
export async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Adds the id of the mutation that the form creates on the server, as `RequestIDs` derives it. */
export async function withMutationID(line) {
  const hash = await digest(`7:request${line.once.length}:${line.once}`);
  const variant = ((parseInt(hash[16], 16) & 3) | 8).toString(16);
  const id = `${hash.slice(0, 12)}8${hash.slice(13, 16)}${variant}${hash.slice(17, 32)}`;
  return { ...line, id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") };
}

/** Returns a new node id of this browser: eight random hexadecimal digits. */
export function newNode() {
  return crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, "0");
}

/** Deletes the data of the person who signs out; unsent entries of others stay. */
export async function clearLog() {
  await transact("readwrite", (kept, outbox) => {
    readStores(kept, outbox, (all) => {
      for (const line of [...all.lines, ...all.had]) outbox.delete(line.number);
      kept.clear();
    });
  });
}

/** Deletes the snapshot of another person; their unsent entries stay. */
export async function dropOtherLog() {
  const { log } = document.getElementById("main").dataset;
  if (!log) return;
  await transact("readwrite", (kept, outbox) => {
    readStores(kept, outbox, (all) => {
      if (all.page && all.page !== log) kept.clear();
    });
  });
}

/**
 * Returns how many milliseconds this device's clock is ahead of the server's: 0 within a minute, undefined if
 * the response took longer than a minute, because the device may have been asleep.
 */
export function clockOffset(asked, at) {
  const answered = Date.now();
  if (Math.abs(answered - asked) >= 60_000) return undefined;
  return Math.abs(answered - at) < 60_000 ? 0 : answered - at;
}
