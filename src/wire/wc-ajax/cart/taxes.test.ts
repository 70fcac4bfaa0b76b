import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { formatMoney } from "#platform/money.ts";
import { routes } from "#routes";
import { addProduct, addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { addTaxRate, listTaxRates, removeTaxRate } from "#shop/taxes/tax-rates.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop, origin } from "../../page-requests/whole-shop.fixtures.ts";
import { lahoreForm, orderAndView, plain } from "./cart-views.fixtures.ts";

interface Shop {
  database: TestDatabase;
  db: Database;
  app: FastifyInstance;
}

/** Opens a shop in Punjab with GST for two tax classes and a provincial levy. */
async function openTaxedShop(decimals: number): Promise<Shop> {
  const database = await createTestDatabase();
  const { db } = database;
  const { app } = await openWholeShop(database, () => noon);
  await setSetting(db, "price_decimals", decimals);
  await setSetting(db, "store_state", "PB");
  await setSetting(db, "shipping_title", "Courier");
  await setSetting(db, "shipping_price", 255);
  const rate = { label: "GST", taxClass: "", perMillion: 170_000, coversCharges: true };
  const pakistan = { country: "PK", state: "", city: "" };
  await addTaxRate(db, { ...rate, ...pakistan }, noon);
  await addTaxRate(db, { ...rate, ...pakistan, taxClass: "reduced-rate", perMillion: 50_000 }, noon);
  await addTaxRate(db, { ...rate, ...pakistan, label: "Levy", state: "PB", perMillion: 20_000 }, noon);
  return { database, db, app };
}

/** Fills a cart with a standard, a reduced and an untaxed product: 2,997, 2,501 and 800 as entered. */
async function fillCart({ db, app }: Shop): Promise<FormBrowser> {
  const browser = new FormBrowser(app);
  const { large } = await addSizes(db, { taxClass: "Reduced rate" }, { regularPrice: 2501, taxClass: "parent" });
  const cart: [number, number][] = [
    [await addProduct(db, { regularPrice: 999 }), 3],
    [large, 1],
    [await addProduct(db, { regularPrice: 400, taxStatus: "none" }), 2],
  ];
  for (const [product_id, quantity] of cart)
    await browser.post("/?wc-ajax=add_to_cart", { product_id: String(product_id), quantity: String(quantity) });
  return browser;
}

/** Returns the rows of the totals table: labels and amounts, the total with its included taxes. */
function sumsIn(html: string): string[] {
  return rowsOf(
    html,
    /<(?:div|tr) class="(?:cart-subtotal|cart-discount|woocommerce-shipping|tax-|order-total).*?">(.*?)<\/(?:div|tr)>/gs,
  );
}

/** Returns only labels and amounts: without the delivery's name and days, and without the shipping calculator. */
function rowsOf(html: string, row: RegExp): string[] {
  const rows = [...html.matchAll(row)].map(([, inner = ""]) =>
    plain(inner).replace(/\(?Courier, 2-3 business days\)? /, ""),
  );
  return rows.filter((text) => /^(?:Subtotal|Shipping|GST|Levy|Total) /.test(text));
}

interface Shown {
  drawer: string[];
  cart: string[];
  checkout: string[];
  order: string[];
  mail: string[];
  cli: string;
  id: number;
}

/** Orders a cart and returns the totals in each place. */
async function shownBy({ database }: Shop, browser: FormBrowser): Promise<Shown> {
  const seen = await orderAndView(database, browser, lahoreForm);
  const total = plain(/<p class="woocommerce-mini-cart__total[^>]*>(.*?)<\/p>/s.exec(seen.drawer)?.[1] ?? "");
  return {
    drawer: [...sumsIn(seen.drawer), total],
    cart: sumsIn(seen.cart),
    checkout: sumsIn(seen.checkout),
    order: sumsIn(seen.order),
    mail: rowsOf(seen.mail, /<tr>(.*?)<\/tr>/gs),
    cli: seen.cli,
    id: seen.id,
  };
}

/** Expected amounts (minor units): subtotal, delivery, and the taxes added to or included in the total. */
interface Expected {
  subtotal: number;
  delivery: number;
  onTop?: [gst: number, levy: number];
  within?: [gst: number, levy: number];
  total: number;
}

/** Calculated by hand: 17 + 2 % on 2,997 and the delivery of 255, 5 % on 2,501, nothing on 800. */
const cases: [entered: "yes" | "no", shown: "including" | "excluding", rounding: "line" | "total", Expected][] = [
  ["yes", "including", "line", { subtotal: 6298, delivery: 255, within: [583, 54], total: 6553 }],
  ["yes", "including", "total", { subtotal: 6298, delivery: 255, within: [584, 55], total: 6553 }],
  ["yes", "excluding", "line", { subtotal: 5701, delivery: 215, onTop: [583, 54], total: 6553 }],
  ["yes", "excluding", "total", { subtotal: 5700, delivery: 214, onTop: [584, 55], total: 6553 }],
  ["no", "excluding", "line", { subtotal: 6298, delivery: 255, onTop: [677, 65], total: 7295 }],
  ["no", "excluding", "total", { subtotal: 6298, delivery: 255, onTop: [678, 65], total: 7296 }],
  ["no", "including", "line", { subtotal: 6992, delivery: 303, within: [677, 65], total: 7295 }],
  ["no", "including", "total", { subtotal: 6993, delivery: 303, within: [678, 65], total: 7296 }],
];

describe.each([0, 2])("with %d decimals", (decimals) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openTaxedShop(decimals);
  });
  afterAll(() => shop.app.close());
  const money = (amount: number) =>
    formatMoney(amount, { code: "PKR", symbol: "Rs", minorUnit: decimals }).replace("\u00a0", " ");

  test.each(cases)(
    "entered with tax: %s, shown %s, rounded by %s: drawer, cart, checkout, order and mail agree",
    async (entered, shown, rounding, { subtotal, delivery, onTop, within, total }) => {
      await setSetting(shop.db, "prices_include_tax", entered);
      await setSetting(shop.db, "prices_shown", shown);
      await setSetting(shop.db, "tax_rounding", rounding);
      const seen = await shownBy(shop, await fillCart(shop));
      const rows = [
        `Subtotal ${money(subtotal)}`,
        `Shipping ${money(delivery)}`,
        ...(onTop ? [`GST ${money(onTop[0])}`, `Levy ${money(onTop[1])}`] : []),
        `Total ${money(total)}${within ? ` includes ${money(within[0])} GST, ${money(within[1])} Levy` : ""}`,
      ];
      const { drawer, cart, checkout, order } = seen;
      expect({ drawer, cart, checkout, order }).toEqual({ drawer: rows, cart: rows, checkout: rows, order: rows });
      expect(seen.mail).toEqual(rows.map((row) => row.replace(/ includes (.*)/, " (includes $1)")));
      const cliTotal = within
        ? `Total: ${money(total)} with ${money(within[0])} of GST, ${money(within[1])} of Levy in it`
        : `GST: ${money(onTop?.[0] ?? 0)} Levy: ${money(onTop?.[1] ?? 0)} Total: ${money(total)}`;
      expect(seen.cli).toContain(`business days): ${money(delivery)} ${cliTotal}`);
    },
  );
});

