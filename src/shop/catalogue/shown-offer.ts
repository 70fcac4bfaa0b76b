import { type BulkOffer, offerThatSaves } from "./bulk-offer.rules.ts";
import { currentPrice } from "./pricing.rules.ts";
import type { ShownOffer } from "./product.ts";
import { type CardRecord, pricedOf, type SellableRecord } from "./product-record.ts";

/**
 * Returns the offer that a product advertises at `now`: one that saves at the current price; for a variable product the
 * first of its variations' offers, with the names of those that have it. External and grouped products have none.
 * @param variations those for sale, with inherited values
 */
export function shownOffer(
  { type, self, optionNames }: CardRecord,
  variations: readonly SellableRecord[],
  now: Date,
): ShownOffer | null {
  if (type === "simple") return withOptions(savingOffer(self, now), "");
  if (type !== "variable") return null;
  const offers = new Map(variations.map((variation) => [variation.id, savingOffer(variation, now)]));
  const first = [...offers.values()].find((offer) => offer !== null) ?? null;
  const having = [...offers].flatMap(([id, offer]) => (isSame(offer, first) ? [id] : []));
  const others = [...offers.keys()].filter((id) => !having.includes(id));
  return withOptions(first, distinguishingOptions(having, others, optionNames ?? {}));
}

/** Returns the offer of a product or variation, if it saves something at `now`. */
export function savingOffer(sold: SellableRecord, now: Date): BulkOffer | null {
  return offerThatSaves(currentPrice(pricedOf(sold), now), sold.bulkOffer);
}

function withOptions(offer: BulkOffer | null, of: string): ShownOffer | null {
  return offer && { ...offer, of };
}

function isSame(one: BulkOffer | null, other: BulkOffer | null): boolean {
  return one?.pieces === other?.pieces && one?.price === other?.price;
}

type OptionNames = NonNullable<CardRecord["optionNames"]>;

/**
 * Returns the option names that distinguish these variations: values that all of them and none of the others have, else
 * all of the first one's.
 */
function distinguishingOptions(ids: readonly number[], others: readonly number[], names: OptionNames): string {
  if (others.length === 0) return "";
  const [first] = ids;
  const own = Object.entries(names[first ?? 0] ?? {});
  const shared = own.filter(([attribute, name]) => ids.every((id) => names[id]?.[attribute] === name));
  const isTheirs = !others.some((id) => shared.every(([attribute, name]) => names[id]?.[attribute] === name));
  return (isTheirs ? shared : own).map(([, name]) => name).join(", ");
}
