import { createHash, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addGroup, addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import { openSmallShop, origin, SmallBrowser } from "../wc-ajax/entrance.fixtures.ts";
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

test("an add whose session ends during the request reports it, and the next try starts a new cart", async () => {
  const { app } = await openSmallShop(db);
  app.addHook("onRequest", async (request) => {
    if (!request.headers["x-meanwhile"]) return;
    await request.visit.session.find();
    await db.execute(sql`delete from sessions`);
  });
  const visitor = new SmallBrowser(app);
  const add = `/?add-to-cart=${await addProduct(db)}`;
  await visitor.get(add);
  const refused = await visitor.get(add, { "x-meanwhile": "deleted" });
  expect(refused.json().notices).toMatchObject([{ messageKey: "notices.refused.session_ended" }]);
  expect((await visitor.get(add)).headers.location).toBe("/checkout/");
  expect(visitor.cookies.get("woocommerce_items_in_cart")).toBe("1");
  await app.close();
});

const keyOf = (id: number) => createHash("md5").update(String(id)).digest("hex");
const noticesOn = async (url = "/") => (await browser.get(url)).json().notices;
const miniCart = async () =>
  (await browser.get("/?wc-ajax=get_refreshed_fragments")).json().fragments[
    "div.widget_shopping_cart_content"
  ] as string;
const countOf = async () => {
  const body = (await browser.get("/?wc-ajax=get_refreshed_fragments")).json();
  return Number(/ast-count-text">(\d+)</.exec(body.fragments["a.cart-container"])?.[1]);
};

test.each(["/", "/product/tea/", "/no/such/page/"])(
  "?add-to-cart= on %s redirects to the checkout, by GET and POST",
  async (url) => {
    const id = await addProduct(db, { name: "Zinc" });
    const byGet = await browser.get(`${url}?add-to-cart=${id}&quantity=2`);
    expect([byGet.statusCode, byGet.headers.location]).toEqual([302, "/checkout/"]);
    const byPost = await browser.post(url, { "add-to-cart": id });
    expect([byPost.statusCode, byPost.headers.location]).toEqual([302, "/checkout/"]);
    expect(await countOf()).toBe(3);
    expect(await noticesOn("/checkout/")).toMatchObject([
      { kind: "success", messageKey: "notices.added", values: { name: "Zinc", count: 2, viewCart: 1 } },
      { values: { count: 1 } },
    ]);
  },
);

test("an add by a page request sets the cart cookies, with the same hash as the fragments", async () => {
  const id = await addProduct(db, { name: "Zinc" });
  await browser.get(`/?add-to-cart=${id}`);
  expect(browser.cookies.get("woocommerce_items_in_cart")).toBe("1");
  const cookieHash = browser.cookies.get("woocommerce_cart_hash");
  expect(cookieHash).toMatch(/^[0-9a-f]{32}$/);
  expect((await browser.get("/?wc-ajax=get_refreshed_fragments")).json().cart_hash).toBe(cookieHash);
  await browser.get(`/cart/?remove_item=${keyOf(id)}&_wpnonce=${nonce}`);
  expect(browser.cookies.has("woocommerce_cart_hash")).toBe(false);
});

test("a variable product's form needs its options, and Buy now's duplicate add-to-cart adds once", async () => {
  const { id, large } = await addSizes(db, { slug: "tea-in-sizes" });
  const missing = await browser.get(`/?add-to-cart=${id}`);
  expect(missing.statusCode).toBe(200);
  expect(missing.json().notices).toMatchObject([
    {
      kind: "error",
      messageKey: "notices.refused.variation_attribute_missing",
      values: { productSlug: "tea-in-sizes", attributes: "Size" },
    },
  ]);
  const form = `attribute_size=Large&quantity=1&variation_id=${large}&add-to-cart=${id}`;
  expect((await browser.get(`/?add-to-cart=${id}&${form}`)).headers.location).toBe("/checkout/");
  const noScript = await browser.post("/", { "add-to-cart": id, attribute_size: "Large", variation_id: "0" });
  expect(noScript.headers.location).toBe("/checkout/");
  expect(await countOf()).toBe(2);
});

test.each(["abc", "-3", "0"])("a quantity of %s adds nothing, and the notice names the minimum", async (quantity) => {
  const { id: sizes } = await addSizes(db, { name: "Shirt", minQuantity: 1 });
  const pair = await addProduct(db, { name: "Pair", minQuantity: 2 });
  const { headers } = await browser.post("/", { "add-to-cart": pair, quantity });
  expect(headers.location).toBe("/");
  expect(await noticesOn()).toMatchObject([
    { kind: "error", messageKey: "notices.refused.quantity_too_small", values: { name: "Pair", min: 2 } },
  ]);
  await browser.post("/", { "add-to-cart": sizes, attribute_size: "Large", quantity });
  expect(await noticesOn()).toMatchObject([{ values: { name: "Shirt, Large", min: 1 } }]);
  expect(browser.cookies.has("woocommerce_items_in_cart")).toBe(false);
});

test("a grouped product adds its members by their quantities, and needs at least one", async () => {
  const [one, two] = [await addProduct(db), await addProduct(db)];
  const group = await addGroup(db, [one, two]);
  const none = await browser.get(`/?add-to-cart=${group}&quantity[${one}]=0`);
  expect(none.json().notices).toMatchObject([{ messageKey: "notices.refused.group_choose_quantity" }]);
  const some = await browser.post("/", { "add-to-cart": group, [`quantity[${one}]`]: 2, [`quantity[${two}]`]: 1 });
  expect(some.headers.location).toBe("/checkout/");
  expect(await countOf()).toBe(3);
});

test("an add repeated with the same idempotency key adds once with one notice, also for groups", async () => {
  const members = [await addProduct(db), await addProduct(db)];
  const quantities = Object.fromEntries(members.map((id) => [`quantity[${id}]`, 2]));
  for (const [fields, pieces] of [
    [{ "add-to-cart": await addProduct(db), quantity: 3 }, 3],
    [{ "add-to-cart": await addGroup(db, members), ...quantities }, 7],
  ] as const) {
    const form = { ...fields, chowk_attempt: randomUUID() };
    for (const again of [form, form]) {
      const { headers } = await browser.post("/product/tea/", again);
      expect(headers.location).toBe("/checkout/");
    }
    expect(await countOf()).toBe(pieces);
    expect((await browser.get("/")).json().notices).toHaveLength(1);
  }
});

test("a group with one unreadable quantity adds nothing", async () => {
  const [one, two] = [await addProduct(db), await addProduct(db)];
  const group = await addGroup(db, [one, two]);
  await browser.post("/product/tea/", { "add-to-cart": group, [`quantity[${one}]`]: 2, [`quantity[${two}]`]: "1e3" });
  const { notices } = (await browser.get("/")).json();
  expect(notices).toMatchObject([{ messageKey: "notices.refused.group_choose_quantity" }]);
  expect(browser.cookies.has("woocommerce_items_in_cart")).toBe(false);
});

test("a refused add stays on its page and shows a notice", async () => {
  const id = await addProduct(db, { name: "Tea", stockStatus: "outofstock" });
  const byGet = await browser.get(`/product/tea/?add-to-cart=${id}`);
  expect([byGet.statusCode, byGet.json().notices.length]).toEqual([200, 1]);
  const byPost = await browser.post("/product/tea/?add-to-cart=1&ref=x", { "add-to-cart": id });
  expect([byPost.statusCode, byPost.headers.location]).toEqual([303, "/product/tea/?ref=x"]);
  expect(await noticesOn("/product/tea/")).toHaveLength(1);
  const long = {
    "add-to-cart": id,
    [`attribute_${"x".repeat(999)}`]: "",
    attribute_y: "y".repeat(999),
    attribute_size: "",
  };
  expect((await browser.post("/product/tea/", long)).headers.location).toBe("/product/tea/?attribute_size=");
  expect(await noticesOn("/product/tea/")).toHaveLength(1);
  for (const hostile of ["abc", "-1", "1%27", ""])
    expect((await browser.get(`/?add-to-cart=${hostile}`)).json().notices).toEqual([]);
});

test("prefetches and images on other sites add nothing; a link on another site does", async () => {
  const id = await addProduct(db);
  const url = `/?add-to-cart=${id}`;
  expect((await browser.get(url, { "sec-purpose": "prefetch" })).statusCode).toBe(503);
  const picture = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
  expect((await browser.get(url, picture)).statusCode).toBe(403);
  const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  expect((await browser.get(url, link)).statusCode).toBe(302);
});

test("a removal returns to its page with an undo link, which returns there too", async () => {
  const id = await addProduct(db, { name: "Tea" });
  await browser.get(`/?add-to-cart=${id}&quantity=3`);
  await noticesOn();
  const from = { referer: `${origin}/cart/?add-to-cart=9&keep=1` };
  const removed = await browser.get(`/cart/?remove_item=${keyOf(id)}&_wpnonce=${nonce}`, from);
  expect([removed.statusCode, removed.headers.location]).toEqual([302, "/cart/?keep=1&removed_item=1"]);
  expect(browser.cookies.has("woocommerce_cart_hash")).toBe(false);
  const [notice] = await noticesOn("/cart/");
  expect(notice).toMatchObject({ kind: "success", values: { name: "Tea", undoKey: keyOf(id) } });
  const { undoKey, undoNonce } = notice.values;
  const undone = await browser.get(`/cart/?undo_item=${undoKey}&_wpnonce=${undoNonce}`, {
    referer: `${origin}/cart/?keep=1&removed_item=1`,
  });
  expect([undone.statusCode, undone.headers.location]).toEqual([302, "/cart/?keep=1"]);
  expect(await countOf()).toBe(3);
});

test("an undo restores what is left in stock and reports the reduced quantity", async () => {
  const id = await addProduct(db, { name: "Tea", managesStock: true, stockQuantity: 5 });
  await browser.post("/", { "add-to-cart": id, quantity: 4 });
  await browser.get(`/cart/?remove_item=${keyOf(id)}&_wpnonce=${nonce}`);
  await db.execute(sql`update products set stock_quantity = 2 where id = ${id}`);
  const { notices } = (await browser.get(`/cart/?undo_item=${keyOf(id)}&_wpnonce=${nonce}`)).json();
  expect(notices).toMatchObject([{ messageKey: "notices.held", values: { quantity: 2 } }]);
  expect(await countOf()).toBe(2);
});

test("a removal needs a nonce, offers no undo when out of stock and never redirects to another site", async () => {
  const id = await addProduct(db);
  await browser.get(`/?add-to-cart=${id}`);
  await noticesOn();
  const url = `/cart/?remove_item=${keyOf(id)}&_wpnonce=`;
  expect((await browser.get(`${url}0000000000`)).statusCode).toBe(200);
  expect(await countOf()).toBe(1);
  await db.execute(sql`update products set stock_status = 'outofstock' where id = ${id}`);
  const foreign = await browser.get(url + nonce, { referer: "https://evil.example/cart/" });
  expect(foreign.statusCode).toBe(200);
  expect(foreign.json().notices[0].values).not.toHaveProperty("undoKey");
  expect(await countOf()).toBe(0);
});

test("the cart form offers undo for removed lines and reports minimum quantities and lines that are gone", async () => {
  const tea = await addProduct(db, { name: "Tea" });
  const pair = await addProduct(db, { name: "Pair", minQuantity: 2 });
  for (const id of [tea, pair]) await browser.get(`/?add-to-cart=${id}`);
  await noticesOn();
  const qty = (id: number) => `cart[${keyOf(id)}][qty]`;
  const fields = { "woocommerce-cart-nonce": nonce, update_cart: "Update cart" };
  await browser.post("/cart/", { [qty(tea)]: 0, [qty(pair)]: 1, ...fields });
  const notices = await noticesOn();
  expect(notices).toMatchObject([
    { messageKey: "notices.removed", values: { name: "Tea", undoKey: keyOf(tea) } },
    { messageKey: "notices.refused.quantity_too_small", values: { name: "Pair", min: 2 } },
  ]);
  const { undoKey, undoNonce } = notices[0].values;
  await browser.post("/cart/", { [qty(tea)]: 3, ...fields });
  expect(await noticesOn()).toMatchObject([{ messageKey: "notices.lineGone" }]);
  await browser.get(`/cart/?undo_item=${undoKey}&_wpnonce=${undoNonce}`);
  expect(await countOf()).toBe(3);
});

test("the cart form reports nothing about unchanged lines that were removed or are no longer sold", async () => {
  const [tea, out, unsold] = [await addProduct(db), await addProduct(db), await addProduct(db, { name: "Unsold" })];
  for (const id of [tea, out, unsold]) await browser.get(`/?add-to-cart=${id}`);
  await browser.get(`/cart/?remove_item=${keyOf(out)}&_wpnonce=${nonce}`);
  await noticesOn();
  await db.execute(sql`update products set status = 'draft' where id = ${unsold}`);
  const shown = Object.fromEntries([tea, out, unsold].map((id) => [`cart[${keyOf(id)}][qty]`, 1]));
  const rest = { "woocommerce-cart-nonce": nonce, update_cart: "Update cart" };
  const fields = { ...shown, ...rest };
  await browser.post("/cart/", { ...fields, [`cart[${keyOf(tea)}][qty]`]: 2 });
  const messageKeys = (await noticesOn()).map(({ messageKey }: { messageKey: string }) => messageKey);
  expect(messageKeys).toEqual(["notices.cartUpdated", "notices.gone"]);
  expect(await countOf()).toBe(2);
  await browser.post("/cart/", { ...rest, [`cart[${keyOf(out)}][qty]`]: 2 });
  expect(await noticesOn()).toMatchObject([{ messageKey: "notices.lineGone" }]);
});

test("the cart form sets quantities within the stock and redirects to its page or the checkout", async () => {
  const free = await addProduct(db, { name: "Free" });
  const scarce = await addProduct(db, { name: "Scarce", managesStock: true, stockQuantity: 4 });
  for (const id of [free, scarce]) await browser.get(`/?add-to-cart=${id}`);
  await noticesOn();
  const qty = (id: number) => `cart[${keyOf(id)}][qty]`;
  const fields = { "woocommerce-cart-nonce": nonce, _wp_http_referer: "/cart/?a=1", update_cart: "Update cart" };
  const updated = await browser.post("/cart/", { [qty(free)]: "2 pieces", [qty(scarce)]: 9, ...fields });
  expect([updated.statusCode, updated.headers.location]).toEqual([302, "/cart/?a=1"]);
  expect(await noticesOn()).toMatchObject([
    { kind: "error", messageKey: "notices.held", values: { name: "Scarce", quantity: 4 } },
    { kind: "success", messageKey: "notices.cartUpdated" },
  ]);
  expect(await countOf()).toBe(6);
  const { update_cart: _, ...rest } = fields;
  const proceeded = await browser.post("/cart/", { [qty(scarce)]: 0, ...rest, proceed: "1" });
  expect(proceeded.headers.location).toBe("/checkout/");
  expect(await miniCart()).not.toContain("Scarce");
  const stale = await browser.post("/cart/", { [qty(free)]: 7, ...fields, "woocommerce-cart-nonce": "x" });
  expect([stale.statusCode, stale.headers.location]).toEqual([302, "/cart/?a=1"]);
  expect(await noticesOn()).toMatchObject([{}, { kind: "error", messageKey: "notices.pageOld" }]);
  expect(await countOf()).toBe(2);
});

test("an expired nonce changes nothing and adds a notice with a working undo; without a cart there is no notice", async () => {
  const id = await addProduct(db);
  await browser.get(`/?add-to-cart=${id}`);
  await noticesOn();
  const old = { kind: "error", messageKey: "notices.pageOld" };
  const kept = await browser.get(`/cart/?remove_item=${keyOf(id)}&_wpnonce=0123456789`);
  expect(kept.json().notices).toMatchObject([{ ...old, values: {} }]);
  await browser.get(`/cart/?remove_item=${keyOf(id)}&_wpnonce=${nonce}`);
  await noticesOn();
  const [notice] = (await browser.get(`/cart/?undo_item=${keyOf(id)}&_wpnonce=0123456789`)).json().notices;
  expect(notice).toMatchObject({ ...old, values: { undoKey: keyOf(id) } });
  expect(await countOf()).toBe(0);
  await browser.get(`/cart/?undo_item=${keyOf(id)}&_wpnonce=${notice.values.undoNonce}`);
  expect(await countOf()).toBe(1);
  const stranger = new SmallBrowser(app);
  for (const request of [`remove_item=${keyOf(id)}`, `undo_item=${keyOf(id)}`, "update_cart=1"])
    expect((await stranger.get(`/cart/?${request}`)).json().notices).toEqual([]);
  expect([...stranger.cookies]).toEqual([]);
});

test("a line that sold out is removed by the cart form with its own notice", async () => {
  const id = await addProduct(db, { name: "Gone", managesStock: true, stockQuantity: 4 });
  await browser.get(`/?add-to-cart=${id}`);
  await noticesOn();
  await db.execute(sql`update products set stock_quantity = 0 where id = ${id}`);
  const fields = { "woocommerce-cart-nonce": nonce, update_cart: "1" };
  await browser.post("/cart/", { [`cart[${keyOf(id)}][qty]`]: 2, ...fields });
  const [first] = await noticesOn();
  expect(first).toMatchObject({ kind: "error", messageKey: "notices.soldOut", values: { name: "Gone" } });
});

test("a too long coupon code is cut without splitting a character", async () => {
  await browser.post("/cart/", { coupon_code: `${"x".repeat(99)}😀y`, apply_coupon: "Apply" });
  expect(await noticesOn()).toMatchObject([{ values: { code: `${"x".repeat(99)}😀` } }]);
});

test("an unknown coupon code adds a notice", async () => {
  const answer = await browser.post("/cart/", { coupon_code: "<b>", apply_coupon: "Apply" });
  expect(answer.headers.location).toBe("/cart/");
  expect(await noticesOn()).toMatchObject([{ messageKey: "notices.refused.coupon_unknown", values: { code: "<b>" } }]);
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
  await noticesOn();
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
