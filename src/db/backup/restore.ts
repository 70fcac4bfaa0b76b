import { pipeline } from "node:stream/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { errorCode } from "#platform/error-code.ts";
import { workLock } from "#platform/jobs/job-queue.ts";
import { StartError } from "#platform/start-error.ts";
import { voidCursors } from "../change-log.ts";
import { announceChange } from "../changes.ts";
import { allowLongStatements } from "../silence.ts";
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
import { readUsedNumbers, skipLostNumbers } from "./order-numbers.ts";
import { DamagedBackup, readBackup } from "./read-backup.ts";
import { type ArchiveEntry, unpackInto } from "./restored-files.ts";

export interface RestoreOptions {
  /** Whether existing data may be replaced. */
  force: boolean;
  /** Whether orders continue at the backup's numbers, because none was placed after it; default: no. */
  keepsNumbers?: boolean;
  now: Date;
  /** Called with a line for each step. */
  progress: (line: string) => void;
  /** Called with a line for each table. */
  detail?: (line: string) => void;
}

/**
 * Replaces everything in the database and the storages with a backup, in one transaction: a damaged file, a full disk
 * or a kill at any moment leaves either the old rows or all of the new ones. Jobs that were running during the backup
 * run again. The tables must be migrated, and no shop may be running on them.
 * @throws StartError if a shop is running, if the database contains rows and `force` is off, if the backup's tables
 * differ from these, or if the file is missing or damaged.
 */
export async function restore(
  pool: pg.Pool,
  storages: BackupFiles,
  file: string,
  { force, keepsNumbers = false, now, progress, detail = () => {} }: RestoreOptions,
): Promise<BackupManifest> {
  const client = await pool.connect();
  const unpacked = unpackInto(storages);
  try {
    await allowLongStatements(client);
    await client.query("begin");
    await refuseRunningShop(client);
    await client.query(copySettings);
    const tables = await listTables(client);
    if (!force) await refuseRows(client, tables);
    const used = await readUsedNumbers(client);
    const manifest = await readBackup(file, async (manifest, entries, signal) => {
      await refuseOtherTables(client, manifest, tables);
      if (force) progress(`Restoring the state at ${manifest.createdAt}: anything written since then is lost.`);
      await fillTables(client, manifest, tables, async () => {
        const rest = await copyTables(client, manifest, { entries, signal, detail });
        for await (const entry of rest) await unpacked.add(entry, signal);
      });
    });
    if (!keepsNumbers) {
      const next = await skipLostNumbers(client, used, { from: new Date(manifest.createdAt), to: now });
      progress(`Orders continue at number ${next}, so that no number given after the backup is given again.`);
    }
    // Makes serving processes, a stored index and a shared cache discard everything.
    await voidCursors(drizzle(client));
    await announceChange(drizzle(client), ["settings"]);
    await unpacked.move();
    await client.query("commit");
    await unpacked.removeOthers();
    detail(`${unpacked.count()} files`);
    return manifest;
  } catch (cause) {
    await rollBack(client);
    throw asStartError(file, cause);
  } finally {
    // Leftover files are neither served nor backed up.
    await unpacked.discard().catch(() => {});
    client.release(true);
  }
}

/**
 * Rolls back before the error is reported. Closing the connection would also do that, but later: an immediate retry
 * would find the lock still held and report a running shop.
 */
async function rollBack(client: pg.ClientBase): Promise<void> {
  try {
    await client.query("rollback");
  } catch {
    // The connection is lost, and the transaction with it; report the original error.
  }
}

/** Takes the lock that the process working on jobs holds, so that no shop works on jobs during the restore. */
async function refuseRunningShop(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_xact_lock($1) as free", [workLock]);
  if (!rows[0]?.free)
    throw new StartError(
      "The shop is running: stop it, then restore again. Anything written since the backup will be lost.",
    );
}

/** Refuses a database with data. The audit log cannot be emptied, and alone is none: a shop that has been emptied has one. */
async function refuseRows(client: pg.ClientBase, tables: TableShape[]): Promise<void> {
  for (const table of tables.filter(({ schema, name }) => schema === "public" && name !== "audit_log")) {
    const { rowCount } = await client.query(`select from ${quoted(table)} limit 1`);
    if (rowCount) {
      throw new StartError(
        `The database already contains data (table ${table.name}): restore into an empty one, or add --force to replace all of it, including what was written after the backup.`,
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

/** Empties the tables and has `fill` fill them. Rows may come in any order; triggers do not run. */
async function fillTables(
  client: pg.ClientBase,
  backup: BackupManifest,
  tables: TableShape[],
  fill: () => Promise<void>,
): Promise<void> {
  const keys = await listForeignKeys(client);
  const names = tables.map(quoted);
  // Also those that protect the audit log: the restore replaces everything.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  if (names.length > 0) await client.query(`truncate ${names.join(", ")}`);
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
    // `restart` is transactional, unlike setval: a rollback restores the old state.
    await client.query(`alter sequence ${quoted(sequence)} restart`);
    await client.query("select setval($1::regclass, $2::bigint, $3)", [quoted(sequence), lastValue, isCalled]);
  }
  await releaseJobs(client, tables);
}

/** Unlocks jobs that a worker had locked when the backup was made. */
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
  detail: (line: string) => void;
}

async function copyTables(
  client: pg.ClientBase,
  { tables }: BackupManifest,
  { entries, signal, detail }: TableSource,
): Promise<AsyncIterable<ArchiveEntry>> {
  for (const table of tables) {
    const next = await entries.next();
    if (next.done || next.value.header.name !== tableEntry(table)) {
      throw new DamagedBackup(`${tableEntry(table)} is missing`);
    }
    await copyTable(client, table, next.value, signal);
    detail(`${table.schema}.${table.name}: ${table.rows} rows`);
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
  // Classes 22 and 23: PostgreSQL rejects the values or their references.
  if (cause instanceof DamagedBackup || (cause instanceof Error && /^2[23]...$/.test(code ?? ""))) {
    return new StartError(`${file} is damaged (${cause.message}); nothing was changed: restore another backup.`, {
      cause,
    });
  }
  if (code === "ENOENT" || code === "EACCES" || code === "EISDIR") {
    return new StartError(`Cannot read ${file} (${code}): name a file written by "backup".`, { cause });
  }
  if (code === "55P03")
    return new StartError("The shop is using the database: stop it, then restore again.", { cause });
  return cause;
}
