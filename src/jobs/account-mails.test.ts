import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createAdministrator } from "#shop/accounts/create-administrator.ts";
import { confirmEmailChange, requestEmailChange } from "#shop/accounts/profile/change-email.ts";
import { replacePassword, requestPasswordReset, resetPassword } from "#shop/accounts/profile/change-password.ts";
import { disableUser } from "#shop/accounts/profile/change-user.ts";
import { confirmRegistration, register } from "#shop/accounts/register.ts";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { getUserByEmail } from "#shop/accounts/users.ts";
import { localFiles } from "../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { takeMails, tokenIn } from "./account-mails.fixtures.ts";
import { forgetExpired } from "./forget-expired.ts";

let db: Database;
let pool: TestDatabase["pool"];
let now = new Date("2026-11-21T12:00:00Z");
const clock = { now: () => now };
const password = "correct horse";
beforeAll(async () => {
  ({ db, pool } = await createTestDatabase());
});
beforeEach(async () => {
  now = new Date("2026-11-21T12:00:00Z");
  await pool.query("delete from users; delete from registrations; delete from rate_limits; delete from mail_outbox");
});

const mailsSent = () => takeMails({ db, pool, clock });
const to = (address: string) => (mail: string) => mail.includes(`To: ${address}`);

const sana = { email: "Sana@example.com" };
const registered = (email = sana.email) => register(db, { email, address: "203.0.113.7" }, now);
const account = { firstName: "Sana", lastName: "", phone: "", password, again: password };

/** Returns all rows of the tables that could contain personal data or tokens, as text. */
async function everythingStored(): Promise<string> {
  const tables = [
    "users",
    "registrations",
    "mail_tokens",
    "mail_outbox",
    "rate_limits",
    "graphile_worker._private_jobs",
  ];
  const rows = await Promise.all(tables.map((table) => pool.query(`select to_jsonb(t)::text as row from ${table} t`)));
  return rows.flatMap(({ rows }) => rows.map(({ row }) => row as string)).join("\n");
}

test("a registration sends one mail with a link in both parts, and its content is deleted after sending", async () => {
  await registered();
  const [mail = "", ...others] = await mailsSent();
  expect(others).toEqual([]);
  expect(mail).toContain("To: Sana@example.com");
  expect(mail).toContain("Content-Type: text/plain");
  expect(mail).toContain("Content-Type: text/html");
  expect(mail.match(/https:\/\/shop\.example\/my-account\/confirm\/\?token=/g)?.length).toBe(2);
  const token = tokenIn(mail);
  expect(token).not.toBe("");
  expect(await everythingStored()).not.toContain(token);
  expect(await everythingStored()).not.toContain(password);
  const { rows } = await pool.query("select html, text from mail_outbox");
  expect(rows).toEqual([{ html: "", text: "" }]);
});

test("the link creates the account once and a welcome mail follows; a second link is then invalid", async () => {
  await registered();
  await registered();
  const [first = "", second = ""] = (await mailsSent()).map(tokenIn);
  const { user } = await confirmRegistration(db, first, account, now);
  expect(user).toMatchObject({ email: "Sana@example.com", role: "customer" });
  await expect(confirmRegistration(db, first, account, now)).rejects.toMatchObject({ code: "token_invalid" });
  await expect(confirmRegistration(db, second, account, now)).rejects.toMatchObject({ code: "token_invalid" });
  const welcomes = (await mailsSent()).filter((mail) => mail.includes("Welcome, Sana"));
  expect(welcomes).toHaveLength(1);
  expect(welcomes[0]).toMatch(/^Message-ID: <[\w-]+(\.[\w-]+)*@/m);
});

test("registering a taken address sends a mail without a token and creates nothing", async () => {
  await createAdministrator(db, { email: "sana@example.com", password }, now);
  await registered();
  const [mail = ""] = await mailsSent();
  expect(mail).toContain("You already have an account");
  expect(tokenIn(mail)).toBe("");
});

test("a reset link works once; a second use and older links are refused", async () => {
  const user = await createAdministrator(db, { email: sana.email, password }, now);
  await requestPasswordReset(db, "sana@example.com", "203.0.113.7", now);
  const [older = ""] = (await mailsSent()).map(tokenIn);
  await requestPasswordReset(db, "SANA@example.com", "203.0.113.7", now);
  const [token = ""] = (await mailsSent()).map(tokenIn);
  const reset = (given: string) => resetPassword(db, given, "a better one", now);
  await expect(reset(older)).rejects.toMatchObject({ code: "token_invalid" });
  expect((await reset(token)).user.id).toBe(user.id);
  await expect(reset(token)).rejects.toMatchObject({ code: "token_invalid" });
  expect((await mailsSent()).filter((mail) => mail.includes("password was changed"))).toHaveLength(1);
});

