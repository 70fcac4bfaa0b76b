import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { addProduct, addSizes, codeOf, noon } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { taxesCommand } from "./taxes.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

async function printed(args: string[], options: GivenOptions = {}): Promise<string> {
  const lines: string[] = [];
  await taxesCommand.run({ db, clock: { now: () => noon }, print: (line) => lines.push(line) }, args, options);
  return lines.join("\n");
}

test("rates are added, listed and removed; a label exists once per class and place", async () => {
  expect(await printed(["list"])).toBe("There are no tax rates yet.");
  const first = await printed(["add", "GST", "17"], { country: "pk" });
  const id = /\d+/.exec(first)?.[0] ?? "";
  expect(first).toBe(`Added: ${id}  GST  17 %  standard  PK  goods, delivery and fees`);
  await printed(["add", "GST", "8.25"], {
    country: "PK",
    state: "sd",
    city: " KARĀCHI ",
    class: "Reduced rate",
    goodsOnly: true,
  });
  expect((await printed(["list"])).split("\n")[1]).toMatch(
    /^\d+ {2}GST {2}8\.25 % {2}reduced-rate {2}PK SD karachi {2}goods only$/,
  );
  expect(await codeOf(printed(["add", "GST", "5"], { country: "PK", class: "Standard" }))).toBe("tax_rate_exists");
  expect(await printed(["remove", id])).toBe(`Removed rate ${id}; existing orders keep its tax.`);
  expect(await codeOf(printed(["remove", id]))).toBe("tax_rate_unknown");
});

test("the classes of products and rates are listed; variations that inherit their class are not counted", async () => {
  await addProduct(db, { taxClass: "Zero rate" });
  await addProduct(db, { taxClass: "zero-rate", taxStatus: "none" });
  await addSizes(db, {}, { taxClass: "parent" });
  expect(await printed(["classes"])).toBe(
    [
      "standard  1 product or variation  0 rates",
      "reduced-rate  0 products and variations  1 rate",
      "zero-rate  1 product or variation  0 rates",
    ].join("\n"),
  );
});

test.each<[string, string[], GivenOptions]>([
  ["a label", ["", "17"], {}],
  ["a label", ["G\u0000ST", "17"], {}],
  ["a label", ["x".repeat(61), "17"], {}],
  ["a percentage", ["GST"], {}],
  ["a percentage", ["GST", "-1"], {}],
  ["a percentage", ["GST", "17%"], {}],
  ["a percentage", ["GST", "1e1"], {}],
  ["a percentage", ["GST", "100.0001"], {}],
  ["a percentage", ["GST", "0.00001"], {}],
  ["a percentage", ["GST", "99999999999999999999"], {}],
  ["a country", ["GST", "17"], { country: "Pakistan" }],
  ...["ZQ", "ZZ", "EU", "UK", "XA", "PAK", "P"].map((country): [string, string[], GivenOptions] => [
    "a country",
    ["GST", "17"],
    { country },
  ]),
  ["a country", ["GST", "17"], { country: "'; drop table tax_rates; --" }],
  ["a province", ["GST", "17"], { country: "PK", state: "XX" }],
  ["a province", ["GST", "17"], { state: "PB" }],
  ["a province", ["GST", "17"], { country: "AE", state: "x".repeat(61) }],
  ["a city", ["GST", "17"], { city: "Lahore" }],
  ["a city", ["GST", "17"], { country: "PK", city: "?!" }],
  ["a class", ["GST", "17"], { class: "x".repeat(61) }],
])("an invalid %s is rejected with the allowed values: %j %j", async (what, args, options) => {
  const before = await printed(["list"]);
  await expect(printed(["add", ...args], options)).rejects.toThrow(` is not ${what}`);
  expect(await printed(["list"])).toBe(before);
});

test("unknown subcommands and invalid rate ids are rejected", async () => {
  await expect(printed(["drop"])).rejects.toThrow("use add LABEL PERCENT, list, remove ID or classes");
  await expect(printed(["remove", "all"])).rejects.toThrow('"all" is not a rate\'s number');
  expect(await codeOf(printed(["remove", "999999999999"]))).toBe("tax_rate_unknown");
});
