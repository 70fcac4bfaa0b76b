import { expect, test } from "vitest";
import { formatDateText } from "./php-date.rules.ts";

test.each([
  ["2026-04-05", "Y-m-d", "2026-04-05"],
  ["2026-04-05", "d j D l N w z", "05 5 Sun Sunday 7 0 94"],
  ["2026-04-05", "m n M F t L y", "04 4 Apr April 30 0 26"],
  ["2024-02-29", "t L", "29 1"],
  ["1900-02-01", "L", "0"],
  ["2026-01-01", "o-\\WW", "2026-W01"],
  ["2027-01-01", "o-\\WW", "2026-W53"],
  ["2026-04-01", "jS", "1st"],
  ["2026-04-22", "jS", "22nd"],
  ["2026-04-03", "jS", "3rd"],
  ["2026-04-11", "jS", "11th"],
  ["2026-04-13", "jS", "13th"],
  ["2026-04-30", "jS", "30th"],
  ["2026-04-05", "\\Y\\\\ e! 1", "Y\\ e! 1"],
  ["2023-02-30", "Y", "2023-02-30"],
  ["soon", "Y", "soon"],
])("%j as %j is %j", (date, format, text) => {
  expect(formatDateText(date, format, "en-US")).toBe(text);
});

test("names are in the locale's language", () => {
  expect(formatDateText("2026-04-05", "l, j. F", "de-DE")).toBe("Sonntag, 5. April");
});
