import fc from "fast-check";
import { expect, test } from "vitest";
import { catalogues, type MessageKey } from "#messages/catalogue.ts";
import { partsOfMessages } from "#messages/message-parts.ts";
import { translator } from "#messages/translate.ts";
import { islandTranslator } from "./island-translator.ts";

const keys = Object.keys(catalogues.en ?? {}) as MessageKey[];
const translate = translator("en");

/** Returns the argument names in an ICU message, which also finds a few words of its options. */
const namesIn = (text: string) => [...text.matchAll(/\{\s*(\w+)/g)].map(([, name = ""]) => name);

test("an island's translator prints every message as the server does, for any values", () => {
  const t = islandTranslator("en", partsOfMessages("en", keys));
  const value = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 5_000_000 }));
  fc.assert(
    fc.property(fc.constantFrom(...keys), value, (key, one) => {
      const values = Object.fromEntries(namesIn(catalogues.en?.[key] ?? "").map((name) => [name, one]));
      expect(t(key, values)).toBe(translate(key, values));
    }),
    { numRuns: 5000 },
  );
});

test("texts are inserted as they are", () => {
  const t = islandTranslator("en", partsOfMessages("en", ["shell.price.from"]));
  expect(t("shell.price.from", { amount: "<{#}>" })).toBe(translate("shell.price.from", { amount: "<{#}>" }));
});

test("a message that the island does not name, and a missing value, are errors", () => {
  const t = islandTranslator("en", partsOfMessages("en", ["shell.price.from"]));
  expect(() => t("shell.price.now")).toThrow("does not name the message shell.price.now");
  expect(() => t("shell.price.from")).toThrow('needs the value "amount"');
});
