import { listen } from "../../client/events.ts";

/** Lets the hearts of a product follow its chosen variation. @param onChange gets the containers that now stand for another product */
export function followVariations(onChange: (changed: readonly HTMLElement[]) => void, signal: AbortSignal): void {
  const follow = (target: EventTarget, variationId: string) => {
    if (!(target instanceof Element)) return;
    const changed = changeHearts(target, variationId);
    if (changed.length > 0) onChange(changed);
  };
  const found = ([variation]: readonly unknown[], target: EventTarget) =>
    follow(target, String((variation as { variation_id?: number } | undefined)?.variation_id ?? ""));
  listen(document, "found_variation", found, signal);
  listen(document, "reset_data", (_, target) => follow(target, ""), signal);
  // The choice of the address.
  for (const form of document.querySelectorAll(".variations_form"))
    follow(form, form.querySelector<HTMLInputElement>("[name=variation_id]")?.value ?? "");
}

/** @param variationId "" for none, 0 for none in a field */
function changeHearts(target: Element, variationId: string): HTMLElement[] {
  const form = target.closest<HTMLElement>(".variations_form");
  const productId = form?.dataset.product_id;
  const place = form?.closest("dialog, body");
  if (!productId || !place) return [];
  const id = Number(variationId) ? variationId : productId;
  const containers = [...place.querySelectorAll<HTMLElement>(".yith-wcwl-add-to-wishlist")];
  return containers.filter((container) => {
    const heart = container.querySelector<HTMLElement>("[data-product-id]");
    const { productId: before = "", originalProductId: parent } = heart?.dataset ?? {};
    if (!heart || before === id || (before !== productId && parent !== productId)) return false;
    heart.dataset.productId = id;
    heart.dataset.originalProductId = id === productId ? "" : productId;
    container.classList.replace(`add-to-wishlist-${before}`, `add-to-wishlist-${id}`);
    container.dataset.fragmentRef = id;
    const options = JSON.parse(container.dataset.fragmentOptions ?? "{}") as object;
    container.dataset.fragmentOptions = JSON.stringify({ ...options, product_id: Number(id) });
    return true;
  });
}
