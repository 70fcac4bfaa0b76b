import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { attributes, attributeValues } from "#db/tables/catalogue.ts";
import type { ProductType } from "../../product.ts";
import { sellableJson } from "../../product-record.ts";
import type { EntryRecord } from "./listing-entry.ts";

/** An attribute that the whole shop shares, with its values in their order. */
export interface ShopAttribute {
  id: number;
  slug: string;
  name: string;
  values: readonly { slug: string; name: string }[];
}

/** All of them, in the order of their names. */
export async function listAttributes(db: Database): Promise<ShopAttribute[]> {
  return db
    .select({
      id: attributes.id,
      slug: attributes.slug,
      name: attributes.name,
      values: sql<ShopAttribute["values"]>`coalesce(json_agg(json_build_object('slug', ${attributeValues.slug},
        'name', ${attributeValues.name}) order by ${attributeValues.position}, ${attributeValues.name})
        filter (where ${attributeValues.slug} is not null), '[]'::json)`,
    })
    .from(attributes)
    .leftJoin(attributeValues, eq(attributeValues.attributeId, attributes.id))
    .groupBy(attributes.id)
    .orderBy(asc(attributes.name));
}

/** Names the database and the version of the tables and functions that products are read from. */
export async function readSchema(db: Database): Promise<string> {
  const { rows } = await db.execute<{ schema: string }>(sql`
    select concat_ws(' ', d.oid, d.datname, (select string_agg(name, ' ' order by name) from migrations),
      (select string_agg(hash, ' ' order by name) from sql_functions)) as schema
    from pg_database d where d.datname = current_database()`);
  return rows[0]?.schema ?? "";
}

/**
 * Returns the records of these products and of the groups that contain them, without products that no listing and no
 * search shows.
 */
export function listEntryRecords(
  db: Database,
  productIds: readonly number[],
  known: readonly ShopAttribute[],
): Promise<EntryRecord[]> {
  // Hides the number of ids from the planner. If it knew that there are few, it would plan again for each change, which takes ten
  // times as long as the read itself.
  const ids = sql`(select ${sql.param([...productIds])}::bigint[])`;
  const groups = sql`select product_id from product_links where kind = 'grouped' and linked_id = any(${ids}::bigint[])`;
  return read(db, sql`and p.id in (select unnest(${ids}) union all ${groups})`, known, "changed_listing_entries");
}

/** The same of all products with ids above `after`, lowest first, at most `most`. */
export function listEntryRecordsAfter(
  db: Database,
  after: number,
  limit: number,
  known: readonly ShopAttribute[],
): Promise<EntryRecord[]> {
  return read(db, sql`and p.id > ${after} order by p.id limit ${limit}`, known);
}

interface Row extends Omit<EntryRecord, "categoryIds" | "tagIds" | "values" | "variations"> {
  variations: EntryRecord["variations"] | null;
  categoryIds: string | null;
  tagIds: string | null;
  /** Attribute id and the names of its values, parted by unit separators; attributes parted by record separators. */
  options: string | null;
  [column: string]: unknown;
}

/**
 * One statement for thousands of products: each table is read once over the range of their ids. Lists come as texts,
 * which are parsed faster than arrays, and values by their names, which the attributes turn into slugs.
 * @param name prepares the statement under this name
 */
async function read(db: Database, which: SQL, known: readonly ShopAttribute[], name?: string): Promise<EntryRecord[]> {
  const isOfChunk = (column: string, type?: ProductType) => {
    const ofType = type ? sql`where type = ${type}` : sql``;
    return sql`${sql.raw(column)} between (select low from ends) and (select high from ends)
      and ${sql.raw(column)} in (select id from chunk ${ofType})`;
  };
  const statement = sql`
    with chunk as materialized (
      select p.id, p.type from products p
      where p.type <> 'variation' and p.status = 'publish' and p.visibility <> 'hidden' ${which}
    ), ends as materialized (select min(id) as low, max(id) as high from chunk),
    variations as (
      select v.parent_id, json_agg(${sellableJson("v")} order by v.position, v.id) as list from products v
      where v.status = 'publish' and ${isOfChunk("v.parent_id", "variable")} group by 1
      union all
      select l.product_id, json_agg(${sellableJson("v")}) from product_links l
        join products m on m.id = l.linked_id and m.status = 'publish'
        join products v on (v.id = m.id or v.parent_id = m.id) and v.status = 'publish'
      where l.kind = 'grouped' and ${isOfChunk("l.product_id", "grouped")}
      group by 1
    ), categories as (
      select product_id, string_agg(category_id::text, ' ') as ids from product_categories
      where ${isOfChunk("product_id")} group by 1
    ), tags as (
      select product_id, string_agg(tag_id::text, ' ') as ids from product_tags
      where ${isOfChunk("product_id")} group by 1
    ), options as (
      select product_id,
        string_agg(attribute_id || chr(31) || array_to_string(options, chr(31)), chr(30)) as ids
      from product_attributes where attribute_id is not null and ${isOfChunk("product_id")} group by 1
    )
    select p.type, coalesce(found.name, ' ' || search_text(p.name)) as "nameKey", coalesce(found.words, '') as words,
      coalesce(found.short_words, '') as "shortWords", coalesce(found.long_words, '') as "longWords", p.visibility, p.position,
      (extract(epoch from p.created_at) * 1000)::float8 as "createdAt",
      p.total_sales::float8 as "totalSales", p.rating_sum as "ratingSum", p.rating_count as "ratingCount", p.featured as "isFeatured",
      ${sellableJson("p")} as self, variations.list as variations, categories.ids as "categoryIds",
      tags.ids as "tagIds", options.ids as options
    from chunk join products p on p.id = chunk.id
      left join product_search found on found.product_id = p.id
      left join variations on variations.parent_id = p.id
      left join categories on categories.product_id = p.id
      left join tags on tags.product_id = p.id
      left join options on options.product_id = p.id
    order by p.id`;
  const { rows } = await (name ? executeNamed<Row>(db, name, statement) : db.execute<Row>(statement));
  const slugs = slugsOf(known);
  return rows.map(({ options, categoryIds, tagIds, variations, ...rest }) => ({
    ...rest,
    variations: variations ?? [],
    categoryIds: numbersIn(categoryIds),
    tagIds: numbersIn(tagIds),
    values: [...new Set((options?.split("\u001e") ?? []).flatMap((one) => valuesIn(one, slugs)))],
  }));
}

function numbersIn(list: string | null): number[] {
  return list === null ? [] : list.split(" ").map(Number);
}

/** `attribute slug=value slug` by attribute id and value name. */
function slugsOf(known: readonly ShopAttribute[]): Map<string, Map<string, string>> {
  return new Map(
    known.map(({ id, slug, values }) => [
      String(id),
      new Map(values.map((value) => [value.name, `${slug}=${value.slug}`])),
    ]),
  );
}

function valuesIn(option: string, slugs: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const [id = "", ...names] = option.split("\u001f");
  return names.flatMap((name) => slugs.get(id)?.get(name) ?? []);
}
