import { closest } from "../../../client/closest.ts";

/**
 * Listens to an event on all elements with a selector inside the wishlist's page, also on those that a fragment brings later.
 * @param handle gets the matching element
 */
export function delegate<Name extends keyof DocumentEventMap>(
  name: Name,
  selector: string,
  handle: (element: HTMLElement, event: DocumentEventMap[Name]) => void,
  signal: AbortSignal,
): void {
  const onEvent = (event: DocumentEventMap[Name]) => {
    const element = closest(event, selector);
    if (element && !event.defaultPrevented) handle(element, event);
  };
  document.addEventListener(name, onEvent, { signal });
}
