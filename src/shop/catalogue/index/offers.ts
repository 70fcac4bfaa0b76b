import type { Amount } from "#platform/money.ts";
import type { ShowPrice } from "../../taxes/tax-terms.rules.ts";
import { currentPrice, nextPriceChange, type Priced } from "../pricing.rules.ts";
import { type Arrays, SlotLists } from "./sets/slot-lists.ts";

/** The price of a product or of one of its parts, as it was entered. Amounts in minor units, moments in ms since 1970. */
export interface Offer {
  regularPrice: Amount | null;
  salePrice: Amount | null;
  saleStartsAt: number | null;
  saleEndsAt: number | null;
  /** null: not taxed. */
  taxClass: string | null;
}

/** Displayed prices of a product at one moment. */
export interface ShownPrices {
  /** Infinity without a price. */
  lowest: number;
  /** -Infinity without a price. */
  highest: number;
  isOnSale: boolean;
  /** When a price changes by itself next (ms since 1970); Infinity: never. */
  until: number;
}

/** NaN stands for null. */
const nullable = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
const dateOf = (value: number | undefined) => {
  const time = nullable(value);
  return time === null ? null : new Date(time);
};

/**
 * The prices of all products as they were entered. What is shown is computed from them, so that neither the settings of
 * taxes nor a sale that begins or ends takes a look into the database.
 */
export class Offers {
  readonly #lists: SlotLists<{
    regular: Float64Array;
    sale: Float64Array;
    startsAt: Float64Array;
    endsAt: Float64Array;
    taxClass: Uint16Array;
  }>;
  /** Tax classes by number. */
  readonly taxClasses: (string | null)[];

  constructor(saved?: { arrays: Arrays; taxClasses: (string | null)[] }) {
    const { regular, sale, startsAt, endsAt, taxClass, starts, ends } = saved?.arrays ?? {};
    const numbers = (column: unknown) => (column instanceof Float64Array ? column : new Float64Array(0));
    const columns = {
      regular: numbers(regular),
      sale: numbers(sale),
      startsAt: numbers(startsAt),
      endsAt: numbers(endsAt),
      taxClass: taxClass instanceof Uint16Array ? taxClass : new Uint16Array(0),
    };
    const ranges = starts instanceof Uint32Array && ends instanceof Uint32Array ? { starts, ends } : undefined;
    this.#lists = new SlotLists(columns, ranges);
    this.taxClasses = saved?.taxClasses ?? [];
  }

  put(slot: number, offers: readonly Offer[]): void {
    const start = this.#lists.reserve(slot, offers.length);
    const { regular, sale, startsAt, endsAt, taxClass } = this.#lists.columns;
    for (const [at, offer] of offers.entries()) {
      regular[start + at] = offer.regularPrice ?? Number.NaN;
      sale[start + at] = offer.salePrice ?? Number.NaN;
      startsAt[start + at] = offer.saleStartsAt ?? Number.NaN;
      endsAt[start + at] = offer.saleEndsAt ?? Number.NaN;
      taxClass[start + at] = this.#numberOf(offer.taxClass);
    }
  }

  /** @param show null: prices as they were entered */
  shown(slot: number, now: Date, show: ShowPrice | null): ShownPrices {
    const shown: ShownPrices = { lowest: Infinity, highest: -Infinity, isOnSale: false, until: Infinity };
    const end = this.#lists.end(slot);
    for (let place = this.#lists.start(slot); place < end; place++) {
      const priced = this.#pricedAt(place, show);
      const price = currentPrice(priced, now);
      if (price !== null) {
        shown.lowest = Math.min(shown.lowest, price);
        shown.highest = Math.max(shown.highest, price);
        shown.isOnSale ||= price < (priced.regularPrice ?? 0);
      }
      shown.until = Math.min(shown.until, nextPriceChange(priced, now)?.getTime() ?? Infinity);
    }
    return shown;
  }

  save(slotCount: number): Arrays {
    return this.#lists.save(slotCount);
  }

  #pricedAt(place: number, show: ShowPrice | null): Priced {
    const { regular, sale, startsAt, endsAt, taxClass } = this.#lists.columns;
    const own = show ? (this.taxClasses[taxClass[place] ?? 0] ?? null) : null;
    const asShown = (price: number | null) => (price === null || !show ? price : show(price, own));
    return {
      regularPrice: asShown(nullable(regular[place])),
      salePrice: asShown(nullable(sale[place])),
      saleStartsAt: dateOf(startsAt[place]),
      saleEndsAt: dateOf(endsAt[place]),
    };
  }

  #numberOf(taxClass: string | null): number {
    const known = this.taxClasses.indexOf(taxClass);
    return known < 0 ? this.taxClasses.push(taxClass) - 1 : known;
  }
}
