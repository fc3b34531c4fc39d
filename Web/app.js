// Makes the pages livelier. Everything works without it.

/** `H:MM:SS`, as the server writes it. */
function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Lets a running timer tick from what the server measured, whatever this device's clock says. */
function tick(element) {
  const base = Number(element.dataset.elapsed);
  const start = performance.now();
  const show = () => {
    const elapsed = base + performance.now() - start;
    const text = clock(elapsed);
    if (element.textContent !== text) element.textContent = text;
    setTimeout(show, 1000 - (elapsed % 1000));
  };
  show();
}

for (const element of document.querySelectorAll('[data-state="running"][data-elapsed]')) {
  tick(element);
}

// A page that the browser kept while another was shown tells what was, not what is.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
