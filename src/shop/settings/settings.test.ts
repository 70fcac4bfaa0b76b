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
    'use an object such as {"adding":"auto"}, with the names adding, drawer, cart, checkout, quantities, gallery, variations, wishlist, contact, attribution and the values auto, client, scripts',
  ],
])("a wrong value of %s is refused with what it allows", async (name, value, reasons) => {
  await expect(setSetting(database.db, name, value)).rejects.toMatchObject({
    code: "setting_invalid",
    details: { name, reasons },
  });
});

test.each([
  "red",
  "#12",
  "https://other.example/a.png",
  "/media/../account",
  "//other.example/a.png",
  "/media/a.png?x",
])("a swatch is a colour or a picture of the shop: %s is refused", async (swatch) => {
  const value = [{ attribute: "pa_flavour", swatches: { mango: swatch } }];
  await expect(setSetting(database.db, "choice_buttons", value)).rejects.toMatchObject({ code: "setting_invalid" });
});

test("swatches may be colours and pictures", async () => {
  const value = [{ attribute: "pa_flavour", swatches: { mango: "#ffb000", plain: "/media/2026/plain.jpg" } }];
  await setSetting(database.db, "choice_buttons", value);
  expect((await getSettings(database.db)).choice_buttons).toEqual(value);
});
