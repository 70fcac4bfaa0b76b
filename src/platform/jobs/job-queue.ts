import { setTimeout } from "node:timers/promises";
import {
  makeWorkerUtils,
  type Runner,
  run,
  type Task,
  type TaskList,
  type WorkerEventMap,
  type WorkerEvents,
  type Logger as WorkerLogger,
} from "graphile-worker";
import type pg from "pg";
import { Episodes } from "../episodes.ts";
import { asErrorWithoutValues } from "../loggable-error.ts";
import { PermanentFailure } from "../permanent-failure.ts";
import { holdTurn, turnLeaseMs } from "../turn-lease.ts";

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
  /** Handlers by job name. Their errors are logged and stored without values. */
  tasks: TaskList;
  /** Lines of "minute hour day month weekday task ?options" in graphile-worker's format. */
  crontab: string;
  /** How many jobs run at once in this process. */
  concurrency: number;
  /**
   * Polling interval (ms) for jobs that become due. New jobs are notified immediately, except those that waited for
   * another job of their queue. Default: 1 s.
   */
  pollInterval?: number;
  /** How long (ms) this process may be silent before another one works. Default: 15 s. */
  turnLeaseMs?: number;
  logger: WorkerLogger;
}

/**
 * Advisory lock of the process that works on jobs: "jobs" as ASCII. Any 64-bit number that nothing else on the server
 * locks.
 */
export const workLock = 0x6a_6f_62_73;

/** How often (ms) a waiting process requests the lock. */
const lockPollMs = 2_000;

/** After how long (ms) a series of interruptions is logged as over; longer than an attempt to connect. */
const interruptionsQuietMs = 30_000;

/**
 * How long (ms) a stopping runner may take to write the results of its jobs. After two failed writes it waits forever
 * (graphile-worker 0.17.3 counts its unfinished writes wrong); jobs without a result are run again.
 */
const resultsMs = 5_000;

/**
 * Works on jobs while this process holds the lock. Only one process per database works at a time, so that jobs left
 * locked by a killed process can be taken over immediately. If the connection that holds the lock is lost or the queue
 * gives up, the work stops and the lock is requested again. The lock is a lease (`holdTurn`). @returns a function that stops
 * the worker after its running jobs.
 */
export function startWorker(options: WorkerOptions): () => Promise<void> {
  const stopping = new AbortController();
  const done = runWorker(options, stopping.signal);
  return async () => {
    stopping.abort();
    await done;
  };
}

async function runWorker(options: WorkerOptions, signal: AbortSignal): Promise<void> {
  const interruptions = new Episodes<unknown>({
    quietMs: interruptionsQuietMs,
    begin: (error) => options.logger.error(`Working on jobs was interrupted: ${String(error)}`),
    end: ({ count, seconds }) =>
      options.logger.warn(`Working on jobs is no longer interrupted, after ${count} times in ${seconds} s`),
  });
  while (!signal.aborted) {
    try {
      await tryToWork(options, signal);
    } catch (error) {
      interruptions.add(error);
    }
    await pause(lockPollMs, signal);
  }
  interruptions.close();
}

async function tryToWork(options: WorkerOptions, signal: AbortSignal): Promise<void> {
  const client = await options.pool.connect();
  let hasLock = false;
  try {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [workLock]);
    hasLock = rows[0]?.mine === true;
    if (hasLock) await workUntilStopped(options, client, signal);
  } finally {
    // The lock ends with its connection in any case; a connection without the lock goes back to the pool.
    client.release(hasLock);
  }
}

async function workUntilStopped(options: WorkerOptions, client: pg.PoolClient, signal: AbortSignal): Promise<void> {
  const turn = await holdTurn(client, options.turnLeaseMs ?? turnLeaseMs);
  try {
    await client.query(`select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker._private_jobs where locked_by is not null))`);
    await runUntilStopped(options, turn.isLost, signal);
  } finally {
    turn.end();
  }
}

async function runUntilStopped(options: WorkerOptions, isLost: Promise<void>, signal: AbortSignal): Promise<void> {
  const runner = await runJobs(options);
  const jobsEnded = firstOf(runner.events, ["pool:gracefulShutdown:complete", "pool:gracefulShutdown:error"]);
  const over = new AbortController();
  const failed = firstOf(runner.events, ["pool:gracefulShutdown"]).then(() => "failed" as const);
  const hasFailed = (await Promise.race([isLost, aborted(signal, over.signal), failed])) === "failed";
  over.abort();
  if (hasFailed) options.logger.warn("The job runner stopped working and is restarted");
  const stopped = hasFailed ? runner.promise : runner.stop();
  await jobsEnded;
  const isStopped = await settlesWithin(stopped, resultsMs);
  // Ends the schedule of recurring jobs, which a runner that hangs would keep.
  if (hasFailed && !isStopped) await runner.stop();
}

/** Resolves at the first of these events. */
function firstOf(events: WorkerEvents, names: readonly (keyof WorkerEventMap)[]): Promise<void> {
  return new Promise((resolve) => {
    for (const name of names) events.once(name, () => resolve());
  });
}

/** Returns whether the promise settles in time. @throws what it rejects with */
async function settlesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const settled = promise.then(() => true);
  const late = pause(ms, timer.signal).then(() => false);
  try {
    return await Promise.race([settled, late]);
  } finally {
    timer.abort();
  }
}

/** Resolves when `signal` is aborted; stops listening when `over` is. */
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

/**
 * Writes the results of jobs that end in the same moment together. Only such batches are retried while the database is
 * unreachable: by default the queue writes each result once, and a failure ends the process (graphile-worker 0.17.3).
 */
const resultDelays = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

function runJobs(options: WorkerOptions): Promise<Runner> {
  return run({
    pgPool: options.pool,
    taskList: wrapTasks(options),
    crontab: options.crontab,
    concurrency: options.concurrency,
    logger: options.logger,
    noHandleSignals: true,
    pollInterval: options.pollInterval ?? 1_000,
    preset: { worker: resultDelays },
  });
}

/**
 * Wraps the handlers: the queue logs errors and stores them in the job's row, so they must not contain personal data.
 * Jobs with a permanent failure are not retried automatically.
 */
function wrapTasks({ tasks, pool }: WorkerOptions): TaskList {
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

/** Updates the row directly, because we hold the job; the queue's own function is for jobs that nobody holds. */
async function giveUp(pool: pg.Pool, jobId: string): Promise<void> {
  await pool.query("update graphile_worker._private_jobs set attempts = max_attempts where id = $1", [jobId]);
}
