import { describe, expect, test } from "vitest";
import { type FormFile, type FormRule, fieldErrors } from "./form-validation.rules.ts";

type Value = string | FormFile;

describe.each<[name: string, rule: Omit<FormRule, "rule">, passing: (Value | Value[])[], failing: (Value | Value[])[]]>(
  [
    ["required", {}, ["a", ["", "a"], " 0 "], ["", " ", " \t\n\u00a0", [], ["", " "], file("a.txt")]],
    ["requiredfile", {}, [file("a.txt"), file("", 3), [file("", 0), file("a")]], ["a.txt", [], file("", 0)]],
    [
      "email",
      {},
      [
        "",
        " ",
        "a@b.co",
        " a@b.co ",
        "a.b+c@d-e.f",
        "!#$%&'*+/=?^_`{|}~.-@b.co",
        ".a.@b.co",
        "a@b.c.d",
        "a@1.23",
        ["", "a@b.co"],
      ],
      [
        "a",
        "a@b.c",
        "@bb.com",
        "a@@b.com",
        "a@b@c.com",
        "a b@c.de",
        "ab@cde",
        "ab@c..de",
        "ab@.c.de",
        "ab@c.de.",
        "ab@-c.de",
        "ab@c-.de",
        "ab@c.de-",
        "ab@c_d.ef",
        "ab@ c.de",
        "ä@b.com",
        "ab@ü.de",
        'a"b@c.de',
        ["ab@c.de", "x"],
      ],
    ],
    [
      "url",
      {},
      [
        "",
        "http://a",
        "HTTPS://a.b/c?d#e",
        "mailto:a@b.co",
        "tel:+1",
        "urn:isbn:1",
        "irc6://a",
        "irc://a",
        "ircs://a",
        "webcal://a",
        "ftps://a",
        "fax:1",
        "http://ü.de",
      ],
      [
        "a.b",
        "//a.b",
        "http://",
        "javascript:alert(1)",
        "data:,x",
        "irc7://a",
        "file:///a",
        "https",
        "http://a b",
        "ws://a",
        "blob:http://a",
      ],
    ],
    [
      "tel",
      {},
      [
        "",
        "123456",
        "+12345",
        "0012345",
        "+1 (234) 567-89.0",
        "123456#99",
        "123456*1",
        "(00)12345",
        "12/34/56",
        "123456789012345",
        "+12345678901234",
        "123456#abc\n1",
      ],
      [
        "12345",
        "+1234",
        "001234",
        "1234567890123456",
        "+123456789012345",
        "a123456",
        "123456a",
        "++12345",
        "1+23456",
        "#123456",
        "+",
        "١٢٣٤٥٦",
      ],
    ],
    [
      "number",
      {},
      ["", "0", "-0", "1.5", ".5", "-.5", "1e5", "1E-5", "1.5e+5", "007", " 3 "],
      ["5.", "+1", "--1", "1e", "e5", "1e1.5", ".", "-", "1,5", "1 000", "0x1", "Infinity", "NaN", "1.2.3", "١"],
    ],
    [
      "date",
      {},
      ["", "2024-02-29", "2023-12-31", "0001-01-01", "12345-06-30", "2000-02-29", `${"9".repeat(400)}-01-01`],
      [
        "2023-02-29",
        "2023-02-30",
        "1900-02-29",
        "2023-13-01",
        "2023-00-10",
        "2023-01-00",
        "2023-04-31",
        "2023-02-32",
        "23-01-01",
        "2023-1-1",
        "0000-01-01",
        "2023/01/01",
        "01-01-2023",
        "2023-01-01T00:00",
        "-2023-01-01",
        "today",
      ],
    ],
    [
      "time",
      {},
      ["", "00:00", "23:59", "23:59:59", "09:05"],
      ["24:00", "12:60", "12:00:60", "9:05", "12", "12:5", "12:00:0", "12:00:00:00", "1200", "-1:00"],
    ],
    [
      "file",
      { accept: [".PDF", "image/*", "text/plain", "AUDIO/*", "application/msword"] },
      [
        "x.exe",
        [],
        file("a.pdf"),
        file("A.B.PDF"),
        file(".pdf"),
        file("a.jpg"),
        file("a.JPE"),
        file("a.avif"),
        file("a.heif"),
        file("a.txt"),
        file("a.srt"),
        file("a.mp3"),
        file("a.doc"),
      ],
      [
        file("a.exe"),
        file("pdf"),
        file("apdf"),
        file("a.pdf.exe"),
        file("a.csv"),
        file("a.mp4"),
        file("a.pdf "),
        file("a."),
        file("a.docx"),
        [file("a.pdf"), file("a")],
      ],
    ],
    [
      "file",
      { accept: ["IMAGE/JPEG", "constructor", "*/*", "/", ""] },
      [],
      [file("a.jpg"), file("constructor"), file("a")],
    ],
    ["file", {}, [[]], [file("a.jpg")]],
    [
      "enum",
      { accept: ["a", "b\nc", "1"] },
      ["", "a", " a ", "b\r\nc", "1", ["a", "1"]],
      ["A", "c", "b c", ["a", "x"], "a,1"],
    ],
    [
      "dayofweek",
      { accept: [1, "7"] },
      ["", "2024-01-01", "2024-01-07", "monday", "2023-02-30", "12024-01-01"],
      ["2024-01-02", "2024-01-06", ["2024-01-01", "2024-01-03"]],
    ],
    [
      "minitems",
      { threshold: 2 },
      [
        ["a", "b"],
        ["a", "", "b"],
      ],
      ["", "a", ["a", " "], []],
    ],
    ["maxitems", { threshold: 1 }, ["", "a", ["a", ""]], [["a", "b"]]],
    [
      "minlength",
      { threshold: 3 },
      ["", "   ", "abc", ["a", "bc"], "é".repeat(3), "a😀"],
      ["ab", " ab ", ["a", "b"], "a\r\n"],
    ],
    [
      "maxlength",
      { threshold: 3 },
      ["", "abc", " abc ", "a\r\nb", ["ab", "c"]],
      ["abcd", "a\n\nb", "😀😀", ["ab", "cd"]],
    ],
    ["minnumber", { threshold: "-1.5" }, ["", "-1.5", "0", "1e3", "x"], ["-2", "-1e1", ["0", "-2"]]],
    ["maxnumber", { threshold: "10" }, ["", "10", "-5", "1e1", "x", "+11"], ["10.1", "1e2", ["1", "11"]]],
    ["minnumber", { threshold: "" }, ["-5"], []],
    ["maxnumber", { threshold: "abc" }, ["5"], []],
    [
      "mindate",
      { threshold: "2024-05-05" },
      ["", "2024-05-05", "2024-12-01", "x"],
      ["2024-05-04", "2023-99-99", "12024-05-05"],
    ],
    ["maxdate", { threshold: "2024-05-05" }, ["", "2024-05-05", "0001-01-01", "x", "12024-05-05"], ["2024-05-06"]],
    ["mindate", { threshold: "soon" }, ["1000-01-01"], []],
    [
      "minfilesize",
      { threshold: 10 },
      [[], "a", file("a", 10), [file("a", 5), file("b", 5)], file("", 0)],
      [file("a", 9), file("a", 0)],
    ],
    [
      "maxfilesize",
      { threshold: 10 },
      [[], "a", file("a", 10), [file("a", 5), file("b", 5)]],
      [file("a", 11), [file("a", 5), file("b", 6)]],
    ],
    [
      "stepnumber",
      { base: "0", interval: "0.1" },
      ["", "0.3", "0.7", "-0.3", "1e3", "x", "0.1000000001"],
      ["0.35", "0.1001"],
    ],
    ["stepnumber", { base: 1, interval: 2 }, ["1", "3", "-1"], ["2", "0"]],
    ["stepnumber", { interval: 0 }, ["1.234"], []],
    ["stepnumber", { base: "x", interval: -1 }, ["1.234"], []],
    ["stepnumber", { base: "x", interval: 5 }, ["10"], ["11", "1e400"]],
    ["all", { rules: [{ rule: "email" }, { rule: "maxlength", threshold: 8 }] }, ["", "a@b.com"], ["a@b.commm", "ab"]],
    ["all", { rules: [] }, ["x"], []],
    ["any", { rules: [{ rule: "email" }, { rule: "tel" }] }, ["", "a@b.com", "123456"], ["abcdef"]],
    ["any", { rules: [] }, [], ["x"]],
    ["constructor", {}, ["x"], []],
  ],
)("%s %j", (rule, properties, passing, failing) => {
  test.each(passing.map((value) => [value]))("allows %j", (value) => {
    expect(passes({ rule, ...properties }, [value].flat())).toBe(true);
  });
  test.each(failing.map((value) => [value]))("refuses %j", (value) => {
    expect(passes({ rule, ...properties }, [value].flat())).toBe(false);
  });
});

