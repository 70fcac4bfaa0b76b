import { expect, test } from "vitest";
import { Shutdown } from "./shutdown.ts";

function open(withinMs = 5000) {
  const lines: string[] = [];
  const shutdown = new Shutdown({ withinMs, report: (line) => void lines.push(line) });
  return { shutdown, lines };
}

test("requests stop before jobs, and jobs before the database, whatever the order of starting", async () => {
  const { shutdown } = open();
  const done: string[] = [];
  for (const phase of ["database", "requests", "jobs"] as const)
    shutdown.add(phase, async () => {
      await Promise.resolve();
      done.push(phase);
    });
  expect(await shutdown.run()).toBe(true);
  expect(done).toEqual(["requests", "jobs", "database"]);
});

test("a failed stop is reported and does not prevent the others", async () => {
  const { shutdown, lines } = open();
  let isClosed = false;
  shutdown.add("jobs", () => Promise.reject(new Error("no")));
  shutdown.add("database", async () => void (isClosed = true));
  expect(await shutdown.run()).toBe(true);
  expect([isClosed, lines]).toEqual([true, ["While stopping: Error: no"]]);
});

test("a stop that never ends delays the others only for a limited time", async () => {
  const { shutdown, lines } = open(20);
  shutdown.add("requests", () => new Promise(() => {}));
  expect(await shutdown.run()).toBe(false);
  expect(lines).toEqual(["Stopping took over 0.02 s: the rest was cut off."]);
});

test("something started after shutdown began is stopped too", async () => {
  const { shutdown } = open();
  await shutdown.run();
  let isStopped = false;
  shutdown.add("requests", async () => void (isStopped = true));
  expect([shutdown.signal.aborted, isStopped]).toEqual([true, true]);
});
