import { formatMoney } from "#platform/money.ts";
import type { BulkOffer } from "#shop/catalogue/bulk-offer.rules.ts";
import { plainText } from "#shop/catalogue/plain-text.ts";
import { variationLabel, variationsTellPrices } from "#shop/catalogue/pricing.rules.ts";
import type { OwnDetail, Variation } from "#shop/catalogue/product.ts";
import { type Locale, useLocale } from "#ui/locale.tsx";
import { OfferLine } from "./offer-line.tsx";
import { stockText } from "./stock-line.tsx";

/** The longest of each that can be told together. */
interface Told {
  /** HTML. */
  descriptions: readonly string[];
  price: string;
  offer: BulkOffer | null;
  stock: string;
  complaint: string;
}

/** More descriptions are not tried: the longest of the others is among these, or near it. */
const mostDescriptions = 8;

/** By variations, which are another list when anything about them changes. */
const measured = new WeakMap<readonly Variation[], readonly Told[]>();

/**
 * Keeps the place of what is told of the choice: as high as the longest that any variation tells, or a complaint, so that
 * nothing below moves. It says nothing to anybody.
 */
export function VariationRoom({ product }: { product: OwnDetail }) {
  const locale = useLocale();
  const room = measured.get(product.variations) ?? measure(product, locale);
  measured.set(product.variations, room);
  return (
    <div className="variation-room" aria-hidden="true">
      {room.map(({ descriptions, price, offer, stock, complaint }) => (
        <div key={complaint} className="variation-told" data-beside={locale.t("product.clearSelection")}>
          {(price || offer) && (
            <span>
              {price && <span className="variation-room-price" data-text={price} />}
              {offer && <OfferLine offer={{ ...offer, of: "" }} />}
            </span>
          )}
          {stock && <span className="variation-room-stock" data-text={stock} />}
          <div className="variation-room-descriptions">
            {descriptions.map((html) => (
              <div key={html} dangerouslySetInnerHTML={{ __html: html }} />
            ))}
          </div>
          {complaint && <p className="err" data-text={complaint} />}
        </div>
      ))}
    </div>
  );
}

/** What can be told: a variation; that nothing is chosen yet; one that cannot be bought, and that it cannot. */
function measure({ variations, price }: OwnDetail, { t, currency }: Locale): Told[] {
  const tellsPrice = variationsTellPrices(price, variations);
  const priceText = (variation: Variation) => {
    const { min, was } = variationLabel(variation);
    return [min, was].map((amount) => (amount === null ? "" : formatMoney(amount, currency))).join(" ");
  };
  const longestOf = (among: readonly Variation[], complaint: string): Told => ({
    descriptions: highest(among.map(({ description }) => description)),
    price: tellsPrice ? longest(among.map(priceText)) : "",
    offer: among.find(({ bulkOffer }) => bulkOffer)?.bulkOffer ?? null,
    stock: longest(among.map(({ availability }) => stockText(availability, t))),
    complaint,
  });
  const off = variations.filter(({ availability }) => !availability.isPurchasable);
  return [
    longestOf(variations, ""),
    longestOf([], t("product.makeASelection")),
    ...(off.length > 0 ? [longestOf(off, t("product.unavailable"))] : []),
  ];
}

/** Those that may need the most lines, at whatever width: by letters, and by tags, of which many begin a line. */
function highest(descriptions: readonly string[]): string[] {
  const distinct = [...new Set(descriptions)].filter(Boolean);
  if (distinct.length <= mostDescriptions) return distinct;
  const measures = [(html: string) => plainText(html).length, (html: string) => html.split("<").length];
  const tried = measures.flatMap((measure) =>
    distinct.toSorted((a, b) => measure(b) - measure(a)).slice(0, mostDescriptions / 2),
  );
  return [...new Set(tried)];
}

function longest(texts: readonly string[]): string {
  return texts.reduce((before, text) => (text.length > before.length ? text : before), "");
}
