import fastify from "fastify";
import { pino } from "pino";
import { expect, test } from "vitest";
import { writeRegularly } from "./write-regularly.ts";

test("a slow write delays the next one, and closing waits for it and writes once more", async () => {
  const app = fastify();
  const endings: (() => void)[] = [];
  const write = () => new Promise<void>((resolve) => endings.push(resolve));
  writeRegularly(app, pino({ enabled: false }), { everyMs: 1, write, failure: "" });
  await expect.poll(() => endings.length).toBe(1);
  // The interval passes several times.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(endings).toHaveLength(1);
  endings[0]?.();
  await expect.poll(() => endings.length).toBe(2);
  const closing = app.close();
  endings[1]?.();
  await expect.poll(() => endings.length).toBe(3);
  endings[2]?.();
  await closing;
  expect(endings).toHaveLength(3);
});

test("a failed write is logged, and the next one is tried", async () => {
  const app = fastify();
  const logged: string[] = [];
  let writes = 0;
  const write = async () => {
    writes += 1;
    if (writes === 1) throw new Error("broken");
  };
  const log = pino({}, { write: (line: string) => logged.push(line) });
  writeRegularly(app, log, { everyMs: 1, write, failure: "Nothing was written" });
  await expect.poll(() => writes).toBeGreaterThan(1);
  await app.close();
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain("Nothing was written");
});
