import { runInNewContext } from "node:vm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/database.ts";
import { openNonces } from "#http/guards/nonce.ts";
import { routes } from "#routes";
import { addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { saleEventId } from "#shop/tracking/event-id.ts";
import { announcePageData } from "#storefront/tracking/fragments/announce-page-data.ts";
import { FormBrowser, openWholeShop, origin, secret } from "#wire/page-requests/whole-shop.fixtures.ts";
import { guestForm } from "#wire/wc-ajax/guest-form.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

let database: TestDatabase;
let db: Database;
let app: FastifyInstance;
let guest: FormBrowser;
let productId: number;
let sizes: { id: number; small: number; large: number };
const start = new Date("2026-11-21T12:00:00Z");
let now = start;
const nonces = openNonces([{ value: secret }], { now: () => now });

const currency = { code: "PKR", symbol: "₨", minorUnit: 0 };
const tea = {
  sku: "TEA-1",
  name: "Tea </script>",
  variant: "",
  categories: ["A", "B", "C", "D", "E", "F"],
  price: 500,
  discount: 0,
  quantity: 1,
  isGroup: false,
};

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  ({ app } = await openWholeShop(database, () => now));
  productId = await addProduct(db, { slug: "tea", name: tea.name, sku: tea.sku, regularPrice: 500 });
  sizes = await addSizes(db, { slug: "shirt", name: "Shirt" });
  for (const [position, name] of tea.categories.entries())
    await database.pool.query(
      `with made as (insert into categories (slug, name) values ($2, $2) returning id)
       insert into product_categories (product_id, category_id, position) select $1, id, $3 from made`,
      [productId, name, position],
    );
  await setSetting(db, "checkout_seconds", 0);
  await setSetting(db, "cod_orders_per_phone", 0);
});
afterAll(() => app.close());
beforeEach(() => {
  now = start;
  guest = new FormBrowser(app);
});

/** Sets settings until the test ends. */
async function configure(given: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(given)) {
    await setSetting(db, name, value);
    onTestFinished(() => resetSetting(db, name));
  }
}

const meta = { meta_pixel_id: "123456789", meta_secret_token: "top-secret" };
const google = { google_measurement_id: "G-ABCD1234" };

/** Returns the page's global object of that name; undefined without. */
function objectOf(html: string, name: string) {
  const json = new RegExp(`^(?:<script>)?var ${name} = (.*?);(?:</script>.*)?$`, "m").exec(html)?.[1];
  return json === undefined ? undefined : JSON.parse(json);
}
const tracked = async (url: string) => objectOf((await guest.get(url)).body, "chowk_tracking");

/** Places an order and returns the path of its buyer's confirmation, the link to it, its number and its key. */
async function order() {
  await guest.post("/?wc-ajax=add_to_cart", { product_id: productId });
  const { order_id: id, redirect } = (await guest.post("/?wc-ajax=checkout", guestForm({ nonces }))).json();
  const { pathname, search, searchParams } = new URL(redirect);
  const path = routes.ownOrderReceived(Number(id));
  return { id: Number(id), path, link: pathname + search, key: searchParams.get("key") ?? "" };
}

test("without a network no page has tracking data or names a network's host", async () => {
  await guest.post("/?wc-ajax=add_to_cart", { product_id: productId });
  for (const url of ["/", routes.shop(), routes.product("tea"), routes.checkout(), routes.search("tea")]) {
    const { body, headers } = await guest.get(url);
    for (const trace of ["var chowk_tracking", "ga4w", "_wca", "fcaPc"])
      expect(body, `${trace} on ${url}`).not.toContain(trace);
    expect(headers["content-security-policy"]).not.toMatch(/facebook|tiktok|pin|snap|sc-static|google/);
  }
});

test("S3.5, S7.51: a product page tells that it was viewed, with its own and its variations' data", async () => {
  await configure({ ...meta, ...google, event_delay: 3 });
  const viewed = { id: productId, ...tea };
  const page = await tracked(routes.product("tea"));
  expect(page).toMatchObject({
    networks: { meta: "123456789", google: "G-ABCD1234" },
    currency: { code: "PKR", minorUnit: 0 },
    currencyOfPixels: "USD",
    delay: 3,
    itemIdentifier: "product_id",
    isTest: false,
    ajaxUrl: "/wp-admin/admin-ajax.php",
    serverNetworks: ["meta"],
    facts: [{ kind: "view_content", currency: { code: "PKR", minorUnit: 0 }, value: 500, items: [viewed] }],
    items: { [productId]: viewed },
  });
  expect(JSON.stringify(page)).not.toContain("top-secret");
  const { items } = await tracked(routes.product("shirt"));
  expect(items[sizes.id]).toMatchObject({ isGroup: true, variant: "", price: 1000 });
  expect(items[sizes.large]).toMatchObject({ isGroup: false, variant: "Large", price: 1000 });
});

