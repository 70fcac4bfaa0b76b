import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { referencePasses, referenceTypes } from "./form-validation.fixtures.ts";
import { type FormFile, type FormRule, fieldErrors } from "./form-validation.rules.ts";

type Value = string | FormFile;

describe("100,000 generated values: the rules and the reference agree", () => {
  const characters = (of: string, maxLength: number) =>
    fc.array(fc.constantFrom(...Array.from(of)), { maxLength }).map((all) => all.join(""));
  const digits = (maxLength: number) => characters("0123456789", maxLength);
  const two = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 32 }).map((n) => String(n).padStart(2, "0")) },
    { weight: 1, arbitrary: digits(3) },
  );
  const label = characters("ab1-", 3);
  const space = fc.constantFrom("", "", "", " ", "\u00a0", "\t");
  const dates = fc
    .tuple(
      fc.oneof(
        fc.integer({ min: 1, max: 2100 }).map((year) => String(year).padStart(4, "0")),
        digits(6),
      ),
      fc.integer({ min: 0, max: 13 }),
      two,
    )
    .map(([year, month, day]) => `${year}-${String(month).padStart(2, "0")}-${day}`);
  const decimal = fc
    .tuple(
      fc.constantFrom("", "-"),
      fc.integer({ min: 0, max: 50 }),
      fc.constantFrom("", ".1", ".25", ".300", ".999999"),
    )
    .map((parts) => parts.join(""));
  const numbers = fc.oneof(decimal, characters("01.e+-5E", 7));
  const fileName = fc
    .tuple(
      characters("a.", 3),
      fc.constantFrom("", "."),
      fc.constantFrom("PDF", "zzz", "", ...Object.keys(referenceTypes)),
    )
    .map((parts) => parts.join(""));
  const files = fc.record({ name: fileName.map((name) => name || "a"), size: fc.integer({ min: 0, max: 8 }) });
  const entries = fc.array(
    fc.constantFrom(
      ".pdf",
      ".Jpg",
      "image/*",
      "Video/*",
      "audio/*",
      "text/*",
      "application/*",
      "IMAGE/png",
      "x/y",
      ...Object.values(referenceTypes),
    ),
    { maxLength: 3 },
  );
  const words = characters("a \n\r😀", 6).map((text) => text.replaceAll("\r", "\r\n"));
  const threshold = fc.integer({ min: 0, max: 8 });
  const just = (rule: string) => fc.constant({ rule });
  const limited = (rule: string) => threshold.map((value) => ({ rule, threshold: value }));

  const cases: Readonly<Record<string, [rule: fc.Arbitrary<FormRule>, value: fc.Arbitrary<Value>]>> = {
    required: [just("required"), fc.oneof(words, files)],
    requiredfile: [just("requiredfile"), fc.oneof(words, files)],
    email: [
      just("email"),
      fc.oneof(
        fc
          .tuple(
            space,
            characters("ab.+@", 4),
            fc.constantFrom("@", "@", "@", ""),
            label,
            fc.constantFrom(".", ".", ".."),
            label,
            space,
          )
          .map((parts) => parts.join("")),
        characters("a@.-é ", 9),
      ),
    ],
    url: [
      just("url"),
      fc
        .tuple(
          fc.constantFrom("http", "HTTPS", "irc", "irc6", "ircs6", "mailto", "tel", "urn", "data", "wss", "x", ""),
          fc.constantFrom(":", "://", "//"),
          characters("a.:/@1 %", 5),
        )
        .map((parts) => parts.join("")),
    ],
    tel: [
      just("tel"),
      fc
        .tuple(
          fc.constantFrom("", "+", "00", "(00)", "0"),
          characters("0123456789 -", 17),
          fc.constantFrom("", "", "#12", "*a", "/1", "x"),
        )
        .map((parts) => parts.join("")),
    ],
    number: [just("number"), numbers],
    date: [just("date"), fc.tuple(space, dates, fc.constantFrom("", "", "", "x", "-")).map((parts) => parts.join(""))],
    time: [
      just("time"),
      fc.oneof(
        fc.tuple(two, two).map((parts) => parts.join(":")),
        fc.tuple(two, two, two).map((parts) => parts.join(":")),
        characters("012:", 8),
      ),
    ],
    file: [entries.map((accept) => ({ rule: "file", accept })), files],
    enum: [
      fc.subarray(["a", "b", "a b", "1"]).map((accept) => ({ rule: "enum", accept })),
      fc.tuple(space, characters("ab 1", 3), space).map((parts) => parts.join("")),
    ],
    dayofweek: [fc.subarray([1, 2, 3, 4, 5, 6, 7]).map((accept) => ({ rule: "dayofweek", accept })), dates],
    minitems: [limited("minitems"), words],
    maxitems: [limited("maxitems"), words],
    minlength: [limited("minlength"), words],
    maxlength: [limited("maxlength"), words],
    minnumber: [decimal.map((value) => ({ rule: "minnumber", threshold: value })), numbers],
    maxnumber: [decimal.map((value) => ({ rule: "maxnumber", threshold: value })), numbers],
    mindate: [
      dates.filter((text) => /^\d{4,}-\d\d-\d\d$/.test(text)).map((value) => ({ rule: "mindate", threshold: value })),
      dates,
    ],
    maxdate: [
      dates.filter((text) => /^\d{4,}-\d\d-\d\d$/.test(text)).map((value) => ({ rule: "maxdate", threshold: value })),
      dates,
    ],
    minfilesize: [limited("minfilesize"), files],
    maxfilesize: [limited("maxfilesize"), files],
    stepnumber: [
      fc.record({
        rule: fc.constant("stepnumber"),
        base: decimal,
        interval: fc.constantFrom("0", "-1", "0.1", "0.25", "1", "3", "0.000001"),
      }),
      decimal,
    ],
    all: [
      fc
        .subarray(["email", "tel", "number", "required"])
        .map((rules) => ({ rule: "all", rules: rules.map((rule) => ({ rule })) })),
      fc.oneof(numbers, digits(8)),
    ],
    any: [
      fc
        .subarray(["email", "tel", "number", "date"])
        .map((rules) => ({ rule: "any", rules: rules.map((rule) => ({ rule })) })),
      fc.oneof(numbers, digits(8), dates),
    ],
  };
  const perRule = Math.ceil(100_000 / Object.keys(cases).length);

  test.each(Object.entries(cases))("%s", (_name, [rule, value]) => {
    const results = { passed: 0, failed: 0 };
    let values = 0;
    while (values < perRule) {
      fc.assert(
        fc.property(
          rule,
          fc.array(fc.array(value, { maxLength: 3 }), { minLength: 20, maxLength: 20 }),
          (one, many) => {
            for (const list of many) {
              const expected = referencePasses(one, list);
              if (passes(one, list) !== expected)
                throw new Error(`${JSON.stringify([one, list])}: expected ${expected}`);
              results[expected ? "passed" : "failed"] += 1;
              values += list.length;
            }
          },
        ),
        { numRuns: 50 },
      );
    }
    expect(results.passed).toBeGreaterThan(50);
    expect(results.failed).toBeGreaterThan(50);
  });
});

function passes(rule: FormRule, values: readonly Value[]): boolean {
  return (
    fieldErrors(
      [{ ...rule, field: "f", error: "Wrong" }],
      values.map((value) => ["f", value] as const),
    ).size === 0
  );
}
