import { setTimeout } from "node:timers/promises";
import {
  makeWorkerUtils,
  type Runner,
  run,
  type Task,
  type TaskList,
  type Logger as WorkerLogger,
} from "graphile-worker";
import type pg from "pg";
import { asErrorWithoutValues } from "./loggable-error.ts";
import { PermanentFailure } from "./permanent-failure.ts";

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
  /** What runs for which job name. What they throw is logged and kept without the values that it speaks of. */
  tasks: TaskList;
  /** Lines of "minute hour day month weekday task ?options", as graphile-worker reads them. */
  crontab: string;
  /** How many jobs run at once in this process. */
  concurrency: number;
  /**
   * How often (ms) jobs are looked for that have become due; of a new one it hears at once, but not of one that waited for
   * another of its queue. Default: 1 s.
   */
  pollInterval?: number;
  logger: WorkerLogger;
}

/** Held by the process that works on jobs. Any 64-bit number that nobody else on the server locks: "jobs" as ASCII. */
export const workLock = 0x6a_6f_62_73;

/** How often (ms) a process that waits its turn asks for it. */
const turnPoll = 2_000;

/**
 * Works on jobs when it is this process's turn: one process of a database at a time, so that what a killed one left
 * locked is known to be nobody's and is taken up again at once. When the connection that holds the turn is lost, the
 * work stops and the turn is asked for anew. @returns what stops it, after the jobs under way.
 */
export function startWorker(options: WorkerOptions): () => Promise<void> {
  const stopping = new AbortController();
  const done = takeTurns(options, stopping.signal);
  return async () => {
    stopping.abort();
    await done;
  };
}

async function takeTurns(options: WorkerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await takeTurn(options, signal);
    } catch (error) {
      options.logger.error(`Working on jobs was interrupted: ${String(error)}`);
    }
    await pause(turnPoll, signal);
  }
}

async function takeTurn(options: WorkerOptions, signal: AbortSignal): Promise<void> {
  const client = await options.pool.connect();
  let isMine = false;
  try {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [workLock]);
    isMine = rows[0]?.mine === true;
    if (isMine) await workUntilOver(options, client, signal);
  } finally {
    // The turn ends with the connection that holds it, whatever happened; one that holds nothing goes back.
    client.release(isMine);
  }
}

async function workUntilOver(options: WorkerOptions, client: pg.PoolClient, signal: AbortSignal): Promise<void> {
  const isLost = new Promise<void>((resolve) => client.once("error", () => resolve()));
  await client.query(`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker._private_jobs where locked_by is not null))`);
  const runner = await runJobs(options);
  const over = new AbortController();
  try {
    const ended = runner.promise.then(() => "ended" as const);
    if ((await Promise.race([isLost, aborted(signal, over.signal), ended])) !== "ended") await runner.stop();
  } finally {
    over.abort();
  }
}

/** Resolves when `signal` is aborted; listens no longer than until `over` is. */
function aborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true, signal: over }));
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function runJobs(options: WorkerOptions): Promise<Runner> {
  return run({
    pgPool: options.pool,
    taskList: guarded(options),
    crontab: options.crontab,
    concurrency: options.concurrency,
    logger: options.logger,
    noHandleSignals: true,
    pollInterval: options.pollInterval ?? 1_000,
  });
}

/**
 * The queue logs what a task throws and keeps it in the job's row: nothing personal may be in it. What has failed for good is
 * not tried again by itself.
 */
function guarded({ tasks, pool }: WorkerOptions): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, Task] => [
      name,
      async (payload, jobHelpers) => {
        try {
          await task?.(payload, jobHelpers);
        } catch (error) {
          if (error instanceof PermanentFailure) await giveUp(pool, jobHelpers.job.id);
          throw asErrorWithoutValues(error);
        }
      },
    ]),
  );
}

/** Ours to do while we hold the job; the queue's own call is for jobs that nobody holds. */
async function giveUp(pool: pg.Pool, jobId: string): Promise<void> {
  await pool.query("update graphile_worker._private_jobs set attempts = max_attempts where id = $1", [jobId]);
}
