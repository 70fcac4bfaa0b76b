import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addGroup, addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { keyOf, openSmallShop, SmallBrowser } from "../../wc-ajax/entrance.fixtures.ts";
import type { Entrance } from "../../wc-ajax/entrance.ts";

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

test.each(["/", "/product/tea/", "/no/such/page/"])(
  "?add-to-cart= on %s redirects to the checkout, by GET and POST",
  async (url) => {
    const id = await addProduct(db, { name: "Zinc" });
    const byGet = await browser.get(`${url}?add-to-cart=${id}&quantity=2`);
    expect([byGet.statusCode, byGet.headers.location]).toEqual([302, "/checkout/"]);
    const byPost = await browser.post(url, { "add-to-cart": id });
    expect([byPost.statusCode, byPost.headers.location]).toEqual([302, "/checkout/"]);
    expect(await browser.pieces()).toBe(3);
    expect(await browser.notices("/checkout/")).toMatchObject([
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
  expect(await browser.pieces()).toBe(2);
});

test.each(["abc", "-3", "0"])("a quantity of %s adds nothing, and the notice names the minimum", async (quantity) => {
  const { id: sizes } = await addSizes(db, { name: "Shirt", minQuantity: 1 });
  const pair = await addProduct(db, { name: "Pair", minQuantity: 2 });
  const { headers } = await browser.post("/", { "add-to-cart": pair, quantity });
  expect(headers.location).toBe("/");
  expect(await browser.notices()).toMatchObject([
    { kind: "error", messageKey: "notices.refused.quantity_too_small", values: { name: "Pair", min: 2 } },
  ]);
  await browser.post("/", { "add-to-cart": sizes, attribute_size: "Large", quantity });
  expect(await browser.notices()).toMatchObject([{ values: { name: "Shirt, Large", min: 1 } }]);
  expect(browser.cookies.has("woocommerce_items_in_cart")).toBe(false);
});

test("a grouped product adds its members by their quantities, and needs at least one", async () => {
  const [one, two] = [await addProduct(db), await addProduct(db)];
  const group = await addGroup(db, [one, two]);
  const none = await browser.get(`/?add-to-cart=${group}&quantity[${one}]=0`);
  expect(none.json().notices).toMatchObject([{ messageKey: "notices.refused.group_choose_quantity" }]);
  const some = await browser.post("/", { "add-to-cart": group, [`quantity[${one}]`]: 2, [`quantity[${two}]`]: 1 });
  expect(some.headers.location).toBe("/checkout/");
  expect(await browser.pieces()).toBe(3);
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
    expect(await browser.pieces()).toBe(pieces);
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
  expect(await browser.notices("/product/tea/")).toHaveLength(1);
  const long = {
    "add-to-cart": id,
    [`attribute_${"x".repeat(999)}`]: "",
    attribute_y: "y".repeat(999),
    attribute_size: "",
  };
  expect((await browser.post("/product/tea/", long)).headers.location).toBe("/product/tea/?attribute_size=");
  expect(await browser.notices("/product/tea/")).toHaveLength(1);
  for (const hostile of ["abc", "-1", "1%27", ""])
    expect((await browser.get(`/?add-to-cart=${hostile}`)).json().notices).toEqual([]);
});

test("prefetches, images and links on other sites add nothing; a link in a mail program does", async () => {
  const id = await addProduct(db);
  const url = `/?add-to-cart=${id}`;
  expect((await browser.get(url, { "sec-purpose": "prefetch" })).statusCode).toBe(503);
  const picture = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
  expect((await browser.get(url, picture)).statusCode).toBe(403);
  const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  await browser.get(url, link);
  expect(await browser.pieces()).toBe(0);
  await browser.get(url, { ...link, "sec-fetch-site": "none" });
  expect(await browser.pieces()).toBe(1);
});
