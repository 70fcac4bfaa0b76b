import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";
import {
  cleanUp,
  hold,
  makeDatabase,
  makeFolder,
  makeTemplate,
  removeTemplate,
  serversBelow,
  until,
} from "./database-fixture.ts";

beforeAll(makeTemplate);
afterEach(cleanUp);
afterAll(removeTemplate);

const open = (dataDir: string) => openEmbeddedPostgres({ dataDir, log: () => undefined });

async function ask(database: EmbeddedPostgres, sql: string): Promise<unknown> {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ value: unknown }>(sql);
    return rows[0]?.value;
  } finally {
    await client.end();
  }
}

const serverOf = (database: EmbeddedPostgres) =>
  Number(readFileSync(path.join(database.folder, "18/postmaster.pid"), "utf8").split("\n")[0]);

describe.skipIf(process.platform !== "linux")("several processes", () => {
  test("on the same DATA_DIR share one server, which runs until the last of them ends", async () => {
    const dataDir = makeDatabase();
    const first = hold(dataDir);
    await first.ready;
    const database = await open(dataDir);
    const server = serverOf(database);
    await first.end("SIGKILL");
    expect(await ask(database, "select 1 as value")).toBe(1);
    expect(serverOf(database)).toBe(server);
    await database.close();
    expect(serversBelow(dataDir)).toEqual([]);
  });

  test("starting at the same time on an empty DATA_DIR share one server", async () => {
    const dataDir = makeFolder();
    const holders = [hold(dataDir), hold(dataDir), hold(dataDir), hold(dataDir)];
    const answers = await Promise.all(holders.map(({ ready }) => ready));
    for (const answer of answers) expect(answer).toHaveProperty("backend");
    const backends = serversBelow(dataDir);
    for (const answer of answers) expect(backends).toContain(answer.backend);
    const postmasters = backends.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("\0-D\0"));
    expect(postmasters.length).toBe(1);
  });

  test("share one server if the file with the one that starts it cannot be written", async () => {
    const dataDir = makeDatabase();
    mkdirSync(path.join(dataDir, "postgres/starting"));
    const [one, two] = await Promise.all([open(dataDir), open(dataDir)]);
    expect(serverOf(one)).toBe(serverOf(two));
    await Promise.all([one.close(), two.close()]);
  });

  test("on two DATA_DIRs have separate servers", async () => {
    const [one, two] = await Promise.all([open(makeDatabase()), open(makeDatabase())]);
    await ask(one, "create table only_here as select 1 as value");
    expect(await ask(one, "select value from only_here")).toBe(1);
    await expect(ask(two, "select value from only_here")).rejects.toThrow(/does not exist/);
    await Promise.all([one.close(), two.close()]);
  });
});

describe.skipIf(process.platform !== "linux")("ensureRunning", () => {
  test("restarts a killed server once for concurrent callers", async () => {
    const database = await open(makeDatabase());
    process.kill(serverOf(database), "SIGKILL");
    await Promise.all([database.ensureRunning(), database.ensureRunning()]);
    expect(await ask(database, "select 1 as value")).toBe(1);
    await database.close();
  });

  test("leaves a running server alone", async () => {
    const database = await open(makeDatabase());
    const server = serverOf(database);
    await database.ensureRunning();
    expect(serverOf(database)).toBe(server);
    await database.close();
  });
});

test.skipIf(process.platform !== "linux")("the next start replaces a server whose guardian was killed", async () => {
  const dataDir = makeDatabase();
  const holder = hold(dataDir);
  await holder.ready;
  const [postmaster = 0] = serversBelow(dataDir);
  const guardian = Number(readFileSync(`/proc/${postmaster}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
  const children = readFileSync(`/proc/${guardian}/task/${guardian}/children`, "utf8").trim().split(" ").map(Number);
  const reader = children.find((pid) => pid !== postmaster) ?? 0;
  for (const pid of [guardian, reader]) process.kill(pid, "SIGKILL");
  await holder.end("SIGKILL");
  expect(await until(() => serversBelow(dataDir).length === 0, 100)).toBe(false);
  const database = await open(dataDir);
  expect(await ask(database, "select 1 as value")).toBe(1);
  expect(serverOf(database)).not.toBe(postmaster);
  await database.close();
});
