/** Returns the texts about delivery and total in the sums at `place`. */
function deliveryTexts(place: string): string[] {
  const parts = `${place} .delivery-nowhere, ${place} .woocommerce-shipping-methods, ${place} .order-total`;
  return [...document.querySelectorAll<HTMLElement>(parts)].map((part) => part.innerText.replace(/\s+/g, " ").trim());
}

/** Call before the sums are replaced. @returns a function that returns the texts that changed, or "" */
export function trackDelivery(place: string): () => string {
  const before = new Set(deliveryTexts(place));
  return () =>
    deliveryTexts(place)
      .filter((text) => !before.has(text))
      .join(". ");
}

/** Returns the announcement after a delivery estimate: the total, and whether the place is not delivered to. */
export function deliveryEstimate(place: string): string {
  const parts = document.querySelectorAll(`${place} .delivery-nowhere, ${place} .order-total`);
  return [...parts].map(({ textContent }) => textContent?.trim()).join(". ");
}
