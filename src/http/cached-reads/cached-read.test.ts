import { expect, test } from "vitest";
import { Freshness } from "../freshness.ts";
import { cachedRead } from "./cached-read.ts";

function counted() {
  const freshness = new Freshness();
  let count = 0;
  const ask = cachedRead(freshness, ["articles"], () => Promise.resolve(++count));
  return { freshness, ask };
}

test("a value is read once, until one of its tags changes", async () => {
  const { freshness, ask } = counted();
  expect([await ask(), await ask()]).toEqual([1, 1]);
  freshness.apply(["products"]);
  expect(await ask()).toBe(1);
  freshness.apply(["articles"]);
  expect([await ask(), await ask()]).toEqual([2, 2]);
  freshness.apply(["settings"]);
  expect(await ask()).toBe(3);
  freshness.apply("*");
  expect(await ask()).toBe(4);
});

test("a read that began before a change is not shared with later callers", async () => {
  const { freshness, ask } = counted();
  const before = ask();
  freshness.apply(["articles"]);
  expect(await ask()).toBe(2);
  expect(await before).toBe(1);
  expect(await ask()).toBe(2);
});

test("while the change log cannot be read every call reads; the earlier value is used again afterwards", async () => {
  const { freshness, ask } = counted();
  await ask();
  freshness.markUnreadable(0);
  expect([await ask(), await ask()]).toEqual([2, 3]);
  freshness.markReadable();
  expect([await ask(), await ask()]).toEqual([1, 1]);
});

test("a failure is thrown and not cached", async () => {
  let isBroken = true;
  const ask = cachedRead(new Freshness(), [], () =>
    isBroken ? Promise.reject(new Error("gone")) : Promise.resolve("here"),
  );
  await expect(ask()).rejects.toThrow("gone");
  isBroken = false;
  expect(await ask()).toBe("here");
});
