import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openEmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";
import {
  cleanUp,
  hold,
  killServersBelow,
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

async function readAcknowledged(dataDir: string): Promise<Set<number>> {
  const database = await openEmbeddedPostgres({ dataDir, log: () => undefined });
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rows } = await client.query<{ n: string }>("select n from acknowledged");
  await client.end();
  await database.close();
  return new Set(rows.map(({ n }) => Number(n)));
}

describe.skipIf(process.platform !== "linux")("kill -9", () => {
  test("of the shop's process during writes, three times, loses no acknowledged row", async () => {
    const dataDir = makeDatabase();
    const acknowledged = new Set<number>();
    for (let round = 0; round < 3; round += 1) {
      const writer = hold(dataDir, { task: "write" });
      expect(await until(() => writer.lines.length > 20, 30_000)).toBe(true);
      await writer.end("SIGKILL");
      for (const { acknowledged: n } of writer.lines) if (typeof n === "number") acknowledged.add(n);
    }
    const kept = await readAcknowledged(dataDir);
    expect(acknowledged.size).toBeGreaterThan(55);
    expect([...acknowledged].filter((n) => !kept.has(n))).toEqual([]);
  });

  test("at any moment of a first start leaves a usable folder", async () => {
    const dataDir = makeFolder();
    for (const moment of [300, 450, 600, 800]) {
      const holder = hold(dataDir);
      await new Promise((resolve) => setTimeout(resolve, moment));
      await holder.end("SIGKILL");
    }
    expect(await hold(dataDir).ready).toHaveProperty("backend");
  });

  test("of the server makes one of its holders start it again", async () => {
    const dataDir = makeDatabase();
    const holders = await Promise.all(
      Array.from({ length: 4 }, () => openEmbeddedPostgres({ dataDir, log: () => undefined })),
    );
    const log = path.join(dataDir, "postgres/server.log");
    const before = readFileSync(log, "utf8").length;
    killServersBelow(dataDir);
    await Promise.all(holders.map((holder) => holder.ensureRunning()));
    const after = readFileSync(log, "utf8").slice(before);
    expect(after.match(/starting PostgreSQL|lock file .* already exists/g)).toEqual(["starting PostgreSQL"]);
    await Promise.all(holders.map((holder) => holder.close()));
  });

  test("of the last holder leaves no database process after 3 seconds", async () => {
    const dataDir = makeDatabase();
    const holder = hold(dataDir);
    await holder.ready;
    expect(serversBelow(dataDir).length).toBeGreaterThan(0);
    await holder.end("SIGKILL");
    expect(await until(() => serversBelow(dataDir).length === 0, 3_000)).toBe(true);
  });
});

test.skipIf(process.platform !== "linux")(
  "SIGTERM ends the last holder only after its server has stopped",
  async () => {
    const dataDir = makeDatabase();
    const holder = hold(dataDir);
    await holder.ready;
    await holder.end("SIGTERM");
    expect(holder.process.exitCode).toBe(0);
    expect(serversBelow(dataDir)).toEqual([]);
  },
);
