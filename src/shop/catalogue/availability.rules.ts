import type { Availability, Backorders, StockStatus } from "./product.ts";

/** The facts from which availability is computed, with inherited values filled in. */
export interface StockFacts {
  status: "publish" | "draft" | "private" | "pending";
  hasPrice: boolean;
  managesStock: boolean;
  stockQuantity: number | null;
  stockStatus: StockStatus;
  lowStockAmount: number | null;
  backorders: Backorders;
  soldIndividually: boolean;
  minQuantity: number | null;
  maxQuantity: number | null;
}

type CountedStock = Pick<
  StockFacts,
  "managesStock" | "stockQuantity" | "stockStatus" | "backorders" | "soldIndividually" | "minQuantity"
>;

/** The store settings that availability depends on. */
export interface StockSettings {
  stock_display: "always" | "low" | "never";
  low_stock_amount: number;
}

/**
 * Returns the stock status of a quantity: less than the minimum quantity counts as none. The status set by hand applies
 * only if stock is not managed.
 */
export function stockStatusOf(facts: CountedStock): StockStatus {
  if (!facts.managesStock) return facts.stockStatus;
  const left = facts.stockQuantity ?? 0;
  if (facts.backorders === "no") return left >= minQuantityOf(facts) ? "instock" : "outofstock";
  return left > 0 ? "instock" : "onbackorder";
}

/** Returns the minimum quantity of an order. */
function minQuantityOf({ soldIndividually, minQuantity }: CountedStock): number {
  return soldIndividually ? 1 : Math.max(minQuantity ?? 1, 1);
}

/** Returns whether and how many can be bought, and how many are shown as left. */
export function availabilityOf(facts: StockFacts, store: StockSettings): Availability {
  const status = stockStatusOf(facts);
  const remaining = shownRemaining(facts, store);
  return {
    status,
    isPurchasable: facts.status === "publish" && facts.hasPrice && status !== "outofstock",
    remaining,
    minQuantity: minQuantityOf(facts),
    // A limit set by the stock reveals it, so it is shown only where the stock is.
    maxQuantity: facts.soldIndividually ? 1 : lowest(facts.maxQuantity, facts.backorders === "no" ? remaining : null),
    soldIndividually: facts.soldIndividually,
    backorders: facts.backorders,
  };
}

/**
 * Returns the same for a variation. Its limit is the stock's even where the store hides the stock, because the protocol's clients read
 * it; see decision 0011.
 */
export function variationAvailability(facts: StockFacts, store: StockSettings): Availability {
  return { ...availabilityOf(facts, store), maxQuantity: variationLimit(facts) };
}

/** Returns how many pieces of a variation a cart can hold; null: no limit, or none is left. */
function variationLimit(facts: StockFacts): number | null {
  if (facts.soldIndividually) return 1;
  if (!facts.managesStock || facts.backorders !== "no") return facts.maxQuantity;
  const left = facts.stockQuantity ?? 0;
  return left > 0 ? lowest(facts.maxQuantity, left) : null;
}

/** Returns the shown number left; null if the store hides it. */
export function shownRemaining(facts: StockFacts, store: StockSettings): number | null {
  if (!facts.managesStock || facts.stockQuantity === null || facts.stockQuantity <= 0) return null;
  if (store.stock_display === "never") return null;
  if (store.stock_display === "always") return facts.stockQuantity;
  return facts.stockQuantity <= (facts.lowStockAmount ?? store.low_stock_amount) ? facts.stockQuantity : null;
}

function lowest(first: number | null, second: number | null): number | null {
  if (first === null) return second;
  return second === null ? first : Math.min(first, second);
}
