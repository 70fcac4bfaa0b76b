import { type Amount, type Currency, parseDecimal, toDecimal } from "#platform/money.ts";

/** So many pieces of a product for one price. */
export interface BulkOffer {
  /** 2 or more. */
  pieces: number;
  /** More than none: what costs nothing is no offer but a mistake. */
  price: Amount;
}

/** The most pieces that an offer can be for. */
const mostPieces = 1_000_000;

/** The offer, if that many pieces cost more at this price of one; else null: nobody is told of it, and it holds for nothing. */
export function offerThatSaves(unitPrice: Amount | null, offer: BulkOffer | null): BulkOffer | null {
  if (!offer || unitPrice === null) return null;
  return Math.floor(offer.price / offer.pieces) < unitPrice ? offer : null;
}

/** An offer as files spell it ("2 for 5499"; ":" and "=" for the word are read too). @returns undefined when it is none */
export function readBulkOffer(text: string, currency: Currency): BulkOffer | undefined {
  const [, pieces, amount] = /^(\d{1,7})\s*(?:for|[:=])\s*([\d.]+)$/i.exec(text.trim()) ?? [];
  const price = amount === undefined ? undefined : parseDecimal(amount, currency);
  const count = Number(pieces);
  return price !== undefined && price > 0 && count >= 2 && count <= mostPieces ? { pieces: count, price } : undefined;
}

/** The spelling of files. */
export function writeBulkOffer({ pieces, price }: BulkOffer, currency: Currency): string {
  return `${pieces} for ${toDecimal(price, currency)}`;
}