test("a listing tells its products, a search without results what was searched for", async () => {
  await configure(google);
  const listing = await tracked(routes.shop());
  expect(listing.facts).toMatchObject([{ kind: "view_item_list", listName: "All products" }]);
  expect(listing.facts[0].items).toHaveLength(2);
  expect(Object.keys(listing.items).map(Number)).toEqual([productId, sizes.id]);
  const search = await tracked(routes.search("nothing like it"));
  expect(search.facts).toEqual([{ kind: "search", term: "nothing like it" }]);
  // The products that are shown instead.
  expect(Object.keys(search.items).map(Number)).toEqual([productId, sizes.id]);
});

test("a cached page is the same for a guest with a cart and for one without", async () => {
  await configure({ ...meta, tracking_test_mode: "yes" });
  const first = await tracked(routes.product("tea"));
  await guest.post("/?wc-ajax=add_to_cart", { product_id: productId });
  expect(await tracked(routes.product("tea"))).toEqual(first);
});

test("the checkout tells that it began, with the cart's items and total", async () => {
  await configure(meta);
  await guest.post("/?wc-ajax=add_to_cart", { product_id: productId, quantity: 2 });
  const { facts } = await tracked(routes.checkout());
  const items = [{ id: productId, ...tea, quantity: 2 }];
  expect(facts).toMatchObject([{ kind: "begin_checkout", value: 1000, coupons: [], items }]);
});

const plainAdd = (fields: object) => guest.post(`/?add-to-cart=${productId}`, { "add-to-cart": productId, ...fields });
const pixelCookies = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies.filter(({ name, value }) => name.startsWith("fca_pc_woo_add_to_cart") && value !== "");

test("what a form has added, without scripts, the next page tells once, with what is in the cart", async () => {
  await configure({ ...meta, ...google });
  await plainAdd({ quantity: 2 });
  const answer = await guest.get(routes.checkout());
  const [added, began] = objectOf(answer.body, "chowk_tracking").facts;
  expect(added).toMatchObject({ kind: "add_to_cart", value: 1000, items: [{ id: productId, ...tea, quantity: 2 }] });
  expect(began).toMatchObject({ kind: "begin_checkout" });
  expect(objectOf(answer.body, "ga4w").data).toMatchObject({
    events: ["add_to_cart", "begin_checkout"],
    added_to_cart: { id: productId, name: tea.name, prices: { price: 500, currency_minor_unit: 0 }, quantity: 2 },
  });
  // The visitor has not agreed to others' cookies.
  expect(pixelCookies(answer)).toEqual([]);
  for (const _view of ["reload", "again"]) {
    const { facts } = await tracked(routes.checkout());
    expect(facts.map(({ kind }: { kind: string }) => kind)).toEqual(["begin_checkout"]);
  }
});

test("with consent others' scripts find what a form has added in a cookie for each allowed network", async () => {
  await configure(everyNetwork);
  guest.cookies.set("wp_consent_marketing", "allow");
  await plainAdd({});
  const cookies = pixelCookies(await guest.get(routes.cart()));
  expect(cookies.map(({ name }) => name).sort()).toEqual(
    ["", "_pinterest", "_snapchat", "_tiktok"].map((end) => `fca_pc_woo_add_to_cart${end}`),
  );
  const payloads = Object.fromEntries(cookies.map(({ name, value }) => [name, JSON.parse(value)]));
  const content = { value: 500, currency: "PKR", content_name: tea.name, content_ids: [String(productId)] };
  expect(payloads).toMatchObject({
    fca_pc_woo_add_to_cart: content,
    fca_pc_woo_add_to_cart_tiktok: content,
    fca_pc_woo_add_to_cart_pinterest: { value: 500, product_name: tea.name },
    fca_pc_woo_add_to_cart_snapchat: { price: 500, item_ids: [String(productId)] },
  });
});

