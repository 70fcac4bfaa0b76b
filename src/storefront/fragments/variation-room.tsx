import { formatMoney } from "#platform/money.ts";
import { plainText } from "#shop/catalogue/plain-text.ts";
import type { OwnDetail, Variation } from "#shop/catalogue/product.ts";
import { type Locale, useLocale } from "#ui/locale.tsx";
import { stockText } from "./stock-line.tsx";

interface Room {
  description: string;
  price: string;
  stock: string;
}

/** By variations, which are another list when anything about them changes. */
const measured = new WeakMap<readonly Variation[], Room>();

/**
 * Keeps the place of what is told of a variation: as high as the longest that any of them tells, so that nothing below
 * moves when one is chosen. It says nothing to anybody.
 */
export function VariationRoom({ product }: { product: OwnDetail }) {
  const locale = useLocale();
  const room = measured.get(product.variations) ?? measure(product, locale);
  measured.set(product.variations, room);
  return (
    <div className="variation-room" aria-hidden="true">
      {room.description && <span className="variation-room-description" data-text={room.description} />}
      {room.price && <span className="variation-room-price" data-text={room.price} />}
      <span className="variation-room-stock" data-text={room.stock} />
    </div>
  );
}

function measure({ variations, price }: OwnDetail, { t, currency }: Locale): Room {
  const isOnePrice = price !== null && price.min === price.max;
  const priceText = ({ price, regularPrice }: Variation) =>
    [price, ...(regularPrice > price ? [regularPrice] : [])].map((one) => formatMoney(one, currency)).join(" ");
  return {
    description: longest(variations.map(({ description }) => plainText(description))),
    price: isOnePrice ? "" : longest(variations.map(priceText)),
    stock: longest(variations.map(({ availability }) => stockText(availability, t))),
  };
}

function longest(texts: readonly string[]): string {
  return texts.reduce((before, text) => (text.length > before.length ? text : before), "");
}
