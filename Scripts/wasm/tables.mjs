// Encodes the standard library's Unicode data as runs, which `unicode.c` reads.
// Usage: node Scripts/wasm/tables.mjs FILE >tables.h, where FILE exports the functions of its tables.
//
// A run is one byte: the value times 8 plus the number of scalars; a number of 0 is followed by the number in
// groups of 7 bits, lowest first. Decompositions are in ascending order: the difference to the previous scalar,
// times 2, plus 1 if it also composes; then the length and the UTF-8 bytes of the parts.
import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { exports } = new WebAssembly.Instance(module);

function* number(rest) {
  for (; rest > 127; rest >>>= 7) yield (rest & 127) | 128;
  yield rest;
}

function run(value, count) {
  return count < 8 ? [value * 8 + count] : [value * 8, ...number(count)];
}

function write(name, bytes) {
  console.log(`static const unsigned char ${name}[] = {${bytes}};`);
}

function table(name, valueOf) {
  const bytes = [];
  let [start, value] = [0, valueOf(0)];
  for (let scalar = 1; scalar <= 0x110000; scalar++) {
    const next = scalar < 0x110000 ? valueOf(scalar) : undefined;
    if (next === value) continue;
    bytes.push(...run(value, scalar - start));
    [start, value] = [scalar, next];
  }
  write(name, bytes);
}

const memory = exports.memory.buffer;
const parts = new DataView(memory).getUint32(exports._swift_stdlib_nfd_decompositions.value, true);

/** Returns the UTF-8 bytes of a scalar's decomposition; undefined if it has none. */
function decomposed(scalar) {
  const entry = exports._swift_stdlib_getDecompositionEntry(scalar) >>> 0;
  if ((entry & 0x3ffff) !== scalar) return undefined;
  const [size] = new Uint8Array(memory, parts + (entry >>> 18), 1);
  return new Uint8Array(memory, parts + (entry >>> 18) + 1, size);
}

/** Returns whether a scalar is the composition of its last part with all parts before. */
function isComposed(scalar, bytes) {
  const text = new TextDecoder().decode(bytes);
  const last = [...text].at(-1);
  const [first, ...others] = text.slice(0, -last.length).normalize("NFC");
  if (first === undefined || others.length > 0) return false;
  return exports._swift_stdlib_getComposition(first.codePointAt(0), last.codePointAt(0)) === scalar;
}

function decompositions() {
  const all = [];
  let before = 0;
  for (let scalar = 0; scalar < 0x3ffff; scalar++) {
    const bytes = decomposed(scalar);
    if (bytes === undefined) continue;
    all.push(...number((scalar - before) * 2 + isComposed(scalar, bytes)), bytes.length, ...bytes);
    before = scalar;
  }
  return all;
}

write("decompositions", decompositions());
table("categories", (scalar) => exports._swift_stdlib_getGeneralCategory(scalar));
table("spaces", (scalar) => {
  const properties = exports._swift_stdlib_getBinaryProperties(scalar);
  return Number((properties >> 13n) & 1n) + 2 * Number((properties >> 45n) & 1n);
});
