import { announce } from "../../../client/announce.ts";
import { delegate } from "./delegate.ts";

/** How long (ms) the button says that the link was copied. */
const shownMs = 3000;

/** Copies the link to the list. */
export function startCopyLink(signal: AbortSignal): void {
  delegate("click", ".copy-trigger", (button) => void copy(button), signal);
}

async function copy(button: HTMLElement): Promise<void> {
  const field = button.parentElement?.querySelector<HTMLInputElement>(".copy-target");
  const label = button.lastChild;
  if (!field || !label) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Without TLS or permission: the selected link can be copied by hand.
    return;
  }
  const { done = "" } = button.dataset;
  announce(done);
  if (button.classList.contains("is-done")) return;
  const { textContent: before } = label;
  label.textContent = done;
  button.classList.add("is-done");
  setTimeout(() => {
    label.textContent = before;
    button.classList.remove("is-done");
  }, shownMs);
}
