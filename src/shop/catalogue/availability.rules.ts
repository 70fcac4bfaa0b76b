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
 * The stock status that a quantity means: less than anybody can buy at once is none. What the office typed counts only where
 * stock is not managed.
 */
export function stockStatusOf(facts: CountedStock): StockStatus {
  if (!facts.managesStock) return facts.stockStatus;
  const left = facts.stockQuantity ?? 0;
  if (facts.backorders === "no") return left >= fewestOf(facts) ? "instock" : "outofstock";
  return left > 0 ? "instock" : "onbackorder";
}

/** The fewest pieces that an order can have. */
function fewestOf({ soldIndividually, minQuantity }: CountedStock): number {
  return soldIndividually ? 1 : Math.max(minQuantity ?? 1, 1);
}

/** Whether and how many can be bought, and how many are shown as left. */
export function availabilityOf(facts: StockFacts, store: StockSettings): Availability {
  const status = stockStatusOf(facts);
  const remaining = shownRemaining(facts, store);
  return {
    status,
    isPurchasable: facts.status === "publish" && facts.hasPrice && status !== "outofstock",
    remaining,
    minQuantity: fewestOf(facts),
    // A limit that the stock sets tells the stock: it is shown where the number is, and changes when that does.
    maxQuantity: facts.soldIndividually ? 1 : lowest(facts.maxQuantity, facts.backorders === "no" ? remaining : null),
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
