import { Logger } from "graphile-worker";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { deliverMail } from "#jobs/deliver-mail.ts";
import { openMailServer } from "#jobs/mail-server.fixtures.ts";
import { startWorker } from "#platform/jobs/job-queue.ts";
import { noon } from "#shop/cart/cart.fixtures.ts";
import { putIntoOutbox } from "#shop/mail/mail-outbox.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { jobsCommand } from "./jobs.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

async function printed(...args: string[]): Promise<string> {
  const lines: string[] = [];
  await jobsCommand.run({ ...database, print: (line) => lines.push(line) }, args, {});
  return lines.join("\n");
}

/** Starts a mail server and the shop's worker that sends to it. */
async function openMailing() {
  const { db, pool } = database;
  const server = await openMailServer();
  const sending = deliverMail({
    db,
    clock: { now: () => noon },
    mailer: server.mailer,
    mailFrom: null,
    files: localFiles("/nowhere"),
  });
  const quiet = new Logger(() => () => undefined);
  const tasks = { "deliver-mail": sending };
  const stop = startWorker({ pool, tasks, crontab: "", concurrency: 1, pollInterval: 100, logger: quiet });
  onTestFinished(stop);
  return server;
}

const write = (key: string) =>
  putIntoOutbox(
    database.db,
    [{ key, recipient: "gone@example.com", replyTo: "", subject: "s", html: "h", text: "t" }],
    noon,
  );

test("a permanently rejected mail is tried once, listed with the reason, and sent after a retry on request", async () => {
  const server = await openMailing();
  server.refuse("550 5.1.1 no such user <gone@example.com>");
  await write("hello:1");
  const listed = await eventually(async () => {
    const text = await printed();
    expect(text).toContain("failed");
    return text;
  });
  expect(listed).toMatch(
    /^No jobs are waiting\.\n\d+ {2}deliver-mail {2}failed {2}hello:1 to gone@example\.com {2}PermanentFailure: .*answered 550 to RCPT TO\)$/,
  );
  const id = /^(\d+) {2}/m.exec(listed)?.[1] ?? "";
  server.refuse(null);
  expect(await printed("retry", id)).toBe(`Job ${id} will be retried as soon as the shop runs.`);
  await eventually(() => expect(server.received).toHaveLength(1));
  await eventually(async () => expect(await printed()).toBe("No jobs are waiting."));
  await expect(printed("retry", id)).rejects.toThrow(`There is no job "${id}"`);
});

test("a mail that the server rejects temporarily is listed with its next attempt", async () => {
  const server = await openMailing();
  server.refuse("450 later");
  await write("hello:2");
  await eventually(async () => {
    expect(await printed("list")).toMatch(/1 deliver-mail waiting\n.*tried \d+ times, again 20.*hello:2 to .* 450 to /);
  });
  server.refuse(null);
  await eventually(() => expect(server.received).toHaveLength(1));
});

test("jobs retry all retries every failed job", async () => {
  const server = await openMailing();
  server.refuse("551 moved away");
  for (const key of ["moved:1", "moved:2"]) await write(key);
  await eventually(async () => expect((await printed()).match(/ {2}failed {2}/g)).toHaveLength(2));
  server.refuse(null);
  expect(await printed("retry", "all")).toBe("2 failed jobs will be retried as soon as the shop runs.");
  await eventually(() => expect(server.received).toHaveLength(2));
  await eventually(async () => expect(await printed("retry", "all")).toBe("There are no failed jobs."));
});

test("a job whose process died after sending the mail does not send it again", async () => {
  const server = await openMailing();
  await write("hello:3");
  await eventually(() => expect(server.received).toHaveLength(1));
  const { pool } = database;
  await eventually(async () => expect(await printed()).toBe("No jobs are waiting."));
  const { rows } = await pool.query("select id from mail_outbox where mail_key = 'hello:3'");
  await pool.query("select graphile_worker.add_job('deliver-mail', json_build_object('mailId', $1::int))", [
    rows[0].id,
  ]);
  await eventually(async () => expect(await printed()).toBe("No jobs are waiting."));
  expect(server.received).toHaveLength(1);
});

test("unknown subcommands and invalid ids are rejected", async () => {
  await expect(printed("retri", "1")).rejects.toThrow('There is no "jobs retri": use list, retry ID or retry all.');
  for (const id of ["", "x", "0", "-1", "9".repeat(30)])
    await expect(printed("retry", id)).rejects.toThrow("There is no job");
});