test.each([
  ["of another cart", `${"ab".repeat(16)}-1`],
  ["malformed", "<script>_'; drop table orders"],
  ["giant", "a".repeat(3000)],
])("a mark of additions that is %s tells nothing", async (_, mark) => {
  await configure(meta);
  await guest.post("/?wc-ajax=add_to_cart", { product_id: productId });
  guest.cookies.set("chowk_added", mark);
  const { facts } = await tracked(routes.checkout());
  expect(facts).toMatchObject([{ kind: "begin_checkout" }]);
});

test("a mark of more pieces than the cart has tells those of the cart", async () => {
  await configure(meta);
  await plainAdd({});
  const [line] = (guest.cookies.get("chowk_added") ?? "").split("-");
  guest.cookies.set("chowk_added", `${line}-999999`);
  expect((await tracked(routes.checkout())).facts[0]).toMatchObject({ kind: "add_to_cart", value: 500 });
});

test("a refused form, a call of scripts, and a shop without networks mark no additions", async () => {
  await plainAdd({});
  await configure(meta);
  await guest.post("/?add-to-cart=999999", { "add-to-cart": 999999 });
  await guest.post("/?wc-ajax=add_to_cart", { product_id: productId });
  expect(guest.cookies.has("chowk_added")).toBe(false);
});

const facebook = "https://www.facebook.com";
const ct = "https://ct.pinterest.com";
const snap = "https://tr.snapchat.com";
const tagManager = "https://*.googletagmanager.com";
const analytics = "https://*.google-analytics.com";

test.each([
  [
    { meta_pixel_id: "123456789" },
    {
      script: "https://connect.facebook.net",
      connect: `${facebook} https://connect.facebook.net`,
      img: facebook,
      frame: facebook,
    },
  ],
  [
    { tiktok_pixel_id: "C4AB12345" },
    {
      script: "https://analytics.tiktok.com",
      connect: "https://analytics.tiktok.com",
      img: "https://analytics.tiktok.com",
      frame: "",
    },
  ],
  [{ pinterest_tag_id: "123456789" }, { script: `https://s.pinimg.com ${ct}`, connect: ct, img: ct, frame: ct }],
  [
    { snapchat_pixel_id: "0a".repeat(18) },
    { script: `https://sc-static.net ${snap}`, connect: snap, img: snap, frame: snap },
  ],
  [
    google,
    {
      script: tagManager,
      connect: `${analytics} https://*.analytics.google.com ${tagManager}`,
      img: `${analytics} ${tagManager}`,
      frame: "",
    },
  ],
])("pages may load exactly the hosts of the configured network: %o", async (settings, hosts) => {
  await configure(settings);
  const policy = String((await guest.get("/")).headers["content-security-policy"]);
  const hostsOf = (directive: string) =>
    new RegExp(`${directive}-src ([^;]*)`)
      .exec(policy)?.[1]
      ?.match(/https:\S+/g)
      ?.join(" ") ?? "";
  const printed = Object.fromEntries(Object.keys(hosts).map((directive) => [directive, hostsOf(directive)]));
  expect(printed).toEqual(hosts);
});

test("S3.23, S3.24: each view by the buyer has the purchase with the event id of the server's copy", async () => {
  await configure(meta);
  const { id, path, link, key } = await order();
  const purchase = {
    kind: "purchase",
    eventId: saleEventId(key, "purchase"),
    transactionId: String(id),
    affiliation: "My shop",
    value: 500,
    tax: 0,
    shipping: 0,
    currency: { code: currency.code, minorUnit: currency.minorUnit },
    items: [{ id: productId, ...tea }],
  };
  for (const _view of ["first", "reload"]) expect((await tracked(path)).facts).toMatchObject([purchase]);
  const shared = objectOf((await new FormBrowser(app).get(link)).body, "chowk_tracking");
  expect(shared).toBeUndefined();
  now = new Date(start.getTime() + 48 * 60 * 60_000);
  expect((await tracked(path))?.facts ?? []).toEqual([]);
});

test("a purchase that counts on delivery is not told before", async () => {
  await configure({ ...meta, purchase_counts_on: "delivery" });
  const { path } = await order();
  expect((await tracked(path))?.facts ?? []).toEqual([]);
});

