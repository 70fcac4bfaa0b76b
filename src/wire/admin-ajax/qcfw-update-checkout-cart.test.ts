import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../page-requests/whole-shop.fixtures.ts";
import { keyOf } from "../wc-ajax/entrance.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let guest: FormBrowser;
let now = new Date("2026-11-21T12:00:00Z");
/** Ids of products: with five pieces in stock, and without limit. */
const made = { tea: 0, zinc: 0 };

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => now));
  const stock = { managesStock: true, stockQuantity: 5 };
  made.tea = await addProduct(database.db, { slug: "tea", name: "Tea <b>", regularPrice: 500, ...stock });
  made.zinc = await addProduct(database.db, { slug: "zinc", name: "Zinc", regularPrice: 100 });
});
afterAll(() => app.close());
beforeEach(async () => {
  now = new Date("2026-11-21T12:00:00Z");
  guest = new FormBrowser(app);
  await guest.post("/?wc-ajax=add_to_cart", { product_id: made.tea });
});

const printedNonce = async (url: string) =>
  /qcfw_update_checkout_cart\s*=?[^}]*"nonce":"([0-9a-f]{10})"/.exec((await guest.get(url)).body)?.[1] ?? "";

const send = (fields: Record<string, string>) =>
  guest.post(routes.siteCall(), { action: "qcfw_update_checkout_cart", ...fields });

/** Changes a quantity with the nonce of the checkout page. */
const change = async (quantity: string, more: Record<string, string> = {}) =>
  send({ nonce: await printedNonce(routes.checkout()), hash: keyOf(made.tea), quantity, ...more });

/** Returns the quantities in the cart, by line. */
const quantities = async () => {
  const { rows } = await database.pool.query<{ quantity: number }>(
    "select quantity from cart_lines where removed_at is null and session_id = (select max(id) from sessions)",
  );
  return rows.map(({ quantity }) => quantity);
};

test("answers with the order review as the first element", async () => {
  const { statusCode, headers, body } = await change("3");
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=UTF-8"]);
  expect(body).toMatch(/^<div id="order_review" class="woocommerce-checkout-review-order"><table/);
  expect(body).toContain('id="payment"');
  expect(body).toContain("1,500");
  expect(body).not.toContain("<b>");
  expect(await quantities()).toEqual([3]);
});

test("sets the cart's cookies to the new cart", async () => {
  const before = guest.cookies.get("woocommerce_cart_hash");
  const { body } = await change("2");
  const hash = guest.cookies.get("woocommerce_cart_hash");
  expect(hash).not.toBe(before);
  expect(body).toContain(`name="chowk_cart_hash" value="${hash}"`);
});

test("holds a quantity to the stock, and the next page says so", async () => {
  expect((await change("99")).statusCode).toBe(200);
  expect(await quantities()).toEqual([5]);
  expect((await guest.get(routes.checkout())).body).toContain("Only 5 of “Tea &lt;b&gt;” can be ordered");
});

test("zero removes the line, and the next page offers to undo it", async () => {
  await guest.post("/?wc-ajax=add_to_cart", { product_id: made.zinc });
  expect((await change("0")).body).toContain("Zinc");
  const { body } = await guest.get(routes.checkout());
  expect(body).toContain("restore-item");
  const undo = /class="restore-item" href="([^"]+)"/.exec(body)?.[1]?.replaceAll("&amp;", "&") ?? "";
  await guest.follow(undo);
  expect((await quantities()).length).toBe(2);
});

test("an emptied cart has an empty review", async () => {
  const { statusCode, body } = await change("0");
  expect([statusCode, body]).toEqual([200, '<div id="order_review" class="woocommerce-checkout-review-order"></div>']);
  expect((await guest.get(routes.cart())).body).toContain("restore-item");
});

