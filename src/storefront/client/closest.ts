/**
 * Returns the matching element that an event is on or in. Scripts also dispatch events on document and window, which are in
 * none.
 */
export function closest<T extends HTMLElement = HTMLElement>({ target }: Event, selector: string): T | null {
  return target instanceof Element ? target.closest<T>(selector) : null;
}
