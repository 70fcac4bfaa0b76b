import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { prepared } from "#db/prepared.ts";
import { products } from "#db/tables/catalogue.ts";
import { storePriceShower } from "../taxes/tax-terms.rules.ts";
import { variationAvailability } from "./availability.rules.ts";
import { type PageValues, pageColumns, pageValuesOf } from "./fields/product-values.ts";
import { lengthIn, weightIn } from "./measures.rules.ts";
import type { Picture } from "./pictures/picture.ts";
import { currentPrice } from "./pricing.rules.ts";
import type {
  BaseProductDetail,
  Dimensions,
  ProductAttribute,
  ProductCard,
  ProductDetail,
  Swatch,
  Variation,
  Weight,
} from "./product.ts";
import { type CatalogueContext, describedBy, inheriting, stockFactsOf, toCard } from "./product-card.ts";
import { withoutFacts } from "./product-facts.ts";
import {
  type CardRecord,
  cardColumns,
  pictureJson,
  picturesJson,
  pricedOf,
  productId,
  productType,
  type SellableRecord,
  sellableJson,
} from "./product-record.ts";
import { listed } from "./products.ts";
import { savingOffer } from "./shown-offer.ts";
import { shownRecord } from "./shown-record.ts";
import { type ProductVideo, spinJson, videoJson } from "./video/product-video.ts";

interface VariationRecord {
  self: SellableRecord;
  sku: string | null;
  attributes: Record<string, string>;
  picture: Picture | null;
  description: string;
  weightGrams: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  isVirtual: boolean;
  isDownloadable: boolean;
}

interface AttributeRecord {
  slug: string;
  name: string;
  isVisible: boolean;
  isForVariations: boolean;
  options: string[];
  defaultOption: string | null;
  /** Global attributes only: values by display name. */
  values: Record<string, { slug: string; colour: string | null; picture: Picture | null }>;
}

/** A product as its page needs it, read in one statement. Linked products are ids, to be read as cards. */
export interface DetailRecord extends CardRecord, PageValues {
  description: string;
  allPictures: Picture[];
  video: ProductVideo | null;
  spin: Picture[];
  attributes: AttributeRecord[];
  fullVariations: VariationRecord[];
  tags: { name: string; slug: string }[];
  links: { kind: "upsell" | "cross_sell" | "grouped"; id: number }[];
  weightGrams: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
}

const attributesJson = sql<
  AttributeRecord[]
>`coalesce((select json_agg(json_build_object('slug', pa.slug, 'name', pa.name,
    'isVisible', pa.is_visible, 'isForVariations', pa.is_for_variations,
    'options', pa.options, 'defaultOption', pa.default_option,
    'values', coalesce((select json_object_agg(av.name, json_build_object('slug', av.slug, 'colour', av.colour,
      'picture', (select ${pictureJson("m")} from media m where m.id = av.media_id))) from attribute_values av
      where av.attribute_id = pa.attribute_id and av.name = any(pa.options)), '{}'::json)) order by pa.position)
  from product_attributes pa where pa.product_id = ${productId}), '[]'::json)`;

const variationsJson = sql<VariationRecord[]>`case when ${productType} = 'variable' then coalesce((
  select json_agg(json_build_object('self', ${sellableJson("v")}, 'sku', v.sku, 'description', v.description,
    'attributes', coalesce((select json_object_agg(va.slug, va.value) from variation_attributes va
      where va.variation_id = v.id), '{}'::json),
    'picture', (select ${pictureJson("m")} from product_media pm join media m on m.id = pm.media_id
      where pm.product_id = v.id order by pm.position limit 1),
    'weightGrams', v.weight_grams, 'lengthMm', v.length_mm, 'widthMm', v.width_mm, 'heightMm', v.height_mm,
    'isVirtual', v.is_virtual, 'isDownloadable', v.is_downloadable) order by v.position, v.id)
  from products v where v.parent_id = ${productId} and v.status = 'publish' and v.regular_price is not null
  ), '[]'::json) else '[]'::json end`;

/** The card's pictures and variations are among the page's. */
const { pictures: _pictures, variations: _variations, ...plainColumns } = cardColumns;

const detailColumns = {
  ...plainColumns,
  ...pageColumns,
  description: products.description,
  allPictures: picturesJson(100),
  video: videoJson,
  spin: spinJson,
  attributes: attributesJson,
  fullVariations: variationsJson,
  tags: sql<
    { name: string; slug: string }[]
  >`coalesce((select json_agg(json_build_object('name', t.name, 'slug', t.slug)
    order by pt.position) from product_tags pt join tags t on t.id = pt.tag_id
    where pt.product_id = ${productId}), '[]'::json)`,
  links: sql<DetailRecord["links"]>`coalesce((select json_agg(json_build_object('kind', pl.kind, 'id', pl.linked_id)
    order by pl.kind, pl.position) from product_links pl where pl.product_id = ${productId}), '[]'::json)`,
  weightGrams: products.weightGrams,
  lengthMm: products.lengthMm,
  widthMm: products.widthMm,
  heightMm: products.heightMm,
};

/**
 * Finds the published product of a slug or id (not a variation's). Includes hidden products, which have pages but are
 * not listed.
 */
export async function findProduct(db: Database, key: string | number): Promise<DetailRecord | undefined> {
  const row = typeof key === "string" ? await findBySlug(db, key) : await findById(db, key);
  if (!row) return undefined;
  return { ...row, pictures: row.allPictures.slice(0, 2), variations: row.fullVariations.map(({ self }) => self) };
}

