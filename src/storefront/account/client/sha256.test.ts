import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Sha256 } from "./sha256.ts";

test("any ASCII text has the hash that Node computes", () => {
  const sha256 = new Sha256();
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 300 }), (text) => {
      const expected = createHash("sha256").update(text).digest().readInt32BE(0);
      expect(sha256.firstWord(text)).toBe(expected);
    }),
    { numRuns: 500 },
  );
});
