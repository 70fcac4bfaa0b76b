import { expect, test } from "vitest";
import { openNonces } from "#http/guards/nonce.ts";
import { pixelNonce } from "#http/guards/nonce-actions.ts";
import { networkSettings, openNetworks } from "#jobs/networks.fixtures.ts";
import { orderPlaced } from "#jobs/orders/order-placed.ts";
import { sendConversionsTask } from "#jobs/send-conversions.ts";
import { openSeals } from "#platform/seals.ts";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { listConversions } from "#shop/tracking/conversions.ts";
import { saleEventId } from "#shop/tracking/event-id.ts";
import { type FormBrowser, origin, secret } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { testSignatures as signatures } from "../support/test-signatures.ts";
import { openAttackedShop } from "./support/open-shop.ts";
import { fillCart, readCheckout, sendCheckout } from "./support/order.ts";

const shop = openAttackedShop();

/** Reports to all networks; each test begins without conversions. */
async function configure(): Promise<void> {
  const { database } = shop();
  await database.pool.query("delete from conversions");
  for (const [name, value] of Object.entries(networkSettings)) await setSetting(database.db, name, value);
}

/** A visitor who agreed to marketing. */
function visitorAt(ip: string): FormBrowser {
  const browser = shop().browserAt(ip);
  browser.cookies.set("wp_consent_marketing", "allow");
  return browser;
}

let lastId = 0;
function nextId(): string {
  lastId += 1;
  return lastId.toString(16).padStart(10, "0");
}

/** Sends an event as the page's script does. */
async function report(browser: FormBrowser, given: Record<string, string>, action = "fca_pc_capi_event") {
  const { now } = shop();
  const nonce = openNonces([{ value: secret }], { now }).create(pixelNonce);
  const event = {
    event_name: "AddToCart",
    event_id: nextId(),
    custom_data: "null",
    event_source_url: `${origin}/`,
    nonce,
  };
  const answer = await browser.post(routes.siteCall(), {
    action,
    event_time: String(now().getTime() / 1000),
    ...event,
    ...given,
  });
  return [answer.statusCode, answer.body] as const;
}

/** Runs the jobs against fake networks. @returns what they got */
async function send() {
  const { database, now } = shop();
  const networks = await openNetworks(now);
  const task = sendConversionsTask({
    db: database.db,
    clock: { now },
    seals: openSeals([{ value: secret }]),
    conversionsProxy: networks.origin,
    linkOrigin: () => origin,
  }) as (payload: object) => Promise<void>;
  await task({});
  return networks;
}

const log = async () =>
  (await listConversions(shop().database.db, { limit: 1000 })).map((one) => `${one.event} ${one.status}`);

test("purchases, refunds and cancellations that a browser invents reach no network", async () => {
  await configure();
  const attacker = visitorAt("203.0.113.5");
  const invented = JSON.stringify({ value: 1_000_000, currency: "PKR", order_id: "1001", content_ids: ["1"] });
  const forgeries = [
    ["fca_pc_capi_event", "Purchase"],
    ["fca_pc_capi_event", "purchase"],
    ["fca_pc_capi_event", "Refund"],
    ["fca_pc_capi_event", "Cancellation"],
    ["fca_pc_tiktok_api_event", "CompletePayment"],
    ["fca_pc_tiktok_api_event", "PlaceAnOrder"],
    ["fca_pc_tiktok_api_event", "Complete_Payment"],
    ["fca_pc_pinterest_api_event", "Checkout"],
    ["fca_pc_snapchat_api_event", "PURCHASE"],
  ] as const;
  for (const [action, name] of forgeries)
    expect(await report(attacker, { event_name: name, custom_data: invented }, action)).toEqual([
      200,
      '{"success":true}',
    ]);
  expect((await send()).requests).toEqual([]);
  expect(await log()).toEqual(expect.arrayContaining(forgeries.map(([, name]) => `${name} skipped`)));
});

test("an order counts once although its buyer and a stranger report it too, with its own event id", async () => {
  await configure();
  const { database, now } = shop();
  const rug = await addProduct(database.db, { name: "Rug", regularPrice: 2999 });
  const buyer = visitorAt("203.0.113.20");
  await fillCart(buyer, { [rug]: 1 });
  const form = await readCheckout(buyer, { billing_email: "ayesha@example.com" });
  shop().later(60);
  const order = await sendCheckout(buyer, form);
  expect(order).toMatchObject({ result: "success" });
  const placed = orderPlaced({ db: database.db, clock: { now }, linkOrigin: () => origin, signatures }) as (
    job: object,
  ) => Promise<void>;
  await placed({ orderId: order.order_id });
  const key = new URL(order.redirect).searchParams.get("key") ?? "";
  const eventId = saleEventId(key, "purchase");
  const sale = { event_name: "Purchase", event_id: eventId, custom_data: '{"value":2999,"currency":"PKR"}' };
  await report(buyer, sale);
  await report(visitorAt("198.51.100.9"), sale);
  await placed({ orderId: order.order_id });
  const { counted, requests } = await send();
  expect([...counted.keys()].filter((one) => one.startsWith("meta"))).toEqual([`meta Purchase ${eventId}`]);
  expect(requests.filter(({ host }) => host === "graph.facebook.com")).toHaveLength(1);
  expect((await send()).requests).toEqual([]);
});

