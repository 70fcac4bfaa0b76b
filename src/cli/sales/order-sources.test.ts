import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/database.ts";
import type { Attribution } from "#shop/attribution/attribution.rules.ts";
import { addProduct, defaultSettings, noon, openSession } from "#shop/cart/cart.fixtures.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { anonymizeOrders } from "#shop/orders/anonymize-orders.ts";
import { ayesha, checkoutOf } from "#shop/orders/checkout/checkout.fixtures.ts";
import type { Consent } from "#shop/orders/checkout/checkout.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { ordersCommand } from "./orders.ts";
import { statisticsCommand } from "./statistics.ts";

let db: Database;
/** What is stored as the source of an order whose buyer followed a prepared link. */
const hostile = '=HYPERLINK("http://evil.example")<b>';
const mail: Attribution = { sourceType: "utm", utmSource: "mail", utmCampaign: "june", deviceType: "Mobile" };
const search: Attribution = { sourceType: "organic", utmSource: "google", deviceType: "Desktop" };
const crafted: Attribution = {
  sourceType: "utm",
  utmSource: hostile,
  utmCampaign: hostile,
  sessionEntry: "+1+1",
  deviceType: "Desktop",
  touches: [{ at: "2026-11-20T12:00:00.000Z", type: "utm", source: hostile, medium: "", campaign: "" }],
};

beforeAll(async () => {
  ({ db } = await createTestDatabase());
  const early = new Date("2026-11-01T12:00:00Z");
  await placed({ phone: "0300 1111111", email: "a@example.com" }, mail, 1000, early);
  await placed({ phone: "0300 1111111", email: "other@example.com" }, mail, 500);
  await placed({ phone: "0300 2222222", email: "A@example.com" }, search, 700);
  const refunded = await placed({ phone: "0300 3333333", email: "" }, search, 300);
  await placed({ phone: "0300 4444444", email: "" }, null, 200);
  const cancelled = await placed({ phone: "0300 5555555", email: "" }, mail, 9000);
  await db.execute(sql`update orders set status = 'refunded' where id = ${refunded}`);
  await db.execute(sql`update orders set status = 'cancelled' where id = ${cancelled}`);
});

async function placed(
  buyer: { phone: string; email: string },
  attribution: Attribution | null,
  price: number,
  at = noon,
  consent: Consent = {},
): Promise<number> {
  const session = await openSession(db);
  const productId = await addProduct(db, { regularPrice: price });
  await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, noon);
  const form = { billing: { ...ayesha, ...buyer }, shipping: null, note: "" };
  return (await placeOrder(db, checkoutOf(session, { form, attribution, consent }), defaultSettings, at)).id;
}

async function printed(what: string, options: GivenOptions = {}): Promise<string> {
  const lines: string[] = [];
  await ordersCommand.run({ db, clock: { now: () => noon }, print: (line) => lines.push(line) }, [what], options);
  return lines.join("\n").replaceAll("\u00a0", " ");
}

test("orders sources lists revenue, refunds, averages and new buyers by source", async () => {
  expect((await printed("sources")).split("\n")).toEqual([
    "Source: Mail  2 orders  Rs 1,500  refunds Rs 0  average Rs 750  1 new, 1 returning",
    "Organic: Google  2 orders  Rs 1,000  refunds Rs 300  average Rs 500  1 new, 1 returning",
    "Unknown  1 order  Rs 200  refunds Rs 0  average Rs 200  1 new, 0 returning",
  ]);
});

test("orders sources tells buyers who allowed no record from unknown sources", async () => {
  const privacy = { statistics: false, marketing: false, by: "signal", at: null, text: null } as const;
  for (const consent of [{ attribution: false }, { privacy }] as const) {
    const id = await placed({ phone: "0300 8888888", email: "" }, null, 50, noon, consent);
    onTestFinished(async () => void (await db.execute(sql`delete from orders where id = ${id}`)));
  }
  for (const by of ["source", "campaign", "device"])
    expect((await printed("sources", { by })).split("\n")).toContain(
      "Not recorded (consent refused or not given)  2 orders  Rs 100  refunds Rs 0  average Rs 50  1 new, 1 returning",
    );
  expect(await printed("sources", { csv: "-" })).toMatch(/^Not recorded \(consent refused or not given\),PKR,2,/m);
});

