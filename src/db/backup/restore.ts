import { pipeline } from "node:stream/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { errorCode } from "#platform/error-code.ts";
import { workLock } from "#platform/job-queue.ts";
import { StartError } from "#platform/start-error.ts";
import { voidCursors } from "../change-log.ts";
import { announceChange } from "../changes.ts";
import {
  copySettings,
  listForeignKeys,
  listMigrations,
  listTables,
  quoted,
  quotedWithColumns,
  type TableShape,
} from "./backup-catalogue.ts";
import { type BackupFiles, type BackupManifest, type BackupTable, tableEntry } from "./backup-format.ts";
import { DamagedBackup, readBackup } from "./read-backup.ts";
import { type ArchiveEntry, unpackInto } from "./restored-files.ts";

export interface RestoreOptions {
  /** Whether what the database holds may be replaced. */
  force: boolean;
  /** Takes a line for each step. */
  progress: (line: string) => void;
}

/**
 * Replaces everything in the database and the folders by what a backup holds, in one transaction: a damaged file, a
 * full disk or a kill at any moment leaves the rows as they were, or brings all of them. Jobs that were under way when the backup was made
 * run again. The tables must have been migrated; no shop may be running on them.
 * @throws StartError when a shop is running, when the database holds rows and `force` is off, when the backup is of other tables than these, or
 *   when the file is missing or damaged.
 */
export async function restore(
  pool: pg.Pool,
  storages: BackupFiles,
  file: string,
  { force, progress }: RestoreOptions,
): Promise<BackupManifest> {
  const client = await pool.connect();
  const unpacked = unpackInto(storages);
  try {
    await client.query("begin");
    await refuseRunningShop(client);
    await client.query(copySettings);
    const tables = await listTables(client);
    if (!force) await refuseRows(client, tables);
    const manifest = await readBackup(file, async (manifest, entries, signal) => {
      await refuseOtherTables(client, manifest, tables);
      if (force) progress(`Everything becomes as it was at ${manifest.createdAt}: what was written since is lost.`);
      await fillTables(client, manifest, tables, async () => {
        const rest = await copyTables(client, manifest, { entries, signal, progress });
        for await (const entry of rest) await unpacked.add(entry, signal);
      });
    });
    // A process that serves meanwhile, and an index on a disk, forget everything; so does a shared cache.
    await voidCursors(drizzle(client));
    await announceChange(drizzle(client), ["settings"]);
    await unpacked.move();
    await client.query("commit");
    await unpacked.removeOthers();
    progress(`${unpacked.count()} files`);
    return manifest;
  } catch (cause) {
    await rollBack(client);
    throw asStartError(file, cause);
  } finally {
    // Files that cannot be removed now are neither served nor backed up.
    await unpacked.discard().catch(() => {});
    client.release(true);
  }
}

/**
 * Ends the transaction before anybody hears of the failure. The end of its connection, which nobody waits for, would end it,
 * too, but later: who tries again at once would be told that a shop is running.
 */
async function rollBack(client: pg.ClientBase): Promise<void> {
  try {
    await client.query("rollback");
  } catch {
    // The connection is lost, and with it the transaction; what went wrong before is the cause that counts.
  }
}

/** Of all processes of a shop one works on its jobs, and holds this; none begins to while it is held here. */
async function refuseRunningShop(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_xact_lock($1) as free", [workLock]);
  if (!rows[0]?.free)
    throw new StartError(
      "The shop is running: stop it, then restore again. What it has written since the backup will be lost.",
    );
}

async function refuseRows(client: pg.ClientBase, tables: TableShape[]): Promise<void> {
  for (const table of tables.filter(({ schema }) => schema === "public")) {
    const { rowCount } = await client.query(`select from ${quoted(table)} limit 1`);
    if (rowCount) {
      throw new StartError(
        `The database already holds data (table ${table.name}): restore into an empty one, or add --force to replace everything in it, what was written since the backup too.`,
      );
    }
  }
}

