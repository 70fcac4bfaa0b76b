import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { addUser } from "#shop/accounts/users.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { giveZone } from "#shop/delivery/delivery.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop, origin } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let browser: FormBrowser;
const now = () => new Date(Date.UTC(2026, 10, 21, 12));
const password = "correct horse";

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, now));
});
afterAll(() => app.close());
beforeEach(async () => {
  await database.pool.query("delete from users");
  browser = new FormBrowser(app);
});

/** Signs in a user with a phone number. */
async function signIn(): Promise<void> {
  const passwordHash = await hashPassword(password);
  const person = { email: "sana@example.com", phone: "+923001234567", firstName: "Sana", lastName: "Malik" };
  await addUser(database.db, { ...person, role: "customer", passwordHash }, now());
  await browser.fill(routes.account(), "login", { username: person.email, password });
}

const addTo = async (cart: FormBrowser, given: Parameters<typeof addProduct>[1] = {}) =>
  cart.get(`/?add-to-cart=${await addProduct(database.db, given)}`);

async function saveAddress(kind: "billing" | "shipping", given: Record<string, string>): Promise<void> {
  const named = Object.fromEntries(Object.entries(given).map(([field, value]) => [`${kind}_${field}`, value]));
  const saved = await browser.fill(routes.editAddress(kind), "save_address", named);
  expect(saved.headers.location).toBe(routes.addresses());
}

/** The other required fields, in addition to name and street. */
const good = { billing_city: "Lahore", billing_state: "PB", billing_phone: "0300 1234567" };

/** Returns the field values of the checkout page. */
async function filledIn(): Promise<Record<string, string>> {
  const { body } = await browser.get(routes.checkout());
  const inputs = [...body.matchAll(/<input [^>]*name="(billing_\w+)"[^>]*?(?: value="([^"]*)")?\/>/g)];
  return Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, value]));
}

/** Returns the delivery cost shown in a page's totals. */
const deliveryIn = (page: string) => /<tr class="[^"]*\bshipping">.*?<td>(.*?)<\/td>/s.exec(page)?.[1];

const billing = { first_name: "Sana", phone: "0301 7654321", address_1: "Bill Street 1", city: "Multan", state: "PB" };
const delivery = { first_name: "Ali", address_1: "Ship Road 9", city: "Quetta", state: "BA" };

test("the saved delivery address is filled in, and an order does not change the saved billing address", async () => {
  await signIn();
  await saveAddress("billing", billing);
  await addTo(browser);
  expect(await filledIn()).toMatchObject({ billing_address_1: "Bill Street 1", billing_city: "Multan" });
  await saveAddress("shipping", delivery);
  const fields = await filledIn();
  expect(fields).toMatchObject({
    billing_first_name: "Ali",
    billing_address_1: "Ship Road 9",
    billing_city: "Quetta",
    billing_phone: "0301 7654321",
  });
  const placed = await browser.fill(routes.checkout(), "woocommerce_checkout_place_order", {
    ...fields,
    billing_state: "BA",
    payment_method: "cod",
  });
  const confirmation = (await browser.get((placed.headers.location ?? "").replace(origin, ""))).body;
  expect(confirmation).toContain("Ship Road 9");
  expect(confirmation).not.toContain("Bill Street 1");
  const addresses = (await browser.get(routes.addresses())).body;
  expect(addresses).toContain("Bill Street 1");
  expect(addresses).toContain("Ship Road 9");
});

