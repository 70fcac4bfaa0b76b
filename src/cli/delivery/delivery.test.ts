import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { StartError } from "#platform/start-error.ts";
import { addProduct, codeOf } from "#shop/cart/cart.fixtures.ts";
import { readMethod, readPlaces } from "#shop/delivery/delivery-fields.rules.ts";
import { deliveryKinds } from "#shop/delivery/delivery-kinds.rules.ts";
import { listDeliveryZones } from "#shop/delivery/delivery-zones.ts";
import { Refusal } from "#shop/refusal.ts";
import { untilWaiting } from "../../../tests/support/lock-queue.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { refusalMessage } from "../refusal-message.ts";
import { deliveryCommand } from "./delivery.ts";

const rupees = { code: "PKR", symbol: "Rs", minorUnit: 0 };

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
  await addProduct(db, { shippingClass: "Bulky" });
  await addProduct(db, { shippingClass: "fragile" });
  expect(await printed(["list"])).toMatch(/^There are no zones yet/);
  await printed(["add-zone", "Punjab"], { places: "PK:PB, PK:PB:LAHORE, PK::Murree" });
  expect(await printed(["add-zone", "Elsewhere"])).toBe(
    'Elsewhere was added. It delivers nothing until you add a method: "delivery add-method ZONE KIND TITLE".',
  );
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
    "Added free_shipping:3 to Elsewhere.",
  );
  expect(await printed(["list"])).toBe(
    `Punjab: PK::murree, PK:PB, PK:PB:lahore\n  flat_rate:1  Courier  Rs\u00a0200  Rs\u00a010 per piece  Rs\u00a050 per kilogram beyond 1.5  bulky Rs\u00a0500  fragile Rs\u00a0200  free from Rs\u00a03,000  1-2 days\n  local_pickup:2  Fetch it  Rs\u00a00\nElsewhere: all other places\n  free_shipping:3  Free  free from Rs\u00a05,000`,
  );
  await printed(["set", "flat_rate:1"], { price: "250", classes: "none", freeFrom: "none", days: "none", off: true });
  await printed(["set", "1"], { perItem: "0" });
  await printed(["remove", "2"]);
  await printed(["remove", "Elsewhere"]);
  expect(await printed(["list"])).toBe(
    `Punjab: PK::murree, PK:PB, PK:PB:lahore\n  flat_rate:1  Courier  Rs\u00a0250  Rs\u00a050 per kilogram beyond 1.5  off`,
  );
  await printed(["set", "1"], { on: true });
  expect(await printed(["list"])).not.toContain("off");
  expect(await printed(["zones"])).toBe("Punjab: PK::murree, PK:PB, PK:PB:lahore");
});

test("a shipping class that no product has is rejected; case and spacing are ignored", async () => {
  await addProduct(db, { shippingClass: " Extra  Bulky" });
  await printed(["add-zone", "Classes"]);
  const add = (classes: string) => printed(["add-method", "Classes", "flat_rate", "Courier"], { classes });
  await expect(add("extra BULKY=5,frail=7")).rejects.toThrow('No product has the shipping class "frail".');
  const [id = ""] = /flat_rate:\d+/.exec(await add("extra BULKY=5")) ?? [];
  expect(await printed(["list"])).toContain("extra-bulky Rs\u00a05");
  await expect(printed(["set", id], { classes: "frail=7" })).rejects.toThrow('"frail"');
  await db.execute(sql`update products set shipping_class = '' where shipping_class = ' Extra  Bulky'`);
  expect(await printed(["set", id], { price: "20" })).toBe(`Changed ${id}.`);
  await printed(["remove", "Classes"]);
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
  const before = await printed(["list"]);
  await expect(printed(args, options)).rejects.toThrow(`"${value}"`);
  expect(await printed(["list"])).toBe(before);
});

test("errors are one line that names the value and what is allowed", async () => {
  const told = (args: string[], options: GivenOptions) => printed(args, options).catch((error: Error) => error.message);
  const bike = ["add-method", "Punjab", "flat_rate", "Bike"];
  expect(await told(bike, { price: "-1" })).toBe(
    '"-1" is not a valid --price: use an amount from 0 with at most 0 decimals.',
  );
  expect(await told(bike, { price: "5", days: "1 days" })).toBe(
    '"1 days" is not a valid --days: use business days up to 365, such as 2-3 or 1, or none.',
  );
  expect(await told(["add-method", "Punjab", "free_shipping", "Free"], { perKg: "5" })).toBe(
    '"5" is not a valid --per-kg: use nothing, a free_shipping has none.',
  );
  expect(await told(bike, {})).toBe('A flat_rate needs a price: add --price ("--price 0" if it is free).');
  expect(await told(["set", "1"], { on: true, off: true })).toBe("--on and --off cannot be combined.");
  expect(await told(["add-zone", "X"], { places: "PK, PK" })).toBe('"PK" is listed twice.');
  expect(await told(["add-zone", "Azad", "Kashmir"], {})).toBe(
    '"add-zone" does not accept "Kashmir": put quotes around a name of several words.',
  );
});

