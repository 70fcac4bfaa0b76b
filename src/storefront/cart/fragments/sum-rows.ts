import { formatMoney } from "#platform/money.ts";
import { type SumPart, type SumsOf, sumParts } from "#shop/cart/totals/sum-parts.rules.ts";
import { daysInWords } from "#ui/days-in-words.ts";
import type { Locale } from "#ui/locale.tsx";

/** A row of the sums. */
export interface SumRow {
  /** Its own among those of a cart or an order. */
  key: string;
  /** The class under which scripts and styles know it. */
  name: string;
  label: string;
  value: string;
  /** The coupon that the row is about. */
  couponCode?: string;
  /** What the label alone does not say. */
  note?: string;
}

/** The rows above the total, in the reader's words. */
export function sumRows(of: SumsOf, locale: Locale): SumRow[] {
  return sumParts(of).map((part, place) => ({ key: `${part.kind} ${place}`, ...rowOf(part, locale) }));
}

function rowOf(part: SumPart, { t, currency }: Locale): Omit<SumRow, "key"> {
  const value = formatMoney(part.amount, currency);
  switch (part.kind) {
    case "subtotal":
      return { name: "cart-subtotal", label: t("cart.subtotal"), value };
    case "offer": {
      const price = formatMoney(part.price, currency);
      const label = t("cart.offerOf", { name: part.name, pieces: part.pieces, price });
      return { name: "cart-offer save", label, value: t("cart.minus", { amount: value }) };
    }
    case "coupon": {
      const off = part.freesDelivery ? t("cart.couponFreesDelivery") : t("cart.minus", { amount: value });
      return {
        name: "cart-discount save",
        label: t("cart.couponOf", { code: part.code }),
        value: off,
        couponCode: part.code,
      };
    }
    case "shipping":
      return {
        name: "woocommerce-shipping-totals shipping",
        label: t(part.isPickup ? "cart.pickup" : "cart.shipping"),
        value: part.amount === 0 ? t("cart.shippingFree") : value,
        note: [part.title, part.days && daysInWords(part.days, t)].filter(Boolean).join(", "),
      };
    case "fee":
      return { name: "fee", label: part.label, value };
    case "tax":
      return { name: "tax-total", label: part.label || t("cart.tax"), value };
  }
}
