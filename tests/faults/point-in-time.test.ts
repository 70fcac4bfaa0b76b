import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, renameSync, rmdirSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";
import { recover } from "#db/embedded/recovery/recover.ts";
import { cleanUp, killServersBelow, makeFolder, processesIn, until } from "./database-fixture.ts";

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

interface Place {
  dataDir: string;
  recoveryDir: string;
  systemIdentifier?: string;
}

const open = (place: Place, report: (line: string) => void = log) => openEmbeddedPostgres({ ...place, log: report });

const returnTo = (place: Place, to: Date | null, beforeItsEnd = async () => {}) =>
  recover({
    systemIdentifier: undefined,
    ...place,
    recoveryDays: 7,
    sharedBuffersMb: null,
    to,
    async afterwards(_, lastChange) {
      lastChanges.push(lastChange);
      await beforeItsEnd();
    },
    log,
  });
const lastChanges: Date[] = [];

async function makeTable(server: EmbeddedPostgres): Promise<void> {
  await onServer(server, (client) => client.query("create table written (n int)"));
}

/** Opens the database for a look at its values. */
async function valuesAt(place: Place): Promise<number[]> {
  const server = await open(place);
  try {
    return await valuesIn(server);
  } finally {
    await server.close();
  }
}

const isLinux = process.platform === "linux";

test.skipIf(!isLinux)(
  "the embedded database returns to moments before and after an earlier return, and refuses what is not covered",
  async () => {
    const place = { dataDir: makeFolder(), recoveryDir: path.join(makeFolder(), "it's 100%") };
    const server = await open(place);
    await makeTable(server);
    const now = new Date();
    expect(await server.backUpBaseIfDue?.(now)).toMatch(/base/);
    expect(await server.backUpBaseIfDue?.(new Date(now.getTime() + 3_600_000))).toBeUndefined();
    await onServer(server, (client) => client.query("select pg_sleep(1)"));
    const moments = await onServer(server, async (client) => {
      await commit(client, 1);
      // A segment in the archive, and one that is only in the killed server's folder.
      await client.query("select pg_switch_wal()");
      const second = await commit(client, 2);
      const third = await commit(client, 3);
      await commit(client, 4);
      return { second, third };
    });
    await expect(returnTo(place, moments.second)).rejects.toThrow(/The shop is running/);
    killServersBelow(place.dataDir);
    await server.close();

    await expect(returnTo(place, new Date(Date.now() + 3_600_000))).rejects.toThrow(
      /The log ends with a change of \d{4}-.* or "latest"; nothing was changed/,
    );
    await expect(returnTo(place, new Date("2020-01-01T00:00Z"))).rejects.toThrow(/can be restored to .* and later/);
    // What a kill at the end of the replay leaves.
    const killed = { ...place, dataDir: makeFolder() };
    const copyFiles = async () => void execFileSync("cp", ["-a", path.join(place.dataDir, "postgres"), killed.dataDir]);
    const kept = await returnTo(place, moments.second, copyFiles);
    const clusters = () => readdirSync(path.join(killed.dataDir, "postgres")).filter((name) => /^\d+/.test(name));
    expect(clusters()).toHaveLength(2);
    expect(await valuesAt({ ...killed, recoveryDir: makeFolder() })).toEqual([1, 2, 3, 4]);
    await expect(returnTo(killed, new Date("2020-01-01T00:00Z"))).rejects.toThrow(/can be restored to/);
    const [cluster = ""] = clusters();
    expect(clusters()).toEqual([cluster]);
    // A kill between the two renames.
    renameSync(
      path.join(killed.dataDir, "postgres", cluster),
      path.join(killed.dataDir, "postgres", `${cluster}.before-1`),
    );
    await expect(valuesAt(killed)).rejects.toThrow(`rename it to ${cluster}, or move it away`);
    const restored = await open(place);
    expect(await valuesIn(restored)).toEqual([1, 2]);
    // The log continues on a new timeline, from a new copy.
    expect(await restored.backUpBaseIfDue?.(new Date())).toMatch(/base/);
    await onServer(restored, (client) => client.query("select pg_sleep(1)"));
    const fifth = await onServer(restored, async (client) => {
      const moment = await commit(client, 5);
      await commit(client, 6);
      return moment;
    });
    await restored.close();
    expect(readdirSync(path.dirname(kept ?? "")).filter((name) => /^\d+\./.test(name))).toEqual([
      path.basename(kept ?? ""),
    ]);

    await returnTo(place, moments.third);
    expect(await valuesAt(place)).toEqual([1, 2, 3]);
    await returnTo(place, fifth);
    expect(await valuesAt(place)).toEqual([1, 2, 5]);
    lastChanges.length = 0;
    await returnTo(place, null);
    expect(await valuesAt(place)).toEqual([1, 2, 5]);
    expect(lastChanges).toHaveLength(1);
    expect(Math.abs((lastChanges[0]?.getTime() ?? 0) - fifth.getTime())).toBeLessThan(60_000);
  },
  180_000,
);

