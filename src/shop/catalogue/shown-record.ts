import { taxClassKey } from "../taxes/tax-place.rules.ts";
import type { ShowPrice } from "../taxes/tax-terms.rules.ts";
import type { SellableRecord } from "./product-record.ts";

/**
 * Returns a record with its prices as they are shown; a variation must have inherited its tax class. @param show null:
 * as entered
 */
export function shownRecord(record: SellableRecord, show: ShowPrice | null): SellableRecord {
  if (!show) return record;
  const { regularPrice, salePrice, bulkOffer } = record;
  const taxClass = record.taxClass === null ? null : taxClassKey(record.taxClass);
  const shown = (price: number | null) => (price === null ? null : show(price, taxClass));
  return {
    ...record,
    regularPrice: shown(regularPrice),
    salePrice: shown(salePrice),
    bulkOffer: bulkOffer && { ...bulkOffer, price: show(bulkOffer.price, taxClass) },
  };
}
