import { type Amount, formatNumber } from "#platform/money.ts";
import { maxPerLine, quantityFromInput } from "#shop/cart/lines/quantity.rules.ts";
import { type BulkOffer, priceOfPieces } from "#shop/catalogue/bulk-offer.rules.ts";
import { announce } from "../../client/announce.ts";
import { defineWidget } from "../../client/widget.ts";

/** The prices of the members that the form sells. */
export interface GroupPrices {
  /** See `Currency`. */
  minorUnit: number;
  /** By id. */
  members: Record<number, { unitPrice: Amount; offer: BulkOffer | null }>;
}

/** Defines `<shop-group-total>`, the price of the quantities that are chosen of a grouped product's members. */
export function defineGroupTotal(): void {
  defineWidget("shop-group-total", startGroupTotal);
}

function startGroupTotal(element: HTMLElement, signal: AbortSignal): void {
  const form = element.closest("form");
  const number = element.querySelector(".amount bdi")?.lastChild;
  if (!form || !number) return;
  const { minorUnit, members } = JSON.parse(element.dataset.prices ?? "") as GroupPrices;
  const update = () => {
    const chosen = Object.entries(members).map(([id, price]) => {
      const field = form.querySelector<HTMLInputElement>(`[name="quantity[${id}]"]`);
      return { ...price, quantity: field ? quantityIn(field) : 0 };
    });
    const total = priceOfPieces(chosen);
    element.hidden = total === undefined;
    if (total === undefined) return false;
    const text = `\u00a0${formatNumber(total, { minorUnit })}`;
    if (number.nodeValue === text) return false;
    number.nodeValue = text;
    return true;
  };
  // The announcement waits for the end of typing.
  update();
  let isToAnnounce = false;
  form.addEventListener("input", () => (isToAnnounce = update() || isToAnnounce), { signal });
  const onChange = () => {
    const isChanged = update() || isToAnnounce;
    isToAnnounce = false;
    if (isChanged) announce(element.textContent);
  };
  form.addEventListener("change", onChange, { signal });
}

function quantityIn({ value, max }: HTMLInputElement): number {
  return quantityFromInput(Number.parseFloat(value), 0, max === "" ? maxPerLine : Number.parseFloat(max));
}
