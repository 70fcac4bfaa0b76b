import { listen } from "../../../client/events.ts";

/**
 * Shows the chosen variation's price as the product's large one and in the buy bar, and its saving on the picture. Without a
 * choice, and for a variation without a price of its own, they are the product's. Follows the events of any variation script.
 */
export function followPrice(form: HTMLFormElement, product: Element, signal: AbortSignal): void {
  const own = form.querySelector<HTMLTemplateElement>(".unchosen-price")?.content;
  const bar = `shop-buy-bar[data-watches="${form.id}"] .price`;
  const badge = product.querySelector<HTMLElement>(".gallery-main .onsale");
  const show = (html = "") => {
    const template = document.createElement("template");
    template.innerHTML = html;
    const price = [template.content, own].map((place) => place?.querySelector<HTMLElement>(".price")).find(Boolean);
    if (!price) return;
    for (const place of [product.querySelector(".price--big"), document.querySelector(bar)])
      if (place) place.innerHTML = price.innerHTML;
    if (!badge) return;
    badge.textContent = price.dataset.saving ?? "";
    badge.hidden = !price.dataset.saving;
  };
  const onFound = ([variation]: readonly unknown[]) => show((variation as { price_html?: string } | null)?.price_html);
  listen(form, "found_variation", onFound, signal);
  listen(form, "reset_data", () => show(), signal);
}
