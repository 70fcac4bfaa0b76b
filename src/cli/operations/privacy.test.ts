import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { estimateMail } from "#jobs/estimate-mail.ts";
import { forgetExpired } from "#jobs/forget-expired.ts";
import { orderPlaced } from "#jobs/orders/order-placed.ts";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import type { Role } from "#shop/accounts/user.ts";
import { addUser } from "#shop/accounts/users.ts";
import { addProduct, codeOf, defaultSettings, noon, openSession } from "#shop/cart/cart.fixtures.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { giveContactForm, giveMessage } from "#shop/contact/messages/messages.fixtures.ts";
import { giveCoupon } from "#shop/coupons/coupon.fixtures.ts";
import { findCoupon } from "#shop/coupons/coupons.ts";
import { changeOrderStatus } from "#shop/orders/change-order-status.ts";
import { ayesha, checkoutOf } from "#shop/orders/checkout/checkout.fixtures.ts";
import type { Checkout } from "#shop/orders/checkout/checkout.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.ts";
import type { OrderStatus } from "#shop/orders/order.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { fromPerson, spamSettings } from "#shop/spam/spam.fixtures.ts";
import { requestGuestAlerts } from "#shop/wishlist/alerts.ts";
import { requestEstimate } from "#shop/wishlist/request-estimate.ts";
import { newGuest, startList } from "#shop/wishlist/wishlist.fixtures.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { testSignatures as signatures } from "../../../tests/support/test-signatures.ts";
import type { GivenOptions } from "../command.ts";
import { privacyCommand } from "./privacy.ts";

let db: Database;
let pool: TestDatabase["pool"];
beforeEach(async () => {
  ({ db, pool } = await createTestDatabase());
});

async function run(args: string[], options: GivenOptions = {}): Promise<string[]> {
  const lines: string[] = [];
  await privacyCommand.run({ db, clock: { now: () => noon }, print: (line) => void lines.push(line) }, args, options);
  return lines;
}

const exported = async (email: string) => JSON.parse((await run(["export", email])).join("\n")) as ExportedData;
interface ExportedData {
  orders: { id: number; billing: { city: string } }[];
  [list: string]: unknown;
}

/** Places an order. @returns its id */
async function ordered(given: Partial<Checkout> = {}, at = noon): Promise<number> {
  const session = await openSession(db);
  const productId = await addProduct(db, { regularPrice: 1000 });
  await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, at);
  const attribution = {
    sourceType: "utm",
    utmSource: "mail",
    userAgent: "Ayesha's browser",
    referrer: "https://ayesha.example/",
    deviceType: "Mobile",
  } as const;
  const checkout = checkoutOf(session, { customerIp: "203.0.113.7", attribution, ...given });
  return (await placeOrder(db, checkout, defaultSettings, at)).id;
}

/** Adds an account. @returns its id */
async function addAccount(email: string, role: Role = "customer"): Promise<number> {
  const passwordHash = await hashPassword("correct horse");
  const user = await addUser(
    db,
    { email, phone: null, firstName: "Ayesha", lastName: "Khan", role, passwordHash },
    noon,
  );
  return user?.id ?? 0;
}

const changeTo = (id: number, to: OrderStatus, note = "") =>
  changeOrderStatus(db, { id, to, note }, defaultSettings, noon);

/** Leaves traces of a guest in every table that guests' forms write to. */
async function leaveTraces(): Promise<void> {
  const productId = await addProduct(db, {});
  const { ownerId } = await startList(db, newGuest(), [productId]);
  await requestEstimate(
    db,
    ownerId,
    { list: undefined, email: ayesha.email, notes: "" },
    fromPerson,
    spamSettings,
    noon,
  );
  await giveMessage(db, await giveContactForm(db), "Hello", { fromEmail: ayesha.email.toUpperCase() });
  await pool.query(
    "insert into back_in_stock_requests (product_id, contact, created_at) values ($1, 'ayesha@example.com', $2)",
    [productId, noon],
  );
  await pool.query(
    `insert into reviews (product_id, author_name, author_email, rating, body, source_id)
      values ($1, 'Ayesha Khan', 'Ayesha@example.com', 5, 'Good', 'a-source')`,
    [productId],
  );
}

