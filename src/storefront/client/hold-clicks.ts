import { closest } from "./closest.ts";
import { hasModifier } from "./intercept.ts";

/**
 * Holds clicks on controls whose code has not started.
 * @param onHold loads the code
 * @returns a function to call once the code has started, or could not be loaded: it repeats the clicks
 */
export function holdClicks(controls: string, onHold: () => void): () => void {
  const waiting = new AbortController();
  const held: HTMLElement[] = [];
  const hold = (event: Event) => {
    const control = closest(event, controls);
    if (!control || hasModifier(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(control);
    onHold();
  };
  window.addEventListener("click", hold, { capture: true, signal: waiting.signal });
  return () => {
    waiting.abort();
    for (const control of held) control.click();
  };
}
