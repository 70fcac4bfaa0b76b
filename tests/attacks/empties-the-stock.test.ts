import { sql } from "drizzle-orm";
import type { Task } from "graphile-worker";
import { beforeEach, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { cancelUnpaidOrders } from "#jobs/orders/cancel-unpaid-orders.ts";
import { orderPlaced } from "#jobs/orders/order-placed.ts";
import { changeOrderStatus } from "#shop/orders/change-order-status.ts";
import { getOrder, listOrderEvents } from "#shop/orders/orders.ts";
import { getSettings, setSetting } from "#shop/settings/settings.ts";
import { addProduct } from "../../src/shop/cart/cart.fixtures.ts";
import { openWholeShop } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { testSignatures as signatures } from "../support/test-signatures.ts";
import { openAttackedShop } from "./support/open-shop.ts";
import { fillCart, readCheckout, sendCheckout } from "./support/order.ts";

const shop = openAttackedShop();
const db = () => shop().database.db;

/** The price of nine of ten products; a guest's largest order is twenty times as much. */
const price = 1000;
const largestOrder = 20 * price;

beforeEach(async () => {
  shop().later(3600);
  await db().execute(sql`update products set status = 'draft'`);
  await announceChange(db(), ["products"]);
});

/** Adds a product with counted stock. */
const addStocked = (stockQuantity: number) =>
  addProduct(db(), { regularPrice: price, managesStock: true, stockQuantity });

async function stockOf(id: number): Promise<number> {
  const { rows } = await db().execute<{ left: number }>(
    sql`select stock_quantity as left from products where id = ${id}`,
  );
  return rows[0]?.left ?? Number.NaN;
}

const orderOf = async (id: number) => getOrder(db(), id, await getSettings(db()));

/** Orders as a visitor of the address does, ten seconds after opening the checkout. */
async function orderFrom(
  ip: string,
  pieces: Readonly<Record<number, number>>,
  typed: Record<string, string> = {},
  process = shop().app,
) {
  const browser = shop().browserAt(ip, process);
  await fillCart(browser, pieces);
  const form = await readCheckout(browser, typed);
  shop().later(10);
  return { browser, answer: await sendCheckout(browser, form) };
}

const runJob = (task: Task, payload: unknown) => task(payload, {} as Parameters<Task>[1]);

test("one anonymous order for the whole shop is accepted on hold, takes no stock, and the shop is told", async () => {
  const ids = await Promise.all(Array.from({ length: 108 }, () => addStocked(40)));
  const all = Object.fromEntries(ids.map((id) => [id, 39]));
  const { browser, answer } = await orderFrom("203.0.113.1", all, { billing_email: "buyer@example.com" });
  expect(answer.result).toBe("success");
  expect(await orderOf(answer.order_id)).toMatchObject({ status: "on-hold", heldFor: "size" });
  expect(await Promise.all(ids.map(stockOf))).toEqual(ids.map(() => 40));

  const page = (await browser.get(new URL(answer.redirect).pathname + new URL(answer.redirect).search)).body;
  expect(page).toContain("We check this order before we reserve the products.");
  const job = orderPlaced({
    db: db(),
    clock: { now: shop().now },
    linkOrigin: () => "https://shop.example",
    signatures,
  });
  await runJob(job, { orderId: answer.order_id });
  const { rows: mails } = await db().execute<{ text: string }>(
    sql`select text from mail_outbox where mail_key like ${`%:${answer.order_id}`} order by mail_key desc`,
  );
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining("We check this order before we reserve the products"),
    expect.stringContaining("has taken no stock. Set it to processing to confirm it."),
  ]);
});

test("an order on hold that nobody confirms is cancelled after three days and leaves the stock as it is", async () => {
  const id = await addStocked(1000);
  const { answer } = await orderFrom("203.0.113.2", { [id]: 500 });
  expect(await orderOf(answer.order_id)).toMatchObject({ status: "on-hold", heldFor: "size" });
  const job = cancelUnpaidOrders({ db: db(), clock: { now: shop().now } });
  shop().later(3 * 86_400);
  await runJob(job, {});
  expect((await orderOf(answer.order_id)).status).toBe("on-hold");
  shop().later(86_400);
  await runJob(job, {});
  expect((await orderOf(answer.order_id)).status).toBe("cancelled");
  expect(await stockOf(id)).toBe(1000);
  const notes = (await listOrderEvents(db(), answer.order_id)).filter(({ kind }) => kind === "note");
  expect(notes.map(({ detail }) => detail)).toEqual([expect.stringMatching(/^Nobody confirmed the order by \d/)]);
});

