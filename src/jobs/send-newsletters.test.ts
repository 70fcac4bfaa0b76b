import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobHelpers } from "graphile-worker";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { newsletterCommand } from "#cli/sales/newsletter.ts";
import type { Mailer } from "#platform/mailer.ts";
import { savePreferences } from "#shop/newsletter/preferences.ts";
import { readNextMailAt } from "#shop/newsletter/send-campaign.ts";
import { importSubscribers, stopSubscription } from "#shop/newsletter/subscriptions.ts";
import { erasePersonalData, exportPersonalData, findPerson } from "#shop/privacy/personal-data.ts";
import { getSettings, setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { openMailServer } from "./mail-server.fixtures.ts";
import { sendNewsletters } from "./send-newsletters.ts";

const noon = new Date("2026-11-26T12:00:00Z");
const may = `---
subject: Rugs & more
---
Hello **readers**, [see the rugs](/product-category/rugs/).
They are\\
new.

- one
- two

1. first
2. second

| Rug | Knots |
| --- | --- |
| Multan | 90 |

<script>alert(1)</script>`;

let database: TestDatabase;
let time = noon;
const clock = { now: () => time };

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  time = noon;
  const { pool, db } = database;
  await pool.query("truncate newsletter_campaigns, newsletter_recipients, newsletter_subscribers");
  await pool.query(
    "select graphile_worker.remove_job(key) from graphile_worker.jobs where key like 'send-newsletters:%'",
  );
  await setSetting(db, "newsletter_rate", 60000);
});

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `reader${index}@example.com`);

async function subscribe(count: number): Promise<string[]> {
  await importSubscribers(database.db, addresses(count), noon);
  return addresses(count);
}

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const context = { db: database.db, clock, print: (line: string) => lines.push(line) };
  const options = args.includes("--dry-run") ? { dryRun: true as const } : {};
  await newsletterCommand.run(context, args, options);
  return lines.join("\n");
}

/** Writes a newsletter and runs `newsletter send`. */
async function send(text = may, name = "may.md", ...options: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "campaign-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), text);
  return run("send", join(folder, name), ...options);
}

/** Runs a campaign's job once, when the rate allows its next mail. */
async function work(mailer: Mailer, name = "may.md"): Promise<void> {
  const nextMailAt = await readNextMailAt(database.db);
  if (nextMailAt && nextMailAt > time) time = nextMailAt;
  return workNow(mailer, name);
}

/** Runs a campaign's job once. */
async function workNow(mailer: Mailer, name = "may.md"): Promise<void> {
  const linkOrigin = () => "https://shop.example";
  const { rows } = await database.pool.query("select id::int from newsletter_campaigns where name = $1", [name]);
  const payload = { campaignId: rows[0]?.id };
  await sendNewsletters({ db: database.db, clock, mailer, mailFrom: null, linkOrigin })(payload, {} as JobHelpers);
}

/** When a campaign's queued job runs; null if none is queued. */
async function nextRun(name = "may.md"): Promise<Date | null> {
  const { rows } = await database.pool.query(
    "select run_at from graphile_worker.jobs j join newsletter_campaigns c on j.key = 'send-newsletters:' || c.id where name = $1",
    [name],
  );
  return rows[0]?.run_at ?? null;
}

const recipientsOf = (mails: readonly string[]) =>
  mails.map((mail) => /^To: (\S+)/m.exec(mail)?.[1] ?? "").toSorted((a, b) => a.localeCompare(b));
const sorted = (emails: readonly string[]) => emails.toSorted((a, b) => a.localeCompare(b));

test("each subscriber gets the newsletter once, with text beside it and an unsubscribe address of their own", async () => {
  const { mailer, received } = await openMailServer();
  const readers = await subscribe(25);
  expect(await send()).toBe("Queued may.md for 25 subscribers, 60000 a minute.");
  expect(await nextRun()).toEqual(noon);
  await importSubscribers(database.db, ["late@example.com"], noon);
  await work(mailer);
  expect(recipientsOf(received)).toEqual(sorted(readers));
  const stops = received.map((mail) => /^List-Unsubscribe: <(\S+)>/m.exec(mail.replace(/\r\n /g, " "))?.[1]);
  expect(new Set(stops).size).toBe(25);
  const mail = received[0]?.replaceAll("=\r\n", "") ?? "";
  expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  expect(mail).toContain("Subject: Rugs & more");
  expect(mail).toContain("see the rugs (https://shop.example/product-category/rugs/)");
  expect(mail).toContain("They are\r\nnew.");
  expect(mail).toContain("- one\r\n- two");
  expect(mail).toContain("1. first\r\n2. second");
  expect(mail).toContain("Rug Knots\r\n");
  expect(mail).toMatch(/<a href=3D"[^"]*\?stop=3D[\w-]{32}"[^>]*>Unsubscribe<\/a>/);
  expect(mail).toMatch(/<a href=3D"[^"]*\?preferences=3D[\w-]{32}"[^>]*>Choose which emails you get<\/a>/);
  expect(mail).toContain("<strong>readers</strong>");
  expect(mail).not.toContain("alert(1)");

  expect(await send()).toBe("may.md was queued before; nobody gets it twice.\nmay.md  finished  25 sent  Rugs & more");
  await work(mailer);
  expect(received).toHaveLength(25);
  await expect(send(`${may} Changed`)).rejects.toThrow("Another text was sent as may.md");
});

