import type { Amount } from "#platform/money.ts";
import { maxPerLine, quantityFromInput } from "#shop/cart/lines/quantity.rules.ts";
import { announce } from "../../client/announce.ts";
import { defineWidget } from "../../client/widget.ts";

/** The prices of the members that the form sells. */
export interface GroupPrices {
  /** See `Currency`. */
  minorUnit: number;
  /** By id. */
  members: Record<number, MemberPrice>;
}

interface MemberPrice {
  unitPrice: Amount;
  /** What each whole group of pieces saves. */
  offer: { pieces: number; saving: Amount } | null;
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
  // Without money.ts, which tracking needs too: shared by both it would be a file more for pages to load at once.
  const digits = { minimumFractionDigits: minorUnit, maximumFractionDigits: minorUnit };
  const format = new Intl.NumberFormat("en", digits);
  const update = () => {
    let total = 0;
    for (const [id, price] of Object.entries(members)) {
      const field = form.querySelector<HTMLInputElement>(`[name="quantity[${id}]"]`);
      total += field ? priceOf(price, quantityIn(field)) : 0;
    }
    element.hidden = !Number.isSafeInteger(total);
    if (element.hidden) return false;
    const text = `\u00a0${format.format(total / 10 ** minorUnit)}`;
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

function priceOf({ unitPrice, offer }: MemberPrice, quantity: number): number {
  const saving = offer ? Math.floor(quantity / offer.pieces) * offer.saving : 0;
  return unitPrice * quantity - saving;
}

function quantityIn({ value, max }: HTMLInputElement): number {
  return quantityFromInput(Number.parseFloat(value), 0, max === "" ? maxPerLine : Number.parseFloat(max));
}
