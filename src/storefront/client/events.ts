/** The part of jQuery that the door for other people's scripts needs. */
interface JQuery {
  (
    target: EventTarget,
  ): {
    trigger(name: string, parameters: readonly unknown[]): void;
    on(name: string, handler: (event: { originalEvent?: Event }, ...parameters: unknown[]) => void): void;
  };
  event: { triggered?: string | undefined };
}

declare global {
  interface Window {
    jQuery?: JQuery;
  }
}

/**
 * Dispatches an event of the protocol: a bubbling CustomEvent with the arguments in `detail`, and, where a page has jQuery,
 * the same event for its listeners with positional arguments. Each listener hears it once.
 * @returns false when a listener prevented it.
 */
export function dispatch(target: EventTarget, name: string, parameters: readonly unknown[] = []): boolean {
  const event = new CustomEvent(name, { bubbles: true, cancelable: true, detail: parameters });
  const { jQuery } = window;
  if (!jQuery) return target.dispatchEvent(event);
  // jQuery's own listeners sit on native events too; this is how jQuery itself keeps them from hearing one twice.
  const before = jQuery.event.triggered;
  jQuery.event.triggered = name;
  const proceeds = target.dispatchEvent(event);
  jQuery.event.triggered = before;
  dispatching = true;
  jQuery(target).trigger(name, parameters);
  dispatching = false;
  return proceeds;
}

let dispatching = false;

/** Hears an event of the protocol, whether a script of today dispatches it or one of the field's triggers it by jQuery. */
export function listen(
  target: EventTarget,
  name: string,
  heard: (parameters: readonly unknown[], event?: Event) => void,
) {
  target.addEventListener(name, (event) => heard((event as CustomEvent<unknown[] | null>).detail ?? [], event));
  whenJQuery((jQuery) => {
    jQuery(target).on(name, (event, ...parameters) => {
      if (!event.originalEvent && !dispatching) heard(parameters);
    });
  });
}

/** jQuery may arrive after this script: every script of the page has run by the load event. */
function whenJQuery(use: (jQuery: JQuery) => void): void {
  if (window.jQuery) use(window.jQuery);
  else window.addEventListener("load", () => window.jQuery && use(window.jQuery), { once: true });
}
