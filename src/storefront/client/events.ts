import { report } from "./report.ts";

/** The parts of jQuery that the door for other people's scripts needs. */
interface JQueryEvent {
  originalEvent?: Event;
  target: EventTarget;
  isDefaultPrevented(): boolean;
}
interface JQuerySet {
  readonly 0?: Element;
  readonly jquery: string;
  trigger(event: JQueryEvent, parameters: readonly unknown[]): void;
  on(name: string, handler: (event: JQueryEvent, ...parameters: unknown[]) => void): void;
  off(name: string, handler: (event: JQueryEvent, ...parameters: unknown[]) => void): void;
  data(): Record<string, unknown>;
}
export interface JQuery {
  (target: EventTarget): JQuerySet;
  Event(name: string): JQueryEvent;
  event: { triggered?: string | undefined };
}

declare global {
  interface Window {
    jQuery?: JQuery;
  }
}

/** Events that came from here: our own jQuery listeners have heard them as native ones already. */
const ours = new WeakSet<JQueryEvent>();

/**
 * Dispatches an event of the protocol: a bubbling CustomEvent with the arguments in `detail`, and, where a page has jQuery,
 * the same event for its listeners with positional arguments, elements wrapped. Each listener hears it once.
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
  const twin = jQuery.Event(name);
  ours.add(twin);
  triggerTwin(jQuery, target, twin, parameters);
  return proceeds && !twin.isDefaultPrevented();
}

/** A handler of another script that throws stops jQuery, not us, as the browser has it for native listeners. */
function triggerTwin(jQuery: JQuery, target: EventTarget, twin: JQueryEvent, parameters: readonly unknown[]): void {
  try {
    jQuery(target).trigger(twin, parameters.map(wrap));
  } catch (error) {
    report(error);
  }
}

/**
 * Hears an event of the protocol, whether a script of today dispatches it or one of the field's triggers it by jQuery.
 * @param heard gets the arguments, and the element that the event is about
 * @param signal ends the listening
 */
export function listen(
  target: EventTarget,
  name: string,
  heard: (parameters: readonly unknown[], at: EventTarget) => void,
  signal?: AbortSignal,
): void {
  const native = (event: Event) => heard(argumentsOf(event), event.target ?? target);
  target.addEventListener(name, native, signal && { signal });
  whenJQuery((jQuery) => {
    if (signal?.aborted) return;
    const handler = (event: JQueryEvent, ...parameters: unknown[]) => {
      if (!event.originalEvent && !ours.has(event)) heard(parameters.map(unwrap), event.target);
    };
    jQuery(target).on(name, handler);
    signal?.addEventListener("abort", () => jQuery(target).off(name, handler));
  });
}

/** Events of the browser carry none. */
function argumentsOf(event: Event): readonly unknown[] {
  const detail: unknown = (event as CustomEvent).detail;
  return Array.isArray(detail) ? detail : [];
}

function wrap(value: unknown): unknown {
  return value instanceof Element && window.jQuery ? window.jQuery(value) : value;
}

/** Scripts of the field hand elements over inside jQuery sets. */
function unwrap(value: unknown): unknown {
  const isSet = typeof value === "object" && value !== null && "jquery" in value;
  return isSet ? (value as JQuerySet)[0] : value;
}

/** jQuery may arrive after this script: every script of the page has run by the load event. */
function whenJQuery(use: (jQuery: JQuery) => void): void {
  if (window.jQuery) use(window.jQuery);
  else if (document.readyState !== "complete") {
    window.addEventListener("load", () => window.jQuery && use(window.jQuery), { once: true });
  }
}
