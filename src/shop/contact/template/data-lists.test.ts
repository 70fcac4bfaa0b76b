import { expect, test } from "vitest";
import { readFormFile } from "../forms/form-file.rules.ts";
import { openForm } from "../forms/open-form.ts";
import { dataList } from "./data-lists.rules.ts";

test("countries are sorted in the form's language; only some countries have states; other lists do not exist", () => {
  expect(dataList("countries", "en_US")?.slice(0, 2)).toEqual(["Afghanistan", "Åland Islands"]);
  expect(dataList("countries", "de_DE")).toContain("Deutschland");
  expect(dataList("states.pk", "en_US")).toContain("Sindh");
  for (const name of ["states.FR", "states", "planets", "__proto__"]) expect(dataList(name, "en_US")).toBeUndefined();
});

test("a form's lists are choices, also for its rules", () => {
  const { form } = readFormFile(
    '---\ntitle: a\nslug: a\n---\n=== form ===\n[select state data:states.PK "Abroad"] [text name data:countries]',
  );
  const open = openForm({ ...form, id: 1, updatedAt: new Date(0) });
  const { tags, parts } = open;
  const shown = tags[0]?.choices.map((choice) => choice.shown);
  expect(shown?.slice(0, 2)).toEqual(["Abroad", "Azad Kashmir"]);
  expect(parts).toContainEqual({ tag: tags[0] });
  expect(tags[1]?.choices).toEqual([]);
  expect(open.schema("2026-11-25").rules).toContainEqual(expect.objectContaining({ rule: "enum", accept: shown }));
});