test("for our own client, lines and notices follow the review, and no notice waits", async () => {
  const { body } = await change("99", { chowk_in_place: "1" });
  const parts = ["<div id=", '<section class="checkout-cart"', "woocommerce-notices-wrapper", "Only 5 of"];
  const places = parts.map((part) => body.indexOf(part));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places[0]).toBe(0);
  expect((await guest.get(routes.checkout())).body).not.toContain("Only 5 of");
});

test("the setting decides whether our client reloads the page", async () => {
  const isMarked = async () => (await guest.get(routes.checkout())).body.includes("data-chowk-reloads");
  expect(await isMarked()).toBe(false);
  await setSetting(database.db, "checkout_quantity_change", "reload");
  onTestFinished(() => setSetting(database.db, "checkout_quantity_change", "in_place"));
  expect(await isMarked()).toBe(true);
});

test("keeps when the form was shown and that the terms are accepted", async () => {
  await setSetting(database.db, "terms_page", "/terms/");
  onTestFinished(() => setSetting(database.db, "terms_page", ""));
  const began = /name="chowk_began" value="([^"]+)"/.exec((await guest.get(routes.checkout())).body)?.[1] ?? "";
  now = new Date(now.getTime() + 60_000);
  const { body } = await change("2", { post_data: String(new URLSearchParams({ terms: "1", chowk_began: began })) });
  expect(body).toContain(`name="chowk_began" value="${began}"`);
  expect(body).toMatch(/<input[^>]*name="terms"[^>]*checked=""/);
});

test("answers 400 and changes nothing for what is no line or no quantity", async () => {
  for (const hash of ["quantity", "", "0".repeat(32), "__proto__", keyOf(made.zinc), "<script>"])
    expect([hash, (await change("2", { hash })).statusCode]).toEqual([hash, 400]);
  for (const quantity of ["", "-1", "NaN", "1e3", "two", "99999999999999999999x"])
    expect([quantity, (await change(quantity)).statusCode]).toEqual([quantity, 400]);
  expect(await quantities()).toEqual([1]);
});

test("answers 400 without a session, also with the nonce of a cached product page", async () => {
  const nonce = await printedNonce(routes.product("tea"));
  guest = new FormBrowser(app);
  expect((await send({ nonce, hash: "quantity", quantity: "1" })).statusCode).toBe(400);
});

test("answers an invalid nonce with 403 and -1", async () => {
  for (const nonce of ["", "0000000000", "x"]) {
    const { statusCode, body } = await change("2", { nonce });
    expect([statusCode, body]).toEqual([403, "-1"]);
  }
  const expired = await printedNonce(routes.checkout());
  now = new Date(now.getTime() + 25 * 60 * 60 * 1000);
  expect((await change("2", { nonce: expired })).statusCode).toBe(403);
  const { nonces } = (await guest.get(`${routes.visitorState()}?nonces`)).json();
  expect((await change("2", { nonce: nonces.qcfw_update_checkout_cart_nonce })).statusCode).toBe(200);
});

test("refuses other sites and prefetches", async () => {
  const fields = { action: "qcfw_update_checkout_cart", hash: keyOf(made.tea), quantity: "2" };
  const nonce = await printedNonce(routes.checkout());
  const from = (headers: Record<string, string>) => guest.post(routes.siteCall(), { ...fields, nonce }, headers);
  expect((await from({ "sec-fetch-site": "cross-site" })).statusCode).toBe(403);
  expect((await from({ "sec-purpose": "prefetch" })).statusCode).toBe(503);
  expect(await quantities()).toEqual([1]);
});

test("while the shop is closed it answers 400 and names no product", async () => {
  const nonce = await printedNonce(routes.checkout());
  await setSetting(database.db, "coming_soon", "yes");
  onTestFinished(() => setSetting(database.db, "coming_soon", "no"));
  const { statusCode, body } = await send({ nonce, hash: keyOf(made.tea), quantity: "2" });
  expect([statusCode, body]).toEqual([400, "0"]);
});
