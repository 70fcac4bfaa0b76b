/** Opens a dialog over the page, which stays where it is: what its scroll bar took is measured, and left free in its stead. */
export function openModal(dialog: HTMLDialogElement): void {
  const { documentElement: root } = document;
  root.style.setProperty("--scroll-bar", `${window.innerWidth - root.clientWidth}px`);
  dialog.showModal();
}
