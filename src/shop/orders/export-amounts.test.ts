import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { addProduct, defaultSettings, noon, openSession } from "../cart/cart.fixtures.ts";
import { applyCoupon } from "../cart/coupons/apply-coupon.ts";
import { addToCart } from "../cart/lines/add-to-cart.ts";
import { giveCoupon } from "../coupons/coupon.fixtures.ts";
import { shopperOf } from "../coupons/shopper.ts";
import type { TaxedSettings } from "../taxes/tax-terms.rules.ts";
import { checkoutOf } from "./checkout/checkout.fixtures.ts";
import { placeOrder } from "./checkout/place-order.ts";
import { exportOrders } from "./export-orders.ts";

test.each([
  ["in", "yes", "including"],
  ["on top of", "no", "excluding"],
] as const)(
  "items, delivery and fees of an export add up to its order's total, with taxes %s the prices, an offer, a coupon and a fee",
  async (_where, prices_include_tax, prices_shown) => {
    const { db } = await createTestDatabase();
    const rate = { taxClass: "", coversCharges: true, country: "PK", state: "", city: "" };
    const settings: TaxedSettings = {
      ...defaultSettings,
      prices_include_tax,
      prices_shown,
      shipping_price: 200,
      cod_fee: 50,
      taxRates: [{ ...rate, id: 1, label: "GST", perMillion: 170_000 }],
    };
    const session = await openSession(db);
    for (const given of [{ regularPrice: 2999, offerPieces: 2, offerPrice: 5499 }, { regularPrice: 777 }]) {
      const productId = await addProduct(db, given);
      await addToCart(db, session, { productId, variationId: null, quantity: 3, attributes: {} }, noon);
    }
    const coupon = { sessionId: session, code: await giveCoupon(db), shopper: shopperOf(null, "", "") };
    await applyCoupon(db, { ...coupon, email: "", ip: "" }, settings, noon);
    await placeOrder(db, checkoutOf(session), settings, noon);
    const file = new PassThrough();
    const [csv] = await Promise.all([text(file), exportOrders(db, null, settings, file)]);
    const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true });
    const [order = {}] = rows;
    const onTop = prices_include_tax === "yes" ? "0" : order.tax_total;
    const amounts = [...rows.map((row) => row.item_total), order.shipping_total, order.fee_total, onTop].map(Number);
    expect(rows).toHaveLength(2);
    expect(Number(order.discount_total)).toBeGreaterThan(499);
    expect(Math.min(Number(order.tax_total), Number(order.fee_total))).toBeGreaterThan(0);
    expect(amounts.reduce((total, amount) => total + amount)).toBe(Number(order.order_total));
  },
);
