import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import type { BackupSchedule } from "#config";
import { makeFolder } from "#platform/folders.ts";
import { backUp } from "./backup.ts";
import type { BackupFiles } from "./backup-format.ts";

const namePattern = /^shop-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z\.backup$/;

/**
 * Writes a backup named after its time if the newest one is old enough, then deletes the oldest beyond the limit. Other files
 * in the folder stay. @returns the file, or undefined if none was due @throws StartError if it cannot be written
 */
export async function backUpIfDue(
  pool: pg.Pool,
  files: BackupFiles,
  { dir, hours, keep }: BackupSchedule,
  now: Date,
): Promise<string | undefined> {
  await makeFolder(dir);
  const newest = (await listBackups(dir)).map(({ at }) => at).findLast((at) => at <= now.getTime());
  if (newest !== undefined && now.getTime() - newest < hours * 3_600_000) return undefined;
  const file = path.join(dir, `shop-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z.backup`);
  await backUp(pool, files, file, () => {});
  // Files dated in the future are from before the clock was set back: they stay, and take no newer one's place.
  const past = (await listBackups(dir)).filter(({ at }) => at <= now.getTime());
  for (const { name } of past.slice(0, -keep)) await rm(path.join(dir, name), { force: true });
  return file;
}

/** Lists the scheduled backups of a folder, oldest first. */
async function listBackups(dir: string): Promise<{ name: string; at: number }[]> {
  return (await readdir(dir)).sort().flatMap((name) => {
    const [, hour, minute, second] = namePattern.exec(name) ?? [];
    return hour === undefined ? [] : [{ name, at: Date.parse(`${hour}:${minute}:${second}Z`) }];
  });
}