test("S7.49: a buyer who has not agreed keeps the one view that others' scripts count", async () => {
  await configure(google);
  const { path } = await order();
  const isTracked = async () => /"is_tracked":(true|false)/.exec((await guest.get(path)).body)?.[1];
  expect([await isTracked(), await isTracked()]).toEqual(["true", "true"]);
  guest.cookies.set("wp_consent_marketing", "allow");
  expect([await isTracked(), await isTracked()]).toEqual(["false", "true"]);
});

/** Returns the page's own objects, after its inline scripts, and the document's events. */
async function scriptedPage(url: string) {
  const { body } = await guest.get(url);
  const events: string[] = [];
  const page: Record<string, unknown> = {
    location: new URL(url, origin),
    document: { dispatchEvent: ({ type }: Event) => events.push(type) },
    Event,
  };
  page.window = page;
  const assigned = body.split("\n").filter((line) => /^(?:<script>|.*<script>)?var \w+ = /.test(line));
  const script = assigned.map((line) => /var \w+ = .*?;(?=<\/script>|$)/.exec(line)?.[0] ?? "").join("\n");
  runInNewContext(`${script}\n${announcePageData}`, page);
  expect(body).toContain(announcePageData);
  return { page, events };
}

const everyNetwork = {
  ...meta,
  ...google,
  tiktok_pixel_id: "C4AB12345",
  pinterest_tag_id: "123456789",
  snapchat_pixel_id: "0a".repeat(18),
};

test("S3.4, S3.64, S4.82, S4.83, S7.52: a product page queues its view for shop analytics", async () => {
  await configure(google);
  const { page, events } = await scriptedPage(routes.product("tea"));
  expect(page._wca).toEqual([
    {
      _en: "woocommerceanalytics_product_view",
      pi: productId,
      pn: "Tea </script>",
      pc: "A, B, C, D, E",
      pp: "500",
      pt: "simple",
      ui: null,
      store_currency: "PKR",
      timezone: "+00:00",
      is_guest: 1,
      store_admin: 0,
      device: "desktop",
      url: `${origin}/product/tea/`,
    },
  ]);
  expect(events).toEqual(["ga4w:ready"]);
});

test("S3.5, S7.50, S7.51: Google's data has prices in minor units and at most five categories", async () => {
  await configure({ ...google, google_item_identifier: "product_sku" });
  const item = {
    id: productId,
    sku: "TEA-1",
    name: "Tea </script>",
    variation: "",
    prices: { price: 500, currency_minor_unit: 0 },
    categories: ["A", "B", "C", "D", "E"].map((name) => ({ name })),
  };
  const product = objectOf((await guest.get(routes.product("tea"))).body, "ga4w");
  expect(product.settings).toMatchObject({
    tracker_function_name: "gtag",
    identifier: "product_sku",
    currency: "PKR",
    events: expect.arrayContaining(["view_item", "purchase"]),
  });
  expect(product.data).toEqual({ events: ["view_item"], product: item, products: [] });
  const { data } = objectOf((await guest.get(routes.shop())).body, "ga4w");
  expect(data).toMatchObject({ events: ["view_item_list"], list_name: "All products" });
  expect(data.products).toContainEqual(item);
});

test("S3.22: the checkout has the store's cart for Google, and an object for each pixel that knows the event", async () => {
  await configure(everyNetwork);
  await guest.post("/?wc-ajax=add_to_cart", { product_id: productId, quantity: 2 });
  const { body } = await guest.get(routes.checkout());
  expect(objectOf(body, "ga4w").data).toMatchObject({
    events: ["begin_checkout"],
    cart: {
      totals: { currency_code: "PKR", total_price: 1000, currency_minor_unit: 0 },
      coupons: [],
      items: [{ id: productId, quantity: 2, totals: { line_total: 1000 }, price_after_coupon_discount: 500 }],
    },
  });
  const sold = { value: 1000, currency: "PKR", num_items: 2, content_ids: [String(productId)] };
  expect(objectOf(body, "fcaPcWooCheckoutCart")).toMatchObject(sold);
  expect(objectOf(body, "fcaPcWooCheckoutCartTiktok")).toMatchObject({ value: 1000, currency: "PKR" });
  expect(objectOf(body, "fcaPcWooCheckoutCartSnapchat")).toMatchObject({ price: 1000, number_items: 2 });
  expect(objectOf(body, "fcaPcWooCheckoutCartGA")).toMatchObject({ value: 1000, items: [{ quantity: 2 }] });
  expect(body).not.toContain("fcaPcWooCheckoutCartPinterest");
});