test("the totals use the destination in the form, which is the most recent one", async () => {
  await giveZone(database.db, "Elsewhere", "", [{ price: 200 }]);
  await giveZone(database.db, "Karachi", "PK::Karachi", [{ price: 350 }]);
  await announceChange(database.db, ["settings"]);
  await signIn();
  await saveAddress("billing", billing);
  await addTo(browser);
  const shown = async () => {
    const { body } = await browser.get(routes.checkout());
    const place = /shipping-destination[^>]*>[^<]*<strong>([^<]*)/.exec(body)?.[1];
    return [place, deliveryIn(body), (await filledIn()).billing_city, (await filledIn()).billing_address_1];
  };
  const estimate = (city: string, state: string) =>
    browser.fill(routes.cart(), "calc_shipping", {
      calc_shipping_country: "PK",
      calc_shipping_city: city,
      calc_shipping_state: state,
    });
  expect(await shown()).toEqual(["Multan, Punjab", "Rs\u00a0200", "Multan", "Bill Street 1"]);
  await estimate("Karachi", "SD");
  expect(await shown()).toEqual(["Karachi, Sindh", "Rs\u00a0350", "Karachi", ""]);
  await estimate("MULTAN", "PB");
  expect(await shown()).toEqual(["MULTAN, Punjab", "Rs\u00a0200", "Multan", "Bill Street 1"]);
  const typed = { billing_city: "Karachi", billing_state: "SD", billing_address_1: "Sea View 3" };
  await browser.fill(routes.checkout(), "woocommerce_checkout_place_order", { ...typed, billing_first_name: "" });
  expect(await shown()).toEqual(["Karachi, Sindh", "Rs\u00a0350", "Karachi", "Sea View 3"]);
  await estimate("Okara", "PB");
  expect(await shown()).toEqual(["Okara, Punjab", "Rs\u00a0200", "Okara", "Sea View 3"]);
  await database.db.execute(sql`delete from delivery_zones`);
  await announceChange(database.db, ["settings"]);
});

test("a refused delivery estimate is shown again, uncached, with what was typed and why", async () => {
  await addTo(browser);
  const typed = { calc_shipping_city: '"><b>Zhob</b>', calc_shipping_state: "BA" };
  const expired = { ...typed, calc_shipping_country: "PK", "woocommerce-shipping-calculator-nonce": "0123456789" };
  const again = await browser.fill(routes.cart(), "calc_shipping", expired);
  expect(again.statusCode).toBe(200);
  expect(again.headers["cache-control"]).toContain("no-store");
  const calculator = /<form[^>]*id="shipping-calculator"[^]*?<\/form>/.exec(again.body)?.[0] ?? "";
  expect(calculator).toContain('value="&quot;&gt;&lt;b&gt;Zhob&lt;/b&gt;"');
  expect(calculator).toContain('class="shipping-calculator-form fold is-open"');
  expect(calculator).toContain("This page has expired");
  expect((await browser.get(routes.cart())).body).not.toContain("Zhob");
  const abroad = await browser.fill(routes.cart(), "calc_shipping", { ...typed, calc_shipping_country: "AQ" });
  expect(abroad.body).toContain("We do not deliver to this country yet.");
  expect(abroad.body).toContain("Zhob");
});

test("the checkout limits the cart to what can be ordered and reports the changes", async () => {
  const given = { name: "Kettle", managesStock: true, stockQuantity: 9, regularPrice: 100_000 };
  const id = await addProduct(database.db, given);
  await browser.get(`/?add-to-cart=${id}&quantity=5`);
  await browser.get(routes.cart());
  await database.db.execute(sql`update products set stock_quantity = 2, regular_price = 120000 where id = ${id}`);
  await announceChange(database.db, [`product:${id}`]);
  const { body } = await browser.get(routes.checkout());
  expect(body).toContain("Only 2 of “Kettle” can be ordered");
  expect(body).toContain("The price of “Kettle” has changed");
  const { rows } = await database.db.execute(sql`select quantity from cart_lines where product_id = ${id}`);
  expect(rows).toEqual([{ quantity: 2 }]);
  expect((await browser.get(routes.checkout())).body).not.toContain("can be ordered");
});

