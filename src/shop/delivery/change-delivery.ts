import { eq, sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { isTakenValue } from "#db/retry-on-conflict.ts";
import { deliveryClassPrices, deliveryMethods, deliveryPlaces, deliveryZones } from "#db/tables/delivery.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../refusal.ts";
import type { DeliveryMethod } from "./delivery.ts";
import { listDeliveryZones } from "./delivery-zones.ts";
import type { Place } from "./place.rules.ts";

/** A method to add. */
export type NewMethod = Omit<DeliveryMethod, "id">;

/**
 * Adds a zone after the others; one without places covers everything that no other zone names. @throws Refusal
 * delivery_zone_exists
 */
export async function addDeliveryZone(db: Database, name: string, places: readonly Place[]): Promise<void> {
  await change(db, async (db) => {
    const position = sql`(select coalesce(max(position), 0) + 1 from delivery_zones)`;
    const added = db.insert(deliveryZones).values({ name, position }).returning({ id: deliveryZones.id });
    const [zone] = await refuseTakenName(name, added);
    await writePlaces(db, zone?.id ?? 0, places);
  });
}

/** Changes to a zone; missing fields stay as they are. */
export interface ZoneChange {
  name?: string | undefined;
  /** All of its places. */
  places?: readonly Place[] | undefined;
  /** From the top, starting at 1; the last position if there are fewer zones. */
  position?: number | undefined;
}

/**
 * Changes a zone and keeps its methods. Concurrent reorderings run one after another. @throws Refusal
 * delivery_zone_unknown, delivery_zone_exists
 */
export async function setDeliveryZone(db: Database, zoneName: string, changes: ZoneChange): Promise<void> {
  await change(db, async (db) => {
    const { id, name, position } = deliveryZones;
    await db.select({ id }).from(deliveryZones).orderBy(id).for("update");
    const inOrder = await db.select({ id, name }).from(deliveryZones).orderBy(position, id);
    const zone = inOrder.find((one) => one.name === zoneName);
    if (!zone) throw new Refusal("delivery_zone_unknown", { name: zoneName });
    const ownRow = eq(id, zone.id);
    if (changes.name !== undefined)
      await refuseTakenName(changes.name, db.update(deliveryZones).set({ name: changes.name }).where(ownRow));
    if (changes.places) {
      await db.delete(deliveryPlaces).where(eq(deliveryPlaces.zoneId, zone.id));
      await writePlaces(db, zone.id, changes.places);
    }
    if (changes.position === undefined) return;
    const order = inOrder.filter((one) => one !== zone);
    order.splice(changes.position - 1, 0, zone);
    for (const [place, one] of order.entries())
      await db
        .update(deliveryZones)
        .set({ position: place + 1 })
        .where(eq(id, one.id));
  });
}

async function writePlaces(db: Database, zoneId: number, places: readonly Place[]): Promise<void> {
  const rows = places.map((place) => ({ zoneId, ...place }));
  if (rows.length > 0) await db.insert(deliveryPlaces).values(rows).onConflictDoNothing();
}

/** @throws Refusal delivery_zone_exists if the write violates the unique name */
async function refuseTakenName<T>(name: string, written: PromiseLike<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (isTakenValue(error)) throw new Refusal("delivery_zone_exists", { name });
    throw error;
  }
}

/** Deletes a zone with its methods; orders keep their delivery. @throws Refusal delivery_zone_unknown */
export async function removeDeliveryZone(db: Database, name: string): Promise<void> {
  await change(db, async (db) => {
    const gone = await db.delete(deliveryZones).where(eq(deliveryZones.name, name)).returning({ id: deliveryZones.id });
    if (gone.length === 0) throw new Refusal("delivery_zone_unknown", { name });
  });
}

/** Adds a method at the end of a zone. @returns its id @throws Refusal delivery_zone_unknown */
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
 * Changes a method with `changed`, under the same id. Concurrent changes run one after another. @returns the method
 * @throws Refusal delivery_method_unknown
 */
export async function setDeliveryMethod(
  db: Database,
  id: number,
  changed: (before: DeliveryMethod, db: Database) => DeliveryMethod | Promise<DeliveryMethod>,
): Promise<DeliveryMethod> {
  return change(db, async (db) => {
    const { id: _number, ...method } = await changed(await lockMethod(db, id), db);
    await db.update(deliveryMethods).set(columnsOf(method)).where(eq(deliveryMethods.id, id));
    await db.delete(deliveryClassPrices).where(eq(deliveryClassPrices.methodId, id));
    await writeClassPrices(db, id, method);
    return { ...method, id };
  });
}

/**
 * Deletes a method unless `judge` throws; orders keep their delivery.
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

/** Returns a method and locks it until the transaction ends. */
async function lockMethod(db: Database, id: number): Promise<DeliveryMethod> {
  await db.select({ id: deliveryMethods.id }).from(deliveryMethods).where(eq(deliveryMethods.id, id)).for("update");
  const found = (await listDeliveryZones(db)).flatMap(({ methods }) => methods).find((method) => method.id === id);
  if (!found) throw new Refusal("delivery_method_unknown", { id });
  return found;
}

/**
 * Runs a change of delivery and invalidates the settings: pages show delivery, and caches keep it with the settings.
 */
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
