import { derived } from "#http/cached-reads/derived.ts";
import type { BulkOffer } from "#shop/catalogue/bulk-offer.rules.ts";
import { plainText } from "#shop/catalogue/plain-text.ts";
import type { BaseProductDetail } from "#shop/catalogue/product.ts";
import { type Locale, useLocale } from "#ui/locale.tsx";
import { OfferLine } from "../../../product-card/fragments/offer-line.tsx";
import { stockText } from "../stock-line.tsx";

/** The longest text of each kind, possibly from different variations. */
interface LongestTexts {
  /** HTML. */
  descriptions: readonly string[];
  offer: BulkOffer | null;
  stock: string;
  /** Messages that may appear below the buttons. */
  complaints: readonly string[];
}

/** Longest descriptions that are rendered to measure; others are hardly ever taller. */
const maxDescriptions = 8;

/**
 * Reserves the space of the chosen variation's details, so that no choice moves the buttons, or what follows them
 * unless a description is unusually long (the style sheet sets the limit). Hidden from screen readers.
 */
export function VariationRoom({ product }: { product: BaseProductDetail }) {
  const locale = useLocale();
  // The list is replaced whenever a variation changes, so it serves as the cache key.
  const room = derived(product.variations, "variation room", () => measure(product, locale));
  const { descriptions, offer, stock, complaints } = room;
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
      <div className="variation-room-below">
        {complaints.map((complaint) => (
          <p key={complaint} className="variation-room-complaint err" data-text={complaint} />
        ))}
        <div className="variation-room-descriptions">
          {descriptions.map((html) => (
            <div key={html} dangerouslySetInnerHTML={{ __html: html }} />
          ))}
        </div>
      </div>
    </div>
  );
}

function measure({ variations }: BaseProductDetail, { t }: Locale): LongestTexts {
  const isOff = variations.some(({ availability }) => !availability.isPurchasable);
  return {
    descriptions: highest(variations.map(({ description }) => description)),
    offer: variations.find(({ bulkOffer }) => bulkOffer)?.bulkOffer ?? null,
    stock: longest(variations.map(({ availability }) => stockText(availability, t))),
    complaints: [t("product.makeASelection"), ...(isOff ? [t("product.unavailable")] : [])],
  };
}

/** Returns the descriptions that may need the most lines at any width: by text length and by number of tags. */
function highest(descriptions: readonly string[]): string[] {
  const distinct = [...new Set(descriptions)].filter(Boolean);
  if (distinct.length <= maxDescriptions) return distinct;
  const measures = [(html: string) => plainText(html).length, (html: string) => html.split("<").length];
  const tried = measures.flatMap((measure) =>
    distinct.toSorted((a, b) => measure(b) - measure(a)).slice(0, maxDescriptions / 2),
  );
  return [...new Set(tried)];
}

function longest(texts: readonly string[]): string {
  return texts.reduce((before, text) => (text.length > before.length ? text : before), "");
}
