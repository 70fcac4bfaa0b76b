import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import { giveContactForm } from "#shop/contact/messages/messages.fixtures.ts";
import { ownShop } from "../support/own-shop.ts";
import type { RunningShop } from "../support/start-shop.ts";

/** Each of the six points of the kill comes twice. */
const rounds = 12;
const connections = 4;
/** The kill comes after so many answers, so that it hits different steps between acceptance and mail. */
const answersBeforeKill = (round: number) => 1 + (round % 6);

/** Sends a message with this text. @returns whether it was accepted; false if the shop was killed meanwhile */
async function send(origin: string, formId: number, text: string): Promise<boolean> {
  const body = new FormData();
  body.set("_wpcf7_unit_tag", `wpcf7-f${formId}-o1`);
  body.set("your-message", text);
  const headers = { "user-agent": "Mozilla/5.0 (test)" };
  const answer = await fetch(origin + routes.formFeedback(formId), { method: "POST", body, headers })
    .then(async (response) => (await response.json()) as { status: string; message: string })
    .catch(() => undefined);
  if (answer && answer.status !== "mail_sent") throw new Error(answer.message);
  return answer !== undefined;
}

/** Sends messages over several connections and kills the shop meanwhile. @returns the texts that were accepted */
async function sendUntilKilled(shop: RunningShop, formId: number, round: number): Promise<string[]> {
  const accepted: string[] = [];
  let sent = 0;
  let killed: Promise<void> | undefined;
  const sendOn = async () => {
    while (!killed) {
      const text = `message ${round}.${(sent += 1)}`;
      if (await send(shop.origin, formId, text)) accepted.push(text);
      if (!killed && accepted.length >= answersBeforeKill(round)) killed = shop.kill();
    }
  };
  await Promise.all(Array.from({ length: connections }, sendOn));
  await killed;
  return accepted;
}

/** Lists the stored messages, each with the number of its mails that were sent. */
async function readMessages(db: Database) {
  const { rows } = await db.execute<{ text: string; mails: number }>(sql`
    select m.fields -> 0 -> 'values' ->> 0 as text, (select count(*)::int from mail_outbox o
      where o.mail_key = 'contact:' || m.id || ':1' and o.sent_at is not null) as mails
    from contact_messages m order by m.id`);
  return rows;
}

/** Lets mails be sent now that a process claimed before it was killed; without this, after 90 seconds. */
async function retryMails(db: Database, killedAt: Date): Promise<void> {
  await db.execute(sql`update mail_outbox set claimed_until = null
    where sent_at is null and claimed_until <= ${killedAt.toISOString()}::timestamptz + interval '90 seconds'`);
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now()
    where run_at > now() and key like 'deliver-mail:%'`);
}

test("a shop killed 12 times between acceptance and mail stores and mails each accepted message once", async () => {
  const own = await ownShop();
  const formId = await own.useDatabase(giveContactForm);
  let shop = await own.start();
  const accepted: string[] = [];
  let killedAt = new Date();
  for (let round = 0; round < rounds; round += 1) {
    accepted.push(...(await sendUntilKilled(shop, formId, round)));
    killedAt = new Date();
    shop = await own.start();
    // All messages come from one address, which makes them spam in the long run.
    await own.useDatabase((db) => db.execute(sql`delete from rate_limits`));
  }
  expect(accepted.length).toBeGreaterThanOrEqual(rounds);
  await expect
    .poll(() => own.useDatabase((db) => retryMails(db, killedAt).then(() => readMessages(db))))
    .not.toContainEqual(expect.objectContaining({ mails: 0 }));
  const stored = await own.useDatabase(readMessages);
  const texts = stored.map(({ text }) => text);
  expect(texts).toEqual([...new Set(texts)]);
  expect(texts).toEqual(expect.arrayContaining(accepted));
  expect(stored.filter(({ mails }) => mails !== 1)).toEqual([]);
}, 180_000);
