import { expect, test } from "vitest";
import { Stopping } from "./stopping.ts";

function open(withinMs = 5000) {
  const lines: string[] = [];
  const stopping = new Stopping({ withinMs, report: (line) => void lines.push(line) });
  return { stopping, lines };
}

test("requests end before jobs, and jobs before the database, in whatever order they were started", async () => {
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

test("one that fails is told of and does not keep the others", async () => {
  const { stopping, lines } = open();
  let isClosed = false;
  stopping.add("jobs", () => Promise.reject(new Error("no")));
  stopping.add("database", async () => void (isClosed = true));
  expect(await stopping.run()).toBe(true);
  expect([isClosed, lines]).toEqual([true, ["While stopping: Error: no"]]);
});

test("one that never ends holds up the rest for a bounded time", async () => {
  const { stopping, lines } = open(20);
  stopping.add("requests", () => new Promise(() => {}));
  expect(await stopping.run()).toBe(false);
  expect(lines).toEqual(["Stopping took over 0.02 s: what was left is cut off."]);
});

test("what is started after the stop has begun is stopped too", async () => {
  const { stopping } = open();
  await stopping.run();
  let isStopped = false;
  stopping.add("requests", async () => void (isStopped = true));
  expect([stopping.signal.aborted, isStopped]).toEqual([true, true]);
});