test("orders sources groups by campaign and by device", async () => {
  const names = async (by: string) => (await printed("sources", { by })).split("\n").map((line) => line.split("  ")[0]);
  expect(await names("campaign")).toEqual(["june", "No campaign"]);
  expect(await names("device")).toEqual(["Mobile", "Desktop", "Unknown"]);
  await expect(printed("sources", { by: "colour" })).rejects.toThrow(
    'Orders cannot be grouped by "colour": use source, campaign, device.',
  );
});

test("with a date only later orders count; earlier ones still make their buyers returning ones", async () => {
  expect((await printed("sources", { since: "2026-11-10" })).split("\n")[1]).toBe(
    "Source: Mail  1 order  Rs 500  refunds Rs 0  average Rs 500  0 new, 1 returning",
  );
  expect(await printed("sources", { since: "2027-01-01" })).toBe("There are no such orders.");
  expect(await printed("sources", { since: "9999-12-31T23:59:59Z" })).toBe("There are no such orders.");
});

test("amounts of one currency with different minor units are not added together", async () => {
  const id = await placed({ phone: "0300 1313131", email: "" }, mail, 100);
  removeAfterwards(id);
  await db.execute(sql`update orders set currency_minor_unit = 2 where id = ${id}`);
  const lines = (await printed("sources")).split("\n").filter((line) => line.startsWith("Source: Mail"));
  expect(lines.map((line) => line.split("  ").slice(1, 3))).toEqual([
    ["2 orders", "Rs 1,500"],
    ["1 order", "Rs 1.00"],
  ]);
  const statistics: string[] = [];
  const context = { db, clock: { now: () => noon }, print: (line: string) => void statistics.push(line) };
  await statisticsCommand.run(context, [], { days: "60" });
  const revenues = statistics.filter((line) => line.startsWith("Revenue")).map((line) => line.replace("\u00a0", " "));
  expect(revenues.map((line) => line.slice("Revenue".length).trim())).toEqual(["Rs 2,700", "Rs 1.00"]);
});

test("a date that the database does not know is refused", async () => {
  for (const since of ["0000-01-01", "9999-12-31T23:59-12:00"])
    await expect(printed("sources", { since })).rejects.toThrow(`"${since}" is not a date`);
});

test("a time of day counts the orders of that day placed since then", async () => {
  for (const at of ["2026-11-12T08:59:59.999Z", "2026-11-12T09:00:00Z", "2026-11-13T00:00:00Z"])
    removeAfterwards(await placed({ phone: "0300 1212121", email: "" }, mail, 40, new Date(at)));
  for (const [since, orders] of [
    ["2026-11-12", 4],
    ["2026-11-12T09:00Z", 3],
    ["2026-11-12T14:00+05:00", 3],
    ["2026-11-12T09:00:01Z", 2],
    ["2026-11-13", 2],
  ] as const)
    expect(await printed("sources", { since })).toContain(`Source: Mail  ${orders} orders`);
});

