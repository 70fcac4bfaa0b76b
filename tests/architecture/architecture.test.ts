import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checkArchitecture, describe as describeFinding } from "./architecture.ts";
import { clean } from "./clean-tree.fixtures.ts";
import { readSourceTree, treeOf } from "./source-tree.ts";

describe("a violation is reported", () => {
  test("a valid tree has none", () => {
    expect(checkArchitecture(treeOf(clean)).map(describeFinding)).toEqual([]);
  });

  test("a run-time cycle is reported once, with its files", () => {
    const found = checkArchitecture(
      treeOf({
        ...clean,
        "src/http/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;',
        "src/http/b.ts": 'import { c } from "./c.ts";\nexport const b = () => c;',
        "src/http/c.ts":
          'import { now } from "#platform/clock.ts";\nimport { a } from "./a.ts";\nexport const c = () => [a, now];',
      }),
    );
    expect(found.map(describeFinding)).toEqual([
      "src/http/a.ts:1 [cycles] Run-time imports must not form a cycle: " +
        "src/http/a.ts -> src/http/b.ts -> src/http/c.ts -> src/http/a.ts.",
    ]);
  });

  test("a cycle of type imports is allowed", () => {
    const texts = {
      "src/http/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;',
      "src/http/b.ts": 'import type { A } from "./a.ts";\nexport type B = A;',
    };
    expect(checkArchitecture(treeOf({ ...clean, ...texts }))).toEqual([]);
  });

  test("tests may import anything", () => {
    const text =
      'import { buildServer } from "#server";\nimport { x } from "../../../tests/support/x.ts";\nexpect(buildServer(x, process.env.X)).toBe("/cart/");';
    expect(checkArchitecture(treeOf({ ...clean, "src/shop/cart/a.test.ts": text }))).toEqual([]);
  });
});

test("the shop's source tree follows the architecture rules", () => {
  const projectDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  expect(checkArchitecture(readSourceTree(projectDir)).map(describeFinding)).toEqual([]);
});
