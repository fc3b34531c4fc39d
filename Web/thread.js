// Calls the core in a web worker, so that the page stays responsive with a long log.

/** Runs one request in a new instance, so that no memory is shared between requests. */
function call(module, question, about) {
  const { exports } = new WebAssembly.Instance(module);
  const bytes = new TextEncoder().encode(about);
  const room = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const length = exports[question]();
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer(), length));
}

addEventListener("message", ({ data: { module, number, question, about } }) => {
  try {
    postMessage({ number, text: call(module, question, about) });
  } catch (error) {
    postMessage({ number, failure: `${error}` });
  }
});