test("jobs that run at the same time send nobody two mails", async () => {
  const { mailer, received } = await openMailServer();
  const readers = await subscribe(60);
  await send();
  await Promise.all([workNow(mailer), workNow(mailer), workNow(mailer)]);
  expect(recipientsOf(received)).toEqual(sorted(readers));
});

test("after a crash between claim and record the rate holds, at most two batches are unclear, and nobody is sent a second mail", async () => {
  const { mailer, received } = await openMailServer();
  await subscribe(80);
  // Batches of ten, ten connections.
  await setSetting(database.db, "newsletter_rate", 6000);
  await send();
  const crashes = (send: Mailer["send"]) =>
    new Promise<void>((crashed) => {
      let tried = 0;
      const killed: Mailer["send"] = async (mail) => {
        await send(mail);
        tried += 1;
        if (tried === 10) crashed();
        await new Promise(() => {});
      };
      work({ ...mailer, send: killed }).catch(() => undefined);
    });
  await crashes(async () => undefined);
  await crashes((mail) => mailer.send(mail));
  await workNow(mailer);
  expect(received).toHaveLength(10);
  await work(mailer);
  expect(recipientsOf(received)).toEqual(sorted([...new Set(recipientsOf(received))]));
  const [, sent, unclear] = /sending {2}(\d+) sent, (\d+) being sent or unclear/.exec(await run("status")) ?? [];
  expect(received).toHaveLength(Number(sent) + 10);
  expect(Number(sent) + Number(unclear)).toBe(80);
  expect(Number(unclear)).toBeGreaterThanOrEqual(20);
  expect(Number(unclear)).toBeLessThanOrEqual(40);
  time = new Date(time.getTime() + 121_000);
  await work(mailer);
  expect(await run("status")).toBe(`may.md  finished  ${sent} sent, ${unclear} being sent or unclear  Rugs & more`);
});

test("a campaign does not finish while another process may still be refused a mail", async () => {
  const { mailer, received, refuse } = await openMailServer();
  await subscribe(1);
  await send();
  refuse("450 4.2.2 mailbox full");
  const other = await openMailServer();
  const resume = other.keepSilent();
  other.refuse("450 4.2.2 mailbox full");
  const sending = work(other.mailer);
  await expect.poll(() => run("status")).toContain("1 being sent");
  await work(mailer);
  expect(await run("status")).toContain("sending  0 sent, 1 being sent");
  expect(await nextRun()).toEqual(new Date(noon.getTime() + 120_000));
  resume();
  await expect(sending).rejects.toThrow("accepted no newsletter");
  refuse(null);
  time = new Date(time.getTime() + 30 * 60_000);
  await work(mailer);
  expect(received).toHaveLength(1);
  expect(await run("status")).toContain("finished  1 sent");
});

test("a lost answer is not taken for a refusal", async () => {
  const { mailer, received } = await openMailServer();
  await subscribe(1);
  await send();
  const lost: Mailer["send"] = async (mail) => {
    await mailer.send(mail);
    throw Object.assign(new Error("Connection closed"), { code: "ECONNECTION", command: "CONN" });
  };
  await expect(work({ ...mailer, send: lost })).rejects.toThrow("accepted no newsletter");
  await work(mailer);
  expect(received).toHaveLength(1);
  expect(await run("status")).toContain("1 being sent or unclear");
});

