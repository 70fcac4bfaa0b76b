import { announce } from "../../../client/announce.ts";
import { delegate } from "./delegate.ts";

/** Copies the link to the list. */
export function startCopyLink(signal: AbortSignal): void {
  delegate("click", ".copy-trigger", (button) => void copy(button), signal);
}

async function copy(button: HTMLElement): Promise<void> {
  const field = button.parentElement?.querySelector<HTMLInputElement>(".copy-target");
  if (!field) return;
  field.select();
  // Pages without TLS have no clipboard; then the selected link can be copied by hand.
  await navigator.clipboard?.writeText(field.value);
  announce(button.dataset.done ?? "");
  button.classList.add("is-done");
}
