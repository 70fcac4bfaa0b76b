/** The parts of a page that WooCommerce's own scripts can handle instead of the shop's client. */
export const widgets = [
  "adding",
  "drawer",
  "cart",
  "checkout",
  "quantities",
  "gallery",
  "variations",
  "wishlist",
  "contact",
  "attribution",
  "sales",
] as const;

export type Widget = (typeof widgets)[number];

/** Who handles a widget: our client, third-party scripts, or whichever scripts the page turns out to have. */
export type WidgetHandler = "auto" | "client" | "scripts";

/** Returns the handlers that differ from "auto", for the page: "adding:scripts cart:client". */
export function printHandlers(handlers: Readonly<Partial<Record<Widget, WidgetHandler>>>): string {
  const chosen = widgets.flatMap((widget) => {
    const handler = handlers[widget] ?? "auto";
    return handler === "auto" ? [] : [`${widget}:${handler}`];
  });
  return chosen.join(" ");
}

/** Returns a widget's handler from the text that `printHandlers` made. */
export function handlerIn(printed: string, widget: Widget): WidgetHandler {
  const chosen = printed.split(" ").find((one) => one.startsWith(`${widget}:`));
  return (chosen?.slice(widget.length + 1) ?? "auto") as WidgetHandler;
}
