import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { addProduct, codeOf } from "#shop/cart/cart.fixtures.ts";
import { untilWaiting } from "../../../tests/support/lock-queue.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { printed } from "./delivery-command.fixtures.ts";

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
});

test("zones and methods are added, changed, listed and removed", async () => {
  await addProduct(db, { shippingClass: "Bulky" });
  await addProduct(db, { shippingClass: "fragile" });
  expect(await printed(db, ["list"])).toMatch(/^There are no zones yet/);
  expect(await printed(db, ["add-zone", "Punjab"], { places: "PK:PB, PK:PB:LAHORE, PK::Murree" })).toContain(
    "Once a zone exists, the settings shipping_title and shipping_price are ignored.\nPlaces outside of all zones get no delivery.",
  );
  expect(await printed(db, ["add-zone", "Elsewhere"])).toBe(
    'Elsewhere was added. It delivers nothing until you add a method: "delivery add-method ZONE KIND TITLE".',
  );
  await printed(db, ["add-method", "Punjab", "flat_rate", "Courier"], {
    price: "200",
    perItem: "10",
    perKg: "50",
    includedKg: "1.5",
    classes: "bulky=500, fragile=200",
    freeFrom: "3000",
    days: "1-2",
  });
  await printed(db, ["add-method", "Punjab", "local_pickup", "Fetch it"]);
  expect(await printed(db, ["add-method", "Elsewhere", "free_shipping", "Free"], { freeFrom: "5000" })).toBe(
    "Added free_shipping:3 to Elsewhere.",
  );
  expect(await printed(db, ["list"])).toBe(
    `Punjab: PK::murree, PK:PB, PK:PB:lahore\n  flat_rate:1  Courier  Rs\u00a0200  Rs\u00a010 per piece  Rs\u00a050 per kilogram beyond 1.5  bulky Rs\u00a0500  fragile Rs\u00a0200  free from Rs\u00a03,000  1-2 days\n  local_pickup:2  Fetch it  Rs\u00a00\nElsewhere: all other places\n  free_shipping:3  Free  free from Rs\u00a05,000`,
  );
  await printed(db, ["set", "flat_rate:1"], {
    price: "250",
    classes: "none",
    freeFrom: "none",
    days: "none",
    off: true,
  });
  await printed(db, ["set", "1"], { perItem: "0" });
  await printed(db, ["remove", "2"]);
  await printed(db, ["remove", "Elsewhere"]);
  expect(await printed(db, ["list"])).toBe(
    `Punjab: PK::murree, PK:PB, PK:PB:lahore\n  flat_rate:1  Courier  Rs\u00a0250  Rs\u00a050 per kilogram beyond 1.5  off`,
  );
  await printed(db, ["set", "1"], { on: true });
  expect(await printed(db, ["list"])).not.toContain("off");
  expect(await printed(db, ["zones"])).toBe("Punjab: PK::murree, PK:PB, PK:PB:lahore");
});

test("a shipping class that no product has is rejected; case and spacing are ignored", async () => {
  await addProduct(db, { shippingClass: " Extra  Bulky" });
  await printed(db, ["add-zone", "Classes"]);
  const add = (classes: string) => printed(db, ["add-method", "Classes", "flat_rate", "Courier"], { classes });
  await expect(add("extra BULKY=5,frail=7")).rejects.toThrow('No product has the shipping class "frail".');
  const [id = ""] = /flat_rate:\d+/.exec(await add("extra BULKY=5")) ?? [];
  expect(await printed(db, ["list"])).toContain("extra-bulky Rs\u00a05");
  await expect(printed(db, ["set", id], { classes: "frail=7" })).rejects.toThrow('"frail"');
  await db.execute(sql`update products set shipping_class = '' where shipping_class = ' Extra  Bulky'`);
  expect(await printed(db, ["set", id], { price: "20" })).toBe(`Changed ${id}.`);
  await printed(db, ["remove", "Classes"]);
});

