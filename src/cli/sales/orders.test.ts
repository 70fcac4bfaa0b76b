import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { type Database, databaseOf, openPool } from "#db/database.ts";
import { addProduct, codeOf, defaultSettings, noon, openSession } from "#shop/cart/cart.fixtures.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { ayesha, checkoutOf } from "#shop/orders/checkout/checkout.fixtures.ts";
import type { Checkout } from "#shop/orders/checkout/checkout.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.ts";
import { exportOrders } from "#shop/orders/export-orders.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { ordersCommand } from "./orders.ts";

let database: TestDatabase;
let db: Database;
let id: number;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  const session = await openSession(db);
  const productId = await addProduct(db, { name: "Zinc", regularPrice: 1500 });
  await addToCart(db, session, { productId, variationId: null, quantity: 2, attributes: {} }, noon);
  id = (await placeOrder(db, checkoutOf(session), defaultSettings, noon)).id;
});

async function printed(args: string[], options: GivenOptions = {}): Promise<string> {
  const lines: string[] = [];
  await ordersCommand.run({ db, clock: { now: () => noon }, print: (line) => lines.push(line) }, args, options);
  return lines.join("\n");
}

test("orders list prints one line for each order", async () => {
  expect(await printed(["list"], { limit: "5" })).toBe(
    `${id}  2026-11-21 12:00  processing  Rs\u00a03,000  Ayesha Khan  Lahore`,
  );
});

test("orders list shows the city of the shipping address", async () => {
  const session = await openSession(db);
  const productId = await addProduct(db, { name: "Gift" });
  await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, noon);
  const form = { billing: ayesha, shipping: { ...ayesha, city: "Multan" }, note: "" };
  const { id: gift } = await placeOrder(db, checkoutOf(session, { form }), defaultSettings, noon);
  onTestFinished(async () => void (await db.execute(sql`delete from orders where id = ${gift}`)));
  expect(await printed(["list"], { limit: "1" })).toMatch(new RegExp(`^${gift}  .*  Multan$`));
});

test("orders show prints lines, total and address", async () => {
  const text = await printed(["show", String(id)]);
  expect(text).toContain("  2 x Zinc  Rs\u00a03,000");
  expect(text).toContain("Total: Rs\u00a03,000, Cash on delivery");
  expect(text).toContain("Billing: Ayesha Khan, House 14");
});

test("orders show prints the shipping method, its delivery time and the cash on delivery fee", async () => {
  const session = await openSession(db);
  await addToCart(
    db,
    session,
    { productId: await addProduct(db), variationId: null, quantity: 1, attributes: {} },
    noon,
  );
  const settings = { ...defaultSettings, shipping_title: "Courier", shipping_price: 200, cod_fee: 50 };
  const order = await placeOrder(db, checkoutOf(session), settings, noon);
  const text = await printed(["show", String(order.id)]);
  expect(text).toContain(
    "Courier (2-3 business days): Rs\u00a0200\nCash on delivery fee: Rs\u00a050\nTotal: Rs\u00a01,250",
  );
});

test("orders cancel cancels an order once; it can be reopened", async () => {
  const { id } = await placed();
  expect(await printed(["cancel", String(id)])).toBe(
    `Order ${id} is cancelled; it was processing. Its coupons and stock were returned.`,
  );
  expect(await codeOf(printed(["fail", String(id)]))).toBe("order_status_invalid");
  expect(await printed(["status", String(id), "on-hold"], { note: "She called" })).toBe(
    `Order ${id} is on-hold; it was cancelled. Its coupons and stock were taken again.`,
  );
  expect(await printed(["show", String(id)])).toMatch(
    /placed: processing\n.*status: cancelled\n.*status: on-hold\n.*note: She called$/,
  );
});

