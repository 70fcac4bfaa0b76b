import { minus, times } from "#platform/money.ts";
import type { TrackedItem } from "#shop/tracking/facts.rules.ts";
import type { PageFact } from "#shop/tracking/page-tracking.rules.ts";
import { closest } from "../../../client/closest.ts";
import { listen } from "../../../client/events.ts";
import { LatePart } from "../late-part.ts";
import type { TrackingData } from "../tracking-data.ts";

type Tell = (fact: PageFact) => void;

/** What shoppers do with one product. */
export type GoodsKind = "add_to_cart" | "remove_from_cart" | "add_to_wishlist";
export type TellItem = (kind: GoodsKind, item: TrackedItem, quantity: number) => void;

/** Events of the protocol that say what the shopper did. */
const protocolEvents = [
  "found_variation",
  "adding_to_cart",
  "added_to_cart",
  "removed_from_cart",
  "added_to_wishlist",
  "checkout_place_order",
] as const;

/** What the shopper did: an event's name with its parameters; the parameter of the browser's own events is the event. */
export type Act = [name: (typeof protocolEvents)[number] | "click" | "change", parameters: readonly unknown[]];

/**
 * Tells what the shopper does with products, the cart and the payment, by code that is loaded once the page is used. What a form adds
 * to the cart, the next page tells.
 */
export function startActs(tell: Tell, data: TrackingData): void {
  const tellItem: TellItem = (kind, item, quantity) => {
    const value = times(minus(item.price, item.discount), quantity);
    tell({ kind, currency: { symbol: "", ...data.currency }, value, items: [{ ...item, quantity }] });
  };
  const shopping = new LatePart<Act>(() => import("./shopping.ts").then((part) => part.shopping(tell, tellItem, data)));
  const load = () => void shopping.load();
  const take = (...act: Act) => {
    shopping.call(...act);
    load();
  };
  for (const name of ["pointerdown", "keydown"])
    window.addEventListener(name, load, { capture: true, passive: true, once: true });

  for (const name of protocolEvents)
    listen(document.body, name, (parameters) => {
      // Forms find a variation by themselves too.
      if (name === "found_variation") shopping.call(name, parameters);
      else take(name, parameters);
    });
  for (const name of ["change", "click"] as const) document.addEventListener(name, (event) => take(name, [event]));
  document.addEventListener("click", (event) => tellContent(tell, event));
}

/** Tells that a product of a listing was chosen. Its link leaves the page. */
function tellContent(tell: Tell, event: Event): void {
  const card = closest(event, ".products .product");
  if (!card || closest(event, ".ajax_add_to_cart, .heart") || !closest(event, "a, button")) return;
  const [, contentId] = /(?:^| )post-(\d+)/.exec(card.className) ?? [];
  if (contentId) tell({ kind: "select_content", contentId });
}
