import { expect, test } from "vitest";
import { type Actor, actAs, currentActor } from "./actor.ts";

const job = (name: string): Actor => ({ kind: "job", name, address: "" });

test("work has its own actor until it ends, whatever ends meanwhile", async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const long = actAs(job("long"), async () => {
    await gate;
    return currentActor();
  });
  expect(await actAs(job("short"), async () => currentActor())).toEqual(job("short"));
  await expect(actAs(job("failing"), () => Promise.reject(new Error("cut")))).rejects.toThrow("cut");
  expect(currentActor()).toBeUndefined();
  open();
  expect(await long).toEqual(job("long"));
  expect(await actAs(job("next"), async () => currentActor())).toEqual(job("next"));
});

test("work within other work has its own actor", async () => {
  const names = await actAs(job("outer"), async () => [
    await actAs(job("inner"), async () => currentActor()?.name),
    currentActor()?.name,
  ]);
  expect(names).toEqual(["inner", "outer"]);
});