/** Returns the tables with a row that contains a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${text}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test("an export contains what a guest with the address left, and nothing of others", async () => {
  const id = await ordered();
  await ordered({
    form: { billing: { ...ayesha, email: "hina@example.com", city: "Karachi" }, shipping: null, note: "" },
  });
  await leaveTraces();
  const data = await exported(" Ayesha@Example.com");
  expect(data).toMatchObject({
    orders: [{ id, billing: { city: "Lahore" }, customerIp: "203.0.113.7" }],
    estimates: [{ notes: "" }],
    contactMessages: [{ fields: { "your-message": "Hello" } }],
    backInStockRequests: [{ product: expect.any(String) }],
    reviews: [{ name: "Ayesha Khan", text: "Good" }],
  });
  expect(JSON.stringify(data)).not.toMatch(/hina|Karachi|wc_order_/);
  expect(await exported("nobody@example.com")).toMatchObject({ orders: [], reviews: [] });
});

test("an export to a file is readable only by its owner's account and replaces none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "chowk-privacy-"));
  const file = join(folder, "ayesha.json");
  await ordered();
  expect(await run(["export", ayesha.email, file])).toEqual([`Wrote the data of ${ayesha.email} to ${file}`]);
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ orders: [{ total: expect.any(String) }] });
  await expect(run(["export", ayesha.email, file])).rejects.toThrow("already exists");
  await rm(folder, { recursive: true });
});

test("erasing a guest leaves their address and name in no table; amounts, country and source of orders stay", async () => {
  const id = await ordered();
  await changeTo(id, "completed", "Signed by Ayesha's brother");
  await leaveTraces();
  const report = await run(["erase", ayesha.email]);
  expect(report).toContain("orders: 1 erased");
  expect(report).toContain("reviews and questions: 1 erased");
  expect(report).toContain("contact messages: 1 erased");
  await pool.query("delete from graphile_worker._private_jobs");
  for (const text of ["ayesha", "House 14", "1234567", "203.0.113.7"]) expect(await tablesWith(text)).toEqual([]);
  const { rows } = await pool.query(
    "select billing, total::int, attribution, anonymized_at from orders where id = $1",
    [id],
  );
  expect(rows).toEqual([
    {
      billing: expect.objectContaining({
        country: "PK",
        state: "PB",
        firstName: "",
        address1: "",
        city: "",
        phone: "",
      }),
      total: 1000,
      attribution: { sourceType: "utm", utmSource: "mail", deviceType: "Mobile" },
      anonymized_at: noon,
    },
  ]);
  expect(await exported(ayesha.email)).toMatchObject({ orders: [] });
});

test("mails to the shop about an erased guest's order and estimate are erased too, those about others stay", async () => {
  const mails = { signatures, db, clock: { now: () => noon }, linkOrigin: () => "https://shop.example" };
  const id = await ordered();
  const other = await ordered({
    form: { billing: { ...ayesha, email: "hina@example.com" }, shipping: null, note: "" },
  });
  for (const orderId of [id, other]) await orderPlaced(mails)({ orderId }, {} as never);
  await leaveTraces();
  const { rows: estimates } = await pool.query<{ id: number }>("select id::int from wishlist_estimates");
  for (const { id: estimateId } of estimates) await estimateMail(mails)({ estimateId }, {} as never);
  await changeTo(id, "completed");
  const keys = async () => {
    const { rows } = await pool.query<{ key: string }>("select mail_key as key from mail_outbox order by mail_key");
    return rows.map(({ key }) => key);
  };
  expect(await keys()).toEqual(expect.arrayContaining([`new-order:${id}`, `estimate:${estimates[0]?.id}`]));
  await run(["erase", ayesha.email]);
  expect(await keys()).toEqual([`new-order:${other}`, `order-received:${other}`]);
});

test("a coupon for an erased address names it no longer and is not open to others", async () => {
  const code = await giveCoupon(db, { allowedEmails: [ayesha.email, "*@example.org"] });
  expect(await exported(ayesha.email)).toMatchObject({ coupons: [code] });
  expect(await run(["erase", ayesha.email])).toContain("coupons for the address: 1 erased");
  expect((await findCoupon(db, code))?.allowedEmails).toEqual(["(erased)", "*@example.org"]);
  expect(await exported(ayesha.email)).toMatchObject({ coupons: [] });
});

test("an export contains a guest's request for mails about a wishlist", async () => {
  const { ownerId } = await startList(db, newGuest(), [await addProduct(db, {})]);
  await requestGuestAlerts(db, { ownerId, email: ayesha.email, address: "203.0.113.7" }, noon);
  expect(await exported(ayesha.email)).toMatchObject({ guestWishlistMails: [{ confirmedAt: null }] });
  await run(["erase", ayesha.email]);
  expect(await exported(ayesha.email)).toMatchObject({ guestWishlistMails: [] });
});

test("an open order stays until it is closed, and the report says so", async () => {
  const id = await ordered();
  expect(await run(["erase", ayesha.email])).toEqual(
    expect.arrayContaining([
      "orders: 0 erased, 1 open kept",
      "Open orders stay until they are closed: then erase again.",
    ]),
  );
  expect(await exported(ayesha.email)).toMatchObject({ orders: [{ id, billing: { city: "Lahore" } }] });
  await changeTo(id, "cancelled");
  expect(await run(["erase", ayesha.email])).toContain("orders: 1 erased");
});

test("erasing an account deletes it with its orders' addresses; the last administrator's is refused as a whole", async () => {
  const id = await ordered({ userId: await addAccount(ayesha.email) });
  await changeTo(id, "completed");
  await ordered({ form: { billing: { ...ayesha, email: "sana@example.com" }, shipping: null, note: "" } });
  await addAccount("sana@example.com", "administrator");
  expect(await exported(ayesha.email)).toMatchObject({ account: { firstName: "Ayesha" }, orders: [{ id }] });
  expect(await run(["erase", ayesha.email])).toEqual(expect.arrayContaining(["orders: 1 erased", "account: 1 erased"]));
  expect((await pool.query("select 1 from users where email = $1", [ayesha.email])).rows).toEqual([]);
  expect(await codeOf(run(["erase", "sana@example.com"]))).toBe("user_last_administrator");
  expect(await exported("sana@example.com")).toMatchObject({ orders: [{ billing: { city: "Lahore" } }] });
});

test("what is no address, and unknown words, are refused", async () => {
  expect(await codeOf(run(["erase", "ayesha"]))).toBe("account_invalid");
  expect(await codeOf(run(["export", "%"]))).toBe("account_invalid");
  await expect(run(["erase"])).rejects.toThrow("Missing argument");
  await expect(run(["remove", ayesha.email])).rejects.toThrow("use export EMAIL [FILE] or erase EMAIL");
});

const forgetAfter = (days: number) =>
  forgetExpired({
    db,
    pool,
    files: localFiles("/nowhere"),
    clock: { now: () => new Date(noon.getTime() + days * 86_400_000) },
  })({}, {} as never);

test("network addresses and user agents of orders are removed after `order_trace_days`, not before", async () => {
  const id = await ordered();
  const stored = async () =>
    (
      await pool.query(
        "select customer_ip, customer_agent, attribution->>'userAgent' as agent, billing->>'city' as city from orders where id = $1",
        [id],
      )
    ).rows;
  const whole = [{ customer_ip: "203.0.113.7", customer_agent: "test", agent: "Ayesha's browser", city: "Lahore" }];
  await forgetAfter(89);
  expect(await stored()).toEqual(whole);
  await setSetting(db, "order_trace_days", 0);
  await forgetAfter(91);
  expect(await stored()).toEqual(whole);
  await setSetting(db, "order_trace_days", 90);
  await forgetAfter(91);
  expect(await stored()).toEqual([{ customer_ip: "", customer_agent: "", agent: null, city: "Lahore" }]);
});

test("closed guests' orders are anonymized after `guest_order_days`; open ones and those of accounts stay", async () => {
  const closed = await ordered();
  await changeTo(closed, "completed");
  await ordered();
  const owned = await ordered({ userId: await addAccount("own@example.com") });
  await changeTo(owned, "completed");
  await setSetting(db, "guest_order_days", 400);
  const cities = async () =>
    (await pool.query("select billing->>'city' as city from orders order by id")).rows.map(({ city }) => city);
  await forgetAfter(399);
  expect(await cities()).toEqual(["Lahore", "Lahore", "Lahore"]);
  await forgetAfter(401);
  expect(await cities()).toEqual(["", "Lahore", "Lahore"]);
});
