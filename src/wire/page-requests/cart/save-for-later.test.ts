import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import type { Freshness } from "#http/freshness.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { keyOf, openSmallShop, origin, SmallBrowser } from "../../wc-ajax/entrance.fixtures.ts";
import type { Entrance } from "../../wc-ajax/entrance.ts";

let db: Database;
let app: FastifyInstance;
let entrance: Entrance;
let freshness: Freshness;
let browser: SmallBrowser;
let nonce: string;
let product: number;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  ({ app, entrance, freshness } = await openSmallShop(db));
  nonce = entrance.nonces.create("woocommerce-cart");
});
afterAll(() => app.close());
beforeEach(async () => {
  browser = new SmallBrowser(app);
  product = await addProduct(db, { name: "Tea" });
  await browser.get(`/?add-to-cart=${product}&quantity=3`);
  await browser.notices();
});

const wished = async () => {
  const { rows } = await db.execute<{ id: number; quantity: number }>(
    `select id::int as id, quantity from wishlist_items where product_id = ${product}`,
  );
  return rows[0];
};

test("a line is saved for later and moved back by links that return to their page", async () => {
  const from = { referer: `${origin}/shop/?keep=1` };
  const saved = await browser.follow(`/cart/?save_for_later=${keyOf(product)}&_wpnonce=${nonce}`, from);
  expect([saved.statusCode, saved.headers.location]).toEqual([302, "/shop/?keep=1"]);
  expect(browser.cookies.get("chowk_wishlist")).toMatch(/\.1$/);
  expect(await browser.notices()).toMatchObject([
    { kind: "success", messageKey: "notices.savedForLater", values: { name: "Tea" } },
  ]);
  expect(await wished()).toMatchObject({ quantity: 3 });
  const moved = await browser.follow(`/wishlist/?move_to_cart=${(await wished())?.id}&_wpnonce=${nonce}`);
  expect([moved.statusCode, moved.headers.location]).toEqual([302, "/wishlist/"]);
  expect(await browser.notices()).toMatchObject([{ kind: "success", messageKey: "notices.added" }]);
  expect(await browser.pieces()).toBe(3);
  expect(await wished()).toBeUndefined();
});

test("following a link twice, or one of another visitor's item, changes nothing", async () => {
  const save = `/cart/?save_for_later=${keyOf(product)}&_wpnonce=${nonce}`;
  await browser.follow(save);
  await browser.notices();
  await browser.follow(save);
  expect(await browser.notices()).toEqual([]);
  const stranger = new SmallBrowser(app);
  await stranger.get(`/?add-to-cart=${await addProduct(db)}`);
  await stranger.follow(`/wishlist/?move_to_cart=${(await wished())?.id}&_wpnonce=${nonce}`);
  expect(await wished()).toMatchObject({ quantity: 3 });
});

test.each(["save_for_later", "move_to_cart"])("%s needs a nonce and a request from this site", async (name) => {
  const refused = await browser.follow(`/cart/?${name}=${keyOf(product)}&_wpnonce=0123456789`);
  expect(refused.json().notices).toMatchObject([{ kind: "error", messageKey: "notices.pageOld" }]);
  const headers = { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
  await browser.follow(`/cart/?${name}=${keyOf(product)}&_wpnonce=${nonce}`, headers);
  const foreign = { "sec-fetch-site": "cross-site", referer: "https://evil.example/" };
  await browser.follow(`/cart/?${name}=${keyOf(product)}&_wpnonce=${nonce}`, foreign);
  expect(await wished()).toBeUndefined();
  expect(await browser.pieces()).toBe(3);
});

test("an item that the cart refuses stays in the wishlist, and a notice says why", async () => {
  await browser.follow(`/cart/?save_for_later=${keyOf(product)}&_wpnonce=${nonce}`);
  await browser.notices();
  await db.execute(`update products set stock_status = 'outofstock' where id = ${product}`);
  await browser.follow(`/wishlist/?move_to_cart=${(await wished())?.id}&_wpnonce=${nonce}`);
  expect(await browser.notices()).toMatchObject([{ kind: "error", values: { name: "Tea" } }]);
  expect(await wished()).toMatchObject({ quantity: 3 });
});

test("guests are asked to sign in if only accounts can keep wishlists", async () => {
  freshness.markUnreadable(0);
  await setSetting(db, "wishlist_guests", "no");
  const answer = await browser.follow(`/cart/?save_for_later=${keyOf(product)}&_wpnonce=${nonce}`);
  expect(answer.headers.location).toBe("/my-account/?redirect_to=%2Fcart%2F");
  expect(await browser.pieces()).toBe(3);
});
