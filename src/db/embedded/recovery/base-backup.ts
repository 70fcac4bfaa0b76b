import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { errorCode } from "#platform/error-code.ts";
import type { DatabasePlaces } from "../database-places.ts";
import { runAsDatabaseUser } from "../database-user.ts";
import { baseName, listBaseBackups, pruneRecovery, recoveryFolder } from "./recovery-folder.ts";

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
  const { recoveryDir, recoveryDays, now } = options;
  const client = new pg.Client({ ...options.connection, statement_timeout: timeoutMs });
  // The query reports the error too.
  client.on("error", () => {});
  await client.connect();
  try {
    await refuseFailingArchive(client, recoveryDir);
    if (!(await isDue(options))) return undefined;
    const folder = await backUpBase(client, options);
    await writeFile(archivedMarker(options.places.folder), recoveryDir);
    await pruneRecovery(recoveryDir, recoveryDays, now);
    return folder;
  } finally {
    await client.end();
  }
}

async function refuseFailingArchive(client: pg.Client, recoveryDir: string): Promise<void> {
  const { rows } = await client.query<{ segment: string }>(
    `select last_failed_wal as segment from pg_stat_archiver
     where last_failed_time > coalesce(last_archived_time, '-infinity') and last_failed_time > now() - interval '5 minutes'`,
  );
  if (rows[0])
    throw new Error(
      `PostgreSQL cannot archive ${rows[0].segment} in ${recoveryDir}: make it writable and free space, because its log grows until then`,
    );
}

async function isDue({ places, recoveryDir, now }: BaseBackupOptions): Promise<boolean> {
  const newest = (await listBaseBackups(recoveryDir)).filter(({ takenAt }) => takenAt <= now).at(-1);
  if (!newest || now.getTime() - newest.takenAt.getTime() >= maxAgeMs) return true;
  const marker = await readFile(archivedMarker(places.folder), "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  return marker !== recoveryDir;
}

/** Left out of a copy, because PostgreSQL creates it again or takes it from the archive. */
const left = [
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

/** Status 1 says that files changed while they were read, which the log repairs. */
const copyScript = `umask 077
rm -rf "$1"/*.part && mkdir "$1/$3.part" || exit
cd "$2" || exit
tar -cf - ${left.map((pattern) => `--exclude='${pattern}'`).join(" ")} . 2>"$1/$3.part/tar.log" |
  gzip -1 >"$1/$3.part/data.tar.gz" || exit
if grep -v 'changed as we read it\\|removed before we read it' "$1/$3.part/tar.log"; then exit 3; fi
rm "$1/$3.part/tar.log"`;

const finishScript = `umask 077
printf '%s' "$4" >"$1/$2.part/backup_label" && sync && mv "$1/$2.part" "$1/$3"`;

async function backUpBase(client: pg.Client, { places, recoveryDir }: BaseBackupOptions): Promise<string> {
  const { base } = recoveryFolder(recoveryDir);
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
