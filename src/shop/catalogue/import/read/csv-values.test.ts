import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  escapeCell,
  joinCategory,
  joinList,
  readCell,
  readDescription,
  splitCategory,
  splitList,
  writeDescription,
} from "./csv-values.ts";

const text = fc.string({
  unit: fc.constantFrom("a", "'", "=", "+", "-", "@", ",", "\\", "n", "\n", " ", ">", "&", "g", "t", ";", "é"),
});

test("cells that a spreadsheet would run are escaped, and are read back unchanged", () => {
  for (const formula of ["=1+1", "+1", "-1", "@x"]) expect(escapeCell(formula)).toBe(`'${formula}`);
  expect(readCell("'=1+1")).toBe("=1+1");
  expect(readCell("'quoted'")).toBe("'quoted'");
  fc.assert(
    fc.property(
      text.map((one) => one.trim()),
      (one) => readCell(escapeCell(one)) === one,
    ),
  );
});

test("lists keep commas within items", () => {
  expect(splitList("a, b\\, c,, d")).toEqual(["a", "b, c", "d"]);
  const item = text.map((one) => one.replace(/[\s\\]+$/, "").trim()).filter((one) => one !== "");
  fc.assert(fc.property(fc.array(item), (items) => isDeepStrictEqual(splitList(joinList(items)), items)));
});

test("category paths keep special characters within names", () => {
  expect(splitCategory("Vitamins > Single vitamins")).toEqual(["Vitamins", "Single vitamins"]);
  const name = text.map((one) => one.trim()).filter((one) => one !== "");
  fc.assert(fc.property(fc.array(name), (names) => isDeepStrictEqual(splitCategory(joinCategory(names)), names)));
});

test("descriptions keep their line ends, and a backslash before an n", () => {
  expect(readDescription("a\\nb\\\\nc")).toBe("a\nb\\nc");
  // Sanitising separates a backslash from the line end that follows.
  const description = text.map((one) => one.replace(/\\(?=\n)/g, "\\ "));
  fc.assert(fc.property(description, (one) => readDescription(writeDescription(one)) === one));
});

test("control characters are removed and line ends unified", () => {
  expect(readCell(" a\u0000b\r\nc\rd\u0007 ")).toBe("ab\nc\nd");
});
