import { makeWorkerUtils, type Runner, run, type TaskList, type Logger as WorkerLogger } from "graphile-worker";
import type pg from "pg";

/** Creates or updates the job queue's own schema. */
export async function runJobMigrations(pool: pg.Pool): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool });
  try {
    await utils.migrate();
  } finally {
    await utils.release();
  }
}

export interface WorkerOptions {
  pool: pg.Pool;
  /** What runs for which job name. */
  tasks: TaskList;
  /** Lines of "minute hour day month weekday task ?options", as graphile-worker reads them. */
  crontab: string;
  /** How many jobs run at once in this process. */
  concurrency: number;
  logger: WorkerLogger;
}

/** Starts working on jobs in this process. Stop it with `.stop()`, which waits for the jobs under way. */
export async function startWorker(options: WorkerOptions): Promise<Runner> {
  return run({
    pgPool: options.pool,
    taskList: options.tasks,
    crontab: options.crontab,
    concurrency: options.concurrency,
    logger: options.logger,
    noHandleSignals: true,
    pollInterval: 10_000,
  });
}
