/** Opens a modal dialog. `--scroll-bar` reserves the width of the hidden scroll bar, so that the page does not shift. */
export function openModal(dialog: HTMLDialogElement): void {
  const { documentElement: root } = document;
  root.style.setProperty("--scroll-bar", `${window.innerWidth - root.clientWidth}px`);
  dialog.showModal();
}
