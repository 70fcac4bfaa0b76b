import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { addUser } from "#shop/accounts/users.ts";
import { addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { endpoints } from "../../wc-ajax/door.ts";
import { FormBrowser, openWholeShop, origin } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let guest: FormBrowser;
/** Ids of the product in the guest's cart and of one with variations. */
let productId: number;
let variableId: number;
const now = () => new Date("2026-11-21T12:00:00Z");
const password = "correct horse";
const sold = /Secret|sealed/;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, now));
  productId = await addProduct(database.db, { slug: "sealed-tea", name: "Secret tea", regularPrice: 500 });
  ({ id: variableId } = await addSizes(database.db, { slug: "sealed-sizes", name: "Secret sizes" }));
  await database.pool.query(`insert into categories (slug, name) values ('sealed-drinks', 'Secret drinks');
    insert into articles (id, type, slug, title, published_at) values (9010, 'page', 'about', 'About us', '2026-01-01')`);
  const person = { firstName: "A", lastName: "", phone: null, passwordHash: await hashPassword(password) };
  for (const role of ["customer", "shop_manager"] as const)
    await addUser(database.db, { ...person, email: `${role}@example.com`, role }, now());
});
afterAll(() => app.close());

const checkout = {
  billing_first_name: "Ayesha",
  billing_address_1: "House 14",
  billing_city: "Lahore",
  billing_state: "PB",
  billing_phone: "0300 1234567",
  payment_method: "cod",
};
/** The checkout form, loaded before the shop was closed. */
let form: Record<string, string>;

/** The guest's state before closing: a filled cart, a pending notice and an open checkout page. */
beforeEach(async () => {
  await setSetting(database.db, "coming_soon", "no");
  guest = new FormBrowser(app);
  await guest.get(`/?add-to-cart=${productId}`);
  await guest.get(routes.cart());
  const page = (await guest.get(routes.checkout())).body;
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  form = { ...Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value])), ...checkout };
  await guest.get(`/?add-to-cart=${productId}`);
});

async function close(part: "site" | "store"): Promise<void> {
  await setSetting(database.db, "coming_soon", "yes");
  await setSetting(database.db, "store_pages_only", part === "store" ? "yes" : "no");
}

async function signedIn(role: "customer" | "shop_manager"): Promise<FormBrowser> {
  const browser = new FormBrowser(app);
  await browser.fill(routes.account(), "login", { username: `${role}@example.com`, password });
  return browser;
}

/** Returns the row counts of everything that buying writes. */
async function written() {
  const { rows } = await database.pool.query(`select (select count(*) from orders) as orders,
    (select count(*) from sessions) as sessions, (select count(*) from session_notices) as notices,
    (select count(*) from back_in_stock_requests) as requests, (select json_agg(l order by session_id, line_key)
      from (select session_id, line_key, quantity, removed_at from cart_lines) l) as lines`);
  return rows;
}

const lineKeyOf = async () => (await database.pool.query("select max(line_key) as key from cart_lines")).rows[0]?.key;

