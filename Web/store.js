// What this browser keeps of a log, and what waits to be sent: one database for each place where Cairn lies.

/** Where everything of ours lies: this file is in a folder of it. */
export const base = new URL("..", import.meta.url).pathname;

/** What was logged here and where, kept in this browser until the server has it. */
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
 * Runs `body` with both stores in one transaction and gives what it puts into `result.value`, once
 * all of it is on the disk: nothing is told to the person before.
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
 * Reads what is kept: the snapshot, whose it is, what waits of that log, oldest first, the last that the
 * server had already, and what waits for another log to come back.
 */
export function look(kept, outbox, then) {
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

/** All that is kept, or nothing where this browser keeps nothing. */
export async function everything() {
  return transact("readonly", (kept, outbox, result) => {
    look(kept, outbox, (all) => (result.value = all));
  });
}

/** Keeps what was decided on a state; false where that is not the state any more. */
export function keep(made, state, number) {
  return transact("readwrite", (kept, outbox, result, give) => {
    look(kept, outbox, (all) => {
      try {
        all.node ??= state.node;
        result.value = isSame(all, state);
        if (!result.value) return;
        kept.put(all.node, "node");
        if (made.mutation) outbox.add(waiting(made, all.log));
        const wish = all.lines.find((line) => line.number === number);
        if (wish && made.error) outbox.put({ ...wish, state: "refused", reason: told(made.error) });
        else if (wish) outbox.delete(number);
      } catch (error) {
        give(error);
      }
    });
  });
}

/** Whether the rules would be told the same of both. */
function isSame(one, other) {
  const states = (all) => all.lines.map((line) => `${line.number} ${line.state}`);
  const marks = (all) => [all.log, all.node, all.ahead, ...states(all)].join();
  return one.snapshot === other.snapshot && marks(one) === marks(other);
}

const told = ({ message, hint }) => `${message} ${hint}`.trim();

function waiting(made, log) {
  const { mutation, id } = made;
  return { id, log, title: mutation.title, at: mutation.at, body: JSON.stringify(mutation), state: "waits" };
}

/**
 * Lays by what a form is to do until its answer comes, or else until the page without a network does it; gives
 * its number, or nothing where this browser keeps nothing of the log that the form is about.
 */
export function lay({ log, title, ...wish }) {
  return transact("readwrite", (kept, outbox, result) => {
    look(kept, outbox, (all) => {
      if (all.snapshot === undefined || all.page !== log) return;
      const words = title ?? titles[wish.values.do] ?? "A form";
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
  discard: "Discard a session",
  place: "Note a page",
  "add-climb": "Add a climb",
  attempt: "Log an attempt",
};

/** The hash by which the server knows the body of a form. */
export async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A line with the id of the mutation that its form leads to on the server, as `RequestIDs` makes it. */
export async function named(line) {
  const hash = await digest(`7:request${line.once.length}:${line.once}`);
  const variant = ((parseInt(hash[16], 16) & 3) | 8).toString(16);
  const id = `${hash.slice(0, 12)}8${hash.slice(13, 16)}${variant}${hash.slice(17, 32)}`;
  return { ...line, id: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-") };
}

/** This browser among the devices of a log: eight random digits. */
export function newNode() {
  return crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, "0");
}

/** Forgets everything of the person who signs out; what others did not send yet waits for them. */
export async function forget() {
  await transact("readwrite", (kept, outbox) => {
    look(kept, outbox, (all) => {
      for (const line of [...all.lines, ...all.had]) outbox.delete(line.number);
      kept.clear();
    });
  });
}

/** Forgets the log of another person than the one this page is for; what they did not send waits for them. */
export async function greet() {
  const { log } = document.getElementById("main").dataset;
  if (!log) return;
  await transact("readwrite", (kept, outbox) => {
    look(kept, outbox, (all) => {
      if (all.page && all.page !== log) kept.clear();
    });
  });
}

/**
 * How many milliseconds this device's clock is ahead of the server's: 0 within a minute, and unknown where the
 * answer took longer than that, because the device slept while it was on its way.
 */
export function clockOffset(asked, at) {
  const answered = Date.now();
  if (Math.abs(answered - asked) >= 60_000) return undefined;
  return Math.abs(answered - at) < 60_000 ? 0 : answered - at;
}
