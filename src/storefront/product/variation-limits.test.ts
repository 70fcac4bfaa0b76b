import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import { addProduct, addSizes, defaultSettings, noon, openSession } from "#shop/cart/cart.fixtures.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { changeOrderStatus } from "#shop/orders/change-order-status.ts";
import { checkoutOf } from "#shop/orders/checkout/checkout.fixtures.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";

let db: Database;
let app: FastifyInstance;
let guest: FormBrowser;
beforeAll(async () => {
  const database = await createTestDatabase();
  ({ db } = database);
  ({ app } = await openWholeShop(database, () => noon));
  guest = new FormBrowser(app);
});
afterAll(() => app.close());

/** Returns the limit of the small variation: embedded in the page, of the call, and of the cart's quantity field; "": none. */
async function limits(id: number, slug: string) {
  const { body } = await guest.get(routes.product(slug));
  const [, json = "[]"] = /data-product_variations="([^"]*)"/.exec(body) ?? [];
  const variations: { attributes: { attribute_size: string }; max_qty: number | "" }[] = JSON.parse(
    json.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  );
  const small = { product_id: id, attribute_size: "Small" };
  const called = (await guest.post("/?wc-ajax=get_variation", small)).json();
  const visitor = new FormBrowser(app);
  const added = (await visitor.post("/?wc-ajax=add_to_cart", { ...small, quantity: 1 })).json();
  const [, max = ""] = / max="(\d+)"/.exec(added.fragments["div.widget_shopping_cart_content"]) ?? [];
  const embedded = variations.find(({ attributes }) => attributes.attribute_size === "Small");
  return [embedded?.max_qty, called.max_qty, max === "" ? "" : Number(max)];
}

/** Orders pieces of a variation. @returns the order's id */
async function sell(productId: number, variationId: number, quantity: number): Promise<number> {
  const session = await openSession(db);
  await addToCart(db, session, { productId, variationId, quantity, attributes: {} }, noon);
  return (await placeOrder(db, checkoutOf(session), defaultSettings, noon)).id;
}

const cacheOf = async (path: string) => (await guest.get(path)).headers["x-cache"];

test.each(["low", "never", "always"] as const)(
  "page, call and cart tell the same limit before and after a sale and its cancellation, with stock_display %s",
  async (display) => {
    await setSetting(db, "stock_display", display);
    onTestFinished(() => resetSetting(db, "stock_display"));
    const slug = `limit-${display}`;
    const stock = { managesStock: true, stockQuantity: 40, lowStockAmount: 5 };
    const { id, small } = await addSizes(db, { slug }, stock);
    expect(await limits(id, slug)).toEqual([40, 40, 40]);
    const order = await sell(id, small, 3);
    expect(await limits(id, slug)).toEqual([37, 37, 37]);
    await changeOrderStatus(db, { id: order, to: "cancelled" }, defaultSettings, noon);
    expect(await limits(id, slug)).toEqual([40, 40, 40]);
  },
);

test("stock that variations share, limits set by hand, backorders and uncounted stock are told alike", async () => {
  const shared = await addSizes(db, { slug: "shared", managesStock: true, stockQuantity: 30 });
  expect(await limits(shared.id, "shared")).toEqual([30, 30, 30]);
  await sell(shared.id, shared.large, 4);
  expect(await limits(shared.id, "shared")).toEqual([26, 26, 26]);
  // A variation's own maximum counts before its product's.
  await db.execute(sql`update products set max_quantity = 5 where id = ${shared.id}`);
  await db.execute(sql`update products set max_quantity = 50 where id = ${shared.small}`);
  await announceChange(db, [`product:${shared.id}`]);
  expect(await limits(shared.id, "shared")).toEqual([26, 26, 26]);
  const order = await sell(shared.id, shared.large, 4);
  expect(await limits(shared.id, "shared")).toEqual([22, 22, 22]);
  await changeOrderStatus(db, { id: order, to: "cancelled" }, defaultSettings, noon);
  expect(await limits(shared.id, "shared")).toEqual([26, 26, 26]);
  const byHand = { slug: "by-hand", maxQuantity: 8 };
  const { id } = await addSizes(db, byHand, { managesStock: true, stockQuantity: 30 });
  expect(await limits(id, "by-hand")).toEqual([8, 8, 8]);
  const backorders = { managesStock: true, stockQuantity: 30, backorders: "yes" as const };
  expect(await limits((await addSizes(db, { slug: "later" }, backorders)).id, "later")).toEqual(["", "", ""]);
  expect(await limits((await addSizes(db, { slug: "any" })).id, "any")).toEqual(["", "", ""]);
});

test("a sale drops the page of a stocked variation from the cache, but neither listings nor pages that show its card", async () => {
  const stock = { managesStock: true, stockQuantity: 40 };
  const { id, small } = await addSizes(db, { slug: "sold" }, stock);
  const simple = await addProduct(db, { slug: "plain", ...stock });
  const paths = [routes.shop(), routes.product("sold"), routes.product("plain")];
  for (const path of paths) await guest.get(path);
  expect(await Promise.all(paths.map(cacheOf))).toEqual(["hit", "hit", "hit"]);
  await sell(id, small, 1);
  expect(await Promise.all(paths.map(cacheOf))).toEqual(["hit", "miss", "hit"]);
  const session = await openSession(db);
  await addToCart(db, session, { productId: simple, variationId: null, quantity: 1, attributes: {} }, noon);
  await placeOrder(db, checkoutOf(session), defaultSettings, noon);
  expect(await Promise.all(paths.map(cacheOf))).toEqual(["hit", "hit", "hit"]);
});
