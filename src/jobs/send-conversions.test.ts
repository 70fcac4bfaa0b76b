import { hash } from "node:crypto";
import { type JobHelpers, Logger, runOnce } from "graphile-worker";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { openSeals } from "#platform/seals.ts";
import { addProduct, noon, openSession } from "#shop/cart/cart.fixtures.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { changeOrderStatus } from "#shop/orders/change-order-status.ts";
import { ayesha, checkoutOf } from "#shop/orders/checkout/checkout.fixtures.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import type { OrderTracking } from "#shop/orders/order-tracking.ts";
import { getOrder } from "#shop/orders/orders.ts";
import { erasePersonalData } from "#shop/privacy/personal-data.ts";
import { getSettings, resetSetting, setSetting } from "#shop/settings/settings.ts";
import { claimConversions, deleteOldConversions, listConversions } from "#shop/tracking/conversions.ts";
import { saleEventId } from "#shop/tracking/event-id.ts";
import { networkNames, networks as networksByName } from "#shop/tracking/networks/networks.rules.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { testSignatures as signatures } from "../../tests/support/test-signatures.ts";
import { networkSettings, openNetworks } from "./networks.fixtures.ts";
import { orderPlaced } from "./orders/order-placed.ts";
import { orderStatusChanged } from "./orders/order-status-changed.ts";
import { sendConversionsTask } from "./send-conversions.ts";

let db: Database;
let pool: TestDatabase["pool"];
let productId: number;
let time = noon;
beforeAll(async () => {
  ({ db, pool } = await createTestDatabase());
  productId = await addProduct(db, { name: "Rug", regularPrice: 2999 });
});

const clock = { now: () => time };
const later = (seconds: number) => void (time = new Date(time.getTime() + seconds * 1000));

beforeEach(async () => {
  time = noon;
  await pool.query("delete from conversions");
  for (const [name, value] of Object.entries(networkSettings)) await setSetting(db, name, value);
  await resetSetting(db, "purchase_counts_on");
});

const seals = openSeals([{ value: "a secret of thirty-two characters" }]);
const linkOrigin = () => "https://shop.example";
const helpers = {} as JobHelpers;
const everything = {
  allowed: ["statistics", "marketing"],
  ids: { _fbp: "fb.1.1790000000000.77", _ga: "GA1.1.123.456", pixelcat_id: "0123456789" },
} as const;

interface Placing {
  tracking?: OrderTracking | null;
  email?: string;
}

/** Places an order, with its job. */
async function order(placing: Placing = {}) {
  const placedOrder = await place(placing);
  await placed(placedOrder.id);
  return placedOrder;
}

/** Places an order, which queues its job. */
async function place({ tracking = everything, email = ayesha.email }: Placing = {}) {
  const session = await openSession(db);
  await addToCart(db, session, { productId, variationId: null, quantity: 2, attributes: {} }, clock.now());
  const form = { billing: { ...ayesha, email }, shipping: null, note: "" };
  const checkout = checkoutOf(session, { form, tracking, customerIp: "203.0.113.7", customerAgent: "Browser/1" });
  const { id, key } = await placeOrder(db, checkout, { ...(await getSettings(db)), taxRates: [] }, clock.now());
  return { id, key };
}

const placed = (orderId: number) => orderPlaced({ db, clock, linkOrigin, signatures })({ orderId }, helpers);

/** Changes an order's status and runs its job. */
async function change(id: number, to: OrderStatus): Promise<void> {
  await changeOrderStatus(db, { id, to }, await getSettings(db), clock.now());
  const { rows } = await pool.query("select max(id)::int as id from order_events where order_id = $1", [id]);
  await orderStatusChanged({ db, clock, linkOrigin, signatures })(
    { orderId: id, eventId: rows[0].id, status: to },
    helpers,
  );
}

const sender = (origin: string) => sendConversionsTask({ db, clock, seals, conversionsProxy: origin, linkOrigin });
const send = (origin: string) => sender(origin)({}, helpers);

/** Returns what became of an order's conversions: "meta Purchase sent". */
async function logOf(orderId: number): Promise<string[]> {
  const log = await listConversions(db, { limit: 100 });
  return log
    .filter((one) => one.orderId === orderId)
    .map(({ network, event, status, reason }) => `${network} ${event} ${status}${reason && `: ${reason}`}`)
    .sort();
}

const sha256 = (text: string) => hash("sha256", text, "hex");

