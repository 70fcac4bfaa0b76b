import { expect, test } from "vitest";
import { ensureBuilt } from "./hosts.ts";
import { failuresOf, type Row, tortureSetup } from "./run.ts";

const row: Row = {
  setup: "1 host",
  rounds: 9,
  orders: 40,
  refused: 3,
  repeated: 1,
  slowestReady: 900,
  lost: 0,
  doubled: 0,
  oversold: 0,
};

test("a torture fails if orders are wrong, and also if nobody could order", () => {
  expect(failuresOf([row])).toEqual([]);
  for (const wrong of ["lost", "doubled", "oversold"] as const)
    expect(failuresOf([row, { ...row, [wrong]: 1 }])).toEqual(["1 host: orders or pieces are wrong"]);
  expect(failuresOf([row, { ...row, setup: "2 hosts", orders: 0 }])).toEqual(["2 hosts: nobody could order"]);
});

test.skipIf(process.platform !== "linux")(
  "two hosts with two processes each lose, double and oversell no order while every fault strikes once",
  async () => {
    await ensureBuilt();
    const result = await tortureSetup({ hosts: 2, processes: 2 }, 0, () => {});
    expect(failuresOf([result])).toEqual([]);
    expect(result.rounds).toBe(8);
  },
  600_000,
);
