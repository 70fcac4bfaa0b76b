import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { addProduct, codeOf } from "#shop/cart/cart.fixtures.ts";
import { untilWaiting } from "../../tests/support/lock-queue.ts";
import { createTestDatabase } from "../../tests/support/test-database.ts";
import type { GivenOptions } from "./command.ts";
import { deliveryCommand } from "./delivery.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

async function printed(args: string[], options: GivenOptions = {}): Promise<string> {
  const lines: string[] = [];
  await deliveryCommand.run({ db, print: (line) => lines.push(line) }, args, options);
  return lines.join("\n");
}

test("zones and methods are added, changed, listed and removed", async () => {
  expect(await printed(["list"])).toMatch(/^There are no zones yet/);
  await printed(["add-zone", "Punjab"], { places: "PK:PB, PK:PB:LAHORE, PK::Murree" });
  await printed(["add-zone", "Elsewhere"]);
  await printed(["add-method", "Punjab", "flat_rate", "Courier"], {
    price: "200",
    perItem: "10",
    perKg: "50",
    includedKg: "1.5",
    classes: "bulky=500, fragile=200",
    freeFrom: "3000",
    days: "1-2",
  });
  await printed(["add-method", "Punjab", "local_pickup", "Fetch it"]);
  expect(await printed(["add-method", "Elsewhere", "free_shipping", "Free"], { freeFrom: "5000" })).toBe(
    "free_shipping:3 is offered in Elsewhere.",
  );
  expect(await printed(["list"])).toBe(
    `Punjab: PK::murree, PK:PB, PK:PB:lahore
  flat_rate:1  Courier  Rs\u00a0200  Rs\u00a010 a piece  Rs\u00a050 a kilogram beyond 1.5  bulky Rs\u00a0500  fragile Rs\u00a0200  free from Rs\u00a03,000  1-2 days
  local_pickup:2  Fetch it  Rs\u00a00
Elsewhere: all other places
  free_shipping:3  Free  free from Rs\u00a05,000`,
  );
  await printed(["set", "flat_rate:1"], { price: "250", classes: "none", freeFrom: "none", days: "none", off: true });
  await printed(["set", "1"], { perItem: "0" });
  await printed(["remove", "2"]);
  await printed(["remove", "Elsewhere"]);
  expect(await printed(["list"])).toBe(
    `Punjab: PK::murree, PK:PB, PK:PB:lahore
  flat_rate:1  Courier  Rs\u00a0250  Rs\u00a050 a kilogram beyond 1.5  off`,
  );
  await printed(["set", "1"], { on: true });
  expect(await printed(["list"])).not.toContain("off");
  expect(await printed(["zones"])).toBe("Punjab: PK::murree, PK:PB, PK:PB:lahore");
});

test("a class that no product is of is said; spelling does not matter", async () => {
  await addProduct(db, { shippingClass: " Extra  Bulky" });
  await printed(["add-zone", "Classes"]);
  const added = await printed(["add-method", "Classes", "flat_rate", "Courier"], { classes: "extra BULKY=5,frail=7" });
  expect(added).toMatch(/ is offered in Classes.\nNo product is of the shipping class "frail" yet.$/);
  expect(await printed(["list"])).toContain("extra-bulky Rs\u00a05");
  await printed(["remove", "Classes"]);
});

