import { listen } from "../../client/events.ts";

/** Shows the bar at the bottom of phones once the buying form has been scrolled past. */
export function startBuyBar(): void {
  const bar = document.querySelector<HTMLElement>(".buybar[data-watches]");
  const form = bar && document.getElementById(bar.dataset.watches ?? "");
  if (!bar || !form) return;
  const observer = new IntersectionObserver(([entry]) => entry && (bar.hidden = entry.isIntersecting), {
    // Everything below counts as visible, so that a jump across the form is noticed.
    rootMargin: "-64px 0px 100000px 0px",
  });
  observer.observe(form);
  showVariationPrice(bar, form);
}

/** Shows the chosen variation's price in the bar; the product's own while nothing is chosen. */
function showVariationPrice(bar: HTMLElement, form: HTMLElement): void {
  const price = bar.querySelector(".buybar-price > :first-child");
  if (!price) return;
  const original = price.innerHTML;
  listen(form, "found_variation", ([variation]) => {
    const html = (variation as { price_html?: string } | undefined)?.price_html;
    price.innerHTML = html || original;
  });
  listen(form, "reset_data", () => {
    price.innerHTML = original;
  });
}
