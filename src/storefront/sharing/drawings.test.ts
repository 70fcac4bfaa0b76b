import { expect, test } from "vitest";
import { Drawings, mostWaiting } from "./drawings.ts";

test("pictures are drawn one after the other, each once, also after one that failed; too many are turned away", async () => {
  const drawings = new Drawings();
  const drawn: string[] = [];
  let working = 0;
  const work = (file: string) => async () => {
    working += 1;
    expect(working).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    working -= 1;
    drawn.push(file);
    if (file === "0") throw new Error("The disk is full");
  };
  const files = Array.from({ length: mostWaiting + 5 }, (_, at) => String(at));
  const asked = [...files, ...files.slice(1, 4)].map((file) => drawings.draw(file, work(file)));
  const results = await Promise.allSettled(asked);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(results.slice(mostWaiting, files.length)).toEqual(Array(5).fill({ status: "fulfilled", value: false }));
  expect(drawn).toEqual(files.slice(0, mostWaiting));
  expect(await drawings.draw("0", async () => {})).toBe(true);
});