describe.each(["site", "store"] as const)("while the %s is closed", (part) => {
  test("no endpoint sells, changes a cart or names a product", async () => {
    await close(part);
    const before = await written();
    // The cart form is a page request at any path.
    const { "woocommerce-cart-nonce": _nonce, update_cart: _mark, apply_coupon: _code, ...own } = form;
    const fields = { ...own, product_id: String(productId), cart_item_key: await lineKeyOf(), coupon_code: "x" };
    for (const browser of [guest, new FormBrowser(app)])
      for (const name of Object.keys(endpoints))
        for (const url of [`/?wc-ajax=${name}`, `${routes.siteCall()}?action=woocommerce_${name}`]) {
          const { statusCode, body } = await browser.post(url, { ...fields, attribute_pa_size: "large" });
          expect([name, statusCode]).toEqual([name, 200]);
          expect(body).not.toMatch(sold);
          expect(body).not.toContain('fragments":{"div');
        }
    expect(await written()).toEqual(before);
  });

  test("endpoints refuse in the protocol's format", async () => {
    await close(part);
    const ask = async (name: string, given: Record<string, string>) =>
      (await guest.post(`/?wc-ajax=${name}`, given)).body;
    const product = { product_id: String(productId) };
    expect(JSON.parse(await ask("add_to_cart", product))).toEqual({ error: true, product_url: origin + routes.shop() });
    expect(JSON.parse(await ask("remove_from_cart", { cart_item_key: await lineKeyOf() }))).toEqual({ success: false });
    expect(await ask("get_variation", { product_id: String(variableId), attribute_size: "Large" })).toBe("");
    expect(await ask("get_refreshed_fragments", {})).toBe("");
    const closed = expect.stringContaining("The shop is not open yet");
    const failure = { result: "failure", messages: closed, reload: false };
    expect(JSON.parse(await ask("checkout", form))).toEqual({ ...failure, refresh: false });
    expect(JSON.parse(await ask("update_order_review", form))).toEqual({ ...failure, fragments: {} });
    expect(await ask("apply_coupon", { coupon_code: "x" })).toEqual(closed);
  });

  test("page requests redirect to the shop page, which shows the coming-soon message", async () => {
    await close(part);
    const before = await written();
    const key = await lineKeyOf();
    const nonce = form["woocommerce-cart-nonce"] ?? "";
    for (const address of [
      `/?add-to-cart=${productId}`,
      `/?remove_item=${key}&_wpnonce=${nonce}`,
      `/?undo_item=${key}&_wpnonce=${nonce}`,
      `/product/sealed-tea/?add-to-cart=${productId}`,
    ]) {
      const { statusCode, headers } = await guest.get(address);
      expect([statusCode, headers.location]).toEqual([302, routes.shop()]);
    }
    for (const sent of [
      { "woocommerce-cart-nonce": nonce, update_cart: "1", [`cart[${key}][qty]`]: "9" },
      { "back-in-stock": String(productId), contact: "a@example.com" },
    ] as const)
      expect((await guest.post(routes.cart(), sent)).headers.location).toBe(routes.shop());
    expect(await written()).toEqual(before);
    expect((await guest.get(routes.shop())).body).not.toMatch(sold);
  });

  test("a checkout form loaded before closing places no order, and its values are saved", async () => {
    await close(part);
    const before = await written();
    const sent = await guest.post(routes.checkout(), { ...form, woocommerce_checkout_place_order: "1" });
    expect([sent.statusCode, sent.headers.location]).toEqual([303, routes.checkout()]);
    expect(await written()).toEqual(before);
    expect((await guest.get(routes.checkout())).body).not.toMatch(sold);
    await setSetting(database.db, "coming_soon", "no");
    expect((await guest.get(routes.checkout())).body).toContain('value="House 14"');
  });

  test("legacy addresses reveal no closed page", async () => {
    await close(part);
    const products = [`p=${productId}`, `page_id=${productId}`, "product=sealed-tea", "product_cat=sealed-drinks"];
    for (const browser of [guest, await signedIn("customer")])
      for (const query of [...products, "post_type=product"])
        expect((await browser.get(`/?${query}`)).headers.location).toBeUndefined();
    expect((await guest.get("/?p=9010")).headers.location).toBe(part === "site" ? undefined : routes.article("about"));
  });

  test("a closed page shows no notice; the notice stays pending", async () => {
    await close(part);
    expect((await guest.get(routes.shop())).body).not.toMatch(sold);
    await setSetting(database.db, "coming_soon", "no");
    expect((await guest.get(routes.shop())).body).toContain("“Secret tea” added to your cart.");
  });

  test("staff can buy as in an open shop", async () => {
    const manager = await signedIn("shop_manager");
    await close(part);
    const added = await manager.post("/?wc-ajax=add_to_cart", { product_id: String(productId) });
    expect(added.body).toContain("Secret tea");
    expect((await manager.get(`/?add-to-cart=${productId}`)).headers.location).toBe(routes.checkout());
    expect((await manager.get(`/?p=${productId}`)).headers.location).toBe(routes.product("sealed-tea"));
    const placed = await manager.fill(routes.checkout(), "woocommerce_checkout_place_order", checkout);
    expect(placed.headers.location).toContain("order-received");
  });
});

test("while the site is closed the visitor state contains no notices", async () => {
  await close("site");
  expect((await guest.get(routes.visitorState())).body).not.toMatch(sold);
  await setSetting(database.db, "coming_soon", "no");
  expect((await guest.get(routes.visitorState())).body).toMatch(sold);
});
