import { sql } from "drizzle-orm";
import type { JobHelpers } from "graphile-worker";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { requestNotification } from "#shop/back-in-stock/request-notification.ts";
import { deleteOldRequests } from "#shop/back-in-stock/requests.ts";
import { addProduct, addSizes, codeOf, noon } from "#shop/cart/cart.fixtures.ts";
import { fromPerson, spamSettings } from "#shop/spam/spam.fixtures.ts";
import { createTestDatabase } from "../../tests/support/test-database.ts";
import { notifyBackInStock } from "./notify-back-in-stock.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});
beforeEach(async () => {
  await db.execute(sql`delete from mail_outbox`);
  await db.execute(sql`delete from back_in_stock_requests`);
  await db.execute(sql`delete from rate_limits`);
});

const runJob = () =>
  notifyBackInStock({ db, clock: { now: () => noon }, linkOrigin: () => "https://shop.example" })({}, {} as JobHelpers);
const subscribe = (productId: number, contact: string, source = fromPerson, now = noon) =>
  requestNotification(db, { productId, contact }, source, spamSettings, now);
const from = (ip: string) => ({ ...fromPerson, ip });
const soldOut = { managesStock: true, stockQuantity: 0 };
const mails = async () =>
  (
    await db.execute<{ recipient: string; text: string; html: string }>(
      sql`select recipient, text, html from mail_outbox order by id`,
    )
  ).rows;
const countRequests = async () => (await db.execute(sql`select 1 from back_in_stock_requests`)).rowCount;
const refill = (id: number) => db.execute(sql`update products set stock_quantity = 5 where id = ${id}`);

test("a request gets one mail when stock returns, however often it was made and the job runs", async () => {
  const id = await addProduct(db, { name: "Tea <3", slug: "tea", ...soldOut });
  for (let time = 0; time < 3; time++) await subscribe(id, "Ayesha@example.com ");
  await runJob();
  expect(await mails()).toEqual([]);
  await refill(id);
  await Promise.all([runJob(), runJob(), runJob()]);
  await runJob();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.recipient).toBe("ayesha@example.com");
  expect(await countRequests()).toBe(0);
  expect(mail?.html).toContain("Tea &lt;3");
  expect(mail?.text).toContain("https://shop.example/product/tea/");
});

test("a new request is possible after the notification", async () => {
  const id = await addProduct(db, soldOut);
  await subscribe(id, "a@example.com");
  await refill(id);
  await runJob();
  await db.execute(sql`update products set stock_quantity = 0 where id = ${id}`);
  await subscribe(id, "a@example.com", fromPerson, new Date(noon.getTime() + 1000));
  expect(await countRequests()).toBe(1);
  await refill(id);
  await runJob();
  expect(await mails()).toHaveLength(2);
});

test("a phone number is mailed to the shop; a variation's link selects it", async () => {
  const { large } = await addSizes(db, { slug: "shirt", name: "Shirt" }, soldOut);
  await subscribe(large, "0300 1234567");
  await refill(large);
  await runJob();
  const [mail] = await mails();
  expect(mail?.recipient).toBe("shop@example.com");
  expect(mail?.text).toContain("+92 300 1234567");
  expect(mail?.text).toContain("Shirt (Large) is in stock again");
  expect(mail?.text).toContain("https://shop.example/product/shirt/?attribute_size=Large");
});

test("a variation that uses its product's stock returns with it", async () => {
  const { id, small } = await addSizes(db, soldOut);
  await subscribe(small, "a@example.com");
  await runJob();
  await refill(id);
  await runJob();
  expect(await mails()).toHaveLength(1);
});

test("hundreds of requests are all answered", async () => {
  const id = await addProduct(db, soldOut);
  await db.execute(sql`insert into back_in_stock_requests (product_id, contact, created_at)
    select ${id}, 'p' || n || '@example.com', ${noon.toISOString()}::timestamptz from generate_series(1, 450) n`);
  await refill(id);
  await Promise.all([runJob(), runJob()]);
  expect(await mails()).toHaveLength(450);
});

test("requests for products that cannot return are refused", async () => {
  const out = await addProduct(db, soldOut);
  const { id: variable } = await addSizes(db, soldOut);
  const tries: [number, string, string][] = [
    [out, "nobody", "contact_invalid"],
    [987_654_321, "a@example.com", "product_unknown"],
    [await addProduct(db, { status: "draft", ...soldOut }), "a@example.com", "product_unknown"],
    [variable, "a@example.com", "product_choose_options"],
    [await addProduct(db), "a@example.com", "product_in_stock"],
  ];
  for (const [id, contact, code] of tries) expect(await codeOf(subscribe(id, contact))).toBe(code);
  expect(await countRequests()).toBe(0);
});

test("requests per hour are limited to 30 per address, 5 per address and contact, 20 per contact", async () => {
  const id = await addProduct(db, soldOut);
  const codes = await Promise.all(
    Array.from({ length: 35 }, (_, index) => codeOf(subscribe(id, `p${index}@example.com`))),
  );
  expect(codes.filter((code) => code === "too_many_tries")).toHaveLength(5);
  const ofOne = await Promise.all(
    Array.from({ length: 7 }, () => codeOf(subscribe(id, "same@example.com", from("203.0.113.7")))),
  );
  expect(ofOne.filter((code) => code === "too_many_tries")).toHaveLength(2);
  const others = Array.from({ length: 25 }, (_, index) =>
    codeOf(subscribe(id, "one@example.com", from(`198.51.100.${index}`))),
  );
  expect((await Promise.all(others)).filter((code) => code === "too_many_tries")).toHaveLength(5);
});

test("requests are deleted after a year", async () => {
  const id = await addProduct(db, soldOut);
  await db.execute(sql`insert into back_in_stock_requests (product_id, contact, created_at) values
    (${id}, 'old', '2025-11-01'), (${id}, 'new', '2026-01-01')`);
  expect(await deleteOldRequests(db, noon, 100)).toBe(1);
  const { rows } = await db.execute<{ contact: string }>(sql`select contact from back_in_stock_requests order by id`);
  expect(rows.map(({ contact }) => contact)).toEqual(["new"]);
});