test("a wrong, foreign or missing nonce, another site's page and a link store nothing", async () => {
  await configure();
  const attacker = visitorAt("203.0.113.6");
  const { now } = shop();
  const foreign = openNonces([{ value: secret }], { now }).create("another_action");
  for (const nonce of ["", "0123456789", foreign])
    expect(await report(attacker, { nonce })).toEqual([200, '{"success":false,"data":"This page has expired."}']);
  const crossSite = await attacker.post(
    routes.siteCall(),
    { action: "fca_pc_capi_event", event_name: "AddToCart" },
    { origin: "https://attacker.example", "sec-fetch-site": "cross-site" },
  );
  expect(crossSite.statusCode).toBe(403);
  const link = await attacker.get(
    `${routes.siteCall()}?action=fca_pc_capi_event&event_name=AddToCart&event_id=${nextId()}`,
  );
  expect(link.body).not.toContain('"success":true');
  expect(await log()).toEqual([]);
});

test("giant, malformed and poisoned custom_data is refused or harmless", async () => {
  await configure();
  const attacker = visitorAt("203.0.113.7");
  const poison = {
    content_name: "<img src=x onerror=alert(1)>Rug\u0000\u0007",
    "<script>": "key",
    __proto__: { polluted: true },
    constructor: { prototype: {} },
    value: 1e300,
    currency: "pounds",
    email: "ayesha@example.com",
    deep: { a: { b: "c" } },
    content_ids: Array.from({ length: 5000 }, (_, at) => at),
  };
  for (const custom of [
    "{",
    "[]",
    '"text"',
    "1",
    `{"a":"${"x".repeat(50_000)}"}`,
    JSON.stringify(poison).replace("}}", '}},"__proto__":{"x":1}'),
  ])
    expect(await report(attacker, { custom_data: custom })).toEqual([200, '{"success":true}']);
  await report(attacker, {
    custom_data: JSON.stringify({ content_name: "<b>Rug</b>", contents: [{ id: "<i>7</i>", quantity: 1 }] }),
  });
  const [giant] = await report(attacker, { custom_data: `{"a":"${"x".repeat(2_000_000)}"}` });
  expect(giant).toBe(413);
  const { requests } = await send();
  const sent = requests.flatMap(({ body }) => body.data as { custom_data?: Record<string, unknown> }[]);
  expect(sent.length).toBeGreaterThan(0);
  for (const event of sent) expect(JSON.stringify(event).length).toBeLessThan(4000);
  expect(JSON.stringify(sent)).not.toMatch(/<|onerror=alert\(1\)>|ayesha|pounds|1e\+?300|polluted/);
  expect(sent).toContainEqual(
    expect.objectContaining({ custom_data: { content_name: "Rug", contents: [{ id: "7", quantity: 1 }] } }),
  );
  expect(await log()).not.toContain("AddToCart refused");
});

test("malformed names, ids, times and pages are refused or corrected", async () => {
  await configure();
  const attacker = visitorAt("203.0.113.8");
  const refused = [200, '{"success":false,"data":"This event is not valid."}'];
  for (const given of [
    { event_name: "<script>" },
    { event_name: "" },
    { event_name: "x".repeat(41) },
    { event_id: "not-hex" },
    { event_id: "00ff00ff00ff" },
  ] as Record<string, string>[])
    expect(await report(attacker, given)).toEqual(refused);
  const { now } = shop();
  await report(attacker, { event_time: "1", event_source_url: "https://attacker.example/?a=b" });
  await report(attacker, { event_time: "9999999999", event_source_url: "javascript:alert(1)" });
  const { requests } = await send();
  for (const event of requests.flatMap(({ body }) => body.data as object[]))
    expect(event).toMatchObject({ event_time: now().getTime() / 1000, event_source_url: `${origin}/` });
});

test("one address cannot fill the table or the networks, and its neighbours still report", async () => {
  await configure();
  const attacker = visitorAt("203.0.113.9");
  const answers = [];
  for (let sent = 0; sent < 1100; sent += 100)
    answers.push(...(await Promise.all(Array.from({ length: 100 }, () => report(attacker, {})))));
  expect(answers.filter(([, body]) => body === '{"success":true}').length).toBeLessThanOrEqual(1000);
  expect(answers.at(-1)).toEqual([200, '{"success":false,"data":"There are too many events from this address."}']);
  const stored = await shop().database.pool.query("select count(*)::int as count from conversions");
  expect(stored.rows[0].count).toBeLessThanOrEqual(1000);
  expect(await report(visitorAt("203.0.113.10"), {})).toEqual([200, '{"success":true}']);
});

test("neither the table nor the log shows who was reported", async () => {
  await configure();
  const { database } = shop();
  const visitor = visitorAt("203.0.113.77");
  visitor.cookies.set("_fbp", "fb.1.1790000000000.424242");
  await report(visitor, { external_id: "0123456789" });
  const { rows } = await database.pool.query("select c::text as row from conversions c");
  expect(rows).toHaveLength(1);
  expect(rows[0].row).not.toMatch(/203\.0\.113|424242|0123456789|Mozilla/);
  await send();
  const { rows: settled } = await database.pool.query("select sealed from conversions");
  expect(settled).toEqual([{ sealed: null }]);
});
