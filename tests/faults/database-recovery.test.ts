import path from "node:path";
import type pg from "pg";
import { afterEach, expect, test } from "vitest";
import { currentCursor, readChanges } from "#db/change-log.ts";
import { announceChange } from "#db/changes.ts";
import { databaseOf, openPool } from "#db/database.ts";
import { findDatabasePlaces } from "#db/embedded/database-places.ts";
import { runAsDatabaseUser } from "#db/embedded/database-user.ts";
import { findPackage, prepareBinaries } from "#db/embedded/postgres-binaries.ts";
import { migrateToOwn } from "#db/own-migrations.ts";
import { cleanUp, makeFolder } from "./database-fixture.ts";

const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await cleanUp();
});

/** Returns functions for servers whose WAL suffices for a point-in-time recovery; that of the embedded server does not. */
async function openServers() {
  const places = await findDatabasePlaces(makeFolder());
  const binaries = await prepareBinaries(await findPackage(undefined), places, () => {});
  const clusterOf = (name: string) => path.join(places.folder, name);
  const run = async (script: string, ...args: string[]) => {
    const result = await runAsDatabaseUser(places.user, script, [`${binaries.folder}/bin`, ...args]);
    expect(result).toMatchObject({ status: 0 });
  };
  const stop = (name: string) => run('"$1/pg_ctl" -D "$2" -s -m fast stop', clusterOf(name));
  return {
    stop,
    create: (name: string) => run('"$1/initdb" -D "$2" -U chowk -A trust --no-sync >/dev/null', clusterOf(name)),
    copy: (from: string, to: string) => run('cp -a "$2" "$3"', clusterOf(from), clusterOf(to)),
    async start(name: string): Promise<pg.Pool> {
      const settings = `-c listen_addresses= -c unix_socket_directories=${places.folder} -c fsync=off -c wal_level=replica`;
      await run(
        '"$1/pg_ctl" -D "$2" -s -l "$2.log" -o "$3" start || { cat "$2.log"; exit 1; }',
        clusterOf(name),
        settings,
      );
      // Does nothing if the test has stopped it.
      stops.push(() => run('"$1/pg_ctl" -D "$2" -s -m immediate stop || true', clusterOf(name)));
      return openPool({ host: places.folder, user: "chowk", database: "postgres" }, 2);
    },
    /** Has a copy of a cluster replay the other one's WAL up to a restore point at its next start. */
    recoverTo: (point: string, copy: string, from: string) =>
      run(
        `printf "%s\\n" "restore_command = 'cp $3/pg_wal/%f %p'" "recovery_target_name = '$4'" \\
          "recovery_target_action = promote" >>"$2/postgresql.auto.conf" && touch "$2/recovery.signal"`,
        clusterOf(copy),
        clusterOf(from),
        point,
      ),
  };
}

/** Gives transactions that change nothing this many ids. */
const useTransactionIds = (pool: pg.Pool, count: number) =>
  pool.query(
    `do $$ begin for used in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$ language plpgsql`,
  );

test("a change that reuses a transaction id after a point-in-time recovery is not skipped", async () => {
  const servers = await openServers();
  await servers.create("lost");
  const first = await servers.start("lost");
  await migrateToOwn(first);
  await first.end();
  await servers.stop("lost");
  await servers.copy("lost", "recovered");

  const lost = await servers.start("lost");
  await lost.query("select pg_create_restore_point('before')");
  await useTransactionIds(lost, 100);
  const cursor = await currentCursor(databaseOf(lost));
  expect(await readChanges(databaseOf(lost), cursor)).toMatchObject({ changes: [] });
  await lost.end();
  await servers.stop("lost");

  await servers.recoverTo("before", "recovered", "lost");
  const recovered = await servers.start("recovered");
  const db = databaseOf(recovered);
  const isRecovering = async () => (await recovered.query("select pg_is_in_recovery() as answer")).rows[0]?.answer;
  await expect.poll(isRecovering).toBe(false);
  await announceChange(db, ["product:1"]);
  await useTransactionIds(recovered, 200);
  expect(await readChanges(db, cursor)).toBeUndefined();

  const next = await currentCursor(db);
  await announceChange(db, ["product:2"]);
  expect(await readChanges(db, next)).toMatchObject({ changes: [{ tags: ["product:2"] }] });
  await recovered.end();
});
