/** Puts into the popup what the page keeps for one of its states. */
export function drawState(dialog: HTMLDialogElement, state: "loading" | "failed"): void {
  const kept = dialog.querySelector<HTMLTemplateElement>(`.quick-${state}`);
  if (kept) dialog.querySelector(".quick-content")?.replaceChildren(kept.content.cloneNode(true));
}
