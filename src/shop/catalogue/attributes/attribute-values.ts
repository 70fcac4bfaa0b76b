import { asc, eq, sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { attributes, attributeValues, productAttributes } from "#db/tables/catalogue.ts";
import { inTransaction } from "#db/transaction.ts";
import { Refusal } from "../../refusal.ts";
import type { ExportedPicture } from "../export/export-files.ts";
import { exportedPictureJson } from "../export/export-query.ts";

/** A value of an attribute that the whole shop shares, with its swatch. */
export interface AttributeValue {
  id: number;
  attributeId: number;
  attribute: string;
  /** The attribute's name on the wire, such as pa_flavour. */
  attributeSlug: string;
  name: string;
  /** The value on the wire. */
  slug: string;
  /** #rrggbb in lower case. */
  colour: string | null;
  picture: ExportedPicture | null;
}

/** Lists the values of all shared attributes, by attribute and in their order. */
export async function listAttributeValues(db: Database): Promise<AttributeValue[]> {
  return db
    .select({
      id: attributeValues.id,
      attributeId: attributes.id,
      attribute: attributes.name,
      attributeSlug: sql<string>`'pa_' || ${attributes.slug}`,
      name: attributeValues.name,
      slug: attributeValues.slug,
      colour: attributeValues.colour,
      picture: sql<ExportedPicture | null>`(select ${sql.raw(exportedPictureJson)} from media m
        where m.id = ${attributeValues.mediaId})`,
    })
    .from(attributeValues)
    .innerJoin(attributes, eq(attributes.id, attributeValues.attributeId))
    .orderBy(asc(attributes.slug), asc(attributeValues.position), asc(attributeValues.id));
}

/** The swatch of a value: at most one of the two. */
export interface StoredSwatch {
  colour: string | null;
  mediaId: number | null;
}

/** Returns a colour as it is stored, or undefined if the text is none. */
export function readColour(text: string): string | undefined {
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined;
}

/**
 * Sets the swatch of a value by the names on the wire, such as pa_flavour and chocolate.
 * @returns whether it changed
 * @throws Refusal attribute_value_unknown
 */
export async function setSwatch(
  db: Database,
  attributeSlug: string,
  slug: string,
  swatch: StoredSwatch,
): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const values = await listAttributeValues(db);
    const value = values.find((one) => one.attributeSlug === attributeSlug && one.slug === slug);
    if (!value) throw new Refusal("attribute_value_unknown", { attribute: attributeSlug, value: slug });
    return (await writeSwatches(db, [{ id: value.id, ...swatch }])).size > 0;
  });
}

/**
 * Writes the swatches of values by id, and announces the products that offer them. Call it in a transaction.
 * @returns the ids of the values that changed
 */
export async function writeSwatches(
  db: Database,
  swatches: readonly (StoredSwatch & { id: number })[],
): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    update ${attributeValues} v set colour = s.colour, media_id = s."mediaId"
    from jsonb_to_recordset(${JSON.stringify(swatches)}::jsonb) as s (id bigint, colour text, "mediaId" bigint)
    where v.id = s.id and (v.colour, v.media_id) is distinct from (s.colour, s."mediaId")
    returning v.id`);
  const changed = rows.map(({ id }) => id);
  const { rows: offering } = await db.execute<{ id: number }>(sql`
    select distinct pa.product_id as id from ${productAttributes} pa join ${attributeValues} av
      on av.attribute_id = pa.attribute_id and av.name = any(pa.options)
    where av.id = any(${sql.param(changed)}::bigint[]) order by 1`);
  await announceChange(
    db,
    offering.map(({ id }) => `product:${id}` as const),
  );
  return new Set(changed);
}
