/** What the sums in `place` say now of the delivery and the total, for who cannot see them. */
function partsOf(place: string): string[] {
  const parts = `${place} .delivery-nowhere, ${place} .woocommerce-shipping-methods, ${place} .order-total`;
  return [...document.querySelectorAll<HTMLElement>(parts)].map((part) => part.innerText.replace(/\s+/g, " ").trim());
}

/** Watches sums that are about to be drawn anew. @returns what tells what is new in them; "" when nothing is */
export function watchDelivery(place: string): () => string {
  const before = new Set(partsOf(place));
  return () =>
    partsOf(place)
      .filter((part) => !before.has(part))
      .join(". ");
}

/** What is said where somebody asked what the delivery to a place costs: that nothing is brought there, and the total. */
export function deliveryAnswer(place: string): string {
  const parts = document.querySelectorAll(`${place} .delivery-nowhere, ${place} .order-total`);
  return [...parts].map(({ textContent }) => textContent?.trim()).join(". ");
}