test("ten concurrent uses of one link succeed once", async () => {
  await createAdministrator(db, { email: sana.email, password }, now);
  await requestPasswordReset(db, sana.email, "203.0.113.7", now);
  const [token = ""] = (await mailsSent()).map(tokenIn);
  const tries = Array.from({ length: 10 }, () => resetPassword(db, token, "a better one", now));
  expect((await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a mail to an unconfirmed address contains no text entered by the requester", async () => {
  const user = await createAdministrator(db, { email: "one@example.com", password }, now);
  await pool.query("update users set first_name = 'Visit evil.example' where id = $1", [user.id]);
  await registered();
  await registered("one@example.com");
  await requestEmailChange(db, user.id, "new@example.com", now);
  const sent = await mailsSent();
  expect(sent).toHaveLength(3);
  expect(sent.join("")).not.toContain("evil");
});

test("an unknown address gets no mail, and a link is valid for an hour", async () => {
  await createAdministrator(db, { email: sana.email, password }, now);
  await requestPasswordReset(db, "nobody@example.com", "203.0.113.7", now);
  expect(await mailsSent()).toEqual([]);
  await requestPasswordReset(db, sana.email, "203.0.113.7", now);
  const [token = ""] = (await mailsSent()).map(tokenIn);
  now = new Date(now.getTime() + 3_600_000);
  await expect(resetPassword(db, token, "a better one", now)).rejects.toMatchObject({ code: "token_invalid" });
});

test("a link requested before a password change or before disabling the account is not sent", async () => {
  const user = await createAdministrator(db, { email: sana.email, password }, now);
  await createAdministrator(db, { email: "other@example.com", password }, now);
  const ask = async () => {
    await requestPasswordReset(db, sana.email, "203.0.113.7", now);
    await requestEmailChange(db, user.id, "new@example.com", now);
  };
  await ask();
  now = new Date(now.getTime() + 1000);
  await replacePassword(db, user.id, await hashPassword("a better one"), null, now);
  expect((await mailsSent()).filter((mail) => tokenIn(mail) !== "")).toEqual([]);
  await ask();
  expect((await mailsSent()).filter((mail) => tokenIn(mail) !== "")).toHaveLength(2);
  await ask();
  await disableUser(db, sana.email, now);
  expect(await mailsSent()).toEqual([]);
});

test("a new address applies once its link is used; the old one is notified, and earlier links end", async () => {
  const user = await createAdministrator(db, { email: sana.email, password }, now);
  await requestEmailChange(db, user.id, "new@example.com", now);
  await requestPasswordReset(db, sana.email, "203.0.113.7", now);
  const mails = await mailsSent();
  const change = tokenIn(mails.find(to("new@example.com")));
  const reset = tokenIn(mails.find(to("Sana@example.com")));
  expect((await getUserByEmail(db, sana.email)).id).toBe(user.id);
  await confirmEmailChange(db, change, now);
  expect((await getUserByEmail(db, "NEW@example.com")).id).toBe(user.id);
  await expect(resetPassword(db, reset, "a better one", now)).rejects.toMatchObject({ code: "token_invalid" });
  const [notification = ""] = await mailsSent();
  expect(notification).toContain("To: Sana@example.com");
  expect(notification).toContain("new@example.com");
});

test("of two concurrent confirmations of one address one succeeds, and the other's link is used up", async () => {
  for (let round = 0; round < 5; round++) {
    await pool.query("delete from users; delete from rate_limits; delete from mail_outbox");
    const one = await createAdministrator(db, { email: "one@example.com", password }, now);
    const two = await createAdministrator(db, { email: "two@example.com", password }, now);
    for (const { id } of [one, two]) await requestEmailChange(db, id, "new@example.com", now);
    const tokens = (await mailsSent()).map(tokenIn);
    const answers = await Promise.allSettled(tokens.map((token) => confirmEmailChange(db, token, now)));
    const reasons = answers.map((answer) => (answer.status === "rejected" ? answer.reason.code : "done"));
    expect(new Set(reasons)).toEqual(new Set(["done", "token_invalid"]));
    expect((await pool.query("select 1 from mail_tokens")).rows).toEqual([]);
  }
});

test("confirming a registration is refused if the address has an account by then, and its link is used up", async () => {
  await registered();
  const [token = ""] = (await mailsSent()).map(tokenIn);
  await createAdministrator(db, { email: sana.email, password: "another one" }, now);
  await expect(confirmRegistration(db, token, account, now)).rejects.toMatchObject({ code: "token_invalid" });
  expect((await pool.query("select 1 from mail_tokens union all select 1 from registrations")).rows).toEqual([]);
});

test("sent mails are deleted after ninety days", async () => {
  await registered();
  await mailsSent();
  const days = async (count: number) => {
    await forgetExpired({
      db,
      pool,
      files: localFiles("/nowhere"),
      clock: { now: () => new Date(now.getTime() + count * 86_400_000) },
    })({}, {} as never);
    return (await pool.query("select 1 from mail_outbox")).rows.length;
  };
  expect(await days(89)).toBe(1);
  expect(await days(90)).toBe(0);
});

test("the deletion mail's address is removed after a week of failed delivery", async () => {
  await pool.query(
    `insert into mail_outbox (mail_key, recipient, subject, html, text, is_last, created_at)
      values ('account-deleted:1', 'a@example.com', 's', 'h', 't', true, $1)`,
    [now],
  );
  const left = async (hours: number) => {
    await forgetExpired({
      db,
      pool,
      files: localFiles("/nowhere"),
      clock: { now: () => new Date(now.getTime() + hours * 3_600_000) },
    })({}, {} as never);
    return (await pool.query("select 1 from mail_outbox")).rows.length;
  };
  expect(await left(7 * 24 - 1)).toBe(1);
  expect(await left(7 * 24)).toBe(0);
});

test("expired registrations, links, rate limits and undeliverable mails are deleted within the hour", async () => {
  await registered();
  await mailsSent();
  await registered();
  await pool.query("delete from graphile_worker._private_jobs");
  await pool.query(
    `insert into mail_outbox (mail_key, recipient, subject, html, text, is_secret, created_at)
      values ('k', 'a@example.com', 's', 'secret', 'secret', true, $1)`,
    [now],
  );
  now = new Date(now.getTime() + 25 * 3_600_000);
  await forgetExpired({ db, pool, files: localFiles("/nowhere"), clock })({}, {} as never);
  for (const table of ["registrations", "mail_tokens", "rate_limits"])
    expect((await pool.query(`select 1 from ${table}`)).rows, `${table}`).toEqual([]);
  expect((await pool.query("select 1 from mail_outbox where sent_at is null")).rows).toEqual([]);
});
