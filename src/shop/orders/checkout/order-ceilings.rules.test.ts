import { expect, test } from "vitest";
import { ceilingsOf, exceededCeiling } from "./order-ceilings.rules.ts";

const settings = { guest_order_value: 0, guest_order_lines: 50, guest_line_pieces: 0, guest_stock_share: 50 };
const ceilings = ceilingsOf(settings, 1000);

const line = (stockId: number | null, quantity: number, stock: number | null = 12) => ({
  quantity,
  unitPrice: 100,
  stockId,
  stock,
});

test("lines that share a stock count together: variations cannot take it five pieces at a time", () => {
  expect(exceededCeiling([line(1, 3), line(1, 3)], ceilings)).toBeNull();
  expect(exceededCeiling([line(1, 5), line(1, 5)], ceilings)).toBe("share");
  expect(exceededCeiling([line(1, 5), line(2, 5)], ceilings)).toBeNull();
});

test("products without a counted stock have no share", () => {
  expect(exceededCeiling([line(null, 5, null), line(null, 5, null)], ceilings)).toBeNull();
});