test("an order is told once to each network, with hashed contacts", async () => {
  const networks = await openNetworks(clock.now);
  const { id, key } = await order();
  await placed(id);
  await send(networks.origin);
  await send(networks.origin);
  const eventId = saleEventId(key, "purchase");
  expect(eventId).toMatch(/^[0-9a-f]{10}$/);
  expect([...networks.counted.keys()].sort()).toEqual(
    [
      `meta Purchase ${eventId}`,
      `tiktok CompletePayment ${eventId}`,
      `pinterest checkout ${eventId}`,
      `snapchat PURCHASE ${eventId}`,
      `google purchase ${id}`,
    ].sort(),
  );
  expect(networks.requests).toHaveLength(5);
  expect(networks.googleFaults).toEqual([]);
  expect(networks.counted.get(`meta Purchase ${eventId}`)).toEqual({
    event_name: "Purchase",
    event_time: noon.getTime() / 1000,
    event_id: eventId,
    action_source: "website",
    event_source_url: "https://shop.example/checkout/",
    user_data: {
      em: [sha256("ayesha@example.com")],
      ph: [sha256("923001234567")],
      fn: [sha256("ayesha")],
      ln: [sha256("khan")],
      ct: [sha256("lahore")],
      st: [sha256("pb")],
      zp: [sha256("54000")],
      country: [sha256("pk")],
      external_id: [sha256("0123456789")],
      client_ip_address: "203.0.113.7",
      client_user_agent: "Browser/1",
      fbp: "fb.1.1790000000000.77",
    },
    custom_data: {
      value: 5998,
      currency: "PKR",
      content_name: "Rug",
      content_ids: [String(productId)],
      content_type: "product",
      num_items: 2,
      content_category: "",
      contents: [{ id: String(productId), quantity: 2, item_price: 2999 }],
      order_id: String(id),
    },
  });
  expect(networks.counted.get(`tiktok CompletePayment ${eventId}`)).toMatchObject({
    user: { email: sha256("ayesha@example.com"), phone: sha256("+923001234567") },
  });
  expect(await logOf(id)).toEqual([
    "google purchase sent",
    "meta Purchase sent",
    "pinterest Checkout sent",
    "snapchat PURCHASE sent",
    "tiktok CompletePayment sent",
  ]);
});

test("the queue of an order's transaction leads to the networks, with one job each however many orders wait", async () => {
  const networks = await openNetworks(clock.now);
  await pool.query("delete from graphile_worker._private_jobs");
  const ids = [await place(), await place()].map(({ id }) => id);
  const queued = async () =>
    (await pool.query("select task_identifier as task from graphile_worker.jobs order by id")).rows.map(
      ({ task }) => task,
    );
  expect(await queued()).toEqual(["order-placed", "order-placed"]);
  const taskList = {
    "order-placed": orderPlaced({ db, clock, linkOrigin, signatures }),
    "deliver-mail": async () => {},
    "send-conversions": sender(networks.origin),
  };
  const work = () => runOnce({ pgPool: pool, taskList, logger: new Logger(() => () => {}), noHandleSignals: true });
  await work();
  // A finished job may stay in the queue for a moment.
  await expect.poll(queued).toEqual(Array(5).fill("send-conversions"));
  await pool.query("update graphile_worker._private_jobs set run_at = now()");
  await work();
  expect(networks.counted.size).toBe(10);
  expect(networks.requests).toHaveLength(4 + 2);
  for (const id of ids) expect((await logOf(id)).every((line) => line.endsWith(" sent"))).toBe(true);
  await expect.poll(queued).toEqual([]);
});

test("without a network nothing is stored", async () => {
  for (const name of Object.keys(networkSettings)) await resetSetting(db, name);
  await order();
  expect(await listConversions(db, { limit: 10 })).toEqual([]);
});

test("what the buyer did not allow is not sent, and the log says so", async () => {
  const networks = await openNetworks(clock.now);
  const refusing = await order({ tracking: null });
  const counting = await order({ tracking: { allowed: ["statistics"], ids: {} } });
  await send(networks.origin);
  expect(await logOf(refusing.id)).toEqual([
    "google purchase skipped: no consent to statistics",
    "meta Purchase skipped: no consent to marketing",
    "pinterest Checkout skipped: no consent to marketing",
    "snapchat PURCHASE skipped: no consent to marketing",
    "tiktok CompletePayment skipped: no consent to marketing",
  ]);
  expect(await logOf(counting.id)).toContain("google purchase sent");
  expect([...networks.counted.keys()]).toEqual([`google purchase ${counting.id}`]);
});

test.each<Pick<OrderTracking, "allowed">>([
  { allowed: [] },
  { allowed: ["statistics"] },
  { allowed: ["marketing"] },
  { allowed: ["statistics", "marketing"] },
])("purchases and refunds go exactly to the networks that are allowed: $allowed", async ({ allowed }) => {
  const networks = await openNetworks(clock.now);
  const { id } = await order({ tracking: { allowed, ids: {} } });
  await send(networks.origin);
  await change(id, "completed");
  await change(id, "refunded");
  await send(networks.origin);
  const mayTell = networkNames.filter((name) => allowed.includes(networksByName[name].consent));
  const told = (await logOf(id)).filter((line) => line.endsWith(" sent")).map((line) => line.split(" ", 1)[0]);
  const knowRefunds = mayTell.filter((name) => ["meta", "tiktok", "google"].includes(name));
  expect(new Set(told)).toEqual(new Set(mayTell));
  expect(told).toHaveLength(mayTell.length + knowRefunds.length);
  expect(networks.counted.size).toBe(told.length);
  const hosts = new Set(networks.requests.map(({ host }) => host));
  expect(hosts.size).toBe(mayTell.length);
});

