import { handlerIn, type Widget, type WidgetHandler } from "#shop/settings/widgets.rules.ts";
import { type JQuery, ownNamespace } from "./events.ts";

/** Scripts that take longer to load do not hold up the widgets. */
const longestWaitMs = 1000;

/**
 * Tells whether the page has the original script of a widget, by the handlers and plug-ins that it registers. Each list of
 * handlers has some that scripts which only count events, such as analytics, have no use for.
 */
const hasOriginal: Readonly<
  Record<Exclude<Widget, "adding" | "attribution" | "sales">, (jQuery: JQuery | undefined) => boolean>
> = {
  drawer: (jQuery) =>
    hasHandlers(jQuery, document.body, ["wc_fragment_refresh", "updated_wc_div"]) &&
    hasHandlers(jQuery, window, ["storage", "pageshow"]),
  cart: (jQuery) =>
    hasHandlers(jQuery, document, [
      "wc_update_cart",
      "submit .woocommerce-cart-form",
      "click .product-remove",
      "click type=submit",
    ]),
  checkout: (jQuery) =>
    hasHandlers(jQuery, document.body, ["init_checkout", "update_checkout"]) &&
    hasHandlers(jQuery, document.querySelector("form.checkout"), ["submit", "validate .input-text"]),
  quantities: (jQuery) => hasHandlers(jQuery, document, ["change input.qty"]),
  wishlist: (jQuery) => hasHandlers(jQuery, document, ["yith_wcwl_init", "click .add_to_wishlist"]),
  gallery: (jQuery) => jQuery?.fn.wc_product_gallery !== undefined,
  variations: (jQuery) => jQuery?.fn.wc_variation_form !== undefined,
  contact: () => "swv" in window,
};

/** @param handlers events, each with a part of the selector if it is delegated */
function hasHandlers(jQuery: JQuery | undefined, target: EventTarget | null, handlers: readonly string[]): boolean {
  return (
    jQuery !== undefined &&
    target !== null &&
    handlers.every((one) => hasHandler(jQuery, target, ...(one.split(" ") as [string, string?])))
  );
}

/** Tells whether another script has bound a jQuery handler, delegated by a selector that contains `selector`. */
export function hasHandler(jQuery: JQuery, target: EventTarget, name: string, selector = ""): boolean {
  const handlers = jQuery._data?.(target, "events")?.[name] ?? [];
  return handlers.some((one) => one.namespace !== ownNamespace && (one.selector ?? "").includes(selector));
}

/** Returns the handler that the setting gives a widget. */
export function handlerOf(widget: Widget): WidgetHandler {
  return handlerIn(document.documentElement.dataset.chowkWidgets ?? "", widget);
}

/** Tells whether a widget is left to other scripts, by the setting or because the page has the original script. */
export function isLeft(widget: keyof typeof hasOriginal): boolean {
  const handler = handlerOf(widget);
  if (handler !== "auto") return handler === "scripts";
  return hasOriginal[widget](window.jQuery);
}

/** Tells whether another script handles an event. Call it in a listener on window, which runs after all others. */
export function isTaken(widget: Widget, event: Event): boolean {
  const handler = handlerOf(widget);
  return handler === "auto" ? event.defaultPrevented : handler === "scripts";
}

/**
 * Runs `action` once the page's other scripts have registered their handlers: after the ready callbacks of jQuery, but at most
 * a second later. Immediately on pages without other scripts.
 */
export function whenOthersStarted(action: () => void): void {
  let isWaiting = true;
  const act = () => {
    if (isWaiting) action();
    isWaiting = false;
  };
  const onReady = () => (window.jQuery ? window.jQuery(act) : act());
  if (document.readyState === "complete") return onReady();
  if (!window.jQuery && !document.querySelector("script[src]:not([type=module])")) return act();
  document.addEventListener("DOMContentLoaded", onReady);
  window.addEventListener("load", onReady);
  setTimeout(act, longestWaitMs);
}

/** Starts a widget unless it is left to other scripts; stops it when the original script is loaded later. */
export function startUnlessLeft(
  widget: keyof typeof hasOriginal,
  signal: AbortSignal,
  start: (signal: AbortSignal) => void,
): void {
  const running = new AbortController();
  const stop = () => running.abort();
  const stopIfLeft = () => {
    if (isLeft(widget)) stop();
  };
  signal.addEventListener("abort", stop);
  whenOthersStarted(() => {
    stopIfLeft();
    if (running.signal.aborted) return;
    start(running.signal);
    const onLoad = ({ target }: Event) => {
      if (!(target instanceof HTMLScriptElement)) return;
      stopIfLeft();
      // After the ready callbacks that the script has registered.
      window.jQuery?.(stopIfLeft);
    };
    document.addEventListener("load", onLoad, { capture: true, signal: running.signal });
  });
}
