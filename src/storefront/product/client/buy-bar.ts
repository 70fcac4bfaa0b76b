import { listen } from "../../client/events.ts";

/** The bar at the bottom of a phone: there once the buying form has left the screen at the top. */
export function startBuyBar(): void {
  const bar = document.querySelector<HTMLElement>(".buybar[data-watches]");
  const form = bar && document.getElementById(bar.dataset.watches ?? "");
  if (!bar || !form) return;
  const observer = new IntersectionObserver(([entry]) => entry && (bar.hidden = entry.isIntersecting), {
    // Everything below counts as seen: a jump from above the form to below it is a change too.
    rootMargin: "-64px 0px 100000px 0px",
  });
  observer.observe(form);
  followVariation(bar, form);
}

/** The bar tells what the chosen variation costs, and again what the product does when nothing is chosen. */
function followVariation(bar: HTMLElement, form: HTMLElement): void {
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