test.each<[string, string[], GivenOptions]>([
  ["12", ["add-zone", "12"], {}],
  ["flat_rate:3", ["add-zone", "flat_rate:3"], {}],
  [" ", ["add-zone", " "], {}],
  ["XX", ["add-zone", "X"], { places: "PK, XX" }],
  ["PK:XX", ["add-zone", "X"], { places: "PK:XX" }],
  [`PK::${"\ufdfa".repeat(12)}`, ["add-zone", "X"], { places: `PK::${"\ufdfa".repeat(12)}` }],
  ["PK::!", ["add-zone", "X"], { places: "PK::!" }],
  ["PK:PB:Lahore:54000", ["add-zone", "X"], { places: "PK:PB:Lahore:54000" }],
  ["by_bike", ["add-method", "Punjab", "by_bike", "Bike"], {}],
  ["-1", ["add-method", "Punjab", "flat_rate", "Bike"], { price: "-1" }],
  ["1.5", ["add-method", "Punjab", "flat_rate", "Bike"], { perItem: "1.5" }],
  ["9999999999999", ["add-method", "Punjab", "flat_rate", "Bike"], { perKg: "9999999999999" }],
  ["half", ["add-method", "Punjab", "flat_rate", "Bike"], { includedKg: "half" }],
  ["bulky", ["add-method", "Punjab", "flat_rate", "Bike"], { classes: "bulky" }],
  ["bulky=1,bulky=2", ["add-method", "Punjab", "flat_rate", "Bike"], { classes: "bulky=1,bulky=2" }],
  ["3-2", ["add-method", "Punjab", "flat_rate", "Bike"], { days: "3-2" }],
  ["400", ["add-method", "Punjab", "flat_rate", "Bike"], { days: "400" }],
  ["5", ["add-method", "Punjab", "free_shipping", "Free"], { price: "5" }],
  ["5", ["add-method", "Punjab", "free_shipping", "Free"], { perItem: "5" }],
  ["5", ["add-method", "Punjab", "free_shipping", "Free"], { perKg: "5" }],
  ["bulky=1", ["add-method", "Punjab", "free_shipping", "Free"], { classes: "bulky=1" }],
  ["5", ["add-method", "Punjab", "local_pickup", "Fetch it"], { freeFrom: "5" }],
  ["", ["add-method", "Punjab", "flat_rate"], {}],
  ["x".repeat(101), ["set", "1"], { title: "x".repeat(101) }],
  ["first", ["set", "first"], { price: "5" }],
  ["delivery nonsense", ["nonsense"], {}],
])("what cannot be is refused by its value: %s", async (value, args, options) => {
  const before = await printed(["list"]);
  await expect(printed(args, options)).rejects.toThrow(`"${value}"`);
  expect(await printed(["list"])).toBe(before);
});

test("a method is named by its number, alone or with its kind; another kind's is not meant", async () => {
  const added = await printed(["add-method", "Punjab", "flat_rate", "Bike"], { price: "90" });
  const [wire = "", id = ""] = /flat_rate:(\d+)/.exec(added) ?? [];
  expect(await codeOf(printed(["set", `local_pickup:${id}`], { price: "5" }))).toBe("delivery_method_unknown");
  expect(await codeOf(printed(["remove", `local_pickup:${id}`]))).toBe("delivery_method_unknown");
  expect(await printed(["list"])).toContain(`${wire}  Bike  Rs\u00a090`);
  await printed(["remove", wire]);
  expect(await printed(["list"])).not.toContain("Bike");
});

test("of two changes of a method at the same time neither is lost", async () => {
  const added = await printed(["add-method", "Punjab", "flat_rate", "Van"], { price: "90" });
  const [wire = "", id = ""] = /flat_rate:(\d+)/.exec(added) ?? [];
  const { changes } = await inTransaction(db, async (holder) => {
    await holder.execute(sql`select from delivery_methods where id = ${id} for update`);
    const changes = [printed(["set", wire], { price: "95" }), printed(["set", wire], { perItem: "7" })];
    await untilWaiting(db, changes.length);
    return { changes };
  });
  await Promise.all(changes);
  expect(await printed(["list"])).toContain(`${wire}  Van  Rs\u00a095  Rs\u00a07 a piece`);
  await printed(["remove", wire]);
});

test("what is not there, or there already, is said", async () => {
  const codes = [
    ["add-zone", "Punjab"],
    ["add-method", "Nowhere", "flat_rate", "Bike"],
    ["set", "99"],
    ["remove", "99"],
    ["remove", "Nowhere"],
  ];
  expect(await Promise.all(codes.map((args) => codeOf(printed(args))))).toEqual([
    "delivery_zone_exists",
    "delivery_zone_unknown",
    "delivery_method_unknown",
    "delivery_method_unknown",
    "delivery_zone_unknown",
  ]);
});
