import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { actAs } from "#db/actor.ts";
import { addJob } from "#db/add-job.ts";
import type { Database } from "#db/database.ts";
import { forgetExpired } from "#jobs/forget-expired.ts";
import { startJobs } from "#jobs/start-jobs.ts";
import { openSeals } from "#platform/seals.ts";
import { createAdministrator } from "#shop/accounts/create-administrator.ts";
import { changeRole } from "#shop/accounts/profile/change-user.ts";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { signIn } from "#shop/accounts/sessions/sign-in.ts";
import { addUser } from "#shop/accounts/users.ts";
import { addProduct, codeOf, defaultSettings, noon, openSession } from "#shop/cart/cart.fixtures.ts";
import { addToCart } from "#shop/cart/lines/add-to-cart.ts";
import { checkoutOf } from "#shop/orders/checkout/checkout.fixtures.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { testSignatures as signatures } from "../../../tests/support/test-signatures.ts";
import type { GivenOptions } from "../command.ts";
import { ordersCommand } from "../sales/orders.ts";
import { auditCommand } from "./audit.ts";
import { privacyCommand } from "./privacy.ts";

let db: Database;
let pool: TestDatabase["pool"];
let before = 0;
beforeEach(async () => {
  ({ db, pool } = await createTestDatabase());
  before = (await pool.query("select coalesce(max(id), 0)::int as id from audit_log")).rows[0].id;
});

const clock = { now: () => noon };
const quiet = { clock, print: () => {} };
const owner = { kind: "command", name: "settings", address: "sana@desk" } as const;

/** Returns the lines that `audit` prints about what this test did, newest first, without their time. */
async function audited(options: GivenOptions = {}): Promise<string[]> {
  const lines: string[] = [];
  await auditCommand.run({ db, print: (line) => void lines.push(line) }, [], options);
  const { rows } = await pool.query("select count(*)::int as count from audit_log where id <= $1", [before]);
  const own = Object.keys(options).length > 0 ? lines : lines.slice(0, lines.length - rows[0].count);
  return own.map((line) => line.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ {2}/, ""));
}

async function order(): Promise<{ id: number; productId: number }> {
  const session = await openSession(db);
  const productId = await addProduct(db, { regularPrice: 1000, managesStock: true, stockQuantity: 9 });
  await addToCart(db, session, { productId, variationId: null, quantity: 2, attributes: {} }, noon);
  return { id: (await placeOrder(db, checkoutOf(session), defaultSettings, noon)).id, productId };
}

test("a changed setting is recorded with who, from where, before and after; secrets are not", async () => {
  await actAs(owner, async () => {
    await setSetting(db, "shop_name", "Deodar");
    await setSetting(db, "shop_name", "Deodar Health");
    await resetSetting(db, "shop_name");
    await setSetting(db, "puzzle_secret_key", "do-not-tell");
  });
  const by = "command settings from sana@desk";
  expect(await audited()).toEqual([
    `${by}  setting puzzle_secret_key  value: nothing → "(secret)"`,
    `${by}  setting shop_name  value: "Deodar Health" → nothing`,
    `${by}  setting shop_name  value: "Deodar" → "Deodar Health"`,
    `${by}  setting shop_name  value: nothing → "Deodar"`,
  ]);
  expect((await pool.query("select audit_log::text from audit_log")).rows.join()).not.toContain("do-not-tell");
});

test("a setting that is set to the value it has is no change", async () => {
  await setSetting(db, "shop_name", "Deodar");
  const known = await audited();
  await setSetting(db, "shop_name", "Deodar");
  expect(await audited()).toEqual(known);
});

test("staff accounts are recorded: added, given a role, with another password; customers are not", async () => {
  const admin = await createAdministrator(db, { email: "sana@example.com", password: "correct horse battery" }, noon);
  const names = { phone: null, firstName: "", lastName: "" };
  const passwordHash = await hashPassword("correct horse");
  const user = await addUser(db, { ...names, email: "hina@example.com", role: "customer", passwordHash }, noon);
  await actAs({ kind: "command", name: "users", address: "" }, () =>
    changeRole(db, "hina@example.com", "shop_manager"),
  );
  await pool.query("update users set password_hash = $1 where id = $2", [
    await hashPassword("another horse"),
    user?.id,
  ]);
  expect(await audited()).toEqual([
    `shop  user ${user?.id} (hina@example.com)  password_hash: "(secret)" → "(secret)"`,
    `command users  user ${user?.id} (hina@example.com)  role: "customer" → "shop_manager"`,
    `shop  user ${admin.id} (sana@example.com)  role: nothing → "administrator"`,
  ]);
});

test("sign-ins of staff are recorded with their address, refused ones too; those of customers are not", async () => {
  const { id } = await createAdministrator(db, { email: "sana@example.com", password: "correct horse battery" }, noon);
  const passwordHash = await hashPassword("correct horse");
  await addUser(
    db,
    { email: "hina@example.com", phone: null, firstName: "", lastName: "", role: "customer", passwordHash },
    noon,
  );
  const from = { address: "203.0.113.7", device: null, proof: null };
  await signIn(db, { login: "sana@example.com", password: "correct horse battery", ...from }, noon);
  await signIn(db, { login: "hina@example.com", password: "correct horse", ...from }, noon);
  for (const login of ["sana@example.com", "hina@example.com", "nobody@example.com"])
    expect(await codeOf(signIn(db, { login, password: "wrong", ...from }, noon))).toBe("credentials_wrong");
  const by = "user sana@example.com from 203.0.113.7";
  expect((await audited()).slice(0, 2)).toEqual([
    `${by}  sign-in refused ${id} (sana@example.com)`,
    `${by}  sign-in ${id} (sana@example.com)`,
  ]);
  expect(await audited({ by: "hina@example.com" })).toEqual(["Nothing is recorded."]);
});

