import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type JobHelpers, Logger, runOnce, type Task } from "graphile-worker";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/database.ts";
import { type Mailer, openMailer } from "#platform/mailer.ts";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import { addProduct, addSizes, defaultSettings, noon, openSession } from "#shop/cart/cart.fixtures.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { removeDeliveryZone } from "#shop/delivery/change-delivery.ts";
import { giveZone } from "#shop/delivery/delivery.fixtures.ts";
import { cancelUnpaid } from "#shop/orders/cancel-unpaid.ts";
import { changeOrderStatus } from "#shop/orders/change-order-status.ts";
import { ayesha, checkoutOf } from "#shop/orders/checkout/checkout.fixtures.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.ts";
import { addDownload, orderOf as placeDownload } from "#shop/orders/downloads/downloads.fixtures.ts";
import { addLicenceKeys } from "#shop/orders/downloads/licences.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { testSignatures as signatures } from "../../../tests/support/test-signatures.ts";
import { deliverMail } from "../deliver-mail.ts";
import { openMailServer } from "../mail-server.fixtures.ts";
import { licencesAssigned } from "./licences-assigned.ts";
import { orderPlaced } from "./order-placed.ts";
import { orderStatusChanged } from "./order-status-changed.ts";

let db: Database;
let pool: TestDatabase["pool"];
beforeAll(async () => {
  ({ db, pool } = await createTestDatabase());
});

// Each test starts without earlier mails.
beforeEach(async () => {
  await pool.query("delete from mail_outbox");
});

const clock = { now: () => noon };
const linkOrigin = () => "https://shop.example";
const run = (task: Task, payload: unknown) => task(payload, {} as JobHelpers);

async function orderOf(billing = ayesha, settings = defaultSettings): Promise<number> {
  const { large } = await addSizes(db, { name: "Tea <b>&</b> co" }, { regularPrice: 1500 });
  const session = await openSession(db);
  await addToCart(db, session, { productId: large, variationId: null, quantity: 2, attributes: {} }, noon);
  const form = { billing, shipping: null, note: "<script>alert(1)</script>" };
  return (await placeOrder(db, checkoutOf(session, { form }), settings, noon)).id;
}

async function outboxOf(orderId: number) {
  const { rows } = await db.execute<{ id: number; recipient: string; html: string; text: string; subject: string }>(
    sql`select * from mail_outbox where mail_key like ${`%:${orderId}`} order by id`,
  );
  return rows;
}

const deliverJobs = async () =>
  (await db.execute(sql`select id from graphile_worker.jobs where task_identifier = 'deliver-mail'`)).rows.length;

const placed = () => orderPlaced({ db, clock, linkOrigin, signatures });
const deliver = (mailer: Mailer) => deliverMail({ db, clock, mailer, mailFrom: null, files: localFiles("/nowhere") });

test("an order sends two mails with all its data, escaped, however often the job runs", async () => {
  const orderId = await orderOf();
  await run(placed(), { orderId });
  await run(placed(), { orderId });
  const [toBuyer, toShop, ...others] = await outboxOf(orderId);
  expect(others).toEqual([]);
  expect(await deliverJobs()).toBe(2);
  expect(toBuyer?.recipient).toBe("ayesha@example.com");
  expect(toShop?.recipient).toBe("shop@example.com");
  expect(toShop?.subject).toContain("Rs\u00a03,000");
  for (const mail of [toBuyer, toShop]) {
    const facts = [
      String(orderId),
      "Size: Large",
      "Rs\u00a03,000",
      "House 14, Street 6, Model Town",
      "Cash on delivery",
    ];
    for (const fact of [...facts, "0300 1234567", "Free"]) {
      expect(mail?.html).toContain(fact);
      expect(mail?.text).toContain(fact);
    }
    expect(mail?.html).toContain("Tea &lt;b&gt;&amp;&lt;/b&gt; co");
    expect(mail?.html).not.toContain("<script");
    expect(mail?.text).toContain("Tea <b>&</b> co");
  }
  expect(toBuyer?.text).toMatch(/https:\/\/shop\.example\/checkout\/order-received\/\d+\/\?key=wc_order_/);
});

test("a mail shows province and country, an equal address once, and the delivery cost once", async () => {
  const orderId = await orderOf();
  await run(placed(), { orderId });
  const [toBuyer] = await outboxOf(orderId);
  expect(toBuyer?.text).toContain("Punjab, Pakistan");
  expect(toBuyer?.text).toContain("Shipping (Free delivery, 2-3 business days): Free\n");
  expect(toBuyer?.text.split("House 14")).toHaveLength(2);
});

