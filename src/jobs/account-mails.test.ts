import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createAdministrator } from "#shop/accounts/create-administrator.ts";
import { confirmEmailChange, requestEmailChange } from "#shop/accounts/profile/change-email.ts";
import { replacePassword, requestPasswordReset, resetPassword } from "#shop/accounts/profile/change-password.ts";
import { disableUser } from "#shop/accounts/profile/change-user.ts";
import { confirmRegistration, register } from "#shop/accounts/register.ts";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { getUserByEmail } from "#shop/accounts/users.ts";
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
const registered = (email = sana.email) => register(db, email, "203.0.113.7", now);
const chosen = { firstName: "Sana", lastName: "", phone: "", password, again: password };

/** Every text that the database holds, but for the queue's own. */
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

test("who registers gets one mail with a link, in both parts; its text is forgotten once it is sent", async () => {
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

test("the link makes the account once and a welcome follows; a second link is worth nothing then", async () => {
  await registered();
  await registered();
  const [first = "", second = ""] = (await mailsSent()).map(tokenIn);
  const { user } = await confirmRegistration(db, first, chosen, now);
  expect(user).toMatchObject({ email: "Sana@example.com", role: "customer" });
  await expect(confirmRegistration(db, first, chosen, now)).rejects.toMatchObject({ code: "token_invalid" });
  await expect(confirmRegistration(db, second, chosen, now)).rejects.toMatchObject({ code: "token_invalid" });
  const welcomes = (await mailsSent()).filter((mail) => mail.includes("Welcome, Sana"));
  expect(welcomes).toHaveLength(1);
  expect(welcomes[0]).toMatch(/^Message-ID: <[\w-]+(\.[\w-]+)*@/m);
});

test("who registers with an address that has an account gets a mail without a token; nothing is made", async () => {
  await createAdministrator(db, { email: "sana@example.com", password }, now);
  await registered();
  const [mail = ""] = await mailsSent();
  expect(mail).toContain("You have an account already");
  expect(tokenIn(mail)).toBe("");
});

test("a forgotten password is replaced once, and both a second use and an older link are refused", async () => {
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

test("of ten who come with one link at once one is let through", async () => {
  await createAdministrator(db, { email: sana.email, password }, now);
  await requestPasswordReset(db, sana.email, "203.0.113.7", now);
  const [token = ""] = (await mailsSent()).map(tokenIn);
  const tries = Array.from({ length: 10 }, () => resetPassword(db, token, "a better one", now));
  expect((await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a mail to an address that nobody has proved says nothing that a stranger wrote", async () => {
  const user = await createAdministrator(db, { email: "one@example.com", password }, now);
  await pool.query("update users set first_name = 'Visit evil.example' where id = $1", [user.id]);
  await registered();
  await registered("one@example.com");
  await requestEmailChange(db, user.id, "new@example.com", now);
  const sent = await mailsSent();
  expect(sent).toHaveLength(3);
  expect(sent.join("")).not.toContain("evil");
});

test("nobody's address gets no mail, and a link is good for an hour", async () => {
  await createAdministrator(db, { email: sana.email, password }, now);
  await requestPasswordReset(db, "nobody@example.com", "203.0.113.7", now);
  expect(await mailsSent()).toEqual([]);
  await requestPasswordReset(db, sana.email, "203.0.113.7", now);
  const [token = ""] = (await mailsSent()).map(tokenIn);
  now = new Date(now.getTime() + 3_600_000);
  await expect(resetPassword(db, token, "a better one", now)).rejects.toMatchObject({ code: "token_invalid" });
});

test("what was asked for before the password was replaced, or the account disabled, sends no link any more", async () => {
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

test("a new address counts once its link is followed; the old one hears of it, and links sent before end", async () => {
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
  const [news = ""] = await mailsSent();
  expect(news).toContain("To: Sana@example.com");
  expect(news).toContain("new@example.com");
});

test("of two who confirm one new address at once one gets it, and the other's link is used up", async () => {
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

test("a registration whose address has an account by now is refused, and its link is used up", async () => {
  await registered();
  const [token = ""] = (await mailsSent()).map(tokenIn);
  await createAdministrator(db, { email: sana.email, password: "another one" }, now);
  await expect(confirmRegistration(db, token, chosen, now)).rejects.toMatchObject({ code: "token_invalid" });
  expect((await pool.query("select 1 from mail_tokens union all select 1 from registrations")).rows).toEqual([]);
});

test("mails that were sent go after ninety days", async () => {
  await registered();
  await mailsSent();
  const days = async (count: number) => {
    await forgetExpired({ db, pool, clock: { now: () => new Date(now.getTime() + count * 86_400_000) } })(
      {},
      {} as never,
    );
    return (await pool.query("select 1 from mail_outbox")).rows.length;
  };
  expect(await days(89)).toBe(1);
  expect(await days(90)).toBe(0);
});

test("the address of a deleted account is given up after a week in which its mail could not be sent", async () => {
  await pool.query(
    `insert into mail_outbox (mail_key, recipient, subject, html, text, is_last, created_at)
      values ('account-deleted:1', 'a@example.com', 's', 'h', 't', true, $1)`,
    [now],
  );
  const left = async (hours: number) => {
    await forgetExpired({ db, pool, clock: { now: () => new Date(now.getTime() + hours * 3_600_000) } })(
      {},
      {} as never,
    );
    return (await pool.query("select 1 from mail_outbox")).rows.length;
  };
  expect(await left(7 * 24 - 1)).toBe(1);
  expect(await left(7 * 24)).toBe(0);
});

test("what has run out is gone within the hour: registrations, links, counts, mails that could not be sent", async () => {
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
  await forgetExpired({ db, pool, clock })({}, {} as never);
  for (const table of ["registrations", "mail_tokens", "rate_limits"])
    expect((await pool.query(`select 1 from ${table}`)).rows, `${table}`).toEqual([]);
  expect((await pool.query("select 1 from mail_outbox where sent_at is null")).rows).toEqual([]);
});
