import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "#platform/error-code.ts";
import { makeFolder } from "#platform/folders.ts";
import { StartError } from "#platform/start-error.ts";
import { makePrivateFolder } from "../database-places.ts";
import { type DatabaseUser, runAsDatabaseUser } from "../database-user.ts";
import { chooseStart, readTimelines } from "./timelines.ts";

/**
 * The folder of one cluster below RECOVERY_DIR, named after PostgreSQL's system identifier, so that clusters with the same
 * RECOVERY_DIR do not mix their logs.
 */
export interface RecoveryFolder {
  folder: string;
  /** A copy of the cluster per day. */
  base: string;
  /**
   * Every segment of PostgreSQL's log since the oldest copy, compressed: NAME.gz as archived, NAME.tail.gz as a restore found
   * it in the replaced cluster.
   */
  wal: string;
  /** A file that says when each timeline began. */
  timelines: string;
}

/** A copy of the cluster: a folder with `data.tar.gz` and PostgreSQL's `backup_label`. */
export interface BaseBackup {
  folder: string;
  /** The cluster can be restored to this moment and later ones. */
  takenAt: Date;
  /** The first segment of the log that a restore needs. */
  firstSegment: string;
}

export function recoveryFolder(recoveryDir: string, systemIdentifier: string): RecoveryFolder {
  const folder = path.join(recoveryDir, systemIdentifier);
  const within = (name: string) => path.join(folder, name);
  return { folder, base: within("base"), wal: within("wal"), timelines: within("timelines") };
}

/**
 * Reads the number that initdb gave a cluster, from the first eight bytes of its control file. @returns undefined if there is
 * no cluster
 */
export async function readSystemIdentifier(cluster: string): Promise<string | undefined> {
  const control = await readFile(path.join(cluster, "global/pg_control")).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  return control && control.length >= 8 ? control.readBigUInt64LE(0).toString() : undefined;
}

/** Creates the folder of a cluster. @throws StartError if the database's user cannot write there */
export async function prepareRecoveryFolder(
  recoveryDir: string,
  { folder, base, wal }: RecoveryFolder,
  user: DatabaseUser | undefined,
): Promise<void> {
  await makeFolder(recoveryDir);
  for (const part of [folder, base, wal]) {
    await makePrivateFolder(part, user);
    const { status } = await runAsDatabaseUser(user, 'cd -- "$1" && test -w .', [part]);
    if (status !== 0)
      throw new StartError(
        `The database's user ${user?.name ?? ""} cannot write ${part}: let it enter every folder above, or set another RECOVERY_DIR.`,
      );
  }
}

const namePattern = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z-([0-9A-F]{24})$/;

/** Returns the name of a base backup's folder. */
export function baseName({ takenAt, firstSegment }: Omit<BaseBackup, "folder">): string {
  return `${takenAt.toISOString().slice(0, 19).replaceAll(/:/g, "")}Z-${firstSegment}`;
}

/** Lists the complete base backups, oldest first. */
export async function listBaseBackups({ base }: RecoveryFolder): Promise<BaseBackup[]> {
  const names = (await namesIn(base)).sort();
  return names.flatMap((name) => {
    const [, hour, minute, second, firstSegment = ""] = namePattern.exec(name) ?? [];
    if (hour === undefined) return [];
    return [{ folder: path.join(base, name), takenAt: new Date(`${hour}:${minute}:${second}Z`), firstSegment }];
  });
}

/** Lists the clusters that have a base backup below RECOVERY_DIR. */
export async function listRecoverable(
  recoveryDir: string,
): Promise<{ systemIdentifier: string; oldest: BaseBackup; newest: BaseBackup }[]> {
  const identifiers = (await namesIn(recoveryDir)).filter((name) => /^\d+$/.test(name)).sort();
  const found = identifiers.map(async (systemIdentifier) => {
    const bases = await listBaseBackups(recoveryFolder(recoveryDir, systemIdentifier));
    const [oldest, newest] = [bases[0], bases.at(-1)];
    return oldest && newest ? [{ systemIdentifier, oldest, newest }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Returns an empty list for a folder that is missing or belongs to another user. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (["ENOENT", "EACCES"].includes(errorCode(error) ?? "")) return [];
    throw error;
  });
}

/** A segment's place in the log, which continues over timelines. */
const placeOf = (segment: string) => segment.slice(8, 24);

/** Deletes what no restore to the last `days` days needs. */
export async function pruneRecovery(recovery: RecoveryFolder, days: number, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - days * 86_400_000);
  const bases = await listBaseBackups(recovery);
  const first = chooseStart(bases, await readTimelines(recovery), oldest)?.base;
  const needed = first ? bases.indexOf(first) : 0;
  for (const { folder } of bases.slice(0, needed)) await rm(folder, { recursive: true });
  // A recovery returns to an earlier place: the newest copy may need older segments than the oldest.
  const [firstPlace] = bases
    .slice(needed)
    .map(({ firstSegment }) => placeOf(firstSegment))
    .sort();
  if (firstPlace === undefined) return;
  for (const name of await readdir(recovery.wal))
    if (/^[0-9A-F]{24}\b/.test(name) && placeOf(name) < firstPlace) await rm(path.join(recovery.wal, name));
}