test("a mail shows the cash-on-delivery fee in its own row, included in the total", async () => {
  const orderId = await orderOf(ayesha, { ...defaultSettings, shipping_price: 200, cod_fee: 50 });
  await run(placed(), { orderId });
  const [toBuyer] = await outboxOf(orderId);
  expect(toBuyer?.text).toContain("Cash on delivery fee: Rs\u00a050\nTotal: Rs\u00a03,250");
  expect(toBuyer?.html).toContain("Cash on delivery fee");
});

test("a pickup order's mails mention no parcel and no delivery address", async () => {
  await giveZone(db, "Punjab", "PK:PB", [{ kind: "local_pickup", title: "Fetch it in Lahore", price: 0 }]);
  const orderId = await orderOf();
  await removeDeliveryZone(db, "Punjab");
  await run(placed(), { orderId });
  const [toBuyer, toShop] = await outboxOf(orderId);
  expect(toBuyer?.text).toContain("We will call you when your order is ready for pickup.");
  expect(toBuyer?.text).toContain("Pickup (Fetch it in Lahore): Free");
  expect(toShop?.text).toContain("an order for pickup");
  for (const mail of [toBuyer, toShop]) expect(mail?.text).not.toMatch(/Deliver to|parcel/);
});

test("each status change mails the buyer once, unless the order has no email", async () => {
  const orderId = await orderOf();
  const changes = ["completed", "processing", "cancelled", "on-hold"] as const;
  for (const to of changes) await changeOrderStatus(db, { id: orderId, to }, defaultSettings, noon);
  const { rows } = await db.execute<{ payload: unknown }>(sql`select p.payload from graphile_worker._private_jobs p
    where (p.payload->>'orderId')::int = ${orderId} and p.payload->>'eventId' is not null order by p.id`);
  const statusChanged = orderStatusChanged({ db, clock, linkOrigin, signatures });
  for (const { payload } of [...rows, ...rows]) await run(statusChanged, payload);
  const mails = await outboxOf(orderId);
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Your order ${orderId} at My shop is complete`,
    `We are preparing your order ${orderId} at My shop`,
    `Your order ${orderId} at My shop has been cancelled`,
    `Your order ${orderId} at My shop is on hold`,
  ]);
  const link = /https:\/\/shop\.example\/checkout\/order-received\/\d+\/\?key=wc_order_/;
  for (const mail of mails)
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain("Rs\u00a03,000");
      expect(part).toMatch(link);
    }
  const silent = await orderOf({ ...ayesha, email: "" });
  await run(statusChanged, { orderId: silent, eventId: 1, status: "completed" });
  expect(await outboxOf(silent)).toEqual([]);
});

test("the mail of a bank transfer order shows the account and the number to quote", async () => {
  const account = { holder: "My shop", bank: "A bank <b>", number: "0123", iban: "PK00", code: "" };
  await setSetting(db, "bank_accounts", [account]);
  const { large } = await addSizes(db, {}, { regularPrice: 1500 });
  const session = await openSession(db);
  await addToCart(db, session, { productId: large, variationId: null, quantity: 1, attributes: {} }, noon);
  const settings = { ...defaultSettings, bank_accounts: [account] };
  const checkout = checkoutOf(session, { paymentMethodId: "bacs" });
  const { id } = await placeOrder(db, checkout, settings, noon);
  await run(placed(), { orderId: id });
  const [toBuyer, toShop] = await outboxOf(id);
  expect(toBuyer?.text).toContain("We will process it once your payment has arrived.");
  expect(toBuyer?.text).toContain(`Account holder: My shop\nBank: A bank <b>\nAccount number: 0123\nIBAN: PK00\n`);
  expect(toBuyer?.text).toContain(
    `Please quote this number: ${id}\nWe will hold your order until 5 December 2026. If we`,
  );
  expect(toBuyer?.html).toContain("We will hold your order until 5 December 2026.");
  expect(toBuyer?.html).toContain("A bank &lt;b&gt;");
  const shopNote = "It is waiting for a transfer of Rs\u00a01,500; the customer has the account details.";
  for (const part of [toShop?.text, toShop?.html]) {
    expect(part).toContain(shopNote);
    expect(part).not.toMatch(/Your transfer|Please quote this number|PK00/);
  }
  await changeOrderStatus(db, { id, to: "processing" }, settings, noon);
  await resetSetting(db, "bank_accounts");
});

test("the mail about an order cancelled without a transfer names the deadline and how to reach the shop", async () => {
  const account = { holder: "My shop", bank: "A bank", number: "0123", iban: "", code: "" };
  const settings = { ...defaultSettings, bank_accounts: [account] };
  const session = await openSession(db);
  const line = { productId: await addProduct(db), variationId: null, quantity: 1, attributes: {} };
  await addToCart(db, session, line, noon);
  // Other tests count the confirmations to Ayesha.
  const form = { billing: { ...ayesha, email: "late@example.com" }, shipping: null, note: "" };
  const { id } = await placeOrder(db, checkoutOf(session, { form, paymentMethodId: "bacs" }), settings, noon);
  await cancelUnpaid(db, settings, new Date("2026-12-06T00:00:00Z"), 100);
  const { rows } = await pool.query(
    "select payload from graphile_worker._private_jobs where (payload->>'orderId')::int = $1 and payload->>'eventId' is not null",
    [id],
  );
  const statusChanged = orderStatusChanged({ db, clock, linkOrigin, signatures });
  await run(statusChanged, rows[0]?.payload);
  await setSetting(db, "shop_phone", "042 111");
  onTestFinished(() => resetSetting(db, "shop_phone"));
  await run(statusChanged, { ...rows[0]?.payload, eventId: 0 });
  const [plain, withPhone] = await outboxOf(id);
  expect(plain?.text).toContain("We did not receive your transfer by 5 December 2026.");
  expect(plain?.text).toContain("If you have sent it, please reply to this email.");
  expect(withPhone?.html).toContain("If you have sent it, please reply to this email or call 042 111.");
  for (const mail of [plain, withPhone]) expect(mail?.text).not.toContain("nothing to pay");
});

test("an address gets at most ten confirmations per hour, without guests' notes; the shop gets all", async () => {
  const elsewhere = { ...ayesha, email: "Victim@example.com" };
  const ids: number[] = [];
  for (let times = 0; times < 11; times += 1)
    ids.push(await orderOf({ ...elsewhere, phone: `030012345${10 + times}` }));
  for (const orderId of ids) await run(placed(), { orderId });
  const { rows } = await pool.query("select recipient, text from mail_outbox where recipient = 'Victim@example.com'");
  expect(rows).toHaveLength(10);
  for (const { text } of rows) expect(text).not.toContain("alert(1)");
  const [last, ...others] = await outboxOf(ids.at(-1) ?? 0);
  expect(others).toEqual([]);
  expect(last).toMatchObject({ recipient: "shop@example.com", text: expect.stringContaining("alert(1)") });
});

test("the confirmation uses the status at placement, and a download's mails mention no shipping", async () => {
  const account = { holder: "My shop", bank: "A bank", number: "0123", iban: "", code: "" };
  const settings = { ...defaultSettings, bank_accounts: [account] };
  const productId = await addProduct(db, { isVirtual: true });
  const session = await openSession(db);
  await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, noon);
  const { id, status } = await placeOrder(db, checkoutOf(session, { paymentMethodId: "bacs" }), settings, noon);
  expect(status).toBe("on-hold");
  await changeOrderStatus(db, { id, to: "processing" }, settings, noon);
  await run(placed(), { orderId: id });
  const statusChanged = orderStatusChanged({ db, clock, linkOrigin, signatures });
  await run(statusChanged, { orderId: id, eventId: 1, status: "processing" });
  const mails = await outboxOf(id);
  expect(mails.map(({ text }) => text.split("\n\n")[1])).toEqual([
    "We will process it once your payment has arrived.",
    "Ayesha Khan has placed an order with nothing to ship.",
    "We will call you if anything is unclear.",
  ]);
  expect(mails.at(-1)?.subject).toBe(`We are processing your order ${id} at ${settings.shop_name}`);
  await changeOrderStatus(db, { id, to: "cancelled" }, settings, noon);
  await run(statusChanged, { orderId: id, eventId: 2, status: "cancelled" });
  expect((await outboxOf(id)).at(-1)?.text).toContain("There is nothing to pay. If you have already paid");
  for (const { text } of await outboxOf(id)) expect(text).not.toMatch(/parcel|prepar|sent|deliver/i);
});

test("the mail of a free download says that there is nothing to pay", async () => {
  const productId = await addProduct(db, { isVirtual: true, regularPrice: 0 });
  const session = await openSession(db);
  await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, noon);
  const form = { billing: { ...ayesha, email: "free@example.com" }, shipping: null, note: "" };
  const { id } = await placeOrder(db, checkoutOf(session, { form }), defaultSettings, noon);
  await run(placed(), { orderId: id });
  const [toBuyer, toShop] = await outboxOf(id);
  expect(toBuyer?.text).toContain("There is nothing to pay. We will call you");
  for (const mail of [toBuyer, toShop]) expect(mail?.text).toContain("Payment: Nothing to pay");
});

test("the mails of an order with a parcel and a paid file speak of both; those of a paid file alone only of the file", async () => {
  const file = await addDownload(db, { Guide: "guide.pdf" });
  const statusChanged = orderStatusChanged({ db, clock, linkOrigin, signatures });
  const processingMail = async (products: number[]) => {
    const session = await openSession(db);
    for (const productId of products)
      await addToCart(db, session, { productId, variationId: null, quantity: 1, attributes: {} }, noon);
    const form = { billing: { ...ayesha, email: "both@example.com" }, shipping: null, note: "" };
    const checkout = checkoutOf(session, { form, paymentMethodId: "bacs" });
    const account = { holder: "My shop", bank: "A bank", number: "0123", iban: "", code: "" };
    const settings = { ...defaultSettings, bank_accounts: [account] };
    const { id } = await placeOrder(db, checkout, settings, noon);
    await changeOrderStatus(db, { id, to: "processing" }, settings, noon);
    await run(statusChanged, { orderId: id, eventId: 910_000 + id, status: "processing" });
    return (await outboxOf(id)).find(({ recipient }) => recipient === "both@example.com");
  };
  const both = await processingMail([file, await addProduct(db)]);
  expect(both?.subject).toMatch(/^We are preparing your order/);
  expect(both?.text).toContain("We will send the parcel soon");
  expect(both?.text).toContain("Download your file: ");
  const licence = await addProduct(db, { isVirtual: true });
  await addLicenceKeys(db, licence, [], noon);
  const due = await processingMail([licence]);
  expect(due?.subject).toMatch(/^We are processing your order/);
  expect(due?.text).toContain("We will email your key as soon as we have it.");
  const alone = await processingMail([file]);
  expect(alone?.subject).toMatch(/^Your order \d+ at .* is ready$/);
  expect(alone?.text).toContain("Download your file: ");
  expect(alone?.text).not.toMatch(/parcel|prepar|deliver/i);
});

test("an order without an email mails only the shop", async () => {
  const orderId = await orderOf({ ...ayesha, email: "" });
  await run(placed(), { orderId });
  expect((await outboxOf(orderId)).map((mail) => mail.recipient)).toEqual(["shop@example.com"]);
});

test("without a mail server each mail is written once as a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "chowk-mail-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const orderId = await orderOf();
  await run(placed(), { orderId });
  const mailer = openMailer({ smtpUrl: null, files: openLocalFolder(folder) });
  for (const { id } of await outboxOf(orderId)) {
    await Promise.all([run(deliver(mailer), { mailId: id }), run(deliver(mailer), { mailId: id })]);
    await run(deliver(mailer), { mailId: id });
  }
  expect((await readdir(folder)).sort()).toEqual([
    `new-order.${orderId}_example.com.eml`,
    `order-received.${orderId}_example.com.eml`,
  ]);
  const file = await readFile(join(folder, `order-received.${orderId}_example.com.eml`), "utf8");
  expect(file).toContain(`From: ${defaultSettings.shop_name} <shop@example.com>`);
  expect(file).toContain("To: ayesha@example.com");
});

test("each mail is sent once, and retried after a temporary refusal", async () => {
  const { mailer, received, refuse } = await openMailServer();
  const orderId = await orderOf();
  await run(placed(), { orderId });
  const [mail] = await outboxOf(orderId);
  refuse("450 later");
  await expect(run(deliver(mailer), { mailId: mail?.id })).rejects.toThrow("450");
  refuse(null);
  await run(deliver(mailer), { mailId: mail?.id });
  await run(deliver(mailer), { mailId: mail?.id });
  expect(received).toHaveLength(1);
  expect(received[0]).toContain(`Message-ID: <order-received.${orderId}@example.com>`);
});

test("the queue delivers an order's mails to the mail server", async () => {
  const { mailer, received } = await openMailServer();
  const orderId = await orderOf();
  const taskList = { "order-placed": placed(), "deliver-mail": deliver(mailer) };
  await runOnce({ pgPool: pool, taskList, logger: new Logger(() => () => undefined), noHandleSignals: true });
  const mine = received.filter((mail) => mail.includes(`.${orderId}@example.com>`));
  expect(mine).toHaveLength(2);
  const outbox = await db.execute(
    sql`select sent_at is not null as sent from mail_outbox where mail_key like ${`%:${orderId}`}`,
  );
  expect(outbox.rows).toEqual([{ sent: true }, { sent: true }]);
});

test("the mail to the shop says where the buyer came from, escaped; the buyer's does not", async () => {
  const orderId = await orderOf();
  const told = { sourceType: "utm", utmSource: "<img src=x onerror=alert(1)>", deviceType: "Mobile" };
  await db.execute(sql`update orders set attribution = ${JSON.stringify(told)}::jsonb where id = ${orderId}`);
  await run(placed(), { orderId });
  const [toBuyer, toShop] = await outboxOf(orderId);
  expect(toShop?.html).toContain("Origin: Source: &lt;img src=x onerror=alert(1)&gt;.");
  expect(toShop?.text).toContain("Origin: Source: <img");
  for (const body of [toShop?.html, toBuyer?.html]) expect(body).not.toContain("<img src=x");
  expect(toBuyer?.text).not.toContain("Origin");
});

test("mails of paid downloads have keys and one signed link; the shop is told once that keys have run out", async () => {
  const product = await addDownload(db, { "Guide <1>": "guide.pdf" }, { regularPrice: 0 });
  await addLicenceKeys(db, product, ["KEY-1"], noon);
  const { id: orderId } = await placeDownload(db, product, { quantity: 2 });
  await run(placed(), { orderId });
  await run(placed(), { orderId });
  const [toBuyer, toShop, warning, ...others] = await outboxOf(orderId);
  expect(others).toEqual([]);
  for (const part of [toBuyer?.html, toBuyer?.text]) {
    expect(part).toContain("KEY-1");
    expect(part).toContain("We will email your key as soon as we have it.");
    expect(part).toMatch(/https:\/\/shop\.example\/order-downloads\/\d+\/\?expires=\d+&(amp;)?signature=[0-9a-f]{64}/);
    expect(part).not.toContain("/chowk/downloads/");
  }
  expect(toBuyer?.html).toContain("Guide &lt;1&gt;");
  expect(toShop?.text).not.toContain("KEY-1");
  expect(warning).toMatchObject({ recipient: "shop@example.com", subject: expect.stringContaining("run out") });
  expect(warning?.text).toContain("is waiting for 1 licence key:");

  await addLicenceKeys(db, product, ["KEY-2"], noon);
  const assigned = licencesAssigned({ db, clock, linkOrigin, signatures });
  await run(assigned, { orderId });
  await run(assigned, { orderId });
  const late = (await outboxOf(orderId)).slice(3);
  expect(late).toMatchObject([{ recipient: "ayesha@example.com", text: expect.stringContaining("KEY-2") }]);
});

test("the shop is told once that few licence keys are left, and again after some were added", async () => {
  const product = await addDownload(db, { Guide: "guide.pdf" }, { name: "Course", regularPrice: 0 });
  const warnings = async () => {
    const { id: orderId } = await placeDownload(db, product);
    await run(placed(), { orderId });
    const { rows } = await pool.query(
      "select subject from mail_outbox where mail_key like 'licences-low:%' order by id",
    );
    return rows.map(({ subject }) => subject);
  };
  const keys = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  await addLicenceKeys(db, product, keys("A", 7), noon);
  expect(await warnings()).toEqual([]);
  expect(await warnings()).toEqual(["Only 5 licence keys left: Course"]);
  expect(await warnings()).toHaveLength(1);
  await addLicenceKeys(db, product, keys("B", 1), noon);
  expect(await warnings()).toEqual(["Only 5 licence keys left: Course", "Only 4 licence keys left: Course"]);
  await addLicenceKeys(db, product, keys("C", 1), noon);
  await setSetting(db, "low_licence_keys", 0);
  onTestFinished(() => resetSetting(db, "low_licence_keys"));
  expect(await warnings()).toHaveLength(2);
});

test("an unpaid order's mails have no files; that of its completion has, and none after a refund", async () => {
  const product = await addDownload(db, { Guide: "guide.pdf" });
  const { id: orderId } = await placeDownload(db, product);
  const statusChanged = orderStatusChanged({ db, clock, linkOrigin, signatures });
  await run(placed(), { orderId });
  expect((await outboxOf(orderId)).filter(({ text }) => text.includes("order-downloads"))).toEqual([]);
  await changeOrderStatus(db, { id: orderId, to: "completed" }, defaultSettings, noon);
  await run(statusChanged, { orderId, eventId: 900_001, status: "completed" });
  const [mail] = (await outboxOf(orderId)).filter(({ text }) => text.includes("order-downloads"));
  expect(mail?.text).toContain("Here is what you ordered.");
  await changeOrderStatus(db, { id: orderId, to: "refunded" }, defaultSettings, noon);
  await run(statusChanged, { orderId, eventId: 900_002, status: "completed" });
  expect((await outboxOf(orderId)).at(-1)?.text).not.toContain("order-downloads");
});