test("a purchase counts once, in ten ways of telling it again", async () => {
  const networks = await openNetworks(clock.now);
  const { id } = await order();
  const all = () => send(networks.origin);
  const disturbed = async (how: Parameters<typeof networks.disturb>[0]) => {
    networks.disturb(how);
    await all();
    networks.disturb(null);
    later(3700);
  };
  const ways: (() => Promise<unknown>)[] = [
    () => disturbed(() => ({ status: 503 })),
    () => disturbed(({ host }) => (host === "graph.facebook.com" ? { status: 401 } : { status: 500 })),
    () => disturbed(() => "lost"),
    async () => {
      await claimConversions(db, "tiktok", { now: clock.now(), until: clock.now(), limit: 1 });
    },
    () => Promise.all([all(), all()]),
    async () => placed(id),
    () => Promise.all([placed(id), placed(id)]),
    () => change(id, "completed"),
    async () => {
      await setSetting(db, "purchase_counts_on", "delivery");
      await change(id, "processing");
      await change(id, "completed");
    },
    async () => {
      later(100 * 86_400);
      await deleteOldConversions(db, { conversion_days: 90 }, clock.now(), 500);
      await placed(id);
    },
  ];
  expect(ways).toHaveLength(10);
  for (const again of ways) {
    await again();
    await all();
  }
  expect(networks.counted.size).toBe(5);
  expect(await logOf(id)).toHaveLength(5);
  expect((await logOf(id)).every((line) => line.endsWith(" sent"))).toBe(true);
});

test("an event whose answer got lost is sent again under its id and counted once", async () => {
  const networks = await openNetworks(clock.now);
  const { id } = await order();
  networks.disturb(() => "lost");
  await send(networks.origin);
  expect(await logOf(id)).toContain("meta Purchase waiting: the network could not be reached");
  expect(networks.counted.size).toBe(5);
  networks.disturb(null);
  await send(networks.origin);
  expect(await logOf(id)).toContain("meta Purchase waiting: the network could not be reached");
  later(16);
  await send(networks.origin);
  expect((await logOf(id)).every((line) => line.endsWith(" sent"))).toBe(true);
  expect(networks.counted.size).toBe(5);
  expect(networks.requests).toHaveLength(10);
});

test("a network rests longer after each failure and gets everything when it is back", async () => {
  const networks = await openNetworks(clock.now);
  networks.disturb(() => ({ status: 503 }));
  const first = await order();
  await send(networks.origin);
  const second = await order();
  await send(networks.origin);
  expect(networks.requests).toHaveLength(5);
  later(16);
  await send(networks.origin);
  const afterSecond = networks.requests.length;
  later(16);
  await send(networks.origin);
  expect(networks.requests).toHaveLength(afterSecond);
  networks.disturb(null);
  later(3600);
  await send(networks.origin);
  for (const { id } of [first, second]) expect((await logOf(id)).every((line) => line.endsWith(" sent"))).toBe(true);
  expect(networks.counted.size).toBe(10);
});

test("what a network refuses is recorded with its answer and does not take others with it", async () => {
  const networks = await openNetworks(clock.now);
  const orders = [await order(), await order(), await order()] as const;
  const bad = orders[1];
  networks.disturb(({ host, body }) =>
    host === "graph.facebook.com" && JSON.stringify(body).includes(`"order_id":"${bad.id}"`)
      ? {
          status: 400,
          body: {
            error: { code: 100, message: "Invalid parameter: ayesha@example.com 0123456789abcdefSecretTokenXyz" },
          },
        }
      : undefined,
  );
  await send(networks.origin);
  expect(await logOf(bad.id)).toContain("meta Purchase refused: 100: Invalid parameter: ... ...");
  expect(await logOf(orders[0].id)).toContain("meta Purchase sent");
  expect(await logOf(orders[2].id)).toContain("meta Purchase sent");
});

