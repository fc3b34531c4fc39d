// Shows how a line is understood while it is typed; without this script, a page does.

/** The app's base path; this file is in a folder below it. */
const base = new URL("..", import.meta.url).pathname;

/** Shows how the server understands a line while it is typed. */
function understand(field) {
  const line = field.value;
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.open("GET", `${base}add/preview?${new URLSearchParams({ line })}`);
  request.addEventListener("load", () => {
    const [shown, read] = [document, request.response].map((page) => page?.getElementById(field.dataset.reads));
    if (!shown || !read || field.value !== line) return;
    field.form.className = read.closest("form").className;
    shown.replaceChildren(...read.childNodes);
  });
  request.send();
}

// A tap on a part selects it in the line, to correct it.
addEventListener("click", (event) => {
  const part = event.target.closest?.("label[data-part]");
  if (!part) return;
  event.preventDefault();
  const start = part.control.value.lastIndexOf(part.dataset.part);
  part.control.focus();
  if (start >= 0) part.control.setSelectionRange(start, start + part.dataset.part.length);
});

let typing;
addEventListener("input", (event) => {
  if (!event.target.matches("[data-reads]")) return;
  clearTimeout(typing);
  typing = setTimeout(understand, 120, event.target);
});