test("an address without a mailbox is taken off the list", async () => {
  const { mailer, refuse } = await openMailServer();
  await subscribe(1);
  await send();
  refuse("550 5.1.1 no such user");
  await work(mailer);
  expect(await run("status")).toMatch(/may\.md {2}finished {2}0 sent, 1 without a mailbox .*550 5\.1\.1 no such user/);
  expect(await run("list")).toBe("0 confirmed, 0 unconfirmed, 1 unsubscribed");
  expect(await importSubscribers(database.db, addresses(1), noon)).toBe(0);
});

test.each([
  ["450 4.2.2 mailbox full", "RCPT TO"],
  // Of every recipient: a fault of the server.
  ["550 5.1.1 no such user", "RCPT TO"],
  ["550 5.4.5 daily limit reached", "MAIL FROM"],
  ["554 5.7.1 message refused", "DATA"],
] as const)("other refusals keep the address on the list, and the mail is sent later: %s to %s", async (answer, to) => {
  const { mailer, received, refuse } = await openMailServer();
  const readers = await subscribe(3);
  await send();
  refuse(answer, to);
  await expect(work(mailer)).rejects.toThrow("accepted no newsletter");
  refuse(null);
  await work(mailer);
  time = new Date(noon.getTime() + 30 * 60_000);
  await work(mailer);
  expect(recipientsOf(received)).toEqual(sorted(readers));
  expect(await run("list")).toContain("3 confirmed");
  expect(await run("status")).toContain("finished  3 sent");
});

test("a mail that is refused five times is given up, and the job waits until each next try", async () => {
  const { mailer, refuse } = await openMailServer();
  await subscribe(1);
  await send();
  refuse("450 4.2.2 mailbox full");
  const runs: (Date | null)[] = [];
  for (let tries = 1; tries <= 5; tries += 1) {
    time = new Date(noon.getTime() + (tries - 1) * 30 * 60_000);
    await expect(work(mailer)).rejects.toThrow("accepted no newsletter");
    await work(mailer);
    runs.push(await nextRun());
  }
  expect(runs.slice(0, 4)).toEqual([1, 2, 3, 4].map((tries) => new Date(noon.getTime() + tries * 30 * 60_000)));
  expect(await run("status")).toContain("finished  0 sent, 1 refused");
});

test("pausing and unsubscribing take effect before the next mail", async () => {
  const { mailer, received } = await openMailServer();
  const [stopped = "", ...others] = await subscribe(3);
  await send();
  expect(await run("pause", "may.md")).toBe("may.md is paused.");
  await work(mailer);
  expect(received).toHaveLength(0);
  const { rows } = await database.pool.query("select stop_token from newsletter_subscribers where email = $1", [
    stopped,
  ]);
  await stopSubscription(database.db, rows[0].stop_token, noon);
  expect(await run("status", "may.md")).toContain("paused  0 sent, 3 waiting");
  expect(await run("continue", "may.md")).toBe("may.md continues.");
  await work(mailer);
  expect(recipientsOf(received)).toEqual(sorted(others));
  expect(await run("status")).toContain("finished  2 sent, 1 unsubscribed before");
  await expect(run("pause", "may.md")).rejects.toThrow("not being sent");
  await expect(run("continue", "june.md")).rejects.toThrow('"june.md" is unknown');
});

test("a run sends what the rate allows in five seconds and queues the next one", async () => {
  const { mailer, received } = await openMailServer();
  await subscribe(8);
  await setSetting(database.db, "newsletter_rate", 60);
  await send();
  await work(mailer);
  expect(received).toHaveLength(5);
  expect(await nextRun()).toEqual(new Date(noon.getTime() + 5_001));
  await setSetting(database.db, "newsletter_rate", 2);
  await work(mailer);
  expect(received).toHaveLength(6);
  expect(await nextRun()).toEqual(new Date(noon.getTime() + 35_001));
});

test("neither continuing nor another newsletter makes the mails faster than the rate, and newsletters take turns", async () => {
  const { mailer, received } = await openMailServer();
  await subscribe(8);
  await setSetting(database.db, "newsletter_rate", 60);
  await send();
  await work(mailer);
  await run("continue", "may.md");
  expect(await nextRun()).toEqual(new Date(noon.getTime() + 5_001));
  await send("---\nsubject: June\n---\nHello", "june.md");
  await workNow(mailer, "june.md");
  expect(received).toHaveLength(5);
  expect(await nextRun("june.md")).toEqual(new Date(noon.getTime() + 5_000));
  await work(mailer, "june.md");
  expect(received).toHaveLength(10);
  await workNow(mailer);
  expect(received).toHaveLength(10);
  expect(await nextRun()).toEqual(new Date(noon.getTime() + 10_000));
});

