import type { Availability, Backorders, StockStatus } from "./product.ts";

/** What availability is computed from: a product or a variation with whatever it inherits already filled in. */
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

/** The store settings that availability depends on. */
export interface StockSettings {
  stock_display: "always" | "low" | "never";
  low_stock_amount: number;
}

/** The stock status that a quantity means; what the office typed counts only where stock is not managed. */
export function stockStatusOf(facts: StockFacts): StockStatus {
  if (!facts.managesStock) return facts.stockStatus;
  if ((facts.stockQuantity ?? 0) > 0) return "instock";
  return facts.backorders === "no" ? "outofstock" : "onbackorder";
}

/** Whether and how many can be bought, and how many are shown as left. */
export function availabilityOf(facts: StockFacts, store: StockSettings): Availability {
  const status = stockStatusOf(facts);
  const limit = facts.managesStock && facts.backorders === "no" ? Math.max(facts.stockQuantity ?? 0, 0) : null;
  return {
    status,
    isPurchasable: facts.status === "publish" && facts.hasPrice && status !== "outofstock",
    remaining: shownRemaining(facts, store),
    minQuantity: facts.soldIndividually ? 1 : (facts.minQuantity ?? 1),
    maxQuantity: facts.soldIndividually ? 1 : lowest(facts.maxQuantity, limit),
    soldIndividually: facts.soldIndividually,
    backorders: facts.backorders,
  };
}

/** The number left as pages show it, or null when the store does not show it. */
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
