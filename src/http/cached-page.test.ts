import { expect, test, vi } from "vitest";
import { CachedPage } from "./cached-page.ts";
import * as compression from "./compression.ts";

vi.mock("./compression.ts", { spy: true });

test("an encoding that many ask for at once is made once", async () => {
  const page = await CachedPage.of("/", { body: "<p>Deodar</p>".repeat(100), headers: [], tags: [] }, "br", 0);
  await Promise.all(Array.from({ length: 8 }, () => page.add("gzip")));
  expect(page.has("gzip")).toBe(true);
  expect(vi.mocked(compression.compress).mock.calls.filter(([, encoding]) => encoding === "gzip")).toHaveLength(1);
});