test("pixel scripts find the product of its page for configured networks only; Google's items are one object", async () => {
  await configure(everyNetwork);
  const { body } = await guest.get(routes.product("tea"));
  expect(objectOf(body, "fcaPcEvents")).toEqual([]);
  const categories = ["A", "B", "C", "D", "E"];
  expect(objectOf(body, "fcaPcPost")).toEqual({ title: tea.name, type: "product", id: productId, categories });
  const content = { value: 500, currency: "PKR", content_name: tea.name, content_type: "product" };
  expect(objectOf(body, "fcaPcWooProduct")).toMatchObject({ ...content, content_ids: [String(productId)] });
  expect(objectOf(body, "fcaPcWooProductTiktok")).toMatchObject(content);
  expect(objectOf(body, "fcaPcWooProductPinterest")).toMatchObject({ value: 500, product_name: tea.name });
  expect(objectOf(body, "fcaPcWooProductSnapchat")).toMatchObject({ price: 500, item_ids: [String(productId)] });
  expect(objectOf(body, "fcaPcWooProductGA").items).toMatchObject({ item_id: String(productId), price: 500 });
  for (const name of ["meta_pixel_id", "google_measurement_id"] as const) await setSetting(db, name, "");
  const without = (await guest.get(routes.product("tea"))).body;
  for (const name of ["fcaPcWooProduct", "fcaPcWooProductGA", "ga4w"]) expect(objectOf(without, name)).toBeUndefined();
  expect(objectOf(without, "fcaPcWooProductTiktok")).toMatchObject(content);
});

test("S9.72: the shop's own events are printed for scripts, and malformed ones are refused", async () => {
  const seen = { event: "Seen", triggerType: "post", trigger: ["all"], scroll: 50 };
  const pressed = {
    event: "Contact",
    triggerType: "css",
    trigger: ".tel",
    apiAction: "track",
    parameters: { on: "</script>" },
  };
  await configure({ ...meta, pixel_events: [seen, pressed] });
  expect(objectOf((await guest.get("/")).body, "fcaPcEvents")).toEqual([
    { ...seen, parameters: {}, apiAction: "trackCustom" },
    pressed,
  ]);
  for (const wrong of [
    { ...seen, event: "<b>" },
    { ...seen, triggerType: "load" },
    { ...seen, scroll: 101 },
    { ...seen, x: 1 },
  ])
    await expect(setSetting(db, "pixel_events", [wrong])).rejects.toMatchObject({
      details: { reasons: expect.stringMatching(/^use a list of events, such as/) },
    });
  for (const [event, reasons] of [
    [{ ...seen, event: "Purchase" }, /"Purchase" is a sale/],
    [{ ...pressed, event: "complete payment" }, /"complete payment" is a sale/],
    [{ ...pressed, event: "Contac" }, /"Contac" is no event that networks know: .*, Contact,/],
  ] as const)
    await expect(setSetting(db, "pixel_events", [event])).rejects.toMatchObject({
      details: { reasons: expect.stringMatching(reasons) },
    });
});

test("a search's term is there for pixel scripts", async () => {
  await configure(meta);
  const { body } = await guest.get(routes.search("<b>tea"));
  expect(objectOf(body, "fcaPcSearchQuery")).toEqual({ search_string: "<b>tea" });
  expect(body).not.toContain('"<b>tea"}');
});

test("S3.23, S3.24: others' scripts get an order's purchase on the buyer's first view with consent, and only then", async () => {
  await configure(everyNetwork);
  const { id, path } = await order();
  const events = async () => objectOf((await guest.get(path)).body, "ga4w").data.events;
  expect(await events()).toEqual([]);
  guest.cookies.set("wp_consent_statistics", "allow");
  const { body } = await guest.get(path);
  const totals = { currency_code: "PKR", total_price: 500, tax_total: 0, shipping_total: 0, currency_minor_unit: 0 };
  expect(objectOf(body, "ga4w").data).toMatchObject({
    events: ["purchase"],
    order: { id, transaction_id: String(id), affiliation: "My shop", totals, items: [{ id: productId, quantity: 1 }] },
  });
  expect(objectOf(body, "fcaPcWooPurchase")).toMatchObject({ value: 500, num_items: 1 });
  expect(await events()).toEqual([]);
});
