import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { IndexState } from "../build-index.ts";
import { IndexFile } from "./index-file.ts";

test("after a save that fails at once, the next one is tried", async () => {
  const onError = vi.fn();
  const file = new IndexFile({ file: join(tmpdir(), "unused.snapshot"), version: "1", isWriter: true }, onError);
  const products = {
    get parts(): never {
      throw new RangeError("Array buffer allocation failed");
    },
  };
  const state = { products, pricing: { key: "" }, schema: "" } as unknown as IndexState;
  for (const attempt of [1, 2]) {
    file.noteChange();
    await file.save(() => state, "", 0);
    expect(onError).toHaveBeenCalledTimes(attempt);
  }
});
