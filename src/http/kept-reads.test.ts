import { expect, test } from "vitest";
import { KeptReads } from "./kept-reads.ts";

function counted() {
  const reads = new KeptReads();
  let count = 0;
  const ask = reads.keep(["articles"], () => Promise.resolve(++count));
  return { reads, ask };
}

test("a question is asked once, until something that it depends on changes", async () => {
  const { reads, ask } = counted();
  expect([await ask(), await ask()]).toEqual([1, 1]);
  reads.forget(["products"]);
  expect(await ask()).toBe(1);
  reads.forget(["articles"]);
  expect([await ask(), await ask()]).toEqual([2, 2]);
  reads.forget(["settings"]);
  expect(await ask()).toBe(3);
  reads.forget("*");
  expect(await ask()).toBe(4);
});

test("what was begun before a change is not given to who asks after it", async () => {
  const { reads, ask } = counted();
  const before = ask();
  reads.forget(["articles"]);
  expect(await ask()).toBe(2);
  expect(await before).toBe(1);
  expect(await ask()).toBe(2);
});

test("while the change log cannot be read every question is asked; its last answer holds afterwards", async () => {
  const { reads, ask } = counted();
  await ask();
  reads.setNewsLost(true);
  expect([await ask(), await ask()]).toEqual([2, 3]);
  reads.setNewsLost(false);
  expect([await ask(), await ask()]).toEqual([3, 3]);
});

test("a failure is told and not kept", async () => {
  const reads = new KeptReads();
  let isBroken = true;
  const ask = reads.keep([], () => (isBroken ? Promise.reject(new Error("gone")) : Promise.resolve("here")));
  await expect(ask()).rejects.toThrow("gone");
  isBroken = false;
  expect(await ask()).toBe("here");
});
