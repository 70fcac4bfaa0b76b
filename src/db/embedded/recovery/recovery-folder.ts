import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { makeFolder } from "#platform/folders.ts";
import { StartError } from "#platform/start-error.ts";
import { makePrivateFolder } from "../database-places.ts";
import { type DatabaseUser, runAsDatabaseUser } from "../database-user.ts";

/**
 * The folder of point-in-time recovery: `base/` has a copy of the cluster per day, `wal/` every segment of PostgreSQL's
 * log since the oldest of them, compressed.
 */
export interface RecoveryFolder {
  base: string;
  wal: string;
}

/** A copy of the cluster: a folder with `data.tar.gz` and PostgreSQL's `backup_label`. */
export interface BaseBackup {
  folder: string;
  /** The cluster can be restored to this moment and later ones. */
  takenAt: Date;
  /** The first segment of the log that a restore needs. */
  firstSegment: string;
}

export const recoveryFolder = (dir: string): RecoveryFolder => ({
  base: path.join(dir, "base"),
  wal: path.join(dir, "wal"),
});

/** Creates the folder. @throws StartError if the database's user cannot write there */
export async function prepareRecoveryFolder(dir: string, user: DatabaseUser | undefined): Promise<void> {
  await makeFolder(dir);
  const { base, wal } = recoveryFolder(dir);
  for (const folder of [base, wal]) {
    await makePrivateFolder(folder, user);
    const { status } = await runAsDatabaseUser(user, 'cd -- "$1" && test -w .', [folder]);
    if (status !== 0)
      throw new StartError(
        `The database's user ${user?.name ?? ""} cannot write ${folder}: let it enter every folder above, or set another RECOVERY_DIR.`,
      );
  }
}

const namePattern = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z-([0-9A-F]{24})$/;

/** Returns the name of a base backup's folder. */
export function baseName({ takenAt, firstSegment }: Omit<BaseBackup, "folder">): string {
  return `${takenAt.toISOString().slice(0, 19).replaceAll(/:/g, "")}Z-${firstSegment}`;
}

/** Lists the complete base backups, oldest first. */
export async function listBaseBackups(dir: string): Promise<BaseBackup[]> {
  const { base } = recoveryFolder(dir);
  const names = (await readdir(base)).sort();
  return names.flatMap((name) => {
    const [, hour, minute, second, firstSegment = ""] = namePattern.exec(name) ?? [];
    if (hour === undefined) return [];
    return [{ folder: path.join(base, name), takenAt: new Date(`${hour}:${minute}:${second}Z`), firstSegment }];
  });
}

/** A segment's place in the log, which continues over timelines (the first eight digits). */
const placeOf = (segment: string) => segment.slice(8, 24);

/** Deletes what no restore to the last `days` days needs. */
export async function pruneRecovery(dir: string, days: number, now: Date): Promise<void> {
  const oldest = now.getTime() - days * 86_400_000;
  const bases = await listBaseBackups(dir);
  const needed = Math.max(
    0,
    bases.findLastIndex(({ takenAt }) => takenAt.getTime() <= oldest),
  );
  for (const { folder } of bases.slice(0, needed)) await rm(folder, { recursive: true });
  const first = bases[needed]?.firstSegment;
  if (first === undefined) return;
  const { wal } = recoveryFolder(dir);
  for (const name of await readdir(wal))
    if (/^[0-9A-F]{24}\b/.test(name) && placeOf(name) < placeOf(first)) await rm(path.join(wal, name));
}
