import { setTimeout } from "node:timers/promises";
import { Logger, type TaskList } from "graphile-worker";
import type pg from "pg";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openPool } from "#db/database.ts";
import { openTcpGate } from "../../../tests/support/tcp-gate.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { startWorker, workLock } from "./job-queue.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

const quiet = new Logger(() => () => undefined);

function start(tasks: TaskList, logger = quiet, pool = database.pool, concurrency = 1): () => Promise<void> {
  const stop = startWorker({ pool, tasks, crontab: "", concurrency, logger });
  onTestFinished(stop);
  return stop;
}

function startIn(pool: pg.Pool, tasks: TaskList, turnLeaseMs: number): () => Promise<void> {
  const stop = startWorker({ pool, tasks, crontab: "", concurrency: 1, logger: quiet, turnLeaseMs });
  onTestFinished(stop);
  return stop;
}

const addJob = (name: string) => database.pool.query("select graphile_worker.add_job($1, '{}')", [name]);

test("the next process immediately takes over jobs locked by a killed one", async () => {
  await addJob("greet");
  await database.pool.query(
    "update graphile_worker._private_jobs set locked_by = 'worker-of-the-dead', locked_at = now(), attempts = 1",
  );
  let done = 0;
  start({ greet: () => void (done += 1) });
  await expect.poll(() => done).toBe(1);
});

