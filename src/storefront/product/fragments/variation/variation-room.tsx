import { derived } from "#http/cached-reads/derived.ts";
import type { BulkOffer } from "#shop/catalogue/bulk-offer.rules.ts";
import type { BaseProductDetail } from "#shop/catalogue/product.ts";
import { type Locale, useLocale } from "#ui/locale.tsx";
import { OfferLine } from "../../../product-card/fragments/offer-line.tsx";
import { stockText } from "../stock-line.tsx";

/** The longest text of each kind, possibly from different variations. */
interface LongestTexts {
  offer: BulkOffer | null;
  stock: string;
}

/**
 * Reserves the space of the chosen variation's offer and stock, so that no choice moves the buttons. What is shown below the
 * buttons has no space reserved, because most choices would leave it empty. Hidden from screen readers.
 */
export function VariationRoom({ product }: { product: BaseProductDetail }) {
  const locale = useLocale();
  // The list is replaced whenever a variation changes, so it serves as the cache key.
  const { offer, stock } = derived(product.variations, "variation room", () => measure(product, locale));
  return (
    <div className="variation-room" aria-hidden="true">
      <div className="variation-line">
        {offer && (
          <span>
            <OfferLine offer={{ ...offer, of: "" }} />
          </span>
        )}
        {stock && <span className="variation-room-stock" data-text={stock} />}
      </div>
    </div>
  );
}

function measure({ variations }: BaseProductDetail, { t }: Locale): LongestTexts {
  return {
    offer: variations.find(({ bulkOffer }) => bulkOffer)?.bulkOffer ?? null,
    stock: longest(variations.map(({ availability }) => stockText(availability, t))),
  };
}

function longest(texts: readonly string[]): string {
  return texts.reduce((before, text) => (text.length > before.length ? text : before), "");
}
