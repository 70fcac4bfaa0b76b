import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { categories, products } from "#db/tables/catalogue.ts";
import { type FieldName, fieldOf } from "../fields/product-fields.ts";
import { joinCategory } from "../import/read/csv-values.ts";
import type { ExportedPicture, ExportedVideo, ExportFiles } from "./export-files.ts";
import { type ExportedProduct, type ExportWidths, metaFields } from "./export-row.ts";

/** Products read from the database at once. */
const pageSize = 200;

/** Reads how many columns the file needs. Meta data are sorted by key. */
export async function readExportWidths(db: Database): Promise<ExportWidths> {
  const { rows } = await db.execute<{ attributes: number; downloads: number; keys: string[]; fields: boolean[] }>(sql`
    select
      (select coalesce(max(n), 0)::int from (select count(*) n from product_attributes group by product_id) a) as attributes,
      (select coalesce(max(n), 0)::int from (select count(*) n from product_downloads group by product_id) d) as downloads,
      array(select distinct jsonb_object_keys(extra_meta) from products) as keys,
      array[${sql.join(metaFields.map(isUsed), sql`, `)}]::boolean[] as fields`);
  const [row] = rows;
  if (!row) throw new Error("The widths of the export came back empty");
  return {
    attributes: row.attributes,
    downloads: row.downloads,
    metaFields: metaFields.filter((_, place) => row.fields[place]),
    metaKeys: row.keys.sort((a, b) => (a < b ? -1 : 1)),
  };
}

/** SQL that tells whether any product has one of the fields that are stored in tables of their own. */
const usesOfTables: Partial<Record<FieldName, SQL>> = {
  video: sql`exists (select from product_videos)`,
  videoPoster: sql`exists (select from product_videos where poster_id is not null)`,
  videoCaptions: sql`exists (select from product_videos where captions <> '')`,
  spin: sql`exists (select from product_spin_frames)`,
};

/** SQL that tells whether any product has a value in one of a field's columns. */
function isUsed(name: FieldName): SQL {
  const inTable = usesOfTables[name];
  if (inTable) return inTable;
  const columns = Object.keys(fieldOf(name).columns) as (keyof typeof products.$inferSelect)[];
  const hasValue = columns.map((column) => sql`${products[column]} is not null`);
  return sql`exists (select from ${products} where ${sql.join(hasValue, sql` or `)})`;
}

interface PartsRow extends Record<string, unknown> {
  id: number;
  parent: ExportedProduct["parent"];
  categoryIds: number[];
  tags: string[];
  pictures: ExportedPicture[];
  video: ExportedVideo | null;
  spin: ExportedPicture[];
  attributes: ExportedProduct["attributes"];
  downloads: ExportedProduct["downloads"];
  links: ExportedProduct["links"];
}

/**
 * Streams all products, each followed by its variations. Call it in a transaction, so that all pages show one snapshot.
 */
export async function* streamExported(db: Database, files: ExportFiles): AsyncGenerator<ExportedProduct> {
  const pathOf = await readCategoryPaths(db);
  await db.execute(sql`declare exported_products no scroll cursor for
    select id from products order by coalesce(parent_id, id), parent_id is not null, position, id`);
  for (;;) {
    const { rows } = await db.execute<{ id: number }>(sql.raw(`fetch ${pageSize} from exported_products`));
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const [records, parts] = [await readProducts(db, ids), await readParts(db, ids)];
    for (const id of ids) {
      const [product, part] = [records.get(id), parts.get(id)];
      if (!product || !part) throw new Error(`Product ${id} is gone in the middle of an export`);
      const { parent, tags, attributes, links } = part;
      const images = await files.addPictures(part.pictures);
      const video = part.video && (await files.addVideo(part.video));
      const spin = await files.addPictures(part.spin);
      const downloads = await files.addDownloads(part.downloads);
      const paths = part.categoryIds.map((category) => pathOf.get(category) ?? "");
      yield { product, parent, tags, attributes, links, images, video, spin, downloads, categories: paths };
    }
  }
}