test("a refused form is shown again with its errors until an order is placed", async () => {
  await addTo(browser);
  const given = { billing_first_name: "Sana", billing_address_1: "House 14", payment_method: "cod" };
  const send = (more: Record<string, string>) =>
    browser.fill(routes.checkout(), "woocommerce_checkout_place_order", { ...given, ...more });
  const refused = await send({ billing_city: "" });
  expect([refused.statusCode, refused.headers.location]).toEqual([303, routes.checkout()]);
  for (const _time of ["first", "second"]) {
    const { body } = await browser.get(routes.checkout());
    expect(body).toContain('id="billing_city-error"');
    expect(body).toContain('value="House 14"');
  }
  expect((await send(good)).headers.location).toContain("order-received");
  await addTo(browser);
  const fresh = (await browser.get(routes.checkout())).body;
  expect(fresh).not.toContain('id="billing_city-error"');
  expect(fresh).not.toContain('value="House 14"');
});

const other = { ship_to_different_address: "1", shipping_first_name: "Ali Raza", shipping_country: "PK" };

test("a refused separate delivery address is kept with its errors and decides the totals; the order stores both addresses", async () => {
  await giveZone(database.db, "Elsewhere", "", [{ price: 200 }]);
  await giveZone(database.db, "Quetta", "PK::Quetta", [{ price: 350 }]);
  await announceChange(database.db, ["settings"]);
  await addTo(browser);
  // The change notification takes a moment.
  await expect.poll(async () => deliveryIn((await browser.get(routes.checkout())).body)).toBe("Rs\u00a0200");
  const buyer = { ...good, billing_first_name: "Sana Malik", billing_address_1: "House 14", payment_method: "cod" };
  const send = (more: Record<string, string>) =>
    browser.fill(routes.checkout(), "woocommerce_checkout_place_order", { ...buyer, ...other, ...more });
  await send({ shipping_city: "Quetta", shipping_state: "BA" });
  const { body } = await browser.get(routes.checkout());
  expect([...body.matchAll(/id="(\w+)-error"/g)].map(([, id]) => id)).toEqual(["shipping_address_1"]);
  expect(body).toContain('href="#shipping_address_1"');
  expect(body).toMatch(/name="ship_to_different_address"[^>]* checked=""/);
  expect(body).toMatch(/shipping-destination[^>]*>[^<]*<strong>Quetta, Balochistan/);
  expect(deliveryIn(body)).toBe("Rs\u00a0350");
  const placed = await send({ shipping_address_1: "Ship Road 9", shipping_city: "Quetta", shipping_state: "BA" });
  expect(placed.headers.location).toContain("order-received");
  const { rows } = await database.pool.query(
    "select billing ->> 'address1' as bill, shipping ->> 'address1' as ship, shipping_total from orders order by id desc limit 1",
  );
  expect(rows).toEqual([{ bill: "House 14", ship: "Ship Road 9", shipping_total: 350 }]);
  await database.db.execute(sql`delete from delivery_zones`);
  await announceChange(database.db, ["settings"]);
});

test("a delivery address whose checkbox is not checked is ignored", async () => {
  await addTo(browser);
  const unticked = { ...other, ship_to_different_address: "", shipping_city: "\u0007" };
  const placed = await browser.fill(routes.checkout(), "woocommerce_checkout_place_order", {
    ...good,
    ...unticked,
    billing_first_name: "Sana Malik",
    billing_address_1: "House 14",
    payment_method: "cod",
  });
  expect(placed.headers.location).toContain("order-received");
  const { rows } = await database.pool.query(
    "select billing = shipping as is_same from orders order by id desc limit 1",
  );
  expect(rows).toEqual([{ is_same: true }]);
});

