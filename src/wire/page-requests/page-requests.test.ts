import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { giveCoupon } from "#shop/coupons/coupon.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { keyOf, openSmallShop, origin, SmallBrowser } from "../wc-ajax/entrance.fixtures.ts";
import type { Entrance } from "../wc-ajax/entrance.ts";

let db: Database;
let app: FastifyInstance;
let entrance: Entrance;
let browser: SmallBrowser;
let nonce: string;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  ({ app, entrance } = await openSmallShop(db));
  nonce = entrance.nonces.create("woocommerce-cart");
});
afterAll(() => app.close());
beforeEach(() => {
  browser = new SmallBrowser(app);
});

const miniCart = async () =>
  (await browser.get("/?wc-ajax=get_refreshed_fragments")).json().fragments[
    "div.widget_shopping_cart_content"
  ] as string;

test("a removal returns to its page with an undo link, which returns there too", async () => {
  const id = await addProduct(db, { name: "Tea" });
  await browser.get(`/?add-to-cart=${id}&quantity=3`);
  await browser.notices();
  const from = { referer: `${origin}/cart/?add-to-cart=9&keep=1` };
  const removed = await browser.get(`/cart/?remove_item=${keyOf(id)}&_wpnonce=${nonce}`, from);
  expect([removed.statusCode, removed.headers.location]).toEqual([302, "/cart/?keep=1&removed_item=1"]);
  expect(browser.cookies.has("woocommerce_cart_hash")).toBe(false);
  const [notice] = await browser.notices("/cart/");
  expect(notice).toMatchObject({ kind: "success", values: { name: "Tea", undoKey: keyOf(id) } });
  const { undoKey, undoNonce } = notice?.values ?? {};
  const undone = await browser.get(`/cart/?undo_item=${undoKey}&_wpnonce=${undoNonce}`, {
    referer: `${origin}/cart/?keep=1&removed_item=1`,
  });
  expect([undone.statusCode, undone.headers.location]).toEqual([302, "/cart/?keep=1"]);
  expect(await browser.pieces()).toBe(3);
});

test("an undo of a removal at the checkout leads back there, also from the cart page", async () => {
  const id = await addProduct(db, { name: "Tea" });
  await browser.get(`/?add-to-cart=${id}`);
  await browser.notices();
  const checkout = { referer: `${origin}${routes.checkout()}` };
  await browser.get(`/cart/?remove_item=${keyOf(id)}&_wpnonce=${nonce}`, checkout);
  const [notice] = await browser.notices("/cart/");
  expect(notice?.values.undoPage).toBe(routes.checkout());
  const link = routes.undoRemove(keyOf(id), nonce, String(notice?.values.undoPage));
  const undone = await browser.get(link, { referer: `${origin}/cart/?removed_item=1` });
  expect(undone.headers.location).toBe(routes.checkout());
});

test("an undo restores what is left in stock and reports the reduced quantity", async () => {
  const id = await addProduct(db, { name: "Tea", managesStock: true, stockQuantity: 5 });
  await browser.post("/", { "add-to-cart": id, quantity: 4 });
  await browser.get(`/cart/?remove_item=${keyOf(id)}&_wpnonce=${nonce}`);
  await db.execute(sql`update products set stock_quantity = 2 where id = ${id}`);
  const { notices } = (await browser.get(`/cart/?undo_item=${keyOf(id)}&_wpnonce=${nonce}`)).json();
  expect(notices).toMatchObject([{ messageKey: "notices.held", values: { quantity: 2 } }]);
  expect(await browser.pieces()).toBe(2);
});