async function readCategoryPaths(db: Database): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: categories.id, parentId: categories.parentId, name: categories.name })
    .from(categories);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const namesOf = (id: number | null): string[] => {
    const row = id === null ? undefined : byId.get(id);
    return row ? [...namesOf(row.parentId), row.name] : [];
  };
  return new Map(rows.map(({ id }) => [id, joinCategory(namesOf(id))]));
}

async function readProducts(db: Database, ids: readonly number[]) {
  const rows = await db
    .select(getTableColumns(products))
    .from(products)
    .where(sql`${products.id} = any(${sql.param([...ids])}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

async function readParts(db: Database, ids: readonly number[]): Promise<Map<number, PartsRow>> {
  const { rows } = await db.execute<PartsRow>(sql`
    select p.id, ${parts} from products p left join products parent on parent.id = p.parent_id
    where p.id = any(${sql.param([...ids])}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** SQL that builds an ExportedPicture of the `media` row known as `m`. */
export const exportedPictureJson = `json_build_object('id', m.id, 'file', m.file, 'contentHash', m.content_hash,
  'title', m.title, 'width', m.width, 'height', m.height, 'source',
  (select min(s.source) from media_sources s where s.media_id = m.id), 'renditions', m.renditions)`;

/** SQL of the rows that belong to product `p`. */
const parts: SQL = sql.raw(`
  case when parent.id is null then null else json_build_object('id', parent.id, 'sku', parent.sku,
    'managesStock', parent.manages_stock) end as parent,
  coalesce((select json_agg(pc.category_id order by pc.position, pc.category_id)
    from product_categories pc where pc.product_id = p.id), '[]') as "categoryIds",
  coalesce((select json_agg(t.name order by pt.position, t.id)
    from product_tags pt join tags t on t.id = pt.tag_id where pt.product_id = p.id), '[]') as tags,
  coalesce((select json_agg(${exportedPictureJson} order by pm.position)
    from product_media pm join media m on m.id = pm.media_id where pm.product_id = p.id), '[]') as pictures,
  (select json_build_object('source', v.source, 'file', v.file, 'poster', case when m.id is not null then ${exportedPictureJson} end,
      'captionsSource', v.captions_source, 'captions', v.captions)
    from product_videos v left join media m on m.id = v.poster_id where v.product_id = p.id) as video,
  coalesce((select json_agg(${exportedPictureJson} order by s.position)
    from product_spin_frames s join media m on m.id = s.media_id where s.product_id = p.id), '[]') as spin,
  case when p.type = 'variation' then coalesce((select json_agg(json_build_object('name', pa.name,
      'values', case when va.value = '' then '[]'::json else json_build_array(coalesce((select av.name
        from attribute_values av where av.attribute_id = pa.attribute_id and av.slug = va.value), va.value)) end,
      'isVisible', null, 'isGlobal', pa.attribute_id is not null, 'defaultOption', null) order by pa.position)
    from variation_attributes va join product_attributes pa on pa.product_id = p.parent_id and pa.slug = va.slug
    where va.variation_id = p.id), '[]')
  else coalesce((select json_agg(json_build_object('name', pa.name, 'values', pa.options, 'isVisible', pa.is_visible,
      'isGlobal', pa.attribute_id is not null, 'defaultOption', pa.default_option) order by pa.position)
    from product_attributes pa where pa.product_id = p.id), '[]') end as attributes,
  coalesce((select json_agg(json_build_object('key', d.download_key, 'name', d.name, 'file', d.file) order by d.position)
    from product_downloads d where d.product_id = p.id), '[]') as downloads,
  coalesce((select json_agg(json_build_object('kind', l.kind, 'id', linked.id, 'sku', linked.sku)
      order by l.kind, l.position, linked.id)
    from product_links l join products linked on linked.id = l.linked_id where l.product_id = p.id), '[]') as links`);
