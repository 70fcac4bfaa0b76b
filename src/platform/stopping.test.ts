import { expect, test } from "vitest";
import { Stopping } from "./stopping.ts";

function open(withinMs = 5000) {
  const lines: string[] = [];
  const stopping = new Stopping({ withinMs, report: (line) => void lines.push(line) });
  return { stopping, lines };
}

test("requests stop before jobs, and jobs before the database, whatever the order of starting", async () => {
  const { stopping } = open();
  const done: string[] = [];
  for (const phase of ["database", "requests", "jobs"] as const)
    stopping.add(phase, async () => {
      await Promise.resolve();
      done.push(phase);
    });
  expect(await stopping.run()).toBe(true);
  expect(done).toEqual(["requests", "jobs", "database"]);
});

test("a failed stop is reported and does not prevent the others", async () => {
  const { stopping, lines } = open();
  let isClosed = false;
  stopping.add("jobs", () => Promise.reject(new Error("no")));
  stopping.add("database", async () => void (isClosed = true));
  expect(await stopping.run()).toBe(true);
  expect([isClosed, lines]).toEqual([true, ["While stopping: Error: no"]]);
});

test("a stop that never ends delays the others only for a limited time", async () => {
  const { stopping, lines } = open(20);
  stopping.add("requests", () => new Promise(() => {}));
  expect(await stopping.run()).toBe(false);
  expect(lines).toEqual(["Stopping took over 0.02 s: the rest was cut off."]);
});

test("something started after stopping began is stopped too", async () => {
  const { stopping } = open();
  await stopping.run();
  let isStopped = false;
  stopping.add("requests", async () => void (isStopped = true));
  expect([stopping.signal.aborted, isStopped]).toEqual([true, true]);
});