test("the terms must be accepted, and the checkbox stays checked after a refusal", async () => {
  await database.db.execute(sql`insert into settings (key, value) values ('terms_page', '"/terms/"'::jsonb)`);
  await announceChange(database.db, ["settings"]);
  await addTo(browser);
  await expect.poll(async () => (await browser.get(routes.checkout())).body).toContain('href="/terms/"');
  const given = { ...good, billing_first_name: "Sana", billing_address_1: "House 14", payment_method: "cod" };
  const send = (more: Record<string, string>) =>
    browser.fill(routes.checkout(), "woocommerce_checkout_place_order", { ...given, ...more });
  await send({});
  const { body } = await browser.get(routes.checkout());
  expect([...body.matchAll(/id="(\w+)-error"/g)].map(([, id]) => id)).toEqual(["terms"]);
  expect(body).toContain('href="#terms"');
  const security = /"update_order_review_nonce":"(\w+)"/.exec(body)?.[1] ?? "";
  const review = (post_data: string) => browser.post("/?wc-ajax=update_order_review", { security, post_data });
  const box = async (post_data: string) =>
    /<input[^>]*name="terms"[^>]*>/.exec(
      (await review(post_data)).json().fragments[".woocommerce-checkout-payment"],
    )?.[0];
  expect(await box("terms=1")).toContain("checked");
  expect(await box("")).not.toContain("checked");
  await send({ terms: "1", billing_city: "" });
  expect((await browser.get(routes.checkout())).body).toMatch(/name="terms"[^>]* checked=""/);
  expect((await send({ terms: "1" })).headers.location).toContain("order-received");
  await database.db.execute(sql`delete from settings where key = 'terms_page'`);
  await announceChange(database.db, ["settings"]);
});

test("a cart of downloads asks only for name, phone and email, and its confirmation mentions no delivery", async () => {
  await signIn();
  await saveAddress("billing", { ...billing, email: "" });
  await addTo(browser, { isVirtual: true, isDownloadable: true });
  const page = (await browser.get(routes.checkout())).body;
  expect(page).not.toContain("Where should it go?");
  expect(page).not.toMatch(/name="billing_(address_1|city|state|country)"|order_comments/);
  const send = (mail: string) =>
    browser.fill(routes.checkout(), "woocommerce_checkout_place_order", {
      billing_first_name: "Sana",
      billing_phone: "0300 1234567",
      billing_email: mail,
      payment_method: "cod",
    });
  await send("");
  const refused = (await browser.get(routes.checkout())).body;
  expect([...refused.matchAll(/id="(\w+)-error"/g)].map(([, id]) => id)).toEqual(["billing_email"]);
  const placed = (await send("sana@example.com")).headers.location ?? "";
  expect(placed).toContain("order-received");
  const confirmation = (await browser.get(placed.replace(origin, ""))).body;
  const text = (/<main[^]*<\/main>/.exec(confirmation)?.[0] ?? "").replace(/<[^>]+>/g, " ");
  expect(text).toContain("Ordered by");
  // Except for the payment method's title.
  expect(text.replace("Cash on delivery", "")).not.toMatch(/deliver|courier|parcel|door|address/i);
  expect((await browser.get(routes.addresses())).body).toContain("Bill Street 1");
});

test("the theme's back-to-top script is on only on pages with its button, which the checkout lacks", async () => {
  await addTo(browser);
  const flagAndButton = async (path: string) => {
    const { body } = await browser.get(path);
    const [, flag] = /"is_scroll_to_top":"(1?)"/.exec(body) ?? [];
    return [flag, body.includes('id="ast-scroll-top"')];
  };
  expect(await flagAndButton(routes.cart())).toEqual(["1", true]);
  expect(await flagAndButton(routes.checkout())).toEqual(["", false]);
});

test("a refused form says without scripts which domain an email address probably means; the address alone does not refuse an order", async () => {
  await addTo(browser);
  const typed = { billing_email: "sana@gmial.com", billing_first_name: "Sana", billing_phone: "0300 1234567" };
  const place = async (more: Record<string, string>) => {
    await browser.fill(routes.checkout(), "woocommerce_checkout_place_order", { ...typed, ...more });
    return (await browser.get(routes.checkout())).body;
  };
  const body = await place({ billing_city: "" });
  const hint = /class="hint" id="billing_email-description">(.*?)<\/span>/.exec(body)?.[1];
  // With scripts the suggestion goes when the address is corrected.
  expect(hint).toMatch(/^<noscript>Did you mean gmail\.com\? <\/noscript>\w/);
  expect(body).not.toContain('id="billing_email-error"');
  expect(await place({ billing_city: "", billing_email: "sana@gmail.com" })).not.toContain("Did you mean gmail.com?");
});
