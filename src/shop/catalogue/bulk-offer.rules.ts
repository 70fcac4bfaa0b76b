import { type Amount, type Currency, minus, parseDecimal, sum, times, toDecimal } from "#platform/money.ts";

/** A price for a number of pieces of a product. */
export interface BulkOffer {
  /** 2 or more. */
  pieces: number;
  /** More than 0. */
  price: Amount;
}

/** The most pieces of an offer. */
const maxPieces = 1_000_000;

/** Returns the offer if it is cheaper than as many single pieces, else null: such an offer is ignored. */
export function offerThatSaves(unitPrice: Amount | null, offer: BulkOffer | null): BulkOffer | null {
  if (!offer || unitPrice === null) return null;
  return Math.floor(offer.price / offer.pieces) < unitPrice ? offer : null;
}

/**
 * Returns the saving by an offer: each whole group costs the offer's price if that is less; remaining pieces cost the
 * unit price.
 */
export function offerSaving(unitPrice: Amount, quantity: number, offer: BulkOffer | null): Amount {
  // With fewer pieces than the offer's, the price of a whole group might exceed safe integers.
  if (!offer || quantity < offer.pieces || !offerThatSaves(unitPrice, offer)) return 0;
  return times(minus(times(unitPrice, offer.pieces), offer.price), Math.floor(quantity / offer.pieces));
}

/** A number of pieces of a product. */
interface Pieces {
  unitPrice: Amount;
  quantity: number;
  offer: BulkOffer | null;
}

/** Returns the price of pieces of several products, with their offers; undefined if it exceeds the safe integers. */
export function priceOfPieces(all: readonly Pieces[]): Amount | undefined {
  const most = all.reduce((total, { unitPrice, quantity }) => total + unitPrice * quantity, 0);
  if (!Number.isSafeInteger(most)) return undefined;
  return sum(
    all.map(({ unitPrice, quantity, offer }) =>
      minus(times(unitPrice, quantity), offerSaving(unitPrice, quantity, offer)),
    ),
  );
}

/** Parses an offer in a file ("2 for 5499"; ":" and "=" are accepted too). @returns undefined if it is invalid */
export function readBulkOffer(text: string, currency: Currency): BulkOffer | undefined {
  const [, pieces, amount] = /^(\d{1,7})\s*(?:for|[:=])\s*([\d.]+)$/i.exec(text.trim()) ?? [];
  const price = amount === undefined ? undefined : parseDecimal(amount, currency);
  const count = Number(pieces);
  return price !== undefined && price > 0 && count >= 2 && count <= maxPieces ? { pieces: count, price } : undefined;
}

/** Formats an offer for files. */
export function writeBulkOffer({ pieces, price }: BulkOffer, currency: Currency): string {
  return `${pieces} for ${toDecimal(price, currency)}`;
}