test.each<[string, string[], GivenOptions]>([
  ["12", ["add-zone", "12"], {}],
  ["Kashmir", ["add-zone", "Azad", "Kashmir"], {}],
  ["add-zone", ["add-zone", "X"], { price: "5" }],
  ["list", ["list"], { places: "PK" }],
  ["x", ["remove", "Punjab", "x"], {}],
  ["PK:PB", ["add-zone", "X"], { places: "PK:PB, PK, PK:PB" }],
  ["PK::LAHORE", ["add-zone", "X"], { places: "PK::Lahore,PK::LAHORE" }],
  ["--price 0", ["add-method", "Punjab", "flat_rate", "Bike"], {}],
  ["--price 0", ["add-method", "Punjab", "flat_rate", "Bike"], { classes: "none", freeFrom: "5" }],
  ["Van", ["add-method", "Punjab", "flat_rate", "Van"], { price: "5", title: "Bike" }],
  ["1 days", ["add-method", "Punjab", "flat_rate", "Bike"], { price: "5", days: "1 days" }],
  ["Rs 5", ["add-method", "Punjab", "flat_rate", "Bike"], { price: "Rs 5" }],
  ["set NUMBER", ["set", "1"], { places: "PK" }],
  ["delivery --help", ["set", "1"], {}],
  ["-5", ["set", "1"], { price: "-5" }],
  ["0.5", ["set", "1"], { freeFrom: "0.5" }],
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
  ["", ["add-method", "Punjab", "flat_rate"], { price: "5" }],
  ["x".repeat(101), ["set", "1"], { title: "x".repeat(101) }],
  ["first", ["set", "first"], { price: "5" }],
  ["delivery nonsense", ["nonsense"], {}],
])("invalid values are rejected: %s", async (value, args, options) => {
  const before = await printed(db, ["list"]);
  await expect(printed(db, args, options)).rejects.toThrow(`"${value}"`);
  expect(await printed(db, ["list"])).toBe(before);
});

test("errors are one line that names the value and what is allowed", async () => {
  const message = (args: string[], options: GivenOptions) =>
    printed(db, args, options).catch((error: Error) => error.message);
  const bike = ["add-method", "Punjab", "flat_rate", "Bike"];
  expect(await message(bike, { price: "-1" })).toBe(
    '"-1" is not a valid --price: use an amount from 0 with at most 0 decimals.',
  );
  expect(await message(bike, { price: "5", days: "1 days" })).toBe(
    '"1 days" is not a valid --days: use business days up to 365, such as 2-3 or 1, or none.',
  );
  expect(await message(["add-method", "Punjab", "free_shipping", "Free"], { perKg: "5" })).toBe(
    '"5" is not a valid --per-kg: use nothing, a free_shipping has none.',
  );
  expect(await message(bike, {})).toBe('A flat_rate needs a price: add --price ("--price 0" if it is free).');
  expect(await message(["set", "1"], { on: true, off: true })).toBe("--on and --off cannot be combined.");
  expect(await message(["add-zone", "X"], { places: "PK, PK" })).toBe('"PK" is listed twice.');
  expect(await message(["add-zone", "Azad", "Kashmir"], {})).toBe(
    '"add-zone" does not accept "Kashmir": put quotes around a name of several words.',
  );
});

test("a single day is shown as 1 day", async () => {
  const added = await printed(db, ["add-method", "Punjab", "flat_rate", "Van"], { price: "90", days: "1" });
  const [wire = ""] = /flat_rate:\d+/.exec(added) ?? [];
  expect(await printed(db, ["list"])).toMatch(/Van .* 1 day$/m);
  await printed(db, ["set", wire], { days: "0-1" });
  expect(await printed(db, ["list"])).toMatch(/Van .* 0-1 days$/m);
  await printed(db, ["remove", wire]);
});

