import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { giveCoupon } from "#shop/coupons/coupon.fixtures.ts";
import { giveZone } from "#shop/delivery/delivery.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { addTaxRate } from "#shop/taxes/tax-rates.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../../page-requests/whole-shop.fixtures.ts";
import { lahoreForm, orderAndView, plain } from "./cart-views.fixtures.ts";

interface Shop {
  database: TestDatabase;
  app: Awaited<ReturnType<typeof openWholeShop>>["app"];
  products: string[];
  coupons: string[];
  methods: string[];
}

/** Opens a shop with everything that affects a total. */
async function openRichShop(decimals: number): Promise<Shop> {
  const database = await createTestDatabase();
  const { db } = database;
  const { app } = await openWholeShop(database, () => noon);
  await setSetting(db, "price_decimals", decimals);
  await setSetting(db, "store_state", "PB");
  await setSetting(db, "cod_fee", 75);
  const gst = {
    label: "GST",
    taxClass: "",
    perMillion: 170_000,
    coversCharges: true,
    country: "PK",
    state: "",
    city: "",
  };
  await addTaxRate(db, gst, noon);
  await addTaxRate(db, { ...gst, taxClass: "reduced-rate", perMillion: 50_000, coversCharges: false }, noon);
  await addTaxRate(db, { ...gst, label: "Levy", state: "PB", perMillion: 20_000 }, noon);
  const surcharges = { price: 255, perItem: 10, freeFrom: 9000, classPrices: [{ shippingClass: "bulky", price: 130 }] };
  const methods = [
    ...(await giveZone(db, "Punjab", "PK:PB", [surcharges, { kind: "local_pickup", title: "Fetch it", price: 0 }])),
    ...(await giveZone(db, "Elsewhere", "", [{ price: 355 }, { kind: "free_shipping", price: 0, freeFrom: 4000 }])),
  ];
  const products = [
    await addProduct(db, { regularPrice: 999 }),
    await addProduct(db, { regularPrice: 1501, salePrice: 1207, shippingClass: "Bulky" }),
    await addProduct(db, { regularPrice: 2999, offerPieces: 2, offerPrice: 5499 }),
    await addProduct(db, { regularPrice: 2501, taxClass: "Reduced rate", weightGrams: 700 }),
    await addProduct(db, { regularPrice: 400, taxStatus: "none", isVirtual: true }),
    await addProduct(db, { regularPrice: 1 }),
  ];
  const coupons = [
    await giveCoupon(db),
    await giveCoupon(db, { kind: "fixed_cart", amount: 501 }),
    await giveCoupon(db, { kind: "fixed_product", amount: 33, excludesReduced: true }),
    await giveCoupon(db, { kind: "free_delivery", amount: 0 }),
    await giveCoupon(db, { amount: 1501, minimumSpend: 3000 }),
    await giveCoupon(db, { amount: 10_000, productIds: products.slice(2, 4) }),
    await giveCoupon(db, { amount: 2500, isIndividual: true }),
  ];
  return { database, app, products: products.map(String), coupons, methods };
}

const places = [
  { state: "PB", city: "Lahore" },
  { state: "SD", city: "Karachi" },
  { state: "BA", city: "Quetta" },
];
const visitor = fc.record({
  lines: fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 4 }),
  coupons: fc.uniqueArray(fc.nat(6), { maxLength: 3 }),
  place: fc.nat(2),
  method: fc.nat(3),
});
type Visitor = typeof visitor extends fc.Arbitrary<infer Made> ? Made : never;
const terms = fc.record({
  prices_include_tax: fc.constantFrom("yes" as const, "no" as const),
  prices_shown: fc.constantFrom("including" as const, "excluding" as const),
  tax_rounding: fc.constantFrom("line" as const, "total" as const),
  tax_based_on: fc.constantFrom("delivery" as const, "store" as const),
});

