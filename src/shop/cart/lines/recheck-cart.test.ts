import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { formatMoney } from "#platform/money.ts";
import { untilWaiting } from "../../../../tests/support/lock-queue.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { takeNotices } from "../../accounts/sessions/sessions.ts";
import { giveZone } from "../../delivery/delivery.fixtures.ts";
import { addProduct, defaultSettings, noon, openSession } from "../cart.fixtures.ts";
import { saveCartDelivery } from "../cart-delivery.ts";
import { withCartLocked } from "../cart-lock.ts";
import { getCart } from "../carts.ts";
import { listCrossSellIds } from "../cross-sells.ts";
import { openCart } from "../open-cart.ts";
import { addToCart } from "./add-to-cart.ts";
import { recheckCart } from "./recheck-cart.ts";
import { setQuantities } from "./set-quantity.ts";

let db: Database;
let session: number;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});
beforeEach(async () => {
  session = await openSession(db);
});

const add = (productId: number, quantity: number) =>
  addToCart(db, session, { productId, variationId: null, quantity, attributes: {} }, noon);
const recheck = () => recheckCart(db, session, defaultSettings, noon);
const takeTexts = async () =>
  (await takeNotices(db, session)).map(({ messageKey, values }) => ({ messageKey, values }));
const quantities = async () =>
  (await getCart(db, session, defaultSettings, noon)).lines.map(({ quantity }) => quantity);

test("rechecking an unchanged cart takes one read and leaves no notice", async () => {
  await add(await addProduct(db), 2);
  const { result, statements } = await withStatementCount(recheck);
  expect([result, statements]).toEqual([0, 1]);
});

test("a price change is reported once, with both prices", async () => {
  const id = await addProduct(db, { name: "Tea", regularPrice: 100_000 });
  await add(id, 1);
  await db.execute(sql`update products set regular_price = 120000 where id = ${id}`);
  const counts = await Promise.all([recheck(), recheck()]);
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1]);
  const [notice] = await takeTexts();
  expect(notice).toMatchObject({ messageKey: "notices.priceChanged", values: { name: "Tea" } });
  expect(notice?.values.before).not.toBe(notice?.values.now);
  expect(await recheck()).toBe(0);
});

test("a price change is reported in displayed prices, without tax", async () => {
  const id = await addProduct(db, { name: "Tea", regularPrice: 1170 });
  await add(id, 1);
  await db.execute(sql`update products set regular_price = 2340 where id = ${id}`);
  const place = { country: "PK", state: "", city: "" };
  const gst = { id: 1, label: "GST", taxClass: "", perMillion: 170_000, coversCharges: true, ...place };
  await recheckCart(db, session, { ...defaultSettings, taxRates: [gst], prices_shown: "excluding" }, noon);
  expect((await takeTexts())[0]?.values).toEqual({ name: "Tea", before: "Rs\u00a01,000", now: "Rs\u00a02,000" });
});

test.each<[string, number, string, string]>([
  ["delivered: with the taxes of its destination", 0, "Rs\u00a01,170", "Rs\u00a02,340"],
  ["picked up: with the taxes of the store", 1, "Rs\u00a01,050", "Rs\u00a02,100"],
])("a price change is reported as the cart shows it when it is %s", async (_, way, before, now) => {
  await db.execute(sql`delete from delivery_zones`);
  const ids = await giveZone(db, "Punjab", "PK:PB", [{}, { kind: "local_pickup", price: 0 }]);
  const rate = (state: string, perMillion: number) => {
    const tax = { id: 1, label: "GST", taxClass: "", coversCharges: true };
    return { ...tax, country: "PK", state, city: "", perMillion };
  };
  const settings = {
    ...defaultSettings,
    store_state: "SD",
    prices_include_tax: "no" as const,
    taxRates: [rate("PB", 170_000), rate("SD", 50_000)],
  };
  const id = await addProduct(db, { name: "Tea", regularPrice: 1000 });
  await add(id, 1);
  const destination = { country: "PK", state: "PB", city: "Lahore", postcode: "" };
  await saveCartDelivery(db, session, { destination, methodId: ids[way] ?? "" }, noon);
  await db.execute(sql`update products set regular_price = 2000 where id = ${id}`);
  await recheckCart(db, session, settings, noon);
  expect((await takeTexts())[0]?.values).toEqual({ name: "Tea", before, now });
  const { lines, currency } = await getCart(db, session, settings, noon);
  expect(lines.map(({ unitPrice }) => formatMoney(unitPrice, currency))).toEqual([now]);
  await db.execute(sql`delete from delivery_zones`);
});