test("a zone's places, name and position can be changed; its methods are kept", async () => {
  for (const name of ["North", "South"]) await printed(db, ["add-zone", name], { places: "PK:GB" });
  await printed(db, ["add-method", "South", "flat_rate", "Van"], { price: "90" });
  const names = async () => (await printed(db, ["zones"])).split("\n").map((row) => row.replace(/:.*/, ""));
  expect(await names()).toEqual(["Punjab", "North", "South"]);
  expect(await printed(db, ["set", "South"], { places: "PK:SD, PK::Gwadar", name: "Coast", position: "1" })).toBe(
    "Changed South.",
  );
  expect(await names()).toEqual(["Coast", "Punjab", "North"]);
  expect(await printed(db, ["list"])).toMatch(/^Coast: PK::gwadar, PK:SD\n {2}flat_rate:\d+ {2}Van {2}Rs\u00a090\n/);
  await printed(db, ["set", "Coast"], { position: "99" });
  await printed(db, ["set", "North"], { places: "none" });
  expect((await printed(db, ["zones"])).split("\n").slice(1)).toEqual([
    "North: all other places",
    "Coast: PK::gwadar, PK:SD",
  ]);
  const before = await printed(db, ["list"]);
  const wrong: [string, string[], GivenOptions][] = [
    ["delivery_zone_exists", ["set", "North"], { name: "Coast", places: "PK" }],
    ["delivery_zone_unknown", ["set", "Nowhere"], { name: "Somewhere" }],
    ['"7" is not a valid zone name', ["set", "North"], { name: "7" }],
    ['"0" is not a valid --position', ["set", "North"], { position: "0", places: "PK" }],
    ['"PK" is listed twice', ["set", "North"], { places: "PK,PK", name: "X" }],
    ["has that name", ["set", "North"], { price: "5", name: "X" }],
  ];
  for (const [code, args, options] of wrong) expect(await codeOf(printed(db, args, options))).toContain(code);
  expect(await printed(db, ["list"])).toBe(before);
  for (const name of ["North", "Coast"]) await printed(db, ["remove", name]);
});

test("two concurrent reorderings of zones are applied one after the other", async () => {
  for (const name of ["A", "B"]) await printed(db, ["add-zone", name]);
  const { changes } = await inTransaction(db, async (holder) => {
    await holder.execute(sql`select from delivery_zones for update`);
    const changes = [printed(db, ["set", "A"], { position: "1" }), printed(db, ["set", "B"], { position: "1" })];
    await untilWaiting(db, changes.length);
    return { changes };
  });
  await Promise.all(changes);
  // The later command wins the first place; zones that nobody moved come last.
  expect(["A, B, Punjab", "B, A, Punjab"]).toContain(
    (await printed(db, ["zones"]))
      .split("\n")
      .map((row) => row.replace(/:.*/, ""))
      .join(", "),
  );
  for (const name of ["A", "B"]) await printed(db, ["remove", name]);
});

test("a method is found by its number with or without the matching kind, not with another kind", async () => {
  const added = await printed(db, ["add-method", "Punjab", "flat_rate", "Bike"], { price: "90" });
  const [wire = "", id = ""] = /flat_rate:(\d+)/.exec(added) ?? [];
  expect(await codeOf(printed(db, ["set", `local_pickup:${id}`], { price: "5" }))).toBe("delivery_method_unknown");
  expect(await codeOf(printed(db, ["remove", `local_pickup:${id}`]))).toBe("delivery_method_unknown");
  expect(await printed(db, ["list"])).toContain(`${wire}  Bike  Rs\u00a090`);
  await printed(db, ["remove", wire]);
  expect(await printed(db, ["list"])).not.toContain("Bike");
});

test("two concurrent changes of a method are both kept", async () => {
  const added = await printed(db, ["add-method", "Punjab", "flat_rate", "Van"], { price: "90" });
  const [wire = "", id = ""] = /flat_rate:(\d+)/.exec(added) ?? [];
  const { changes } = await inTransaction(db, async (holder) => {
    await holder.execute(sql`select from delivery_methods where id = ${id} for update`);
    const changes = [printed(db, ["set", wire], { price: "95" }), printed(db, ["set", wire], { perItem: "7" })];
    await untilWaiting(db, changes.length);
    return { changes };
  });
  await Promise.all(changes);
  expect(await printed(db, ["list"])).toContain(`${wire}  Van  Rs\u00a095  Rs\u00a07 per piece`);
  await printed(db, ["remove", wire]);
});

test("missing and existing names are reported", async () => {
  const codes = [
    ["add-zone", "Punjab"],
    ["add-method", "Nowhere", "local_pickup", "Bike"],
    ["set", "99"],
    ["remove", "99"],
    ["remove", "Nowhere"],
  ];
  const options = (what = "") => (what === "set" ? { title: "Van" } : {});
  expect(await Promise.all(codes.map((args) => codeOf(printed(db, args, options(args[0])))))).toEqual([
    "delivery_zone_exists",
    "delivery_zone_unknown",
    "delivery_method_unknown",
    "delivery_method_unknown",
    "delivery_zone_unknown",
  ]);
});
