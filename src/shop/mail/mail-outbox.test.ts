import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { deleteUnsentMails, putIntoOutbox, sendOnce } from "./mail-outbox.ts";

let database: TestDatabase;
let now = new Date("2026-11-21T12:00:00Z");
const attempt = { clock: { now: () => now }, attemptMs: 60_000 };

beforeAll(async () => {
  database = await createTestDatabase();
});

async function newMail(key: string): Promise<number> {
  const mail = { key, recipient: "a@example.com", replyTo: "", subject: "s", html: "h", text: "t" };
  await putIntoOutbox(database.db, [mail], now);
  const { rows } = await database.db.execute<{ id: number }>(sql`select id from mail_outbox where mail_key = ${key}`);
  return Number(rows[0]?.id);
}

const jobsLater = async () => {
  const { rows } = await database.pool.query("select key from graphile_worker.jobs where key is not null order by key");
  return rows.map(({ key }) => key);
};

test("of two concurrent senders one sends the mail, without an open transaction; the other leaves a job to check again", async () => {
  const { db, pool } = database;
  const id = await newMail("first");
  let sent = 0;
  await sendOnce(db, id, attempt, async () => {
    sent += 1;
    const { rows } = await pool.query(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in%'",
    );
    expect(rows).toEqual([{ count: 0 }]);
    await sendOnce(db, id, attempt, async () => void (sent += 1));
    expect(await jobsLater()).toEqual([`deliver-mail:${id}`]);
  });
  await sendOnce(db, id, attempt, async () => void (sent += 1));
  expect(sent).toBe(1);
});

test("a mail that could not be sent is available to the next attempt at once", async () => {
  const id = await newMail("second");
  const refused = sendOnce(database.db, id, attempt, () => Promise.reject(new Error("450 later")));
  await expect(refused).rejects.toThrow("450 later");
  let sent = 0;
  await sendOnce(database.db, id, attempt, async () => void (sent += 1));
  expect(sent).toBe(1);
});

test("an unsendable mail is deleted after the retention of sent mails", async () => {
  const id = await newMail("refused");
  const left = async () => {
    const { rows } = await database.db.execute(sql`select from mail_outbox where id = ${id}`);
    return rows.length;
  };
  await deleteUnsentMails(database.db, new Date(now.getTime() + 89 * 86_400_000));
  expect(await left()).toBe(1);
  await deleteUnsentMails(database.db, new Date(now.getTime() + 90 * 86_400_000));
  expect(await left()).toBe(0);
});

test("a sender that died holds a mail no longer than an attempt may take", async () => {
  const id = await newMail("third");
  await database.db.execute(sql`update mail_outbox set claimed_until = '2026-11-21T12:01:30Z' where id = ${id}`);
  let sent = 0;
  const send = async () => void (sent += 1);
  await sendOnce(database.db, id, attempt, send);
  expect(sent).toBe(0);
  now = new Date("2026-11-21T12:01:30Z");
  await sendOnce(database.db, id, attempt, send);
  expect(sent).toBe(1);
});
