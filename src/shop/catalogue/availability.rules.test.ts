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

test("less in stock than can be bought at once is out of stock, unless more is ordered or one is all", () => {
  const pair = { ...facts, stockQuantity: 1, minQuantity: 2 };
  expect(availabilityOf(pair, store)).toMatchObject({ status: "outofstock", isPurchasable: false });
  expect(availabilityOf({ ...pair, backorders: "notify" }, store)).toMatchObject({ isPurchasable: true });
  expect(availabilityOf({ ...pair, soldIndividually: true }, store)).toMatchObject({ isPurchasable: true });
});

test("a page's limit tells no stock that the page does not show", () => {
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
