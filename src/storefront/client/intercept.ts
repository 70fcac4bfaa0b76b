/** Runs `action` instead of the event's default. A click with Control, Meta or Shift keeps its default. */
export function intercept(event: Event, action: () => void): void {
  if (hasModifier(event)) return;
  event.preventDefault();
  action();
}

/** Tells whether a click opens another tab or window. */
export function hasModifier(event: Event): boolean {
  return event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
}