test("orders list filters by status and date", async () => {
  const { id } = await placed();
  await printed(["status", String(id), "completed"]);
  expect(await printed(["list"], { status: "completed" })).toMatch(new RegExp(`^${id}  .* completed .*$`));
  expect(await printed(["list"], { since: "2026-11-22" })).toBe("There are no such orders.");
  expect((await printed(["list"], { since: "2026-11-21T12:00Z" })).split("\n").length).toBeGreaterThan(1);
});

test("orders export writes one row per line item and neutralizes spreadsheet formulas", async () => {
  const billing = {
    ...ayesha,
    firstName: '=HYPERLINK("x")',
    city: "@Lahore",
    company: " =1+1",
    phone: "+92 300 1234567",
  };
  const form = { billing, shipping: null, note: 'He said "now",\nor never' };
  const { id } = await placed({ form }, new Date("2026-12-01T00:00:00Z"));
  const folder = await mkdtemp(join(tmpdir(), "chowk-orders-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "orders.csv");
  expect(await printed(["export", file], { since: "2026-12-01" })).toBe(`Wrote 1 order in 2 rows to ${file}`);
  const text = await readFile(file, "utf8");
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  expect(rows).toMatchObject([
    {
      order_id: String(id),
      order_date: "2026-12-01 00:00:00",
      status: "processing",
      order_total: "2000",
      billing_first_name: '\'=HYPERLINK("x")',
      billing_city: "'@Lahore",
      billing_company: "'=1+1",
      billing_phone: "'+92 300 1234567",
      customer_note: form.note,
      item_quantity: "1",
      item_total: "1000",
    },
    { order_id: String(id), item_quantity: "1" },
  ]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const shown = await printed(["export"], { since: "2026-12-01" });
  expect(shown).toBe(text.trimEnd().replaceAll("\r\n", "\n"));
  await expect(printed(["export", file])).rejects.toThrow(
    "orders.csv already exists: choose another name, or add --force",
  );
  expect(await readFile(file, "utf8")).toBe(text);
  expect(await printed(["export", file], { since: "2027-01-01", force: true })).toBe(
    `Wrote 0 orders in 0 rows to ${file}`,
  );
  expect(await readFile(file, "utf8")).toBe(`${text.split("\r\n", 1)[0]}\r\n`);
  expect(await readdir(folder)).toEqual(["orders.csv"]);
});

test("an export waits for a slow reader despite the database's timeouts", async () => {
  const pool = openPool(database.connection, 1);
  onTestFinished(() => pool.end());
  pool.on("connect", (client) => void client.query("set idle_in_transaction_session_timeout = 100"));
  const target = new Writable({ write: (_chunk, _encoding, done) => void setTimeout(done, 500) });
  const { orders } = await exportOrders(databaseOf(pool), null, defaultSettings, target);
  expect(orders).toBeGreaterThan(0);
});

test("unknown orders, subcommands, statuses and dates are rejected", async () => {
  expect(await codeOf(printed(["show", "9999999"]))).toBe("order_unknown");
  await expect(printed(["shw", "x"])).rejects.toThrow(
    'There is no "orders shw": use list, show ID, status ID STATUS, paid ID, cancel ID, fail ID, export FILE or sources.',
  );
  await expect(printed(["toString", "x"])).rejects.toThrow('There is no "orders toString"');
  await expect(printed(["list"], { limit: "many" })).rejects.toThrow('"many" is not a limit: use digits.');
  await expect(printed(["list"], { status: "done" })).rejects.toThrow('"done" is not a status: use pending, ');
  await expect(printed(["status", String(id)])).rejects.toThrow('"" is not a status');
  await expect(printed(["list"], { since: "2026-02-31" })).rejects.toThrow('"2026-02-31" is not a date');
});

/** Places an order of two products at 1,000. */
async function placed(given: Partial<Checkout> = {}, at = noon) {
  const session = await openSession(db);
  for (let times = 0; times < 2; times += 1) {
    const productId = await addProduct(db);
    await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, noon);
  }
  return placeOrder(db, checkoutOf(session, given), defaultSettings, at);
}
