import { eq, sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { isTakenValue } from "#db/retry-on-conflict.ts";
import { deliveryClassPrices, deliveryMethods, deliveryPlaces, deliveryZones } from "#db/tables/delivery.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import type { DeliveryMethod } from "./delivery.ts";
import type { Place } from "./place.rules.ts";

/** What a shopkeeper says of a method. */
export type NewMethod = Omit<DeliveryMethod, "id">;

/** Adds a zone after the others; without places it is what no other zone names. @throws Refusal delivery_zone_exists */
export async function addDeliveryZone(db: Database, name: string, places: readonly Place[]): Promise<void> {
  await change(db, async (db) => {
    const position = sql`(select coalesce(max(position), 0) + 1 from delivery_zones)`;
    const [zone] = await insertZone(db, { name, position });
    const rows = places.map((place) => ({ zoneId: zone?.id ?? 0, ...place }));
    if (rows.length > 0) await db.insert(deliveryPlaces).values(rows).onConflictDoNothing();
  });
}

async function insertZone(db: Database, zone: { name: string; position: ReturnType<typeof sql> }) {
  try {
    return await db.insert(deliveryZones).values(zone).returning({ id: deliveryZones.id });
  } catch (error) {
    if (isTakenValue(error)) throw new Refusal("delivery_zone_exists", { name: zone.name });
    throw error;
  }
}

/** Takes a zone away with its methods; orders keep what they were brought by. @throws Refusal delivery_zone_unknown */
export async function removeDeliveryZone(db: Database, name: string): Promise<void> {
  await change(db, async (db) => {
    const gone = await db.delete(deliveryZones).where(eq(deliveryZones.name, name)).returning({ id: deliveryZones.id });
    if (gone.length === 0) throw new Refusal("delivery_zone_unknown", { name });
  });
}

/** Adds a method after the others of a zone. @returns its number @throws Refusal delivery_zone_unknown */
export async function addDeliveryMethod(db: Database, zoneName: string, method: NewMethod): Promise<number> {
  return change(db, async (db) => {
    const named = eq(deliveryZones.name, zoneName);
    const [zone] = await db.select({ id: deliveryZones.id }).from(deliveryZones).where(named).for("update");
    if (!zone) throw new Refusal("delivery_zone_unknown", { name: zoneName });
    const position = sql`(select coalesce(max(position), 0) + 1 from delivery_methods where zone_id = ${zone.id})`;
    const row = { ...columnsOf(method), zoneId: zone.id, position };
    const [added] = await db.insert(deliveryMethods).values(row).returning({ id: deliveryMethods.id });
    const id = added?.id ?? 0;
    await writeClassPrices(db, id, method);
    return id;
  });
}

/** Puts a method in another's place, under the same number. @throws Refusal delivery_method_unknown */
export async function setDeliveryMethod(db: Database, { id, ...method }: DeliveryMethod): Promise<void> {
  await change(db, async (db) => {
    const isMeant = eq(deliveryMethods.id, id);
    const set = await db
      .update(deliveryMethods)
      .set(columnsOf(method))
      .where(isMeant)
      .returning({ id: deliveryMethods.id });
    if (set.length === 0) throw new Refusal("delivery_method_unknown", { id });
    await db.delete(deliveryClassPrices).where(eq(deliveryClassPrices.methodId, id));
    await writeClassPrices(db, id, method);
  });
}

/** Takes a method away; orders keep what they were brought by. @throws Refusal delivery_method_unknown */
export async function removeDeliveryMethod(db: Database, id: number): Promise<void> {
  await change(db, async (db) => {
    const isMeant = eq(deliveryMethods.id, id);
    const gone = await db.delete(deliveryMethods).where(isMeant).returning({ id: deliveryMethods.id });
    if (gone.length === 0) throw new Refusal("delivery_method_unknown", { id });
  });
}

/** Delivery is told of on pages and kept with the settings: who forgets these forgets it too. */
function change<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  return inTransaction(db, async (db) => {
    const done = await work(db);
    await announceChange(db, ["settings"]);
    return done;
  });
}

function columnsOf({ days, classPrices: _prices, ...columns }: NewMethod) {
  return { ...columns, daysMin: days?.min ?? null, daysMax: days?.max ?? null };
}

async function writeClassPrices(db: Database, methodId: number, { classPrices }: NewMethod): Promise<void> {
  const rows = classPrices.map((one) => ({ methodId, ...one }));
  if (rows.length > 0) await db.insert(deliveryClassPrices).values(rows);
}
