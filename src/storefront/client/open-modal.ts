/**
 * Opens a modal dialog and keeps the page from scrolling while one is open. `--scroll-bar` reserves the width of the hidden scroll
 * bar, so that the page does not shift.
 */
export function openModal(dialog: HTMLDialogElement): void {
  const { documentElement: root } = document;
  root.style.setProperty("--scroll-bar", `${window.innerWidth - root.clientWidth}px`);
  try {
    // Before the dialog opens, so that the browser computes the page's styles once and not again for the class.
    root.classList.add("has-modal");
    dialog.showModal();
  } finally {
    follow();
  }
  // It may be opened again before the browser tells that it was closed; the same function is added only once.
  dialog.addEventListener("close", follow);
}

function follow(): void {
  document.documentElement.classList.toggle("has-modal", document.querySelector("dialog:modal") !== null);
}
