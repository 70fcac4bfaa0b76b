import { hash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withStatementCount } from "#db/statement-count.ts";
import { openNonces } from "#http/guards/nonce.ts";
import { pixelNonce } from "#http/guards/nonce-actions.ts";
import { networkSettings, openNetworks } from "#jobs/networks.fixtures.ts";
import { sendConversionsTask } from "#jobs/send-conversions.ts";
import { openSeals } from "#platform/seals.ts";
import { routes } from "#routes";
import { addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { listConversions } from "#shop/tracking/conversions.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop, origin, secret } from "../../page-requests/whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
/** Log lines. */
let logged: string[];
let visitor: FormBrowser;
let rug: number;
let socks: number;
const now = new Date("2026-11-21T12:00:00Z");
const clock = { now: () => now };
const nonce = openNonces([{ value: secret }], clock).create(pixelNonce);

beforeAll(async () => {
  database = await createTestDatabase();
  rug = await addProduct(database.db, { slug: "rug", name: "Rug", sku: "RUG-1", regularPrice: 2999 });
  ({ id: socks } = await addSizes(database.db, { slug: "socks", name: "Socks" }));
  for (const [name, value] of Object.entries(networkSettings)) await setSetting(database.db, name, value);
  ({ app, logged } = await openWholeShop(database, clock.now));
});
afterAll(() => app.close());
beforeEach(async () => {
  await database.pool.query("delete from conversions");
  visitor = new FormBrowser(app, { "user-agent": "Browser/1", "x-test": "1" });
  visitor.cookies.set("wp_consent_marketing", "allow");
});

const event = {
  event_name: "AddToCart",
  event_time: String(now.getTime() / 1000 - 2),
  event_id: "00ff00ff00",
  external_id: "0123456789",
  client_user_agent: "Lies/9",
  event_source_url: `${origin}/product/rug/?email=a@example.com`,
  custom_data: JSON.stringify({ value: 2999, currency: "PKR", content_ids: ["12"], content_type: "product" }),
  nonce,
};

async function report(given: Readonly<Record<string, string>> = {}, action = "fca_pc_capi_event") {
  const answer = await visitor.post(routes.siteCall(), { action, ...event, ...given });
  return {
    status: answer.statusCode,
    type: answer.headers["content-type"],
    body: answer.body,
    cookies: answer.cookies,
  };
}

const log = async () =>
  (await listConversions(database.db, { limit: 50 })).map(
    (one) => `${one.network} ${one.event} ${one.status}${one.reason && `: ${one.reason}`}`,
  );

/** Sends what waits to fake networks, and returns them. */
async function sent() {
  const networks = await openNetworks(clock.now);
  const options = { ...clock, db: database.db, clock, conversionsProxy: networks.origin, linkOrigin: () => origin };
  const task = sendConversionsTask({ ...options, seals: openSeals([{ value: secret }]) }) as (
    job: object,
  ) => Promise<void>;
  await task({});
  return networks;
}

test("an event is answered as the script expects, and told to the network once", async () => {
  expect(await report()).toMatchObject({
    status: 200,
    type: "application/json; charset=UTF-8",
    body: '{"success":true}',
  });
  await report();
  const { counted, requests } = await sent();
  expect(requests).toHaveLength(1);
  expect([...counted]).toEqual([
    [
      "meta AddToCart 00ff00ff00",
      {
        event_name: "AddToCart",
        event_time: now.getTime() / 1000 - 2,
        event_id: "00ff00ff00",
        action_source: "website",
        event_source_url: `${origin}/product/rug/`,
        user_data: {
          external_id: [hash("sha256", "0123456789", "hex")],
          client_ip_address: "127.0.0.1",
          client_user_agent: "Browser/1",
        },
        custom_data: { value: 2999, currency: "PKR", content_ids: ["12"], content_type: "product" },
      },
    ],
  ]);
  expect(await log()).toEqual(["meta AddToCart sent"]);
});

test("an event is counted against the limits and stored by one statement", async () => {
  await report();
  const { result, statements } = await withStatementCount(() => report({ event_id: "00ff00ff01" }));
  expect([result.body, statements]).toEqual(['{"success":true}', 1]);
  expect(await log()).toHaveLength(2);
});

test("each network's action tells that network", async () => {
  await report({}, "fca_pc_tiktok_api_event");
  await report(
    { custom_data: JSON.stringify({ value: 5, currency: "PKR", product_id: "12" }) },
    "fca_pc_pinterest_api_event",
  );
  await report({ event_name: "ADD_CART", custom_data: "null" }, "fca_pc_snapchat_api_event");
  expect((await report({}, "fca_pc_reddit_api_event")).body).toBe('{"success":true}');
  const { counted } = await sent();
  expect([...counted.keys()].sort()).toEqual([
    "pinterest add_to_cart 00ff00ff00",
    "snapchat ADD_CART 00ff00ff00",
    "tiktok AddToCart 00ff00ff00",
  ]);
});

test("a bad nonce is answered with 200 and success false, and nothing is stored", async () => {
  expect(await report({ nonce: "0123456789" })).toMatchObject({
    status: 200,
    type: "application/json; charset=UTF-8",
    body: '{"success":false,"data":"This page has expired."}',
  });
  expect(await log()).toEqual([]);
});

test("without consent the answer is the same, no cookie is set and nothing is sent", async () => {
  for (const cookie of ["deny", undefined]) {
    if (cookie) visitor.cookies.set("wp_consent_marketing", cookie);
    else visitor.cookies.delete("wp_consent_marketing");
    const { body, cookies } = await report({ click_id: "abc", event_id: cookie ? "00ff00ff01" : "00ff00ff02" });
    expect([body, cookies]).toEqual(['{"success":true}', []]);
  }
  const { requests } = await sent();
  expect(requests).toEqual([]);
  expect(await log()).toEqual(Array(2).fill("meta AddToCart skipped: no consent to marketing"));
});

/** Events that browsers report, under each network's names. */
const reported = {
  fca_pc_capi_event: ["PageView", "ViewContent", "AddToCart", "InitiateCheckout", "Lead", "QuizStart", "VideoPlay"],
  fca_pc_tiktok_api_event: ["PageView", "ViewContent", "AddToCart", "InitiateCheckout", "CompleteRegistration"],
  fca_pc_pinterest_api_event: ["page", "PageVisit", "AddToCart", "Lead", "Signup"],
  fca_pc_snapchat_api_event: ["PAGE_VIEW", "VIEW_CONTENT", "ADD_CART", "START_CHECKOUT"],
};

test.each([
  { says: {}, isTold: false },
  { says: { wp_consent_statistics: "allow" }, isTold: false },
  { says: { wp_consent_marketing: "deny", wp_consent_statistics: "allow" }, isTold: false },
  { says: { wp_consent_marketing: "allow" }, isTold: true },
  { says: { wp_consent_marketing: "allow", wp_consent_statistics: "allow" }, isTold: true },
  { says: { chowk_consent_exempt: "1" }, isTold: false },
])("each event of each network, from each page, is told or not as the visitor says: %o", async ({ says, isTold }) => {
  visitor = new FormBrowser(app);
  for (const [name, value] of Object.entries(says)) visitor.cookies.set(name, value);
  const pages = ["/", "/shop/", "/product/rug/", "/cart/", "/checkout/"];
  const cases = Object.entries(reported).flatMap(([action, names]) =>
    names.flatMap((event_name) => pages.map((page) => ({ action, event_name, page }))),
  );
  for (const [at, { action, event_name, page }] of cases.entries()) {
    const event_id = at.toString(16).padStart(10, "0");
    await report({ event_name, event_id, event_source_url: origin + page }, action);
  }
  const { counted, requests } = await sent();
  expect([counted.size, requests.length > 0]).toEqual([isTold ? cases.length : 0, isTold]);
  const { rows } = await database.pool.query("select status, count(*)::int as count from conversions group by 1");
  expect(rows).toEqual([{ status: isTold ? "sent" : "skipped", count: cases.length }]);
});

test.each([{ "sec-gpc": "1" }, { dnt: "1" }])(
  "the browser's refusal %o counts more than a consent",
  async (refusal) => {
    visitor = new FormBrowser(app, refusal);
    visitor.cookies.set("wp_consent_marketing", "allow");
    await report();
    expect(await log()).toEqual(["meta AddToCart skipped: no consent to marketing"]);
  },
);

test("a click from Meta is remembered for 90 days with consent, unless its cookie exists", async () => {
  const value = `fb.1.${now.getTime()}.AbC-123`;
  expect((await report({ click_id: "AbC-123" })).cookies).toEqual([
    expect.objectContaining({ name: "_fbc", value, maxAge: 90 * 86_400, path: "/" }),
  ]);
  expect((await report({ click_id: "other", event_id: "00ff00ff01" })).cookies).toEqual([]);
  const { counted } = await sent();
  for (const one of counted.values()) expect(one).toMatchObject({ user_data: { fbc: value } });
});

test("a network that is off gets and stores nothing", async () => {
  await resetSetting(database.db, "meta_secret_token");
  expect((await report()).body).toBe('{"success":true}');
  await setSetting(database.db, "meta_secret_token", networkSettings.meta_secret_token);
  expect(await log()).toEqual([]);
});

test("the log has nothing of what browsers report, whether it is told, refused or malformed", async () => {
  visitor.cookies.set("_fbp", "fb.1.1790000000000.424242");
  await report({ external_id: "9876543210", event_id: "00ff00ff0a" });
  await report({ external_id: "9876543210", event_id: "no hex", custom_data: '{"email":"a@example.com"}' });
  await report({ external_id: "9876543210", nonce: "0123456789" });
  await report({ custom_data: `{"a":"a@example.com${"x".repeat(2_000_000)}"}` });
  await sent();
  expect(logged.length).toBeGreaterThan(3);
  expect(logged.join("")).not.toMatch(/9876543210|424242|a@example|Lies\/9|custom_data/);
});

test("the payloads of an added product are in the envelope and next to it", async () => {
  const answer = await visitor.post(routes.siteCall(), { action: "fca_pc_woo_ajax_add_to_cart", product_id: rug });
  const shared = {
    value: 2999,
    currency: "PKR",
    content_name: "Rug",
    content_ids: [String(rug)],
    content_type: "product",
  };
  const payloads = {
    facebook: { ...shared, contents: [{ id: String(rug), quantity: 1, item_price: 2999 }] },
    tiktok: { ...shared, contents: [{ content_id: String(rug), content_name: "Rug", quantity: 1, price: 2999 }] },
    ga: { currency: "PKR", value: 2999, items: [{ item_id: String(rug), item_name: "Rug", quantity: 1, price: 2999 }] },
    pinterest: { value: 2999, currency: "PKR", product_name: "Rug", product_id: String(rug) },
    snapchat: { price: 2999, currency: "PKR", description: "Rug", item_ids: [String(rug)] },
  };
  expect(answer.json()).toEqual({ success: true, data: payloads, ...payloads });
});

test("a variable product is a group, and an unknown one is no success", async () => {
  const ask = (product_id: string | number) =>
    visitor.post(routes.siteCall(), { action: "fca_pc_woo_ajax_add_to_cart", product_id });
  expect((await ask(socks)).json()).toMatchObject({ data: { facebook: { content_type: "product_group" } } });
  for (const unknown of [999_999, "", "<b>", "-1"]) {
    const answer = await ask(unknown);
    expect([answer.statusCode, answer.body]).toEqual([200, '{"success":false}']);
  }
});