/** Whether orders were the first ones of their buyers, oldest first. */
async function firstOnes(...ids: number[]): Promise<boolean[]> {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select exists (select from first_orders where order_id = id) as is from unnest(${sql.param(ids)}::bigint[]) id order by id`,
  );
  return rows.map((row) => row.is);
}

const removeAfterwards = (...ids: number[]) =>
  onTestFinished(
    async () => void (await db.execute(sql`delete from orders where id = any(${sql.param(ids)}::bigint[])`)),
  );

test("of a buyer's orders placed at the same time one is the first, by phone number or email address", async () => {
  const common = [
    ...Array.from({ length: 6 }, (_, n) => ({ phone: "0300 9999999", email: `crowd-${n}@example.com` })),
    ...Array.from({ length: 6 }, () => ({ phone: "0300 9999999", email: "crowd-0@example.com" })),
  ];
  const ids = await Promise.all(common.map((buyer) => placed(buyer, null, 10)));
  removeAfterwards(...ids);
  expect((await firstOnes(...ids)).filter(Boolean)).toHaveLength(1);
});

test("an order after a cancelled one is a first order, and stays one whatever happens to either", async () => {
  const buyer = { phone: "0300 1010101", email: "later@example.com" };
  const place = () => placed(buyer, null, 10);
  const cancelled = await place();
  await db.execute(sql`update orders set status = 'cancelled' where id = ${cancelled}`);
  const second = await place();
  const third = await place();
  removeAfterwards(cancelled, second, third);
  expect(await firstOnes(cancelled, second, third)).toEqual([true, true, false]);
  await db.execute(sql`update orders set status = 'processing' where id = ${cancelled}`);
  await db.execute(sql`update orders set status = 'refunded' where id = ${second}`);
  await anonymizeOrders(db, sql`id in (${cancelled}, ${second})`, noon);
  expect(await firstOnes(cancelled, second, third)).toEqual([true, true, false]);
});

test("a source that is a formula is harmless in both CSV files, and plain text in lists", async () => {
  const id = await placed({ phone: "0300 6666666", email: "" }, crafted, 100);
  onTestFinished(async () => void (await db.execute(sql`delete from orders where id = ${id}`)));
  const folder = await mkdtemp(join(tmpdir(), "chowk-sources-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const read = async (file: string) =>
    parse<Record<string, string>>(await readFile(file, "utf8"), { bom: true, columns: true });

  const csv = join(folder, "campaigns.csv");
  expect(await printed("sources", { by: "campaign", csv })).toBe(`Wrote 3 rows to ${csv}`);
  const campaigns = await read(csv);
  expect(campaigns.map(({ campaign }) => campaign)).toEqual(["june", "", `'${hostile}`]);
  expect(campaigns[0]).toEqual({
    campaign: "june",
    currency: "PKR",
    orders: "2",
    revenue: "1500",
    refunds: "0",
    average: "750",
    from_new: "1",
    from_returning: "1",
  });

  const file = join(folder, "orders.csv");
  const lines: string[] = [];
  const context = { db, clock: { now: () => noon }, print: (line: string) => lines.push(line) };
  await ordersCommand.run(context, ["export", file], {});
  const row = (await read(file)).find(({ order_id }) => order_id === String(id));
  expect(row).toMatchObject({
    origin: `Source: ${hostile}`,
    wc_order_attribution_utm_source: `'${hostile}`,
    wc_order_attribution_session_entry: "'+1+1",
    wc_order_attribution_device_type: "Desktop",
    last_touch: `2026-11-20 12:00:00 utm ${hostile}`,
    touches: "1",
  });
  expect(await printed("list", { limit: "1" })).toMatch(new RegExp(`Source: =HYPERLINK.*<b>$`));
});

test('the CSV of "-" is printed and writes no file', async () => {
  const csv = await printed("sources", { csv: "-" });
  expect(parse(csv, { bom: true, columns: true })).toHaveLength(3);
  expect(existsSync("-")).toBe(false);
});

test("orders show prints where the buyer came from, cut to readable lengths, and the touches", async () => {
  const told: Attribution = {
    ...mail,
    utmMedium: "email",
    utmCampaign: "c".repeat(255),
    sessionEntry: `/?${"x".repeat(1999)}`,
    sessionPages: 4,
    touches: [{ at: "2026-11-20T12:00:00.000Z", type: "organic", source: "google", medium: "organic", campaign: "" }],
  };
  const id = await placed({ phone: "0300 7777777", email: "" }, told, 100);
  onTestFinished(async () => void (await db.execute(sql`delete from orders where id = ${id}`)));
  const lines: string[] = [];
  const context = { db, clock: { now: () => noon }, print: (line: string) => lines.push(line) };
  await ordersCommand.run(context, ["show", String(id)], {});
  expect(lines.join("\n")).toContain(
    `Origin: Source: Mail, medium email, campaign ${"c".repeat(59)}…, device Mobile, pages 4, landing /?${"x".repeat(57)}…\n  2026-11-20 12:00  organic  google`,
  );
});