test("a newsletter is sent, and another continues, while a third waits for its next try", async () => {
  const { mailer, received, refuse } = await openMailServer();
  await subscribe(2);
  await send();
  refuse("450 4.2.2 mailbox full");
  await expect(work(mailer)).rejects.toThrow("accepted no newsletter");
  await work(mailer);
  const nextTry = await nextRun();
  expect(nextTry).toEqual(new Date(noon.getTime() + 30 * 60_000));
  refuse(null);
  await send("---\nsubject: June\n---\nHello", "june.md");
  expect(await nextRun("june.md")).toEqual(time);
  await run("pause", "june.md");
  await work(mailer, "june.md");
  await run("continue", "june.md");
  expect(await nextRun("june.md")).toEqual(time);
  await work(mailer, "june.md");
  expect(await run("status", "june.md")).toContain("finished  2 sent");
  expect(received).toHaveLength(2);
  expect(await nextRun()).toEqual(nextTry);
});

test("a clock that was set back does not hold newsletters up", async () => {
  const { mailer, received } = await openMailServer();
  await subscribe(8);
  await setSetting(database.db, "newsletter_rate", 60);
  await send();
  await work(mailer);
  time = new Date(noon.getTime() - 3 * 3_600_000);
  await workNow(mailer);
  expect(received).toHaveLength(8);
});

test("a newsletter of a kind goes only to those who want it, also if they say so after it was queued", async () => {
  const { mailer, received } = await openMailServer();
  const { db, pool } = database;
  await subscribe(3);
  const { rows } = await pool.query("select stop_token as token from newsletter_subscribers order by email");
  await savePreferences(db, { token: rows[0].token, kinds: ["news"] });
  expect(await send("---\nsubject: Sale\nkind: offers\n---\nHello")).toContain("for 2 subscribers");
  await savePreferences(db, { token: rows[1].token, kinds: ["news"] });
  await work(mailer);
  expect(recipientsOf(received)).toEqual(["reader2@example.com"]);
  await expect(send("---\nsubject: Sale\nkind: spam\n---\nHello", "b.md")).rejects.toThrow(
    "line 3: its kind is not one of news, offers",
  );
});

test("a trial checks the file, says how many would get it, and sends nothing", async () => {
  await subscribe(3);
  expect(await send(may, "may.md", "--dry-run")).toBe(
    "may.md (news) would go to 3 subscribers, 60000 a minute. Nothing is sent.",
  );
  await expect(send("Hello", "may.md", "--dry-run")).rejects.toThrow("front matter");
  expect(await run("status")).toBe("No newsletter was sent.");
});

test("the status says that a campaign has stopped when its job has given up, and continuing starts it again", async () => {
  await subscribe(1);
  await send();
  expect(await run("status")).toContain("may.md  sending");
  await database.pool.query(
    "update graphile_worker._private_jobs set attempts = max_attempts where key like 'send-newsletters:%'",
  );
  expect(await run("status")).toContain("may.md  stopped");
  await run("continue", "may.md");
  expect(await run("status")).toContain("may.md  sending");
});

test("a file without subject or text, or with a block, is refused with the line", async () => {
  await expect(send("Hello")).rejects.toThrow("line 1: it does not start with front matter");
  await expect(send("---\nsubjet: x\n---\n")).rejects.toThrow(/line 2: "subjet" is not one of subject, kind/);
  await expect(send('---\nsubject: Rugs\n---\n[products skus="R1"]')).rejects.toThrow(
    'mails show no blocks: [products skus="R1"]',
  );
  const lost = "---\nsubject: Rugs\n---\nHello\n![A](https://cdn.example/a.jpg) ![B](/media/b.jpg)";
  await expect(send(lost)).rejects.toThrow(
    "line 5: the picture https://cdn.example/a.jpg is not shown: use one below /media/",
  );
  await expect(run("send", "/nowhere/may.md")).rejects.toThrow("The file /nowhere/may.md does not exist");
  expect(await run("status")).toBe("No newsletter was sent.");
});

test("a person's export lists the newsletters sent to them, and erasing them removes the record", async () => {
  const { db } = database;
  const { mailer } = await openMailServer();
  const [email = ""] = await subscribe(1);
  await send();
  await work(mailer);
  const exported = await exportPersonalData(db, await findPerson(db, email), await getSettings(db));
  expect(exported).toMatchObject({ newslettersSent: [{ subject: "Rugs & more", state: "sent" }] });
  await erasePersonalData(db, email, noon);
  expect(await run("status")).toContain("finished  0 sent");
});
