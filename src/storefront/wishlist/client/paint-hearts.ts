import { isLeft } from "../../client/other-scripts.ts";
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

/** Makes a link the toggle button that it is with scripts. Its name stays the same: being pressed says the rest. */
function paint(heart: HTMLElement, isOn: boolean): void {
  const { classList, dataset } = heart;
  for (const name of ["add_to_wishlist", "single_add_to_wishlist"]) classList.toggle(name, !isOn);
  for (const name of ["delete_item", "heart--on"]) classList.toggle(name, isOn);
  heart.role = "button";
  heart.ariaPressed = String(isOn);
  if (dataset.label) heart.ariaLabel = dataset.label;
  heart.closest(".yith-wcwl-add-to-wishlist")?.classList.toggle("exists", isOn);
}