test("a single day is shown as 1 day", async () => {
  const added = await printed(["add-method", "Punjab", "flat_rate", "Van"], { price: "90", days: "1" });
  const [wire = ""] = /flat_rate:\d+/.exec(added) ?? [];
  expect(await printed(["list"])).toMatch(/Van .* 1 day$/m);
  await printed(["set", wire], { days: "0-1" });
  expect(await printed(["list"])).toMatch(/Van .* 0-1 days$/m);
  await printed(["remove", wire]);
});

test("a zone's places, name and position can be changed; its methods are kept", async () => {
  for (const name of ["North", "South"]) await printed(["add-zone", name], { places: "PK:GB" });
  await printed(["add-method", "South", "flat_rate", "Van"], { price: "90" });
  const names = async () => (await printed(["zones"])).split("\n").map((row) => row.replace(/:.*/, ""));
  expect(await names()).toEqual(["Punjab", "North", "South"]);
  expect(await printed(["set", "South"], { places: "PK:SD, PK::Gwadar", name: "Coast", position: "1" })).toBe(
    "Changed South.",
  );
  expect(await names()).toEqual(["Coast", "Punjab", "North"]);
  expect(await printed(["list"])).toMatch(/^Coast: PK::gwadar, PK:SD\n {2}flat_rate:\d+ {2}Van {2}Rs\u00a090\n/);
  await printed(["set", "Coast"], { position: "99" });
  await printed(["set", "North"], { places: "none" });
  expect((await printed(["zones"])).split("\n").slice(1)).toEqual([
    "North: all other places",
    "Coast: PK::gwadar, PK:SD",
  ]);
  const before = await printed(["list"]);
  const wrong: [string, string[], GivenOptions][] = [
    ["delivery_zone_exists", ["set", "North"], { name: "Coast", places: "PK" }],
    ["delivery_zone_unknown", ["set", "Nowhere"], { name: "Somewhere" }],
    ['"7" is not a valid zone name', ["set", "North"], { name: "7" }],
    ['"0" is not a valid --position', ["set", "North"], { position: "0", places: "PK" }],
    ['"PK" is listed twice', ["set", "North"], { places: "PK,PK", name: "X" }],
    ["has that name", ["set", "North"], { price: "5", name: "X" }],
  ];
  for (const [code, args, options] of wrong) expect(await codeOf(printed(args, options))).toContain(code);
  expect(await printed(["list"])).toBe(before);
  for (const name of ["North", "Coast"]) await printed(["remove", name]);
});

test("two concurrent reorderings of zones are applied one after the other", async () => {
  for (const name of ["A", "B"]) await printed(["add-zone", name]);
  const { changes } = await inTransaction(db, async (holder) => {
    await holder.execute(sql`select from delivery_zones for update`);
    const changes = [printed(["set", "A"], { position: "1" }), printed(["set", "B"], { position: "1" })];
    await untilWaiting(db, changes.length);
    return { changes };
  });
  await Promise.all(changes);
  // The later command wins the first place; zones that nobody moved come last.
  expect(["A, B, Punjab", "B, A, Punjab"]).toContain(
    (await printed(["zones"]))
      .split("\n")
      .map((row) => row.replace(/:.*/, ""))
      .join(", "),
  );
  for (const name of ["A", "B"]) await printed(["remove", name]);
});

test("a method is found by its number with or without the matching kind, not with another kind", async () => {
  const added = await printed(["add-method", "Punjab", "flat_rate", "Bike"], { price: "90" });
  const [wire = "", id = ""] = /flat_rate:(\d+)/.exec(added) ?? [];
  expect(await codeOf(printed(["set", `local_pickup:${id}`], { price: "5" }))).toBe("delivery_method_unknown");
  expect(await codeOf(printed(["remove", `local_pickup:${id}`]))).toBe("delivery_method_unknown");
  expect(await printed(["list"])).toContain(`${wire}  Bike  Rs\u00a090`);
  await printed(["remove", wire]);
  expect(await printed(["list"])).not.toContain("Bike");
});

test("two concurrent changes of a method are both kept", async () => {
  const added = await printed(["add-method", "Punjab", "flat_rate", "Van"], { price: "90" });
  const [wire = "", id = ""] = /flat_rate:(\d+)/.exec(added) ?? [];
  const { changes } = await inTransaction(db, async (holder) => {
    await holder.execute(sql`select from delivery_methods where id = ${id} for update`);
    const changes = [printed(["set", wire], { price: "95" }), printed(["set", wire], { perItem: "7" })];
    await untilWaiting(db, changes.length);
    return { changes };
  });
  await Promise.all(changes);
  expect(await printed(["list"])).toContain(`${wire}  Van  Rs\u00a095  Rs\u00a07 per piece`);
  await printed(["remove", wire]);
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
  expect(await Promise.all(codes.map((args) => codeOf(printed(args, options(args[0])))))).toEqual([
    "delivery_zone_exists",
    "delivery_zone_unknown",
    "delivery_method_unknown",
    "delivery_method_unknown",
    "delivery_zone_unknown",
  ]);
});

