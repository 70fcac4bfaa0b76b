import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct, defaultSettings, noon, openSession } from "#shop/cart/cart.fixtures.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { ayesha, checkoutOf } from "#shop/orders/checkout/checkout.fixtures.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import { saveOrderAddresses } from "#shop/orders/user-addresses.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { customersCommand } from "./customers.ts";

let db: Database;
let productId: number;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
  productId = await addProduct(db, { regularPrice: 1500 });
});
beforeEach(async () => {
  await db.execute(sql`truncate users, orders cascade`);
});

async function printed(args: string[], options: GivenOptions = {}): Promise<string> {
  const lines: string[] = [];
  await customersCommand.run({ db, print: (line) => lines.push(line) }, args, options);
  return lines.join("\n");
}

async function exported(): Promise<Record<string, string>[]> {
  return parse(await printed(["export"]), { bom: true, columns: true });
}

async function addCustomer(email: string, firstName = ""): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into users (email, email_key, phone, first_name, password_hash, password_changed_at, created_at)
    values (${email}, ${email}, '+923001234567', ${firstName}, '$argon2id$x', ${noon.toISOString()}::timestamptz,
      ${noon.toISOString()}::timestamptz) returning id`);
  return Number(rows[0]?.id);
}

interface Bought {
  quantity?: number;
  status?: OrderStatus;
  at?: Date;
  currency?: [code: string, minorUnit: number];
}

async function buy(userId: number | null, { quantity = 1, status, at = noon, currency }: Bought = {}): Promise<void> {
  const session = await openSession(db);
  await addToCart(db, session, { productId, variationId: null, quantity, attributes: {} }, noon);
  const { id } = await placeOrder(db, checkoutOf(session), defaultSettings, at);
  const [code = null, minorUnit = null] = currency ?? [];
  await db.execute(sql`update orders set user_id = ${userId}, status = coalesce(${status ?? null}, status),
    currency = coalesce(${code}, currency), currency_minor_unit = coalesce(${minorUnit}::smallint, currency_minor_unit)
    where id = ${id}`);
}

test("customers export writes one row per account with its address, orders and sums", async () => {
  const id = await addCustomer("ayesha@example.com", "Ayesha");
  await saveOrderAddresses(db, id, { billing: { ...ayesha, company: "Khan & Co" }, shipping: null, note: "" });
  await buy(id, { quantity: 2 });
  await buy(id, { status: "completed", at: new Date("2026-12-01T09:30:00Z") });
  for (const status of ["pending", "on-hold", "cancelled", "failed", "refunded"] as const) await buy(id, { status });
  await buy(null);
  const other = await addCustomer("never@example.com");
  expect(await exported()).toEqual([
    {
      customer_id: String(id),
      first_name: "Ayesha",
      last_name: "",
      email: "ayesha@example.com",
      phone: "'+923001234567",
      role: "customer",
      date_registered: "2026-11-21 12:00:00",
      billing_first_name: ayesha.firstName,
      billing_last_name: ayesha.lastName,
      billing_company: "Khan & Co",
      billing_address_1: ayesha.address1,
      billing_address_2: ayesha.address2,
      billing_city: ayesha.city,
      billing_state: ayesha.state,
      billing_postcode: ayesha.postcode,
      billing_country: ayesha.country,
      billing_email: ayesha.email,
      billing_phone: ayesha.phone,
      order_count: "7",
      total_spent: "4500",
      currency: "PKR",
      last_order_date: "2026-12-01 09:30:00",
    },
    expect.objectContaining({
      customer_id: String(other),
      billing_city: "",
      order_count: "0",
      total_spent: "0",
      currency: "PKR",
      last_order_date: "",
    }),
  ]);
});

test("sums are exact, and each currency has its own", async () => {
  const id = await addCustomer("a@example.com");
  await buy(id, { currency: ["USD", 2] });
  for (let order = 0; order < 3; order++) await buy(id, { quantity: 7, currency: ["PKR", 0] });
  const most = await addCustomer("b@example.com");
  await buy(most, { currency: ["USD", 2] });
  await db.execute(sql`update orders set subtotal = 900719925474099, total = 900719925474099 where user_id = ${most}`);
  const [first, second] = await exported();
  expect([first?.total_spent, first?.currency]).toEqual(["31500, 15.00", "PKR, USD"]);
  expect([second?.total_spent, second?.currency]).toEqual(["9007199254740.99", "USD"]);
});

test("cells that a spreadsheet would run as a formula start with an apostrophe", async () => {
  const id = await addCustomer("=1+1@example.com", '=HYPERLINK("x")');
  await saveOrderAddresses(db, id, { billing: { ...ayesha, city: "@Lahore" }, shipping: null, note: "" });
  expect(await exported()).toMatchObject([
    { email: "'=1+1@example.com", first_name: '\'=HYPERLINK("x")', billing_city: "'@Lahore" },
  ]);
});

test("a file is private, complete and not overwritten without --force", async () => {
  await addCustomer("a@example.com");
  const folder = await mkdtemp(join(tmpdir(), "chowk-customers-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "customers.csv");
  expect(await printed(["export", file])).toBe(`Wrote 1 customer to ${file}`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = await readFile(file, "utf8");
  expect(await printed(["export"])).toBe(text.trimEnd().replaceAll("\r\n", "\n"));
  await expect(printed(["export", file])).rejects.toThrow("customers.csv already exists: choose another name");
  await addCustomer("b@example.com");
  expect(await printed(["export", file], { force: true })).toBe(`Wrote 2 customers to ${file}`);
  expect(await readdir(folder)).toEqual(["customers.csv"]);
});

test("more customers than fit on a page are exported, oldest first", async () => {
  await db.execute(sql`insert into users (email, email_key, password_hash, password_changed_at, created_at)
    select n || '@example.com', n || '@example.com', '$argon2id$x', now(), now() from generate_series(1, 1203) n`);
  const emails = (await exported()).map(({ email }) => email);
  expect(emails).toEqual(Array.from({ length: 1203 }, (_, index) => `${index + 1}@example.com`));
});

test("unknown subcommands are rejected", async () => {
  await expect(printed(["list"])).rejects.toThrow('There is no "customers list": use export FILE.');
});
