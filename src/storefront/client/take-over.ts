/** Does in the page what a click, or a key, would leave it for. With Control, Meta or Shift the browser does as it always does. */
export function takeOver(event: Event, act: () => void): void {
  if (hasModifier(event)) return;
  event.preventDefault();
  act();
}

/** Whether a link is asked for in another tab or window. */
export function hasModifier(event: Event): boolean {
  return event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
}
