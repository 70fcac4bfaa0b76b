/** The parts of jQuery used to exchange events with third-party scripts. */
interface JQueryEvent {
  originalEvent?: Event;
  /** Set on events triggered by `dispatch`: `listen` has already received the native one. */
  isOwn?: boolean;
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
  data(name: string, value: string): void;
  removeData(name: string): void;
  wc_variation_form?(): void;
}
export interface JQuery {
  (target: EventTarget): JQuerySet;
  (whenReady: () => void): void;
  Event(name: string): JQueryEvent;
  event: { triggered?: string | undefined };
  fn: { wc_variation_form?: unknown; wc_product_gallery?: unknown };
  /** Returns the handlers of an element by event. Undocumented, but what all scripts use; missing in some builds. */
  _data?(target: EventTarget, name: "events"): Record<string, readonly JQueryHandler[] | undefined> | undefined;
}
interface JQueryHandler {
  namespace: string;
  /** Of a delegated handler. */
  selector?: string;
}

/** The jQuery namespace of our own handlers. */
export const ownNamespace = "chowk";

declare global {
  interface Window {
    jQuery?: JQuery;
  }
}

/**
 * Dispatches a protocol event as a bubbling CustomEvent with the parameters in `detail`. If the page has jQuery, its listeners
 * get the same event with positional parameters and wrapped elements. Each listener runs once.
 * @returns false if a listener prevented the default
 */
export function dispatch(target: EventTarget, name: string, parameters: readonly unknown[] = []): boolean {
  const event = new CustomEvent(name, { bubbles: true, cancelable: true, detail: parameters });
  const { jQuery } = window;
  if (!jQuery) return target.dispatchEvent(event);
  // jQuery also listens to native events; with `triggered` set it ignores this one.
  const before = jQuery.event.triggered;
  jQuery.event.triggered = name;
  const proceeds = target.dispatchEvent(event);
  jQuery.event.triggered = before;
  const jQueryEvent = jQuery.Event(name);
  jQueryEvent.isOwn = true;
  trigger(jQuery, target, jQueryEvent, parameters);
  return proceeds && !jQueryEvent.isDefaultPrevented();
}

/** Triggers a jQuery event. An exception in a third-party handler is reported, as the browser does for native listeners. */
function trigger(jQuery: JQuery, target: EventTarget, event: JQueryEvent, parameters: readonly unknown[]): void {
  try {
    jQuery(target).trigger(event, parameters.map(wrap));
  } catch (error) {
    reportError(error);
  }
}

/**
 * Listens to a protocol event, whether it is dispatched natively or triggered through jQuery.
 * @param handler gets the parameters and the event's target
 */
export function listen(
  target: EventTarget,
  name: string,
  handler: (parameters: readonly unknown[], target: EventTarget) => void,
  signal?: AbortSignal,
): void {
  const onNative = (event: Event) => handler(parametersOf(event), event.target ?? target);
  target.addEventListener(name, onNative, signal && { signal });
  whenJQuery((jQuery) => {
    if (signal?.aborted) return;
    const onJQuery = (event: JQueryEvent, ...parameters: unknown[]) => {
      if (!event.originalEvent && !event.isOwn) handler(parameters.map(unwrap), event.target);
    };
    const ownName = `${name}.${ownNamespace}`;
    jQuery(target).on(ownName, onJQuery);
    signal?.addEventListener("abort", () => jQuery(target).off(ownName, onJQuery));
  });
}

/** Returns a native event's parameters; none for the browser's own events. */
function parametersOf(event: Event): readonly unknown[] {
  const detail: unknown = (event as CustomEvent).detail;
  return Array.isArray(detail) ? detail : [];
}

function wrap(value: unknown): unknown {
  return value instanceof Element && window.jQuery ? window.jQuery(value) : value;
}

/** Returns the element in a jQuery set; other values unchanged. */
function unwrap(value: unknown): unknown {
  const isSet = typeof value === "object" && value !== null && "jquery" in value;
  return isSet ? (value as JQuerySet)[0] : value;
}

/** Calls `use` once jQuery is there: now, or as soon as a script has loaded it. */
function whenJQuery(use: (jQuery: JQuery) => void): void {
  if (window.jQuery) return use(window.jQuery);
  const waiting = new AbortController();
  const onLoad = () => {
    if (!window.jQuery) return;
    waiting.abort();
    use(window.jQuery);
  };
  // The load events of scripts do not bubble, and do not reach window.
  for (const place of [document, window])
    place.addEventListener("load", onLoad, { capture: true, signal: waiting.signal });
}
