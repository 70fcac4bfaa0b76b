import { createHook } from "node:async_hooks";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { tuneGarbageCollector } from "./garbage-collector.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

test("an entry of the queue of process.nextTick survives garbage collections", async () => {
  const entries: WeakRef<object>[] = [];
  const hook = createHook({
    init: (_, type, __, resource) => {
      if (type === "TickObject") entries.push(new WeakRef(resource));
    },
  }).enable();
  tuneGarbageCollector();
  process.nextTick(() => {});
  hook.disable();
  await turn();
  collectGarbage();
  expect(entries.map((entry) => entry.deref() !== undefined)).toEqual([true, false]);
});
