// Lets a toast leave after a while, unless it is pointed at or has the focus, and shows its button to dismiss it.

const toast = document.querySelector(".toast");
const leave = () => (toast.matches(":hover, :focus-within") ? setTimeout(leave, 2_000) : toast.remove());
const close = toast?.querySelector("[data-close]");
if (close) {
  close.hidden = false;
  close.addEventListener("click", () => toast.remove());
  setTimeout(leave, 8_000);
}
