import { expect, test } from "vitest";
import { openSeals } from "./seals.ts";

const [older, newer] = [{ value: "the first secret of thirty-two ch" }, { value: "the other secret of thirty-two ch" }];

test("a sealed text opens with its key, also when a newer key seals", () => {
  const sealed = openSeals([older]).seal("a", "text");
  expect(openSeals([newer, older]).open("a", sealed)).toBe("text");
  expect(openSeals([newer]).open("a", sealed)).toBeUndefined();
});

test("a sealed text is not readable, differs each time, and opens for no other purpose or when changed", () => {
  const seals = openSeals([older]);
  const [sealed, again] = [seals.seal("a", "text"), seals.seal("a", "text")];
  expect(sealed).not.toBe(again);
  expect(Buffer.from(sealed, "base64url").includes("text")).toBe(false);
  expect(seals.open("b", sealed)).toBeUndefined();
  const bytes = Buffer.from(sealed, "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(seals.open("a", changed.toString("base64url"))).toBeUndefined();
  }
  for (const junk of ["", "x", "%%%", "a".repeat(500)]) expect(seals.open("a", junk)).toBeUndefined();
});
