import { eq, sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { isTakenValue } from "#db/retry-on-conflict.ts";
import { deliveryClassPrices, deliveryMethods, deliveryPlaces, deliveryZones } from "#db/tables/delivery.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import type { DeliveryMethod, DeliveryPlace } from "./delivery.ts";
import { listDeliveryZones } from "./delivery-zones.ts";

/** What a shopkeeper says of a method. */
export type NewMethod = Omit<DeliveryMethod, "id">;

/** Adds a zone after the others; without places it is what no other zone names. @throws Refusal delivery_zone_exists */
export async function addDeliveryZone(db: Database, name: string, places: readonly DeliveryPlace[]): Promise<void> {
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

/**
 * Changes a method as it is now into what `changed` makes of it, under the same number: of two changes at the same time the
 * second begins with what the first left. @returns the method @throws Refusal delivery_method_unknown
 */
export async function setDeliveryMethod(
  db: Database,
  id: number,
  changed: (before: DeliveryMethod) => DeliveryMethod,
): Promise<DeliveryMethod> {
  return change(db, async (db) => {
    const { id: _number, ...method } = changed(await lockMethod(db, id));
    await db.update(deliveryMethods).set(columnsOf(method)).where(eq(deliveryMethods.id, id));
    await db.delete(deliveryClassPrices).where(eq(deliveryClassPrices.methodId, id));
    await writeClassPrices(db, id, method);
    return { ...method, id };
  });
}

/**
 * Takes a method away that `judge` lets go; orders keep what they were brought by.
 * @throws Refusal delivery_method_unknown
 */
export async function removeDeliveryMethod(
  db: Database,
  id: number,
  judge: (method: DeliveryMethod) => void = () => {},
): Promise<void> {
  await change(db, async (db) => {
    judge(await lockMethod(db, id));
    await db.delete(deliveryMethods).where(eq(deliveryMethods.id, id));
  });
}

/** A method as it is until this transaction ends. */
async function lockMethod(db: Database, id: number): Promise<DeliveryMethod> {
  await db.select({ id: deliveryMethods.id }).from(deliveryMethods).where(eq(deliveryMethods.id, id)).for("update");
  const found = (await listDeliveryZones(db)).flatMap(({ methods }) => methods).find((method) => method.id === id);
  if (!found) throw new Refusal("delivery_method_unknown", { id });
  return found;
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