const shown = [eq(products.status, "publish"), ne(products.type, "variation")];

async function findBySlug(db: Database, slug: string) {
  const query = prepared(db, "product_by_slug", (db, name) =>
    db
      .select(detailColumns)
      .from(products)
      .where(and(eq(products.slug, sql.placeholder("slug")), ...shown))
      .prepare(name),
  );
  return (await query.execute({ slug }))[0];
}

async function findById(db: Database, id: number) {
  const query = prepared(db, "product_by_id", (db, name) =>
    db
      .select(detailColumns)
      .from(products)
      .where(and(eq(products.id, sql.placeholder("id")), ...shown))
      .prepare(name),
  );
  return (await query.execute({ id }))[0];
}

/** Lists ids of bestsellers from the same categories, for a page without upsells. It reads the whole category. */
export async function listRelatedIds(db: Database, productId: number, limit: number): Promise<number[]> {
  const query = prepared(db, "related_products", (db, name) => {
    const self = sql.placeholder("productId");
    return db
      .select({ id: products.id })
      .from(products)
      .where(
        and(
          ne(products.id, self),
          ...listed,
          sql`exists (select 1 from product_categories a join product_categories b on b.category_id = a.category_id
            where a.product_id = products.id and b.product_id = ${self})`,
        ),
      )
      .orderBy(desc(products.totalSales), asc(products.position), asc(products.id))
      .limit(sql.placeholder("limit"))
      .prepare(name);
  });
  const rows = await query.execute({ productId, limit });
  return rows.map((row) => row.id);
}

/** Returns what the page shows of the product itself. */
export function toDetail(record: DetailRecord, context: CatalogueContext): BaseProductDetail {
  const deepest = context.categories.deepest(record.categoryIds);
  const variations = record.fullVariations.map((variation) => toVariation(variation, record, context));
  const isShown = ({ availability }: Variation) =>
    context.settings.hide_out_of_stock === "no" || availability.status !== "outofstock";
  return {
    ...toCard(record, context),
    ...pageValuesOf(record),
    description: withoutFacts(record.description, record.facts),
    allPictures: describedBy(record.allPictures, record.name),
    video: record.video,
    spin: record.spin,
    attributes: record.attributes.map(toAttribute),
    variations: variations.filter(isShown),
    hiddenVariations: variations.filter((variation) => !isShown(variation)),
    tags: record.tags,
    categoryTrail: deepest ? context.categories.trail(deepest) : [],
    weight: weightOf(record, context),
    dimensions: dimensionsOf(record, context),
  };
}

/** Adds the cards of linked products. */
export function withLinked(
  own: BaseProductDetail,
  { links }: Pick<DetailRecord, "links">,
  linked: readonly ProductCard[],
  relatedIds: readonly number[],
): ProductDetail {
  const byId = new Map(linked.map((card) => [card.id, card]));
  const cards = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const linkedIds = (kind: string) => links.filter((link) => link.kind === kind).map((link) => link.id);
  return {
    ...own,
    members: cards(linkedIds("grouped")),
    upsells: cards(linkedIds("upsell")),
    related: cards(relatedIds),
  };
}

function toAttribute(record: AttributeRecord): ProductAttribute {
  const valueOf = (name: string) => record.values[name]?.slug ?? name;
  return {
    slug: record.slug,
    name: record.name,
    isVisible: record.isVisible,
    isForVariations: record.isForVariations,
    options: record.options.map((label) => ({ value: valueOf(label), label, swatch: swatchOf(record.values[label]) })),
    defaultValue: record.defaultOption === null ? "" : valueOf(record.defaultOption),
  };
}

function swatchOf(value: AttributeRecord["values"][string] | undefined): Swatch | null {
  if (value?.colour) return { colour: value.colour };
  return value?.picture ? { picture: value.picture } : null;
}

function toVariation(record: VariationRecord, parent: DetailRecord, context: CatalogueContext): Variation {
  const self = shownRecord(inheriting(record.self, parent.self), storePriceShower(context.settings));
  const regularPrice = self.regularPrice ?? 0;
  return {
    id: self.id,
    sku: record.sku ?? parent.sku ?? "",
    attributes: record.attributes,
    regularPrice,
    price: currentPrice(pricedOf(self), context.now) ?? regularPrice,
    bulkOffer: savingOffer(self, context.now),
    availability: variationAvailability(stockFactsOf(self), context.settings),
    picture: record.picture && { ...record.picture, alt: record.picture.alt || parent.name },
    description: record.description,
    weight: weightOf(record, context) ?? weightOf(parent, context),
    dimensions: dimensionsOf(record, context) ?? dimensionsOf(parent, context),
    isVirtual: record.isVirtual,
    isDownloadable: record.isDownloadable,
  };
}

type Measured = Pick<DetailRecord, "weightGrams" | "lengthMm" | "widthMm" | "heightMm">;

function weightOf({ weightGrams }: Measured, { settings }: CatalogueContext): Weight | null {
  const unit = settings.weight_unit;
  return weightGrams === null ? null : { value: weightIn(unit, weightGrams), unit };
}

function dimensionsOf({ lengthMm, widthMm, heightMm }: Measured, { settings }: CatalogueContext): Dimensions | null {
  if (lengthMm === null && widthMm === null && heightMm === null) return null;
  const unit = settings.dimension_unit;
  const [length = 0, width = 0, height = 0] = [lengthMm, widthMm, heightMm].map((mm) => lengthIn(unit, mm ?? 0));
  return { length, width, height, unit };
}
