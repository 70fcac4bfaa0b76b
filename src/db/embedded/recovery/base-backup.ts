import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { errorCode } from "#platform/error-code.ts";
import type { DatabasePlaces } from "../database-places.ts";
import { runAsDatabaseUser } from "../database-user.ts";
import {
  baseName,
  listBaseBackups,
  pruneRecovery,
  type RecoveryFolder,
  readSystemIdentifier,
  recoveryFolder,
} from "./recovery-folder.ts";

export interface BaseBackupOptions {
  connection: pg.ClientConfig;
  places: DatabasePlaces & { cluster: string };
  recoveryDir: string;
  recoveryDays: number;
  now: Date;
}

/** How old (ms) the newest base backup may be: replaying a day of the log takes minutes. */
const maxAgeMs = 24 * 60 * 60_000;

/**
 * How long (ms) copying and archiving may take. PostgreSQL waits for the last segment to be archived, which never happens
 * while the folder cannot be written.
 */
const timeoutMs = 6 * 60 * 60_000;

/**
 * Names the folder to which the log has been archived without a gap since the newest base backup. A start without RECOVERY_DIR
 * removes it.
 */
export const archivedMarker = (folder: string) => path.join(folder, "archived-to");

/**
 * Copies the cluster while it is in use, if the newest copy is a day old or the log has a gap since, and deletes what is too
 * old. @returns the folder of the new copy @throws Error if the log cannot be archived
 */
export async function backUpBaseIfDue(options: BaseBackupOptions): Promise<string | undefined> {
  const { places, recoveryDays, now } = options;
  const systemIdentifier = await readSystemIdentifier(places.cluster);
  if (systemIdentifier === undefined) throw new Error(`There is no database in ${places.cluster}`);
  const recovery = recoveryFolder(options.recoveryDir, systemIdentifier);
  const client = new pg.Client({ ...options.connection, statement_timeout: timeoutMs });
  // The query reports the error too.
  client.on("error", () => {});
  await client.connect();
  try {
    await refuseFailingArchive(client, recovery);
    if (!(await isDue(places, recovery, now))) return undefined;
    const folder = await backUpBase(client, places, recovery);
    await writeFile(archivedMarker(places.folder), recovery.folder);
    await pruneRecovery(recovery, recoveryDays, now);
    return folder;
  } finally {
    await client.end();
  }
}

async function refuseFailingArchive(client: pg.Client, { folder }: RecoveryFolder): Promise<void> {
  const { rows } = await client.query<{ segment: string }>(
    `select last_failed_wal as segment from pg_stat_archiver
     where last_failed_time > coalesce(last_archived_time, '-infinity') and last_failed_time > now() - interval '5 minutes'`,
  );
  if (rows[0])
    throw new Error(
      `PostgreSQL cannot archive ${rows[0].segment} in ${folder}: make it writable and free space, because its log grows until then`,
    );
}

async function isDue(places: DatabasePlaces, recovery: RecoveryFolder, now: Date): Promise<boolean> {
  const newest = (await listBaseBackups(recovery)).filter(({ takenAt }) => takenAt <= now).at(-1);
  if (!newest || now.getTime() - newest.takenAt.getTime() >= maxAgeMs) return true;
  const marker = await readFile(archivedMarker(places.folder), "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  return marker !== recovery.folder;
}

/** Patterns of `tar` for what PostgreSQL creates again or takes from the archive. */
const excluded = [
  ...[
    "pg_wal",
    "pg_replslot",
    "pg_dynshmem",
    "pg_notify",
    "pg_serial",
    "pg_snapshots",
    "pg_stat_tmp",
    "pg_subtrans",
  ].map((folder) => `./${folder}/*`),
  "./postmaster.*",
  "pgsql_tmp*",
];

/**
 * Copies the cluster to a draft, and removes the draft if that fails. Status 1 of `tar` with nothing but the usual lines says
 * that files changed while they were read, which the log repairs.
 */
const copyScript = `umask 077
draft=$1/$3.part
fail() { rm -rf "$draft"; exit 3; }
rm -rf "$1"/*.part && mkdir "$draft" || exit
cd "$2" || fail
{
  tar -cf - ${excluded.map((pattern) => `--exclude='${pattern}'`).join(" ")} . 2>"$draft/tar.log"
  echo $? >"$draft/tar.status"
} | gzip -1 >"$draft/data.tar.gz" || fail
status=$(cat "$draft/tar.status")
if grep -v 'changed as we read it\\|removed before we read it' "$draft/tar.log"; then fail; fi
if [ "$status" != 0 ] && { [ "$status" != 1 ] || [ ! -s "$draft/tar.log" ]; }; then echo "tar ended with status $status"; fail; fi
rm "$draft/tar.log" "$draft/tar.status"`;

const finishScript = `umask 077
d=$1/$2.part
printf '%s' "$4" >"$d/backup_label" && { sync "$d"/* "$d" 2>/dev/null || sync; } && mv "$d" "$1/$3"`;

async function backUpBase(
  client: pg.Client,
  places: BaseBackupOptions["places"],
  { base }: RecoveryFolder,
): Promise<string> {
  await client.query("select pg_backup_start('chowk', fast => true)");
  const draft = `draft-${process.pid}`;
  const copied = await runAsDatabaseUser(places.user, copyScript, [base, places.cluster, draft]);
  if (copied.status !== 0) throw new Error(`Cannot copy the database to ${base}: ${copied.output.trim()}`);
  const { rows } = await client.query<{ labelfile: string; end: Date }>(
    "select labelfile, date_trunc('second', clock_timestamp()) + interval '1 second' as end from pg_backup_stop()",
  );
  const [{ labelfile, end } = { labelfile: "", end: new Date(0) }] = rows;
  const [, firstSegment] = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)$/m.exec(labelfile) ?? [];
  if (firstSegment === undefined) throw new Error("PostgreSQL's backup label names no segment");
  const name = baseName({ takenAt: end, firstSegment });
  const finished = await runAsDatabaseUser(places.user, finishScript, [base, draft, name, labelfile]);
  if (finished.status !== 0) throw new Error(`Cannot write ${base}: ${finished.output.trim()}`);
  return path.join(base, name);
}