test("a wrong token loses nothing: events wait until it is corrected", async () => {
  const networks = await openNetworks(clock.now);
  for (const name of Object.keys(networkSettings).filter((key) => key.includes("secret")))
    if (name !== "google_secret_key") await setSetting(db, name, "wrong-token-0000");
  const { id } = await order();
  await send(networks.origin);
  expect(await logOf(id)).toEqual([
    "google purchase sent",
    "meta Purchase waiting: 190: Invalid OAuth access token.",
    "pinterest Checkout waiting: the network answered 401 to the token",
    "snapchat PURCHASE waiting: the network answered 401 to the token",
    "tiktok CompletePayment waiting: ...: Access token is incorrect or has been revoked.",
  ]);
  for (const [name, value] of Object.entries(networkSettings)) await setSetting(db, name, value);
  later(60);
  await send(networks.origin);
  expect((await logOf(id)).every((line) => line.endsWith(" sent"))).toBe(true);
});

test("an order that is paid on delivery can count when it is completed, once", async () => {
  const networks = await openNetworks(clock.now);
  await setSetting(db, "purchase_counts_on", "delivery");
  const { id } = await order();
  expect(await logOf(id)).toEqual([]);
  later(3 * 86_400);
  await change(id, "completed");
  await send(networks.origin);
  await change(id, "processing");
  await change(id, "completed");
  await send(networks.origin);
  expect(networks.counted.size).toBe(5);
  expect(networks.requests).toHaveLength(5);
  expect((await logOf(id)).every((line) => line.endsWith(" sent"))).toBe(true);
});

test("a refund and a cancellation are told to the networks that know such, after a purchase only", async () => {
  const networks = await openNetworks(clock.now);
  const refunded = await order();
  const cancelled = await order();
  const refusing = await order({ tracking: null });
  await change(refunded.id, "completed");
  await change(refunded.id, "refunded");
  await change(cancelled.id, "cancelled");
  await change(refusing.id, "cancelled");
  await send(networks.origin);
  expect(await logOf(refunded.id)).toEqual(
    expect.arrayContaining([
      "google refund sent",
      "meta Refund sent",
      "tiktok Refund sent",
      "pinterest refund skipped: the network has no such event",
      "snapchat refund skipped: the network has no such event",
    ]),
  );
  expect(await logOf(cancelled.id)).toEqual(
    expect.arrayContaining(["google refund sent", "meta Cancellation sent", "tiktok Cancellation sent"]),
  );
  expect(await logOf(refusing.id)).toHaveLength(5);
  expect(networks.googleFaults).toEqual([]);
});

test("two processes send each conversion once, and a killed one's are sent after its claim", async () => {
  const networks = await openNetworks(clock.now);
  for (let placedOrders = 0; placedOrders < 5; placedOrders++) await order();
  // A process that is killed between the claim and the request.
  const until = new Date(clock.now().getTime() + 50_000);
  const lost = await claimConversions(db, "meta", { now: clock.now(), until, limit: 2 });
  expect(lost).toHaveLength(2);
  await Promise.all([send(networks.origin), send(networks.origin)]);
  const metaEvents = () =>
    networks.requests.filter(({ host }) => host === "graph.facebook.com").flatMap(({ body }) => body.data as object[]);
  expect(metaEvents()).toHaveLength(3);
  expect(networks.counted.size).toBe(23);
  later(51);
  await send(networks.origin);
  expect(metaEvents()).toHaveLength(5);
  expect(networks.counted.size).toBe(25);
});

test("events that a network takes no more are skipped", async () => {
  const networks = await openNetworks(clock.now);
  const { id } = await order();
  later(4 * 86_400);
  await send(networks.origin);
  expect(await logOf(id)).toContain("google purchase skipped: older than 3 days");
  expect(await logOf(id)).toContain("meta Purchase sent");
  expect(networks.googleFaults).toEqual([]);
});

test("nothing personal is stored with conversions, and nothing is sent of a person who was erased", async () => {
  const networks = await openNetworks(clock.now);
  const { id } = await order({ email: "erased@example.com" });
  const { rows } = await pool.query("select c::text as row from conversions c");
  expect(rows).toHaveLength(networkNames.length);
  for (const { row } of rows) expect(row).not.toMatch(/erased|203\.0\.113|Browser|Ayesha|fb\.1|0300/);
  await change(id, "cancelled");
  await erasePersonalData(db, "erased@example.com", clock.now());
  await send(networks.origin);
  expect(networks.requests).toEqual([]);
  expect(await logOf(id)).toContain("meta Purchase skipped: the order's data was deleted");
  expect((await getOrder(db, id, await getSettings(db))).tracking).toBeNull();
});

test("the log is kept for a while, and that an order was told as long as the order", async () => {
  const networks = await openNetworks(clock.now);
  const told = await order();
  const refusing = await order({ tracking: null });
  await send(networks.origin);
  later(91 * 86_400);
  expect(await deleteOldConversions(db, { conversion_days: 90 }, clock.now(), 100)).toBe(5);
  expect(await logOf(refusing.id)).toEqual([]);
  expect(await logOf(told.id)).toHaveLength(5);
  await change(told.id, "completed");
  await send(networks.origin);
  expect(networks.requests).toHaveLength(5);
});
