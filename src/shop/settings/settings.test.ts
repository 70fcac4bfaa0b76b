import { beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { getSettings, setSetting } from "./settings.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

test.each([
  ["coming_soon", "maybe", "use yes or no"],
  ["language", "fr", "use en"],
  ["currency", "XYZ", "use a code such as PKR or USD"],
  ["payment_methods", ["barter"], "use a list of these words: cod, bacs"],
  [
    "widget_handlers",
    { drawer: "nobody" },
    'use an object such as {"adding":"auto"}, with the names adding, drawer, cart, checkout, quantities, gallery, variations, wishlist, contact, attribution, sales and the values auto, client, scripts',
  ],
])("a wrong value of %s is refused with what it allows", async (name, value, reasons) => {
  await expect(setSetting(database.db, name, value)).rejects.toMatchObject({
    code: "setting_invalid",
    details: { name, reasons },
  });
});

test.each([
  [{ attribute: "pa_flavour" }],
  [{ attribute: "pa_flavour", as: "buttons" }],
  [{ attribute: "pa_flavour", as: "swatches", swatches: { mango: "#ffb000" } }],
])("an attribute is shown as a drop-down, pills or swatches, and no more is set here: %j is refused", async (entry) => {
  await expect(setSetting(database.db, "choice_buttons", [entry])).rejects.toMatchObject({ code: "setting_invalid" });
});

test("a text of digits stays a text", async () => {
  await setSetting(database.db, "meta_pixel_id", "12345678901234567890");
  expect((await getSettings(database.db)).meta_pixel_id).toBe("12345678901234567890");
});
