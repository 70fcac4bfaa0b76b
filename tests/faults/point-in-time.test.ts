import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";
import { recover } from "#db/embedded/recovery/recover.ts";
import { cleanUp, makeFolder, serversBelow } from "./database-fixture.ts";

afterEach(cleanUp);

const log = () => undefined;

async function onServer<T>({ connection }: EmbeddedPostgres, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Commits a row. @returns a moment at which it was committed and the next one was not */
async function commit(client: pg.Client, n: number): Promise<Date> {
  await client.query("insert into written values ($1)", [n]);
  const { rows } = await client.query<{ at: Date }>("select clock_timestamp() + interval '5 ms' as at");
  await client.query("select pg_sleep(0.02)");
  return rows[0]?.at ?? new Date(0);
}

const valuesIn = (server: EmbeddedPostgres) =>
  onServer(server, async (client) => {
    const { rows } = await client.query<{ n: number }>("select n from written order by n");
    return rows.map(({ n }) => n);
  });

test.skipIf(process.platform !== "linux")(
  "the embedded database returns to a moment, also one after its server was killed, and refuses what is not covered",
  async () => {
    const dataDir = makeFolder();
    const recoveryDir = path.join(makeFolder(), "it's 100%");
    const open = () => openEmbeddedPostgres({ dataDir, recoveryDir, log });
    const returnTo = (to: Date | null) =>
      recover({ dataDir, recoveryDir, recoveryDays: 7, sharedBuffersMb: null, to, afterwards: async () => {}, log });

    const server = await open();
    await onServer(server, (client) => client.query("create table written (n int)"));
    const now = new Date();
    expect(await server.backUpBaseIfDue?.(now)).toMatch(/base/);
    expect(await server.backUpBaseIfDue?.(new Date(now.getTime() + 3_600_000))).toBeUndefined();
    await onServer(server, (client) => client.query("select pg_sleep(1)"));
    const moments = await onServer(server, async (client) => {
      const first = await commit(client, 1);
      // A segment in the archive, and one that is only in the killed server's folder.
      await client.query("select pg_switch_wal()");
      const second = await commit(client, 2);
      await commit(client, 3);
      return { first, second };
    });
    await expect(returnTo(moments.first)).rejects.toThrow(/The shop is running/);
    for (const pid of serversBelow(dataDir)) process.kill(pid, "SIGKILL");
    await server.close();

    await expect(returnTo(new Date(Date.now() + 3_600_000))).rejects.toThrow(/does not reach .* nothing was changed/);
    await expect(returnTo(new Date("2020-01-01T00:00Z"))).rejects.toThrow(/can be restored to .* and later/);
    const kept = await returnTo(moments.second);
    const restored = await open();
    expect(await valuesIn(restored)).toEqual([1, 2]);
    // The log continues on a new timeline, from a new copy.
    await onServer(restored, (client) => commit(client, 4));
    expect(await restored.backUpBaseIfDue?.(new Date())).toMatch(/base/);
    await restored.close();
    expect(readdirSync(path.dirname(kept ?? "")).filter((name) => /^\d+\./.test(name))).toEqual([
      path.basename(kept ?? ""),
    ]);

    await returnTo(null);
    const latest = await open();
    expect(await valuesIn(latest)).toEqual([1, 2, 4]);
    await latest.close();

    await returnTo(moments.first);
    const again = await open();
    expect(await valuesIn(again)).toEqual([1]);
    await again.close();
  },
  180_000,
);

test("the error of damaged data says how to restore a backup", async () => {
  const dataDir = makeFolder();
  const server = await openEmbeddedPostgres({ dataDir, log });
  await server.close();
  const [major = ""] = readdirSync(path.join(dataDir, "postgres")).filter((name) => /^\d+$/.test(name));
  writeFileSync(path.join(dataDir, "postgres", major, "global/pg_control"), Buffer.alloc(8192, 7));
  await expect(openEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    /does not start .* move that folder away.*restore FILE/,
  );
});