describe("a cart with a destination outside the store's province", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openTaxedShop(0);
    await setSetting(shop.db, "prices_include_tax", "no");
    await setSetting(shop.db, "prices_shown", "excluding");
  });
  afterAll(() => shop.app.close());

  const sindh = { billing_state: "SD", billing_city: "Karachi" };
  const order = (browser: FormBrowser, given: Record<string, string>) =>
    browser.fill(routes.checkout(), "woocommerce_checkout_place_order", { ...lahoreForm, ...given });

  test("is taxed by its destination as soon as it is typed", async () => {
    const browser = await fillCart(shop);
    const nonce = /"update_order_review_nonce":"([0-9a-f]+)"/.exec((await browser.get(routes.checkout())).body)?.[1];
    const typed = { security: nonce ?? "", country: "PK", state: "SD", city: "Karachi" };
    const { fragments } = (await browser.post("/?wc-ajax=update_order_review", typed)).json();
    const rows = ["Subtotal Rs 6,298", "Shipping Rs 255", "GST Rs 677", "Total Rs 7,230"];
    expect(sumsIn(fragments[".woocommerce-checkout-review-order-table"])).toEqual(rows);
    expect(sumsIn((await browser.get(routes.cart())).body)).toEqual(rows);
    expect((await order(browser, sindh)).headers.location).toContain("/checkout/order-received/");
  });

  test("is taxed by the form's destination without scripts, and shows the total before ordering", async () => {
    const browser = await fillCart(shop);
    expect((await order(browser, sindh)).headers.location).toBe(routes.checkout());
    const page = (await browser.get(routes.checkout())).body;
    expect(plain(page)).toContain("Rs 7,230");
    expect(sumsIn(page)).not.toContainEqual(expect.stringContaining("Levy"));
    const placed = await order(browser, sindh);
    const received = (await browser.get(String(placed.headers.location).replace(origin, ""))).body;
    expect(sumsIn(received)).toEqual(["Subtotal Rs 6,298", "Shipping Rs 255", "GST Rs 677", "Total Rs 7,230"]);
  });

  test("is taxed by the store's address if the setting says so", async () => {
    await setSetting(shop.db, "tax_based_on", "store");
    const browser = await fillCart(shop);
    const placed = await order(browser, sindh);
    const received = (await browser.get(String(placed.headers.location).replace(origin, ""))).body;
    expect(sumsIn(received)).toContain("Levy Rs 65");
    await setSetting(shop.db, "tax_based_on", "delivery");
  });

  test("shows its fee and every shipping method with tax", async () => {
    await setSetting(shop.db, "cod_fee", 100);
    await setSetting(shop.db, "prices_shown", "including");
    const browser = await fillCart(shop);
    const nonce = /"update_order_review_nonce":"([0-9a-f]+)"/.exec((await browser.get(routes.checkout())).body)?.[1];
    await browser.post("/?wc-ajax=update_order_review", { security: nonce ?? "", payment_method: "cod" });
    const placed = await order(browser, {});
    const received = plain((await browser.get(String(placed.headers.location).replace(origin, ""))).body);
    expect(received).toContain("Rs 303 Cash on delivery fee Rs 119 Total Rs 7,414");
    expect(received).toContain("includes Rs 694 GST, Rs 67 Levy");
    await setSetting(shop.db, "cod_fee", 0);
    await setSetting(shop.db, "prices_shown", "excluding");
  });

  test("becomes an order that keeps its tax amounts after a rate is deleted", async () => {
    const browser = await fillCart(shop);
    const placed = await order(browser, {});
    const path = String(placed.headers.location).replace(origin, "");
    const id = /order-received\/(\d+)/.exec(path)?.[1];
    const { rows: taxes } = await shop.database.pool.query(
      "select label, per_million, amount, on_charges from order_taxes where order_id = $1 order by position",
      [id],
    );
    expect(taxes).toEqual([
      { label: "GST", per_million: 170_000, amount: 552, on_charges: 43 },
      { label: "GST", per_million: 50_000, amount: 125, on_charges: 0 },
      { label: "Levy", per_million: 20_000, amount: 65, on_charges: 5 },
    ]);
    const { rows: lines } = await shop.database.pool.query(
      "select line_total, tax from order_lines where order_id = $1 order by position",
      [id],
    );
    expect(lines).toEqual([
      { line_total: 2997, tax: 569 },
      { line_total: 2501, tax: 125 },
      { line_total: 800, tax: 0 },
    ]);
    const before = sumsIn((await browser.get(path)).body);
    for (const rate of await listTaxRates(shop.db)) await removeTaxRate(shop.db, rate.id);
    expect(sumsIn((await browser.get(path)).body)).toEqual(before);
    const other = await fillCart(shop);
    expect(sumsIn((await other.get(routes.cart())).body)).toEqual([
      "Subtotal Rs 6,298",
      "Shipping Rs 255",
      "Total Rs 6,553",
    ]);
  });
});