/** Returns the first amount in a text (minor units); 0 for texts such as "Free". */
function amountIn(text: string, decimals: number): number {
  const [, sign = "", digits = "0"] = /(−?)Rs ([\d,]+(?:\.\d+)?)/.exec(text) ?? [];
  return Number(`${sign && "-"}${Math.round(Number(digits.replaceAll(",", "")) * 10 ** decimals)}`);
}

/** Returns the amounts of the totals table in a page, fragment or mail; the last is the total. */
function amountsIn(html: string, decimals: number): number[] {
  const list = /<dl class="sums">(.*?)<\/dl>/s.exec(html)?.[1];
  const table = /<tfoot>(.*?)<\/tfoot>/s.exec(html)?.[1] ?? html;
  const inRows = /<tr(?! class="shipping-choice")[^>]*>.*?<td[^>]*>(.*?)<\/td>/gs;
  const cells = [...(list === undefined ? table.matchAll(inRows) : list.matchAll(/<dd>(.*?)<\/dd>/gs))];
  const apart = /<p class="woocommerce-mini-cart__total[^>]*>(.*?)<\/p>/s.exec(html)?.[1];
  const texts = [...cells.map(([, cell = ""]) => cell), ...(apart === undefined ? [] : [apart])];
  return texts.map((text) => amountIn(plain(text), decimals));
}

/** Fills a cart, sets its delivery, loads it in every place and orders it. */
async function totalsSeenBy({ database, app, products, coupons, methods }: Shop, visitor: Visitor, decimals: number) {
  const browser = new FormBrowser(app);
  for (const [product, quantity] of visitor.lines)
    await browser.post("/?wc-ajax=add_to_cart", { product_id: products[product] ?? "", quantity: String(quantity) });
  const page = (await browser.get(routes.checkout())).body;
  const nonceOf = (action: string) => new RegExp(`"${action}_nonce":"([0-9a-f]+)"`).exec(page)?.[1] ?? "";
  for (const coupon of visitor.coupons)
    await browser.post("/?wc-ajax=apply_coupon", {
      security: nonceOf("apply_coupon"),
      coupon_code: coupons[coupon] ?? "",
    });
  const { state, city } = places[visitor.place] ?? { state: "", city: "" };
  const delivery = { "shipping_method[0]": methods[visitor.method] ?? "", payment_method: "cod" };
  const security = nonceOf("update_order_review");
  await browser.post("/?wc-ajax=update_order_review", { security, country: "PK", state, city, ...delivery });
  // Each email address gets at most ten confirmations per hour.
  const billing_email = `${randomUUID()}@example.com`;
  const form = { ...lahoreForm, billing_email, ...delivery, billing_state: state, billing_city: city };
  const { cli, id: _, ...seen } = await orderAndView(database, browser, form);
  const data = JSON.parse(/id="store-cart-data"[^>]*>(.*?)<\/script>/.exec(seen.cart)?.[1] ?? "null");
  return {
    sums: Object.values(seen).map((html) => amountsIn(html, decimals)),
    totals: [data.totals.total_price, amountIn(/ Total: .*/.exec(cli)?.[0] ?? "", decimals)],
  };
}

describe.each([0, 2])("with %d decimals", (decimals) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openRichShop(decimals);
  });
  afterAll(() => shop.app.close());

  test("50 visitors, ten at a time: all views show one total that equals the sum of its parts", async () => {
    await fc.assert(
      fc.asyncProperty(terms, fc.array(visitor, { minLength: 10, maxLength: 10 }), async (terms, visitors) => {
        for (const [name, value] of Object.entries(terms)) await setSetting(shop.database.db, name, value);
        const seen = await Promise.all(visitors.map((one) => totalsSeenBy(shop, one, decimals)));
        for (const { sums, totals } of seen) {
          const [first = []] = sums;
          expect(sums).toEqual(sums.map(() => first));
          const [total, parts] = [first.at(-1), first.slice(0, -1).reduce((sum, part) => sum + part, 0)];
          expect([parts, ...totals]).toEqual([total, total, total]);
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});