test("something else with the number of a user does not name that user", async () => {
  const { id } = await createAdministrator(db, { email: "sana@example.com", password: "correct horse battery" }, noon);
  for (const action of ["order", "product", "download revoked", "topic", "review", "media", "media added"])
    await pool.query(
      "insert into audit_log (actor_kind, actor, address, action, subject) values ('shop', '', '', $1, $2)",
      [action, id],
    );
  expect((await audited()).slice(0, 7).join()).not.toContain("sana");
});

test("an order's status is recorded with the stock that a command returns; what the order itself took is not", async () => {
  const { id, productId } = await order();
  expect(await audited()).toEqual([]);
  await actAs({ kind: "command", name: "orders", address: "" }, () =>
    ordersCommand.run({ ...quiet, db }, ["cancel", String(id)], {}),
  );
  expect((await audited()).sort()).toEqual([
    `command orders  order ${id}  status: "processing" → "cancelled"`,
    `command orders  product ${productId}  stock_quantity: 7 → 9`,
  ]);
});

test("jobs and plain SQL are named too", async () => {
  const { id } = await order();
  await pool.query("update orders set status = 'on-hold', payment_method = 'bacs', pay_by = $2 where id = $1", [
    id,
    noon,
  ]);
  const stop = startJobs({
    db,
    pool,
    clock: { now: () => new Date(noon.getTime() + 86_400_000) },
    log: pino({ level: "silent" }),
    files: localFiles("/nowhere"),
    signatures,
    smtpUrl: null,
    mailFrom: null,
    seals: openSeals([{ value: "a secret of thirty-two characters" }]),
    conversionsProxy: null,
    backups: null,
    backUpBaseIfDue: null,
    linkOrigin: () => "https://shop.example",
  });
  await addJob(db, "cancel-unpaid-orders", {});
  await eventually(async () => expect(await audited({ action: "order" })).toHaveLength(2));
  await stop();
  await pool.query("set application_name = 'psql'; update orders set status = 'completed'; reset application_name");
  expect(await audited({ action: "order" })).toEqual([
    expect.stringMatching(/^database psql as \w+ {2}order \d+ {2}status: "cancelled" → "completed"$/),
    `job cancel-unpaid-orders  order ${id}  status: "on-hold" → "cancelled"`,
    `shop  order ${id}  status: "processing" → "on-hold"`,
  ]);
});

test("an erasure is recorded without the address", async () => {
  await actAs({ kind: "command", name: "privacy", address: "" }, () =>
    privacyCommand.run({ ...quiet, db }, ["erase", "ayesha@example.com"], {}),
  );
  const [line] = await audited();
  expect(line).toMatch(/^command privacy {2}erasure a guest {2}/);
  expect(line).not.toContain("ayesha");
});

test("entries are filtered by action, subject, actor, time and number", async () => {
  await actAs(owner, () => setSetting(db, "shop_name", "Deodar"));
  await setSetting(db, "shop_tagline", "Grow");
  expect(await audited({ action: "setting", subject: "shop_tagline" })).toHaveLength(1);
  expect(await audited({ by: "settings" })).toEqual([expect.stringContaining("shop_name")]);
  expect(await audited({ limit: "1" })).toEqual([expect.stringContaining("shop_tagline")]);
  expect(await audited({ since: "2999-01-01" })).toEqual(["Nothing is recorded."]);
  await expect(audited({ since: "yesterday" })).rejects.toThrow("is not a date");
  await expect(audited({ limit: "-1" })).rejects.toThrow("is not a number");
});

test("the database refuses to change the log, and to delete entries of the last 90 days", async () => {
  await setSetting(db, "shop_name", "Deodar");
  for (const statement of [
    "update audit_log set actor = 'nobody'",
    "update audit_log set actor = 'nobody' where false",
    "delete from audit_log",
    "truncate audit_log",
  ])
    await expect(pool.query(statement)).rejects.toThrow("append-only");
  expect(await audited()).toHaveLength(1);
});

test("a clock ahead of the database's deletes no entry of the last 90 days, and fails no job", async () => {
  const age = 90 * 86_400_000 - 60_000;
  await pool.query(
    "insert into audit_log (at, actor_kind, actor, address, action, subject) values ($1, 'shop', '', '', 'test', 'young')",
    [new Date(Date.now() - age)],
  );
  await setSetting(db, "audit_days", 90);
  const ahead = { now: () => new Date(Date.now() + 3_600_000) };
  await forgetExpired({ db, pool, files: localFiles("/nowhere"), clock: ahead })({}, {} as never);
  expect(await audited({ action: "test" })).toEqual(["shop  test young"]);
});

test("old entries are deleted after `audit_days` only", async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  for (const age of [99, 101])
    await pool.query(
      "insert into audit_log (at, actor_kind, actor, address, action, subject) values ($1, 'shop', '', '', 'test', $2)",
      [days(age), age],
    );
  await setSetting(db, "audit_days", 100);
  await forgetExpired({ db, pool, files: localFiles("/nowhere"), clock: { now: () => new Date() } })({}, {} as never);
  expect(await audited({ action: "test" })).toEqual(["shop  test 99"]);
});
