import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { deliveryZones } from "#db/tables/delivery.ts";
import { classKey } from "../catalogue/variations/class-key.rules.ts";
import type { DeliveryMethod, DeliveryZone } from "./delivery.ts";
import type { Place } from "./place.rules.ts";

/** Lists all delivery zones with their places and methods, in the shopkeeper's order: one statement. */
export async function listDeliveryZones(db: Database): Promise<DeliveryZone[]> {
  const query = prepared(db, "delivery_zones", (db, name) =>
    db
      .select({
        id: deliveryZones.id,
        name: deliveryZones.name,
        places: sql<Place[]>`coalesce((
          select json_agg(json_build_object('country', p.country, 'state', p.state, 'city', p.city)
            order by p.country, p.state, p.city)
          from delivery_places p where p.zone_id = delivery_zones.id), '[]'::json)`,
        methods: sql<DeliveryMethod[]>`coalesce((
          select json_agg(json_build_object('id', m.id, 'kind', m.kind, 'title', m.title, 'isEnabled', m.is_enabled,
            'price', m.price, 'perItem', m.per_item, 'perKilogram', m.per_kilogram, 'includedGrams', m.included_grams,
            'freeFrom', m.free_from,
            'days', case when m.days_min is not null then json_build_object('min', m.days_min, 'max', m.days_max) end,
            'classPrices', coalesce((
              select json_agg(json_build_object('shippingClass', c.shipping_class, 'price', c.price) order by c.shipping_class)
              from delivery_class_prices c where c.method_id = m.id), '[]'::json)) order by m.position, m.id)
          from delivery_methods m where m.zone_id = delivery_zones.id), '[]'::json)`,
      })
      .from(deliveryZones)
      .orderBy(deliveryZones.position, deliveryZones.id)
      .prepare(name),
  );
  return query.execute();
}

/** Lists the shipping classes that a method has a price for but no product uses. */
export async function listUnusedClasses(
  db: Database,
  { classPrices }: Pick<DeliveryMethod, "classPrices">,
): Promise<string[]> {
  if (classPrices.length === 0) return [];
  const { rows } = await db.execute<{ name: string }>(sql`select distinct shipping_class as name from products`);
  const used = new Set(rows.map(({ name }) => classKey(name)));
  return classPrices.map(({ shippingClass }) => shippingClass).filter((name) => !used.has(classKey(name)));
}
