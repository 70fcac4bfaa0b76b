import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { giveZone } from "#shop/delivery/delivery.fixtures.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { openSmallShop, SmallBrowser, type SmallShop } from "../entrance.fixtures.ts";
import type { Entrance } from "../entrance.ts";
import { guestForm } from "../guest-form.fixtures.ts";

let db: Database;
let app: FastifyInstance;
let entrance: Entrance;
let freshness: SmallShop["freshness"];
let browser: SmallBrowser;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  ({ app, entrance, freshness } = await openSmallShop(db));
});
afterAll(() => app.close());
beforeEach(() => {
  browser = new SmallBrowser(app);
});

const call = (endpoint: string, form: Record<string, string | number>) => browser.post(`/?wc-ajax=${endpoint}`, form);

test.each([
  ["0300 1234567", "+923001234567"],
  ["+92 (300) 123-4567", "+923001234567"],
  ["0092 300 1234567", "+923001234567"],
  ["92 300 1234567", "+923001234567"],
  ["٠٣٠٠١٢٣٤٥٦٧", "+923001234567"],
  ["+44 20 7946 0958", "+442079460958"],
])("the order stores the phone %s as %s", async (typed, stored) => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const { order_id } = (await call("checkout", guestForm(entrance, { billing_phone: typed }))).json();
  const { rows } = await db.execute(sql`select billing ->> 'phone' as phone from orders where id = ${order_id}`);
  expect(rows).toEqual([{ phone: stored }]);
});

test("a name cannot reverse or break its line", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const refused = await call(
    "checkout",
    guestForm(entrance, { billing_first_name: "Ayesha\nKhan", billing_city: "Lah\u0007ore" }),
  );
  expect(refused.json().messages).toMatch(/data-id="billing_first_name".*data-id="billing_city"/s);
  const form = guestForm(entrance, {
    billing_first_name: "\u202eAyesha\u2066 عائشہ\u2069",
    billing_city: "La\u202dhore",
  });
  const { order_id } = (await call("checkout", form)).json();
  const { rows } = await db.execute(sql`select billing ->> 'firstName' as name, billing ->> 'city' as city
    from orders where id = ${order_id}`);
  expect(rows).toEqual([{ name: "Ayesha عائشہ", city: "Lahore" }]);
});

test.each(["\u200b", "\u200e\u00ad \u2060", "\ufeff"])("a name of only %j counts as empty", async (unseen) => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const refused = (
    await call("checkout", guestForm(entrance, { billing_first_name: unseen, billing_city: unseen }))
  ).json();
  expect(refused.messages).toMatch(/data-id="billing_first_name".*data-id="billing_city"/s);
});

test("characters that the database cannot store are refused at their field; joiners within a word are kept", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  for (const hostile of ["nul\0@example.com", "nul\ud800@example.com"]) {
    const { result, messages } = (await call("checkout", guestForm(entrance, { billing_email: hostile }))).json();
    expect([result, messages]).toEqual(["failure", expect.stringContaining('data-id="billing_email"')]);
  }
  const named = (await call("checkout", guestForm(entrance, { billing_first_name: "Aye\0sha" }))).json();
  expect(named.messages).toContain('data-id="billing_first_name"');
  const { order_id } = (await call("checkout", guestForm(entrance, { billing_first_name: "می\u200cنا" }))).json();
  const { rows } = await db.execute(sql`select billing ->> 'firstName' as name from orders where id = ${order_id}`);
  expect(rows).toEqual([{ name: "می\u200cنا" }]);
});

test.each([
  ["fetched", {}],
  ["downloaded", { isVirtual: true, isDownloadable: true }],
])("an order of a product that is %s ignores the second address", async (_how, product) => {
  const fetched = { kind: "local_pickup", title: "Fetch it", price: 0 } as const;
  await giveZone(db, "Everywhere", "", [fetched]);
  freshness.apply("*");
  await call("add_to_cart", { product_id: await addProduct(db, product) });
  const other = {
    ship_to_different_address: "1",
    shipping_first_name: "x\u0001".repeat(4500),
    shipping_city: "\u0007",
  };
  const { result, order_id } = (await call("checkout", guestForm(entrance, other))).json();
  await db.execute(sql`delete from delivery_zones`);
  freshness.apply("*");
  expect(result).toBe("success");
  const { rows } = await db.execute(sql`select billing = shipping as is_same from orders where id = ${order_id}`);
  expect(rows).toEqual([{ is_same: true }]);
});

test("an error uses the field's label, without the address's name for the second address", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const shipping = { shipping_first_name: "x".repeat(121), shipping_country: "PK", shipping_address_1: "Shop 3" };
  const form = guestForm(entrance, {
    billing_first_name: "x".repeat(121),
    ship_to_different_address: "1",
    ...shipping,
  });
  const { messages } = (await call("checkout", form)).json();
  const beside = [...messages.matchAll(/<li[^>]*data-id="(\w+)"(?: data-beside="([^"]*)")?.*?<a[^>]*>(.*?)<\/a>/g)];
  const tooLong = "Full name is too long: 120 characters at most.";
  expect(beside.map((match) => match.slice(1))).toEqual([
    ["billing_first_name", undefined, tooLong],
    ["shipping_first_name", tooLong, `Delivery address: ${tooLong}`],
    ["shipping_city", "Enter a city.", "Delivery address: Enter a city."],
    ["shipping_state", "Choose a province.", "Delivery address: Choose a province."],
  ]);
});

test("a known city sets its province if none was chosen; a chosen one stays", async () => {
  for (const [state, kept] of [
    ["", "PB"],
    ["SD", "SD"],
  ]) {
    await call("add_to_cart", { product_id: await addProduct(db) });
    const { order_id } = (
      await call("checkout", guestForm(entrance, { billing_city: " LAHORE ", billing_state: state ?? "" }))
    ).json();
    const { rows } = await db.execute(sql`select billing ->> 'state' as state from orders where id = ${order_id}`);
    expect(rows).toEqual([{ state: kept }]);
  }
  await call("add_to_cart", { product_id: await addProduct(db) });
  const { messages } = (
    await call("checkout", guestForm(entrance, { billing_city: "Chak 44", billing_state: "" }))
  ).json();
  expect(messages).toContain('data-id="billing_state"');
});

test("the second address is used only if its checkbox is checked", async () => {
  await call("add_to_cart", { product_id: await addProduct(db) });
  const other = { shipping_first_name: "Ali", shipping_country: "PK", shipping_address_1: "", shipping_city: "Multan" };
  const refused = (await call("checkout", guestForm(entrance, { ...other, ship_to_different_address: "1" }))).json();
  expect(refused.messages).toContain('data-id="shipping_address_1"');
  expect((await call("checkout", guestForm(entrance, other))).json().result).toBe("success");
});