test("a line is lowered to the stock left and one out of stock stays, both with a notice", async () => {
  const short = await addProduct(db, { name: "Short", managesStock: true, stockQuantity: 9 });
  const out = await addProduct(db, { name: "Out", managesStock: true, stockQuantity: 9 });
  await add(short, 5);
  await add(out, 5);
  await db.execute(sql`update products set stock_quantity = 3 where id = ${short}`);
  await db.execute(sql`update products set stock_quantity = 0, stock_status = 'outofstock' where id = ${out}`);
  expect(await recheck()).toBe(2);
  expect(await takeTexts()).toEqual([
    { messageKey: "notices.held", values: { name: "Short", quantity: 3 } },
    { messageKey: "notices.outOfStock", values: { name: "Out" } },
  ]);
  expect(await quantities()).toEqual([3, 5]);
});

test("a quantity that the shopper lowers during a recheck is kept without a notice", async () => {
  const id = await addProduct(db, { managesStock: true, stockQuantity: 10 });
  const { lineKey } = await add(id, 10);
  await db.execute(sql`update products set stock_quantity = 5 where id = ${id}`);
  const { result: rechecking } = await withCartLocked(db, session, noon, async (holder) => {
    const result = recheck();
    // It has read the cart and now waits for the lock.
    await untilWaiting(db, 1);
    await setQuantities(holder, session, new Map([[lineKey, 2]]), noon);
    return { result };
  });
  expect(await rechecking).toBe(0);
  expect([await quantities(), await takeTexts()]).toEqual([[2], []]);
});

test("two concurrent rechecks report each change once", async () => {
  const short = await addProduct(db, { name: "Short", managesStock: true, stockQuantity: 9 });
  const gone = await addProduct(db, { name: "Gone" });
  await add(short, 5);
  await add(gone, 1);
  await db.execute(sql`update products set stock_quantity = 3 where id = ${short}`);
  await Promise.all([recheck(), recheck(), recheck()]);
  expect(await takeTexts()).toEqual([{ messageKey: "notices.held", values: { name: "Short", quantity: 3 } }]);
  await db.execute(sql`update products set status = 'draft' where id = ${gone}`);
  const open = () => openCart(db, session, defaultSettings, { now: noon, reports: "by notice" });
  await Promise.all([open(), open(), open()]);
  expect(await takeTexts()).toEqual([{ messageKey: "notices.gone", values: { name: "Gone" } }]);
});

test("a line below the product's new minimum is raised to it", async () => {
  const id = await addProduct(db, { name: "Pods" });
  await add(id, 2);
  await db.execute(sql`update products set min_quantity = 6 where id = ${id}`);
  await recheck();
  expect(await takeTexts()).toEqual([
    { messageKey: "notices.refused.quantity_too_small", values: { name: "Pods", min: 6 } },
  ]);
  expect(await quantities()).toEqual([6]);
});

test("cross-sells are listed once, most often named first, without products in the cart", async () => {
  const [tea, cup, pot, lid] = await Promise.all([addProduct(db), addProduct(db), addProduct(db), addProduct(db)]);
  const link = (from: number, to: number, position: number) =>
    db.execute(sql`insert into product_links (product_id, kind, linked_id, position)
      values (${from}, 'cross_sell', ${to}, ${position})`);
  await link(tea, cup, 0);
  await link(tea, lid, 1);
  await link(tea, pot, 2);
  await link(cup, pot, 0);
  expect(await listCrossSellIds(db, [tea, cup], 4)).toEqual([pot, lid]);
  expect(await listCrossSellIds(db, [tea], 1)).toEqual([cup]);
});

test("a line whose new price exceeds safe amounts is shown, reported and lowered", async () => {
  const id = await addProduct(db, { name: "Saffron", regularPrice: 9000 });
  await add(id, 1_000_000);
  await db.execute(sql`update products set regular_price = 100000000000 where id = ${id}`);
  const { problems } = await getCart(db, session, defaultSettings, noon);
  expect(problems).toMatchObject([{ code: "too_many", allowed: 90 }]);
  await recheck();
  expect(await quantities()).toEqual([90]);
});