test("a removal needs a nonce and one of our pages, and offers no undo when out of stock", async () => {
  const id = await addProduct(db);
  await browser.get(`/?add-to-cart=${id}`);
  await browser.notices();
  const url = `/cart/?remove_item=${keyOf(id)}&_wpnonce=`;
  expect((await browser.get(`${url}0000000000`)).statusCode).toBe(200);
  expect(await browser.pieces()).toBe(1);
  await db.execute(sql`update products set stock_status = 'outofstock' where id = ${id}`);
  await browser.get(url + nonce, { referer: "https://evil.example/cart/" });
  expect(await browser.pieces()).toBe(1);
  const { notices } = (await browser.get(url + nonce)).json();
  expect(notices[0].values).not.toHaveProperty("undoKey");
  expect(await browser.pieces()).toBe(0);
});

test("the cart form offers undo for removed lines and reports minimum quantities and lines that are gone", async () => {
  const tea = await addProduct(db, { name: "Tea" });
  const pair = await addProduct(db, { name: "Pair", minQuantity: 2 });
  for (const id of [tea, pair]) await browser.get(`/?add-to-cart=${id}`);
  await browser.notices();
  const qty = (id: number) => `cart[${keyOf(id)}][qty]`;
  const fields = { "woocommerce-cart-nonce": nonce, update_cart: "Update cart" };
  await browser.post("/cart/", { [qty(tea)]: 0, [qty(pair)]: 1, ...fields });
  const notices = await browser.notices();
  expect(notices).toMatchObject([
    { messageKey: "notices.removed", values: { name: "Tea", undoKey: keyOf(tea) } },
    { messageKey: "notices.refused.quantity_too_small", values: { name: "Pair", min: 2 } },
  ]);
  const { undoKey, undoNonce } = notices[0]?.values ?? {};
  await browser.post("/cart/", { [qty(tea)]: 3, ...fields });
  expect(await browser.notices()).toMatchObject([{ messageKey: "notices.lineGone" }]);
  await browser.get(`/cart/?undo_item=${undoKey}&_wpnonce=${undoNonce}`);
  expect(await browser.pieces()).toBe(3);
});

test("the cart form reports nothing about unchanged lines that were removed or are no longer sold", async () => {
  const [tea, out, unsold] = [await addProduct(db), await addProduct(db), await addProduct(db, { name: "Unsold" })];
  for (const id of [tea, out, unsold]) await browser.get(`/?add-to-cart=${id}`);
  await browser.get(`/cart/?remove_item=${keyOf(out)}&_wpnonce=${nonce}`);
  await browser.notices();
  await db.execute(sql`update products set status = 'draft' where id = ${unsold}`);
  const shown = Object.fromEntries([tea, out, unsold].map((id) => [`cart[${keyOf(id)}][qty]`, 1]));
  const rest = { "woocommerce-cart-nonce": nonce, update_cart: "Update cart" };
  const fields = { ...shown, ...rest };
  await browser.post("/cart/", { ...fields, [`cart[${keyOf(tea)}][qty]`]: 2 });
  const messageKeys = (await browser.notices()).map(({ messageKey }: { messageKey: string }) => messageKey);
  expect(messageKeys).toEqual(["notices.cartUpdated", "notices.gone"]);
  expect(await browser.pieces()).toBe(2);
  await browser.post("/cart/", { ...rest, [`cart[${keyOf(out)}][qty]`]: 2 });
  expect(await browser.notices()).toMatchObject([{ messageKey: "notices.lineGone" }]);
});