describe("errors", () => {
  const required: FormRule = { rule: "required", field: "a", error: "Missing" };

  test("the first failing rule of a field wins, in the order of the rules", () => {
    const rules = [required, { rule: "minitems", field: "a", error: "Few", threshold: 1 }, { ...required, field: "b" }];
    expect([...fieldErrors(rules, [])]).toEqual([
      ["a", "Missing"],
      ["b", "Missing"],
    ]);
  });

  test("rules without a field or an error never show, and later rules do", () => {
    const rules = [
      { rule: "required", field: "a" },
      { rule: "required", error: "x" },
      { ...required, error: "Second" },
    ];
    expect([...fieldErrors(rules, [])]).toEqual([["a", "Second"]]);
  });

  test("a field's values are posted with and without brackets", () => {
    const rules = [{ rule: "maxitems", field: "a", error: "Many", threshold: 2 }];
    expect(
      fieldErrors(rules, [
        ["a[]", "1"],
        ["a[0][x]", "2"],
      ]).size,
    ).toBe(0);
    expect(
      fieldErrors(rules, [
        ["a[]", "1"],
        ["a", "2"],
        ["a[1]", "3"],
      ]).get("a"),
    ).toBe("Many");
  });

  test("FormData is judged like posted values", () => {
    const data = new FormData();
    data.append("a", new File([], ""));
    expect(fieldErrors([{ ...required, rule: "requiredfile" }], data).get("a")).toBe("Missing");
    data.append("a", new File(["x"], "x.txt"));
    expect(fieldErrors([{ ...required, rule: "requiredfile" }], data).size).toBe(0);
  });

  test("names of Object's properties are names like others", () => {
    const rules = ["__proto__", "constructor"].map((field) => ({ ...required, field }));
    expect([...fieldErrors(rules, [["__proto__[x]", "y"]]).keys()]).toEqual(["constructor"]);
  });

  test("a nested rule has its own error or its composite's, and its own field or its composite's", () => {
    const all = (one: FormRule) => [...fieldErrors([{ rule: "all", field: "a", error: "Outer", rules: [one] }], [])];
    expect(all({ rule: "required" })).toEqual([["a", "Outer"]]);
    expect(all({ rule: "required", error: "Inner" })).toEqual([["a", "Inner"]]);
    expect(all({ rule: "required", field: "b" })).toEqual([["a", "Outer"]]);
    expect(all({ rule: "all", rules: [{ rule: "required" }] })).toEqual([["a", "Outer"]]);
    const any = { rule: "any", field: "a", error: "Outer", rules: [{ rule: "required", error: "Inner" }] };
    expect([...fieldErrors([any], [])]).toEqual([["a", "Outer"]]);
  });
});

test.each<[rule: string, value: string]>([
  ["email", `${"a".repeat(200_000)}@${"-a".repeat(200_000)}`],
  ["email", `a@${"a.".repeat(200_000)}`],
  ["tel", "( ".repeat(200_000)],
  ["number", `${"1".repeat(400_000)}x`],
  ["date", `${"1".repeat(400_000)}-01-0`],
  ["url", `http://${"a.".repeat(200_000)}`],
])("%s judges a huge value in linear time", (rule, value) => {
  const start = process.cpuUsage().user;
  passes({ rule }, [value]);
  expect((process.cpuUsage().user - start) / 1e6).toBeLessThan(2);
});

function passes(rule: FormRule, values: readonly Value[]): boolean {
  return (
    fieldErrors(
      [{ ...rule, field: "f", error: "Wrong" }],
      values.map((value) => ["f", value] as const),
    ).size === 0
  );
}

function file(name: string, size = 5): FormFile {
  return { name, size };
}
