import { inArray, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { insertMany } from "#db/insert-many.ts";
import { attributes, attributeValues, productAttributes } from "#db/tables/catalogue.ts";
import { freeSlug, slugOf } from "../../slug.ts";
import type { RowAttribute } from "../read/product-row-groups.ts";

/** A shared attribute with its values: names and slugs as on the wire. */
export interface GlobalAttribute {
  id: number;
  /** Name and slug by the name in lower case. */
  values: Map<string, { name: string; slug: string }>;
}

/**
 * Returns global attributes by their wire slug (`pa_pack`); creates missing attributes and values in the order given.
 */
export async function ensureGlobalAttributes(
  db: Database,
  rows: readonly RowAttribute[],
): Promise<Map<string, GlobalAttribute>> {
  const global = rows.filter((attribute) => attribute.isGlobal);
  if (global.length === 0) return new Map();
  const bySlug = new Map(global.map(({ slug, name }) => [slug.slice(3), { slug: slug.slice(3), name }]));
  await db.execute(sql`${insertMany(attributes, [...bySlug.values()])} on conflict (slug) do nothing`);
  const ids = await db
    .select()
    .from(attributes)
    .where(inArray(attributes.slug, [...bySlug.keys()]));
  const found = await readValues(db, new Map(ids.map(({ id, slug }) => [id, `pa_${slug}`])));
  const missing: (typeof attributeValues.$inferInsert)[] = [];
  for (const { slug, values } of global) {
    const attribute = found.get(slug);
    if (!attribute) throw new Error(`The attribute ${slug} is gone`);
    for (const name of values) if (!attribute.values.has(name.toLowerCase())) missing.push(addValue(attribute, name));
  }
  if (missing.length > 0) await db.execute(insertMany(attributeValues, missing));
  return found;
}

async function readValues(db: Database, slugById: ReadonlyMap<number, string>): Promise<Map<string, GlobalAttribute>> {
  const found = new Map<string, GlobalAttribute>([...slugById].map(([id, slug]) => [slug, { id, values: new Map() }]));
  const rows = await db
    .select()
    .from(attributeValues)
    .where(inArray(attributeValues.attributeId, [...slugById.keys()]));
  for (const { attributeId, name, slug } of rows)
    found.get(slugById.get(attributeId) ?? "")?.values.set(name.toLowerCase(), { name, slug });
  return found;
}

function addValue(attribute: GlobalAttribute, name: string): typeof attributeValues.$inferInsert {
  const taken = new Set([...attribute.values.values()].map(({ slug }) => slug));
  const slug = freeSlug(slugOf(name, "value"), (one) => taken.has(one));
  attribute.values.set(name.toLowerCase(), { name, slug });
  return { attributeId: attribute.id, slug, name, position: attribute.values.size };
}

/** A product's attribute as its variations choose from it. */
export interface OfferedAttribute {
  slug: string;
  name: string;
  isGlobal: boolean;
  options: readonly string[];
}

/** Reads the attributes of products that the file does not define. */
export async function readOfferedAttributes(
  db: Database,
  productIds: readonly number[],
): Promise<Map<number, OfferedAttribute[]>> {
  const offered = new Map<number, OfferedAttribute[]>();
  if (productIds.length === 0) return offered;
  const rows = await db
    .select()
    .from(productAttributes)
    .where(inArray(productAttributes.productId, [...productIds]))
    .orderBy(productAttributes.position);
  for (const { productId, attributeId, ...rest } of rows)
    offered.set(productId, [...(offered.get(productId) ?? []), { ...rest, isGlobal: attributeId !== null }]);
  return offered;
}

/** Returns the rows of a product's own attributes. Values of global ones get the shop's spelling. */
export function attributeRows(
  productId: number,
  cells: readonly RowAttribute[],
  global: ReadonlyMap<string, GlobalAttribute>,
): (typeof productAttributes.$inferInsert)[] {
  return cells.map(({ slug, name, values, isVisible, isGlobal, defaultOption }, position) => {
    const shared = isGlobal ? global.get(slug) : undefined;
    const spelled = (value: string) => shared?.values.get(value.toLowerCase())?.name ?? value;
    const options = [...new Set(values.map(spelled))];
    const chosen = defaultOption && (matchOption(options, spelled(defaultOption)) ?? null);
    return {
      productId,
      position,
      attributeId: shared?.id ?? null,
      slug,
      name,
      isVisible,
      options,
      isForVariations: chosen !== null,
      defaultOption: chosen,
    };
  });
}

/**
 * Returns a variation's wire values by attribute slug; "" is any.
 * @returns a text if it names an attribute or value that its product does not offer
 */
export function chosenValues(
  cells: readonly RowAttribute[],
  offered: readonly OfferedAttribute[],
  global: ReadonlyMap<string, GlobalAttribute>,
): Record<string, string> | string {
  const chosen: Record<string, string> = {};
  for (const { slug, name, values } of cells) {
    const attribute = offered.find((one) => one.slug === slug) ?? offered.find((one) => sameName(one.name, name));
    if (!attribute) return `its product has no attribute "${name}"`;
    if (values.length > 1) return `"${name}" has ${values.length} values, a variation has one`;
    const [value] = values;
    const option = value === undefined ? "" : matchOption(attribute.options, value);
    if (option === undefined) return `its product does not offer "${value}" as ${name}`;
    const shared = attribute.isGlobal ? global.get(attribute.slug)?.values.get(option.toLowerCase()) : undefined;
    chosen[attribute.slug] = shared?.slug ?? option;
  }
  return chosen;
}

/** Finds an option by its name, ignoring case, or by its slug. */
function matchOption(options: readonly string[], value: string): string | undefined {
  return (
    options.find((option) => option === value) ??
    options.find((option) => sameName(option, value)) ??
    options.find((option) => slugOf(option) === slugOf(value, ""))
  );
}

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
