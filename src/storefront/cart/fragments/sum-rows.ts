import { formatMoney } from "#platform/money.ts";
import { type SumPart, type SumsOf, sumParts } from "#shop/cart/totals/sum-parts.rules.ts";
import { formatDeliveryTime } from "#ui/delivery-time.ts";
import type { Locale } from "#ui/locale.tsx";

/** A row of the totals. */
export interface SumRow {
  /** Unique within a cart or order. */
  key: string;
  /** CSS class that scripts and styles rely on. */
  name: string;
  label: string;
  value: string;
  /** The row's coupon code. */
  couponCode?: string;
  /** Additional text next to the label. */
  note?: string;
}

/** Returns the translated rows above the total. */
export function sumRows(of: SumsOf, locale: Locale): SumRow[] {
  return sumParts(of).map((part, place) => ({ key: `${part.kind} ${place}`, ...rowOf(part, locale) }));
}

function rowOf(part: SumPart, { t, lang, currency }: Locale): Omit<SumRow, "key"> {
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
        note: [part.title, part.days && formatDeliveryTime({ days: part.days, arrival: part.arrival }, { lang, t })]
          .filter(Boolean)
          .join(", "),
      };
    case "fee":
      return { name: "fee", label: part.label, value };
    case "tax":
      return { name: "tax-total", label: part.label || t("cart.tax"), value };
  }
}
