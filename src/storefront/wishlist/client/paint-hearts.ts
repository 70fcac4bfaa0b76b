import { isLeft } from "../../client/other-scripts.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { countWishes, isWished, readWishes } from "./wish-copy.ts";

/** The buttons that add a product, or remove it. */
export const heartSelector = ".yith-wcwl-add-button > :is(.add_to_wishlist, .delete_item).heart";

/** Shows which products are wished, on all hearts and in the header. Cached pages do not know; neither costs a call. */
export function paintHearts(): void {
  showWishCount();
  // The original script shows what the server has answered.
  if (isLeft("wishlist")) return;
  const copy = readWishes();
  for (const heart of document.querySelectorAll<HTMLElement>(heartSelector))
    paint(heart, isWished(copy, heart.dataset.productId ?? ""));
}

/** Shows the number of wished products in the header. */
export function showWishCount(): void {
  const count = countWishes(readWishes());
  for (const place of document.querySelectorAll<HTMLElement>(".wishlist-count")) {
    place.hidden = count < 1;
    place.lastElementChild?.replaceChildren(String(count));
  }
}

/**
 * Makes a link the button that it is with scripts: a toggle button, whose name stays the same; where the shop says so, one that
 * only adds, or, once the product is wished, a link to the wishlist.
 */
function paint(heart: HTMLElement, isWished: boolean): void {
  const { classList, dataset } = heart;
  const { after_add: afterAdd = "remove" } = parameters("yith_wcwl_l10n") ?? {};
  const isOn = isWished && afterAdd !== "add";
  const isLink = isWished && afterAdd === "view";
  const container = heart.closest<HTMLElement>(".yith-wcwl-add-to-wishlist");
  const options = JSON.parse(container?.dataset.fragmentOptions ?? "{}") as { browse_wishlist_text?: string };
  for (const name of ["add_to_wishlist", "single_add_to_wishlist"]) classList.toggle(name, !isOn);
  for (const name of ["delete_item", "heart--on"]) classList.toggle(name, isOn);
  heart.role = isLink ? null : "button";
  heart.ariaPressed = afterAdd === "remove" ? String(isOn) : null;
  dataset.label ??= heart.ariaLabel ?? "";
  heart.ariaLabel = isLink ? (options.browse_wishlist_text ?? "") : dataset.label;
  container?.classList.toggle("exists", isWished);
}