test.skipIf(!isLinux)(
  "a start during a recovery is refused, and the recovery completes",
  async () => {
    const place = { dataDir: makeFolder(), recoveryDir: makeFolder() };
    const server = await open(place);
    await makeTable(server);
    expect(await server.backUpBaseIfDue?.(new Date())).toMatch(/base/);
    await onServer(server, (client) => commit(client, 1));
    await server.close();

    const refusal = /A recovery is running; start the shop when it has ended/;
    await returnTo(place, null, async () => {
      await expect(open(place)).rejects.toThrow(refusal);
      await expect(returnTo(place, null)).rejects.toThrow(refusal);
    });
    expect(await valuesAt(place)).toEqual([1]);
  },
  120_000,
);

test.skipIf(!isLinux)(
  "a recovery that ends before or right after the clusters are swapped loses no later changes",
  async () => {
    const place = { dataDir: makeFolder(), recoveryDir: makeFolder() };
    const change = async (n: number) => {
      const server = await open(place);
      await onServer(server, (client) => commit(client, n));
      await server.close();
    };
    const server = await open(place);
    await makeTable(server);
    expect(await server.backUpBaseIfDue?.(new Date())).toMatch(/base/);
    await server.close();
    await change(1);
    // The recovered cluster cannot be moved into place.
    const { folder } = server;
    const moveAway = async () => {
      for (const name of readdirSync(folder).filter((one) => one.includes(".recovering-")))
        renameSync(path.join(folder, name), path.join(folder, "moved"));
    };
    await expect(returnTo(place, null, moveAway)).rejects.toThrow("ENOENT");
    await change(2);
    // Its timeline cannot be recorded.
    const [systemIdentifier = ""] = readdirSync(place.recoveryDir);
    const timelines = path.join(place.recoveryDir, systemIdentifier, "timelines");
    await expect(returnTo(place, null, async () => mkdirSync(timelines))).rejects.toThrow("EISDIR");
    rmdirSync(timelines);
    await change(3);
    await returnTo(place, null);
    expect(await valuesAt(place)).toEqual([1, 2, 3]);
  },
  180_000,
);

test.skipIf(!isLinux)(
  "databases with the same recovery folder keep their logs apart, and either can be restored on a new machine",
  async () => {
    const recoveryDir = makeFolder();
    const [first, second] = [1, 2].map(() => ({ dataDir: makeFolder(), recoveryDir }));
    if (!first || !second) throw new Error();
    const lines: string[] = [];
    for (const [n, place] of [first, second].entries()) {
      const server = await open(place, (line) => lines.push(line));
      await makeTable(server);
      await onServer(server, (client) => commit(client, n));
      expect(await server.backUpBaseIfDue?.(new Date())).toMatch(/base/);
      await server.close();
    }
    const identifiers = readdirSync(recoveryDir);
    expect(identifiers).toHaveLength(2);
    const [, systemIdentifier = ""] = /also contains database (\d+), last copied/.exec(lines.join("\n")) ?? [];
    expect(identifiers).toContain(systemIdentifier);

    await returnTo(first, null);
    expect(await valuesAt(first)).toEqual([0]);
    const third = { dataDir: makeFolder(), recoveryDir };
    await expect(returnTo(third, null)).rejects.toThrow(/contains several databases, .* choose one with --database/);
    await expect(returnTo({ ...third, systemIdentifier: "1" }, null)).rejects.toThrow(/no copy of database 1, but/);
    await returnTo({ ...third, systemIdentifier }, null);
    expect(await valuesAt(third)).toEqual([0]);
  },
  180_000,
);

test.skipIf(!isLinux)(
  "a copy that could not be read to its end is refused and removed",
  async () => {
    const place = { dataDir: makeFolder(), recoveryDir: makeFolder() };
    const server = await open(place);
    const [major = ""] = readdirSync(server.folder).filter((name) => /^\d+$/.test(name));
    const cluster = path.join(server.folder, major);
    // Large enough that the copy is still being made when it is interrupted.
    const large = path.join(cluster, "large");
    writeFileSync(large, "", { mode: 0o644 });
    truncateSync(large, 8 * 2 ** 30);
    const interrupt = async () => {
      expect(await until(() => processesIn(cluster, "tar\0").length > 0, 60_000)).toBe(true);
      for (const pid of processesIn(cluster, "tar\0")) process.kill(pid, "SIGKILL");
    };
    const copying = server.backUpBaseIfDue?.(new Date());
    await Promise.all([expect(copying).rejects.toThrow(/Cannot copy the database/), interrupt()]);
    const [systemIdentifier = ""] = readdirSync(place.recoveryDir);
    expect(readdirSync(path.join(place.recoveryDir, systemIdentifier, "base"))).toEqual([]);
    await server.close();
  },
  120_000,
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