test("one process works at a time, whatever the number of jobs; when it stops, another takes over", async () => {
  const done: string[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const stopFirst = start({ hold: () => finished, greet: () => void done.push("first") });
  await addJob("hold");
  await expect.poll(isHeld).toBe(true);
  await addJob("greet");

  const otherPool = openPool(database.connection, 4);
  onTestFinished(() => otherPool.end());
  let refusals = 0;
  otherPool.on("release", () => void (refusals += 1));
  start({ greet: () => void done.push("second") }, quiet, otherPool);
  // It has requested the lock, been refused and returned its connection, though a job is waiting.
  await expect.poll(() => refusals).toBeGreaterThan(0);
  finish();
  await expect.poll(() => done).toEqual(["first"]);
  await stopFirst();
  await addJob("greet");
  await expect.poll(() => done).toEqual(["first", "second"]);
});

test("a process that the database no longer hears loses its turn, and works again later", async () => {
  const gate = await openTcpGate(database.connection);
  const frozen = openPool(gate.connection, 4);
  onTestFinished(() => frozen.end());
  const other = openPool(database.connection, 4);
  onTestFinished(() => other.end());
  const done: string[] = [];
  const turnLeaseMs = 4_000;
  startIn(frozen, { greet: () => void done.push("frozen") }, turnLeaseMs);
  await addJob("greet");
  await expect.poll(() => done).toEqual(["frozen"]);
  // As long as it is heard it keeps its turn, although another process asks for it every two seconds.
  const stopOther = startIn(other, { greet: () => void done.push("other") }, turnLeaseMs);
  let refusals = 0;
  other.on("release", () => void (refusals += 1));
  await expect.poll(() => refusals, { timeout: 30_000 }).toBeGreaterThan(3);
  await addJob("greet");
  await expect.poll(() => done).toEqual(["frozen", "frozen"]);
  // Otherwise the other process runs it again, as it runs every job without a result.
  await expect.poll(() => isNoted("greet")).toBe(true);
  gate.freeze();
  const silentSince = await holderSilentSince();
  await addJob("greet");
  await expect.poll(() => done).toEqual(["frozen", "frozen", "other"]);
  expect((await databaseNow()) - silentSince).toBeGreaterThanOrEqual(turnLeaseMs);
  gate.thaw();
  await stopOther();
  await addJob("greet");
  await expect.poll(() => done.at(-1)).toBe("frozen");
});

test("jobs added one by one run immediately, not at the next poll", async () => {
  let done = 0;
  start({ count: () => void (done += 1) });
  const began = performance.now();
  for (let count = 1; count <= 20; count++) {
    await addJob("count");
    await expect.poll(() => done, { interval: 1 }).toBe(count);
  }
  // Waiting for the next poll would take a second each.
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("jobs of one queue run one after the other, even with idle workers", async () => {
  let [running, most, done] = [0, 0, 0];
  const encode = async () => {
    most = Math.max(most, ++running);
    await setTimeout(20);
    [running, done] = [running - 1, done + 1];
  };
  for (let count = 0; count < 4; count++)
    await database.pool.query("select graphile_worker.add_job('encode', '{}', 'pictures')");
  start({ encode }, quiet, database.pool, 2);
  await expect.poll(() => done).toBe(4);
  expect(most).toBe(1);
});

test("a job that fails while the database is unreachable crashes no process, and the failure is recorded later", async () => {
  const pool = openPool(database.connection, 8);
  onTestFinished(() => pool.end());
  let away = () => {};
  const fail = () => {
    away();
    throw new Error("No answer");
  };
  start({ silent: fail, well: () => away() }, quiet, pool);
  for (const name of ["silent", "well"]) {
    let refused = 0;
    away = () => {
      away = () => {};
      vi.spyOn(pool, "connect").mockImplementation(() => {
        refused += 1;
        throw new Error("The database is unreachable");
      });
    };
    await addJob(name);
    await expect.poll(() => refused).toBeGreaterThan(0);
    vi.restoreAllMocks();
    await expect.poll(() => isNoted(name)).toBe(true);
  }
});

test("jobs go on after the results of two could not be written while the lock's connection lived", async () => {
  const pool = openPool(database.connection, 8);
  onTestFinished(() => pool.end());
  const logged: string[] = [];
  const failures = () => logged.filter((line) => line.startsWith("Failed to complete jobs")).length;
  const running = new Set<string>();
  let [isCut, isOver, isDone] = [false, false, false];
  const waitFor = async (name: string, isReached: () => boolean) => {
    running.add(name);
    while (!isReached()) await setTimeout(5);
  };
  const tasks: TaskList = {
    first: () => waitFor("first", () => isCut),
    second: () => waitFor("second", () => failures() >= 1),
    // The runner's own shutdown waits for it; meanwhile its counter goes wrong.
    async third() {
      await waitFor("third", () => isOver);
      throw new Error("No answer");
    },
    later: () => void (isDone = true),
  };
  start(tasks, new Logger(() => (_, message) => void logged.push(message)), pool, 3);
  for (const name of ["first", "second", "third"]) await addJob(name);
  await expect.poll(() => running.size).toBe(3);
  vi.spyOn(pool, "connect").mockImplementation(() => {
    throw new Error("The database is unreachable");
  });
  isCut = true;
  await expect.poll(failures).toBe(2);
  vi.restoreAllMocks();
  isOver = true;
  await addJob("later");
  await expect.poll(() => isDone).toBe(true);
  expect(logged).toContain("The job runner stopped working and is restarted");
  // The lock's and the new runner's listening connection; the old runner's is closed.
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(2);
});

/** Returns whether a job is done, or failed and waits for its next attempt. */
async function isNoted(name: string): Promise<boolean> {
  const { rows } = await database.pool.query(
    "select last_error, locked_at from graphile_worker.jobs where task_identifier = $1",
    [name],
  );
  return rows.every(({ last_error, locked_at }) => last_error !== null && locked_at === null);
}

/** Returns when (ms) the database last heard the process that holds the turn. */
async function holderSilentSince(): Promise<number> {
  const { rows } = await database.pool.query(
    "select state_change from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and objid = $1",
    [workLock],
  );
  return rows[0].state_change.getTime();
}

async function databaseNow(): Promise<number> {
  const { rows } = await database.pool.query("select clock_timestamp() as now");
  return rows[0].now.getTime();
}

async function isHeld(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    "select from graphile_worker.jobs where task_identifier = 'hold' and locked_at is not null",
  );
  return rowCount === 1;
}

test("a failing job's values appear neither in the log nor in the job's row", async () => {
  const logged: string[] = [];
  start(
    {
      fail() {
        const cause = Object.assign(new Error('invalid input syntax for type integer: "0300 1234567"'), {
          code: "22P02",
        });
        throw new Error("Failed query: select $1\nparams: ayesha@example.com,0300 1234567", { cause });
      },
    },
    new Logger(() => (_, message) => void logged.push(message)),
  );
  await addJob("fail");
  const lastError = async () => {
    const { rows } = await database.pool.query(
      "select last_error from graphile_worker.jobs where task_identifier = 'fail'",
    );
    return rows[0]?.last_error as string | null;
  };
  await expect.poll(lastError).toMatch(/^Error: Failed query \(Error 22P02: invalid input/);
  const all = `${await lastError()}\n${logged.join("\n")}`;
  expect(all).toContain("Failed task");
  expect(all).not.toMatch(/ayesha|0300 1234567/);
});
