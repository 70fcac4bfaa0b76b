import fc from "fast-check";
import { expect, test } from "vitest";
import { poolSize } from "./pool-size.ts";

const alone = (limit: number) => ({ limit, ofHost: null });

test("all processes together stay within the server's limit and leave some connections for commands", () => {
  fc.assert(
    fc.property(fc.integer({ min: 30, max: 2000 }), fc.integer({ min: 2, max: 64 }), (limit, processes) => {
      fc.pre(limit >= 18 + 3 * processes);
      const serving = poolSize(alone(limit), processes, "serving") + 1;
      const all = poolSize(alone(limit), processes, "primary") + processes * serving;
      expect(all).toBeLessThanOrEqual(limit - 10);
    }),
  );
});

test("too many processes for the server are rejected with the largest possible number", () => {
  expect(() => poolSize(alone(60), 20, "serving")).toThrow(/allows 60 connections, .* PROCESSES to 14 or less/);
  expect(poolSize(alone(60), 14, "serving")).toBe(2);
});

test.each([
  [6, 5],
  [13, 5],
  [17, 6],
  [100, 10],
])("with %d connections one process has a pool of %d, more than its jobs hold", (limit, size) => {
  expect(poolSize(alone(limit), 1, "primary")).toBe(size);
});

test("one process is refused where its jobs would leave no connection for requests", () => {
  expect(() => poolSize(alone(5), 1, "primary")).toThrow(/allows 5 connections, and the shop needs 6/);
});

test("a host with a share of its own uses all of it and no more", () => {
  const share = { limit: 200, ofHost: 40 };
  const size = poolSize(share, 4, "serving");
  expect(size).toBe(7);
  expect(poolSize(share, 4, "primary") + 4 * (size + 1)).toBe(40);
  expect(poolSize({ limit: 200, ofHost: 8 }, 1, "primary")).toBe(7);
  expect(() => poolSize({ limit: 200, ofHost: 5 }, 1, "primary")).toThrow(/allows 5 .* raise DATABASE_CONNECTIONS/);
});