test("the cart form sets quantities within the stock and redirects to its page or the checkout", async () => {
  const free = await addProduct(db, { name: "Free" });
  const scarce = await addProduct(db, { name: "Scarce", managesStock: true, stockQuantity: 4 });
  for (const id of [free, scarce]) await browser.get(`/?add-to-cart=${id}`);
  await browser.notices();
  const qty = (id: number) => `cart[${keyOf(id)}][qty]`;
  const fields = { "woocommerce-cart-nonce": nonce, _wp_http_referer: "/cart/?a=1", update_cart: "Update cart" };
  const updated = await browser.post("/cart/", { [qty(free)]: "2 pieces", [qty(scarce)]: 9, ...fields });
  expect([updated.statusCode, updated.headers.location]).toEqual([302, "/cart/?a=1"]);
  expect(await browser.notices()).toMatchObject([
    { kind: "error", messageKey: "notices.held", values: { name: "Scarce", quantity: 4 } },
    { kind: "success", messageKey: "notices.cartUpdated" },
  ]);
  expect(await browser.pieces()).toBe(6);
  const { update_cart: _, ...rest } = fields;
  const proceeded = await browser.post("/cart/", { [qty(scarce)]: 0, ...rest, proceed: "1" });
  expect(proceeded.headers.location).toBe("/checkout/");
  expect(await miniCart()).not.toContain("Scarce");
  const stale = await browser.post("/cart/", { [qty(free)]: 7, ...fields, "woocommerce-cart-nonce": "x" });
  expect([stale.statusCode, stale.headers.location]).toEqual([302, "/cart/?a=1"]);
  expect(await browser.notices()).toMatchObject([{}, { kind: "error", messageKey: "notices.pageOld" }]);
  expect(await browser.pieces()).toBe(2);
});

test("an expired nonce changes nothing and adds a notice with a working undo; without a cart there is no notice", async () => {
  const id = await addProduct(db);
  await browser.get(`/?add-to-cart=${id}`);
  await browser.notices();
  const old = { kind: "error", messageKey: "notices.pageOld" };
  const kept = await browser.get(`/cart/?remove_item=${keyOf(id)}&_wpnonce=0123456789`);
  expect(kept.json().notices).toMatchObject([{ ...old, values: {} }]);
  await browser.get(`/cart/?remove_item=${keyOf(id)}&_wpnonce=${nonce}`);
  await browser.notices();
  const [notice] = (await browser.get(`/cart/?undo_item=${keyOf(id)}&_wpnonce=0123456789`)).json().notices;
  expect(notice).toMatchObject({ ...old, values: { undoKey: keyOf(id) } });
  expect(await browser.pieces()).toBe(0);
  await browser.get(`/cart/?undo_item=${keyOf(id)}&_wpnonce=${notice.values.undoNonce}`);
  expect(await browser.pieces()).toBe(1);
  const stranger = new SmallBrowser(app);
  for (const request of [`remove_item=${keyOf(id)}`, `undo_item=${keyOf(id)}`, "update_cart=1"])
    expect((await stranger.get(`/cart/?${request}`)).json().notices).toEqual([]);
  expect([...stranger.cookies]).toEqual([]);
});

test("a line that sold out is removed by the cart form with its own notice", async () => {
  const id = await addProduct(db, { name: "Gone", managesStock: true, stockQuantity: 4 });
  await browser.get(`/?add-to-cart=${id}`);
  await browser.notices();
  await db.execute(sql`update products set stock_quantity = 0 where id = ${id}`);
  const fields = { "woocommerce-cart-nonce": nonce, update_cart: "1" };
  await browser.post("/cart/", { [`cart[${keyOf(id)}][qty]`]: 2, ...fields });
  const [first] = await browser.notices();
  expect(first).toMatchObject({ kind: "error", messageKey: "notices.soldOut", values: { name: "Gone" } });
});

test("a too long coupon code is cut without splitting a character", async () => {
  await browser.post("/cart/", { coupon_code: `${"x".repeat(99)}😀y`, apply_coupon: "Apply" });
  expect(await browser.notices()).toMatchObject([{ values: { code: `${"x".repeat(99)}😀` } }]);
});

test("an unknown coupon code adds a notice", async () => {
  const answer = await browser.post("/cart/", { coupon_code: "<b>", apply_coupon: "Apply" });
  expect(answer.headers.location).toBe("/cart/");
  expect(await browser.notices()).toMatchObject([
    { messageKey: "notices.refused.coupon_unknown", values: { code: "<b>" } },
  ]);
});

