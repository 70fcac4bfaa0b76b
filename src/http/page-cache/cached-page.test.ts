import { expect, test, vi } from "vitest";
import { CachedPage } from "./cached-page.ts";
import * as compression from "./compression.ts";

vi.mock("./compression.ts", { spy: true });

test("concurrent requests for an encoding compress it once", async () => {
  const page = await CachedPage.of("/", { body: "<p>Deodar</p>".repeat(100), headers: [], tags: [] }, "br", 0);
  await Promise.all(Array.from({ length: 8 }, () => page.add("gzip")));
  expect(page.has("gzip")).toBe(true);
  expect(vi.mocked(compression.compress).mock.calls.filter(([, encoding]) => encoding === "gzip")).toHaveLength(1);
});

test("a body uses no more memory than its length", async () => {
  const page = { body: "<p>Deodar</p>".repeat(100), headers: [], tags: [] };
  const small = await CachedPage.of("/", { ...page, body: "short" }, "identity", 0);
  const packed = await CachedPage.of("/", page, "br", 0);
  // Views of zlib's 16 kB blocks, or of Buffer's 8 kB pool, would count in full.
  expect(small.bytes).toBeLessThan(2_500);
  expect(packed.bytes).toBeLessThan(2_500);
});
