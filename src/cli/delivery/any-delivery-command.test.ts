import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { StartError } from "#platform/start-error.ts";
import { readMethod, readPlaces } from "#shop/delivery/delivery-fields.rules.ts";
import { deliveryKinds } from "#shop/delivery/delivery-kinds.rules.ts";
import { listDeliveryZones } from "#shop/delivery/delivery-zones.ts";
import { Refusal } from "#shop/refusal.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { refusalMessage } from "../refusal-message.ts";
import { printed } from "./delivery-command.fixtures.ts";

const rupees = { code: "PKR", symbol: "Rs", minorUnit: 0 };

let db: Database;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
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
const zoneOptionNames = ["places", "name", "position"];
const methodOptionNames = Object.keys(fitting).filter((option) => !zoneOptionNames.includes(option));
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
  fc.tuple(fc.tuple(fc.constantFrom("add-zone", "set"), oddName), optionsOf(zoneOptionNames), fc.constant({})),
  fc.tuple(fc.tuple(fc.constant("add-method"), oddName, anyKind, oddText), optionsOf(methodOptionNames), onOrOff),
  fc.tuple(fc.tuple(fc.constant("set"), oddNumber), optionsOf(methodOptionNames), onOrOff),
  fc.tuple(fc.tuple(fc.constantFrom("remove", "zones"), oddName), fc.constant({}), fc.constant({})),
  fc.tuple(fc.array(oddName, { maxLength: 4 }), optionsOf(zoneOptionNames), onOrOff),
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
      const message = await printed(db, args, { ...options, ...flags }).then(() => "done", refusedAs);
      const zones = await listDeliveryZones(db);
      expect(message).toMatch(/^[^\n]{4,400}$/);
      expect(message === "done" ? [] : zones).toEqual(message === "done" ? [] : before);
      outcomes.set(message === "done", (outcomes.get(message === "done") ?? 0) + 1);
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
