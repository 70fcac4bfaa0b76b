import { expect, test } from "vitest";
import { TurnMissed, WorkQueue } from "./work-queue.ts";

test("work runs one piece at a time and in order, also after a failed one", async () => {
  const queue = new WorkQueue();
  const log: number[] = [];
  let running = 0;
  const piece = (number: number) => async () => {
    running += 1;
    expect(running).toBe(1);
    log.push(number);
    await new Promise(setImmediate);
    running -= 1;
    if (number === 2) throw new Error("broken");
  };
  const results = await Promise.allSettled([1, 2, 3, 4].map((number) => queue.run(piece(number), 1000)));
  expect(log).toEqual([1, 2, 3, 4]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
});

test("work whose turn does not come in time is refused and never runs", async () => {
  const queue = new WorkQueue();
  let end = () => {};
  const running = queue.run(() => new Promise<void>((resolve) => (end = resolve)), 1000);
  let hasRun = false;
  const late = queue.run(async () => void (hasRun = true), 5);
  await expect(late).rejects.toThrow(TurnMissed);
  end();
  await running;
  expect(await queue.run(async () => "next", 5)).toBe("next");
  expect(hasRun).toBe(false);
});