test("a wholesale order takes its stock when the shop confirms it, and only what is left", async () => {
  const settings = await getSettings(db());
  const id = await addStocked(1000);
  const confirm = (orderId: number) =>
    changeOrderStatus(db(), { id: orderId, to: "processing" }, settings, shop().now());
  const first = (await orderFrom("203.0.113.3", { [id]: 600 })).answer.order_id;
  const second = (await orderFrom("203.0.113.3", { [id]: 600 })).answer.order_id;
  await confirm(first);
  expect([await stockOf(id), await orderOf(first)]).toMatchObject([400, { status: "processing", heldFor: null }]);
  await expect(confirm(second)).rejects.toMatchObject({ code: "stock_insufficient" });
  await changeOrderStatus(db(), { id: second, to: "cancelled" }, settings, shop().now());
  expect(await stockOf(id)).toBe(400);
  await changeOrderStatus(db(), { id: first, to: "cancelled" }, settings, shop().now());
  expect(await stockOf(id)).toBe(1000);
});

test("most of a product's stock in one order is held, and the last five pieces are not", async () => {
  const [few, many] = [await addStocked(5), await addStocked(12)];
  const lastOnes = (await orderFrom("203.0.113.4", { [few]: 5 })).answer.order_id;
  expect([await orderOf(lastOnes), await stockOf(few)]).toMatchObject([{ status: "processing", heldFor: null }, 0]);
  const most = (await orderFrom("203.0.113.4", { [many]: 7 })).answer.order_id;
  expect([await orderOf(most), await stockOf(many)]).toMatchObject([{ status: "on-hold", heldFor: "share" }, 12]);
});

test("many orders below every ceiling take at most five largest orders an hour from an address, and fifteen from its network", async () => {
  const id = await addStocked(100_000);
  await addProduct(db(), { regularPrice: price });
  const results: string[] = [];
  for (let place = 1; place <= 4; place++)
    for (let order = 0; order < 12; order++) {
      const { answer } = await orderFrom(`198.51.100.${place}`, { [id]: 10 });
      results.push(answer.result);
    }
  expect(new Set(results)).toEqual(new Set(["success"]));
  const taken = 100_000 - (await stockOf(id));
  expect(taken * price).toBe(15 * largestOrder);
  const elsewhere = (await orderFrom("198.51.101.1", { [id]: 10 })).answer.order_id;
  expect(await orderOf(elsewhere)).toMatchObject({ status: "processing", heldFor: null });
});

test("fifteen sessions of a crowded address, spread over two processes, order one after another or on hold", async () => {
  // All 21 orders stay below ten times as many, with which the network's queue would replace the address's.
  await setSetting(db(), "orders_per_address", 2);
  const second = await openWholeShop(shop().database, shop().now, { TRUST_PROXY: "127.0.0.1" });
  const id = await addStocked(1000);
  const ip = "192.0.2.1";
  for (let order = 0; order < 6; order++)
    await orderFrom(ip, { [id]: 1 }, {}, order % 2 === 0 ? shop().app : second.app);
  const browsers = Array.from({ length: 15 }, (_, index) =>
    shop().browserAt(ip, index % 2 === 0 ? shop().app : second.app),
  );
  for (const browser of browsers) await fillCart(browser, { [id]: 1 });
  let waiting = await Promise.all(browsers.map(async (browser) => ({ browser, form: await readCheckout(browser) })));
  shop().later(60);
  const before = await stockOf(id);
  const placed: number[] = [];
  for (let turn = 0; turn < 7; turn++) {
    const answers = await Promise.all(waiting.map(({ browser, form }) => sendCheckout(browser, form)));
    waiting = waiting.filter((_, index) => answers[index]?.result !== "success");
    placed.push(...answers.filter(({ result }) => result === "success").map(({ order_id }) => order_id));
    expect(before - (await stockOf(id))).toBe(turn + 1);
    shop().later(20);
  }
  await second.app.close();
  await setSetting(db(), "orders_per_address", 60);
  const orders = await Promise.all(placed.map(orderOf));
  expect(orders).toHaveLength(15);
  expect(orders.filter(({ heldFor }) => heldFor === "crowd")).toHaveLength(8);
  expect(before - (await stockOf(id))).toBe(7);
});
