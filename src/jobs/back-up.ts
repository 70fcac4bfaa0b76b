import type { Task } from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import type { BackupSchedule } from "#config";
import { backUpIfDue } from "#db/backup/scheduled-backups.ts";
import type { Clock } from "#platform/clock.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";

export interface BackUpDependencies {
  pool: pg.Pool;
  clock: Clock;
  log: Logger;
  files: Pick<ShopFiles, "media" | "downloads">;
  /** null: no scheduled backups. */
  backups: BackupSchedule | null;
  /** null: no point-in-time recovery. */
  backUpBaseIfDue: ((now: Date) => Promise<string | undefined>) | null;
}

/** Job `back-up`, every five minutes: makes the backups that are due. */
export function backUpTask({ pool, clock, log, files, backups, backUpBaseIfDue }: BackUpDependencies): Task {
  return async () => {
    const { media, downloads } = files;
    const report = (file: string | undefined) => file && log.info({ file }, "A backup was written");
    try {
      report(await backUpBaseIfDue?.(clock.now()));
    } finally {
      // Backups go on while the folder for point-in-time recovery is full.
      if (backups) report(await backUpIfDue(pool, { media, downloads }, backups, clock.now()));
    }
  };
}
