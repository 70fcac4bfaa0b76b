import fc from "fast-check";
import { expect, test } from "vitest";
import { availabilityOf, type StockFacts, type StockSettings } from "./availability.rules.ts";

const facts: StockFacts = {
  status: "publish",
  hasPrice: true,
  managesStock: true,
  stockQuantity: 3,
  stockStatus: "instock",
  lowStockAmount: null,
  backorders: "no",
  soldIndividually: false,
  minQuantity: null,
  maxQuantity: null,
};
const store: StockSettings = { stock_display: "low", low_stock_amount: 5 };

test("stock below the minimum quantity counts as out of stock, except with backorders or items sold individually", () => {
  const pair = { ...facts, stockQuantity: 1, minQuantity: 2 };
  expect(availabilityOf(pair, store)).toMatchObject({ status: "outofstock", isPurchasable: false });
  expect(availabilityOf({ ...pair, backorders: "notify" }, store)).toMatchObject({ isPurchasable: true });
  expect(availabilityOf({ ...pair, soldIndividually: true }, store)).toMatchObject({ isPurchasable: true });
});

test("a page's quantity limit does not reveal stock that the page hides", () => {
  const displays = fc.constantFrom("always" as const, "low" as const, "never" as const);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), displays, (stockQuantity, stock_display) => {
      const shown = availabilityOf({ ...facts, stockQuantity }, { ...store, stock_display });
      expect(shown.maxQuantity).toBe(shown.remaining);
    }),
  );
  expect(availabilityOf({ ...facts, maxQuantity: 2 }, store).maxQuantity).toBe(2);
  expect(availabilityOf({ ...facts, maxQuantity: 9, stockQuantity: 40 }, store).maxQuantity).toBe(9);
});