async function refuseOtherTables(client: pg.ClientBase, backup: BackupManifest, tables: TableShape[]): Promise<void> {
  const list = (shapes: TableShape[]) => shapes.map((shape) => quotedWithColumns(shape)).sort();
  const wanted = [...list(backup.tables), ...backup.migrations];
  const found = [...list(tables), ...(await listMigrations(client))];
  const difference = wanted.find((one) => !found.includes(one)) ?? found.find((one) => !wanted.includes(one));
  if (difference) {
    throw new StartError(
      `The backup is of another version of the shop (they differ in ${difference}): restore it with the version that made it, then update.`,
    );
  }
}

/** Empties the tables and lets `fill` fill them; rows may come in any order, and no trigger of the shop's runs. */
async function fillTables(
  client: pg.ClientBase,
  backup: BackupManifest,
  tables: TableShape[],
  fill: () => Promise<void>,
): Promise<void> {
  const keys = await listForeignKeys(client);
  const names = tables.map(quoted);
  if (names.length > 0) await client.query(`truncate ${names.join(", ")}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  for (const { table, name } of keys) {
    await client.query(`alter table ${table} alter constraint ${name} deferrable initially deferred`);
  }
  await fill();
  await client.query("set constraints all immediate");
  for (const { table, name, timing } of keys) {
    await client.query(`alter table ${table} alter constraint ${name} ${timing}`);
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { lastValue, isCalled, ...sequence } of backup.sequences) {
    // Restarted inside the transaction, so that a rollback brings back the old state, which setval alone would not.
    await client.query(`alter sequence ${quoted(sequence)} restart`);
    await client.query("select setval($1::regclass, $2::bigint, $3)", [quoted(sequence), lastValue, isCalled]);
  }
  await releaseJobs(client, tables);
}

/** Nobody works any more on what a worker had taken. */
async function releaseJobs(client: pg.ClientBase, tables: TableShape[]): Promise<void> {
  const lockable = tables.filter(
    ({ schema, columns }) => schema === "graphile_worker" && columns.includes("locked_by"),
  );
  for (const table of lockable) {
    await client.query(`update ${quoted(table)} set locked_at = null, locked_by = null where locked_at is not null`);
  }
}

interface TableSource {
  entries: AsyncIterator<ArchiveEntry>;
  signal: AbortSignal;
  progress: (line: string) => void;
}

async function copyTables(
  client: pg.ClientBase,
  { tables }: BackupManifest,
  { entries, signal, progress }: TableSource,
): Promise<AsyncIterable<ArchiveEntry>> {
  for (const table of tables) {
    const next = await entries.next();
    if (next.done || next.value.header.name !== tableEntry(table)) {
      throw new DamagedBackup(`${tableEntry(table)} is missing`);
    }
    await copyTable(client, table, next.value, signal);
    progress(`${table.schema}.${table.name}: ${table.rows} rows`);
  }
  return { [Symbol.asyncIterator]: () => entries };
}

async function copyTable(
  client: pg.ClientBase,
  table: BackupTable,
  entry: ArchiveEntry,
  signal: AbortSignal,
): Promise<void> {
  const rows = client.query(copyFrom(`copy ${quotedWithColumns(table)} from stdin`));
  await pipeline(entry, rows, { signal });
  if (rows.rowCount !== table.rows) throw new DamagedBackup(`${tableEntry(table)} has ${rows.rowCount} rows`);
}

function asStartError(file: string, cause: unknown): unknown {
  const code = errorCode(cause);
  // Classes 22 and 23: PostgreSQL refuses the values or their references.
  if (cause instanceof DamagedBackup || (cause instanceof Error && /^2[23]...$/.test(code ?? ""))) {
    return new StartError(`${file} is damaged (${cause.message}); nothing was changed: restore another backup.`, {
      cause,
    });
  }
  if (code === "ENOENT" || code === "EACCES" || code === "EISDIR") {
    return new StartError(`Cannot read ${file} (${code}): name a file that "backup" wrote.`, { cause });
  }
  if (code === "55P03")
    return new StartError("The shop is using the database: stop it, then restore again.", { cause });
  return cause;
}
