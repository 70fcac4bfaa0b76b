import { expect, test } from "vitest";
import { estimateAnswers, estimateFields } from "./estimate-fields.ts";

const configured: Parameters<typeof estimateFields>[0] = [
  { label: "Company name", type: "text", required: true },
  { label: "Company name", type: "text" },
  { label: "Action", type: "textarea" },
  { label: "Kind", type: "radio" },
  { label: "Size", type: "select", options: ["Small", "Large"] },
];

test("fields are named by their labels, each once and never like a field of the protocol; choices without options are left out", () => {
  expect(estimateFields(configured).map(({ name }) => name)).toEqual([
    "company-name",
    "company-name-2",
    "action-2",
    "size",
  ]);
});

const answer = (type: (typeof configured)[number]["type"], value: string) => {
  const fields = estimateFields([{ label: "A", type, options: ["Small", "Large"] }]);
  return estimateAnswers(fields, (name) => (name === "a" ? value : ""))[0]?.value;
};

test.each([
  ["text", " one\r\ntwo ", "one two"],
  ["text", "x".repeat(400), "x".repeat(300)],
  ["textarea", "one\ntwo", "one\ntwo"],
  ["email", "a@example.com", "a@example.com"],
  ["email", "a@example.com\nb", undefined],
  ["number", "12.5", "12.5"],
  ["number", "12 boxes", undefined],
  ["date", "2026-11-25", "2026-11-25"],
  ["date", "2023-02-30", undefined],
  ["checkbox", "on", "Yes"],
  ["checkbox", "", undefined],
  ["select", "Large", "Large"],
  ["radio", "Huge", undefined],
] as const)("the answer to a field of type %s from %j is %j", (type, value, expected) => {
  expect(answer(type, value)).toBe(expected);
});

test("a required field without a valid answer is refused by its label", () => {
  const fields = estimateFields(configured);
  expect(() => estimateAnswers(fields, () => " ")).toThrow(
    expect.objectContaining({ code: "estimate_field_missing", details: { label: "Company name" } }),
  );
});
