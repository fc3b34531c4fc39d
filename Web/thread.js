// Asks the core on a thread of its own: however long that takes with a long log, the page can be touched.

/** A question with all it is about; each has a memory of its own, so none can leave anything behind. */
function answer(module, question, about) {
  const { exports } = new WebAssembly.Instance(module);
  const bytes = new TextEncoder().encode(about);
  const room = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const length = exports[question]();
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer(), length));
}

addEventListener("message", ({ data: { module, number, question, about } }) => {
  try {
    postMessage({ number, text: answer(module, question, about) });
  } catch (error) {
    postMessage({ number, failure: `${error}` });
  }
});
