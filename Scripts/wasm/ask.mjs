// Runs the requests of the input, one per line: `act {…}` or `view {…}`; prints one response per line.
// Usage: node Scripts/wasm/ask.mjs FILE <questions
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const asked = readFileSync(0, "utf8").split("\n").filter(Boolean);
for (const line of asked) {
  const { exports } = new WebAssembly.Instance(module);
  const space = line.indexOf(" ");
  const bytes = new TextEncoder().encode(line.slice(space + 1));
  const room = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const length = exports[line.slice(0, space)]();
  const answer = new Uint8Array(exports.memory.buffer, exports.answer(), length);
  process.stdout.write(`${new TextDecoder().decode(answer)}\n`);
}