const oddText = fc.oneof(
  fc.constantFrom("-5", "0.5", "PK,PK", "1 days", "3-2", "frail=5", "99999999999999", ""),
  fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.replaceAll("\n", " ")),
);
/** Values for each option: valid ones, and invalid ones. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  places: ["PK", "PK:PB, PK::Quetta", "none"],
  name: ["Punjab", "Odd"],
  position: ["1", "2", "9"],
  price: ["0", "5"],
  perItem: ["5"],
  perKg: ["5"],
  includedKg: ["1.5"],
  classes: ["bulky=5", "none"],
  freeFrom: ["0", "none"],
  days: ["2-3", "1", "none"],
};
const zoneWords = ["places", "name", "position"];
const methodWords = Object.keys(fitting).filter((option) => !zoneWords.includes(option));
const oddName = fc.oneof({ weight: 9, arbitrary: fc.constantFrom("Punjab", "Odd") }, oddText);
const oddNumber = fc.oneof({ weight: 9, arbitrary: fc.constantFrom("1", "flat_rate:1") }, oddName);
/** Picks none to two of these options, sometimes one that does not apply. */
const optionsOf = (names: readonly string[]) => {
  const option = fc.constantFrom(...names, ...names, ...Object.keys(fitting)).chain((name) => {
    const value = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...(fitting[name] ?? [])) }, oddText);
    return fc.tuple(fc.constant(name), value);
  });
  return fc.array(option, { maxLength: 2 }).map((options): GivenOptions => Object.fromEntries(options));
};
const onOrOff = fc.constantFrom<GivenOptions>({}, {}, { off: true }, { on: true, off: true });
const anyKind = fc.constantFrom(...deliveryKinds, "by_bike");
/** Commands as a shopkeeper types them; each works while its zone exists, or does not exist yet. */
const plainCommand = fc.constantFrom<[string[], GivenOptions, GivenOptions]>(
  [["add-zone", "Punjab"], { places: "PK:PB" }, {}],
  [["add-method", "Punjab", "local_pickup", "Counter"], {}, {}],
  [["add-method", "Punjab", "flat_rate", "Van"], { price: "5" }, {}],
  [["set", "Punjab"], { position: "1" }, {}],
);
const oddCommand = fc.oneof(
  plainCommand,
  fc.tuple(fc.tuple(fc.constantFrom("add-zone", "set"), oddName), optionsOf(zoneWords), fc.constant({})),
  fc.tuple(fc.tuple(fc.constant("add-method"), oddName, anyKind, oddText), optionsOf(methodWords), onOrOff),
  fc.tuple(fc.tuple(fc.constant("set"), oddNumber), optionsOf(methodWords), onOrOff),
  fc.tuple(fc.tuple(fc.constantFrom("remove", "zones"), oddName), fc.constant({}), fc.constant({})),
  fc.tuple(fc.array(oddName, { maxLength: 4 }), optionsOf(zoneWords), onOrOff),
);

/** Returns the message of an expected error. @throws unexpected errors */
function refusedAs(error: unknown): string {
  if (error instanceof Refusal) return refusalMessage(error);
  if (error instanceof StartError) return error.message;
  throw error;
}

test("any command line gives a clear error or zones that can be typed again, and writes nothing half", async () => {
  const outcomes = new Map<boolean, number>();
  await fc.assert(
    fc.asyncProperty(oddCommand, async ([args, options, flags]) => {
      const before = await listDeliveryZones(db);
      const told = await printed(args, { ...options, ...flags }).then(() => "done", refusedAs);
      const zones = await listDeliveryZones(db);
      expect(told).toMatch(/^[^\n]{4,400}$/);
      expect(told === "done" ? [] : zones).toEqual(told === "done" ? [] : before);
      outcomes.set(told === "done", (outcomes.get(told === "done") ?? 0) + 1);
      for (const { name, places, methods } of zones) {
        const typed = places.map(({ country, state, city }) => `${country}:${state}:${city}`).join(",");
        expect([readPlaces(typed), name.trim()]).toEqual([places, name]);
        for (const method of methods) expect(readMethod(method, {}, rupees)).toEqual(method);
      }
    }),
    { numRuns: 400 },
  );
  // Both outcomes must occur often enough to be meaningful.
  expect(Math.min(outcomes.get(true) ?? 0, outcomes.get(false) ?? 0)).toBeGreaterThan(20);
});