test("Enter in the cart form saves the quantities, and applies the coupon only if a code is typed", async () => {
  const id = await addProduct(db);
  const code = await giveCoupon(db);
  await browser.get(`/?add-to-cart=${id}`);
  await browser.notices();
  const fields = { [`cart[${keyOf(id)}][qty]`]: 2, "woocommerce-cart-nonce": nonce, chowk_enter: "1" };
  await browser.post("/cart/", { ...fields, coupon_code: " " });
  expect(await browser.notices()).toMatchObject([{ messageKey: "notices.cartUpdated" }]);
  await browser.post("/cart/", { ...fields, [`cart[${keyOf(id)}][qty]`]: 3, coupon_code: code });
  expect(await browser.notices()).toMatchObject([
    { messageKey: "notices.cartUpdated" },
    { messageKey: "notices.couponApplied" },
  ]);
  expect(await browser.pieces()).toBe(3);
});

test("a coupon is applied with an expired nonce, which reports the quantities that it did not save", async () => {
  const id = await addProduct(db);
  await browser.get(`/?add-to-cart=${id}`);
  await browser.notices();
  const fields = { "woocommerce-cart-nonce": "0123456789", apply_coupon: "Apply" };
  const send = async (quantity: number) =>
    browser.post("/cart/", { ...fields, [`cart[${keyOf(id)}][qty]`]: quantity, coupon_code: await giveCoupon(db) });
  await send(1);
  expect(await browser.notices()).toMatchObject([{ messageKey: "notices.couponApplied" }]);
  await send(2);
  expect(await browser.notices()).toMatchObject([
    { messageKey: "notices.pageOld" },
    { messageKey: "notices.couponApplied" },
  ]);
  expect(await browser.pieces()).toBe(1);
});

const checkoutForm = (given: Record<string, string> = {}) => ({
  billing_first_name: "Ayesha",
  billing_address_1: "House 14",
  billing_city: "Lahore",
  billing_state: "PB",
  billing_phone: "+92 300 1234567",
  payment_method: "cod",
  "woocommerce-process-checkout-nonce": entrance.nonces.create("woocommerce-process_checkout"),
  woocommerce_checkout_place_order: "Place order",
  ...given,
});

/** Submits a checkout form that is refused and returns what the checkout page shows. */
async function refusedBy(given: Record<string, string>) {
  const answer = await browser.post("/checkout/", checkoutForm(given));
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/checkout/"]);
  return (await browser.get("/checkout/")).json();
}

test("the checkout without scripts redirects to the confirmation, or back to the form with all typed values", async () => {
  await browser.get(`/?add-to-cart=${await addProduct(db)}`);
  await browser.notices();
  expect(await refusedBy({ billing_city: "", billing_email: "a@b" })).toMatchObject({
    notices: [],
    refused: {
      form: { billing: { firstName: "Ayesha", country: "PK", email: "a@b" } },
      faults: [
        { part: "billing", field: "email", reason: "invalid" },
        { part: "billing", field: "city", reason: "required" },
      ],
    },
  });
  expect(await refusedBy({ chowk_cart_hash: "0".repeat(32) })).toMatchObject({
    notices: [{ messageKey: "notices.refused.cart_changed", values: { total: "Rs\u00a01,000" } }],
    refused: { form: { billing: { firstName: "Ayesha" } } },
  });
  const old = await refusedBy({ "woocommerce-process-checkout-nonce": "0" });
  expect(old.notices).toMatchObject([{ messageKey: "notices.tryAgain" }]);
  const done = await browser.post("/checkout/", checkoutForm());
  expect(done.statusCode).toBe(303);
  expect(done.headers.location).toMatch(/\/checkout\/order-received\/\d+\/\?key=wc_order_/);
  expect((await browser.post("/checkout/", checkoutForm())).headers.location).toBe(done.headers.location);
  expect((await browser.post("/checkout/", { hello: "1" })).json()).toEqual({ notices: [] });
});
