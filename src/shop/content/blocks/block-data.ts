import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import type { Picture } from "../../catalogue/pictures/picture.ts";
import { originalEndings } from "../../catalogue/pictures/picture-file.ts";
import { pictureJson } from "../../catalogue/product-record.ts";

/** Products as blocks name them. */
export interface NamedProducts {
  skus: readonly string[];
  slugs: readonly string[];
  /** Slugs of product tags. */
  tags: readonly string[];
  /** Whether featured products are needed. */
  featured: boolean;
}

/** Ids by name. */
export interface FoundProducts {
  bySku: ReadonlyMap<string, number>;
  bySlug: ReadonlyMap<string, number>;
  tags: ReadonlyMap<string, number>;
  featured: readonly number[];
}

/** Most featured products that a page shows. */
const maxFeatured = 60;

/** Finds the ids of products and tags, in one statement. The SKU of a variation means its product. */
export async function findNamedProducts(db: Database, named: NamedProducts): Promise<FoundProducts> {
  const { rows } = await executeNamed<{ kind: string; name: string; id: string }>(
    db,
    "named_products",
    sql`select 'sku' as kind, sku as name, coalesce(parent_id, id) as id from products
        where sku = any(${sql.param([...named.skus])}::text[]) and sku <> '' and status = 'publish'
      union all select 'slug', slug, id from products
        where slug = any(${sql.param([...named.slugs])}::text[]) and status = 'publish' and type <> 'variation'
      union all select 'tag', slug, id from tags where slug = any(${sql.param([...named.tags])}::text[])
      union all (select 'featured', '', id from products where ${named.featured} and featured and status = 'publish'
        and type <> 'variation' and visibility in ('visible', 'catalog') order by position, id limit ${maxFeatured})`,
  );
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const byName = (kind: string) => new Map(of(kind).map(({ name, id }) => [name, Number(id)] as const));
  return {
    bySku: byName("sku"),
    bySlug: byName("slug"),
    tags: byName("tag"),
    featured: of("featured").map(({ id }) => Number(id)),
  };
}

/** A file that everybody may load. */
export interface PublicFile {
  /** Key in the media storage. */
  file: string;
  name: string;
  mediaType: string;
  byteSize: number;
}

/** Finds pictures by what blocks name them, in one statement: id, path below /media/ or import name. */
export async function findNamedPictures(db: Database, names: readonly string[]): Promise<Map<string, Picture>> {
  if (names.length === 0) return new Map();
  const { rows } = await executeNamed<{ name: string; picture: Picture }>(
    db,
    "named_pictures",
    sql`with named as (select distinct unnest(${sql.param([...names])}::text[]) as name)
      select n.name, ${pictureJson("m")} as picture from named n
      join lateral (
        select id from media where n.name ~ '^[0-9]{1,15}$' and id = case when n.name ~ '^[0-9]{1,15}$' then n.name::bigint end
        union all select id from media where file = substr(n.name, 8) and n.name like '/media/%'
        union all select media_id from media_sources where source = n.name
        limit 1) found on true
      join media m on m.id = found.id`,
  );
  return new Map(rows.map(({ name, picture }) => [name, picture]));
}

/** Finds public files by id, path below /media/ or import name, in one statement. */
export async function findNamedFiles(db: Database, names: readonly string[]): Promise<Map<string, PublicFile>> {
  if (names.length === 0) return new Map();
  const { rows } = await executeNamed<{ wanted: string; file: string; name: string; type: string; size: string }>(
    db,
    "named_files",
    sql`with named as (select distinct unnest(${sql.param([...names])}::text[]) as wanted)
      select n.wanted, f.file, f.name, f.media_type as type, f.byte_size as size from named n
      join lateral (select * from public_files where source = n.wanted or '/media/' || file = n.wanted or id::text = n.wanted
        order by id limit 1) f on true`,
  );
  return new Map(
    rows.map(({ wanted, file, name, type, size }) => [wanted, { file, name, mediaType: type, byteSize: Number(size) }]),
  );
}

/** Finds out which addresses below /media/ have a file: pictures in all their sizes, public files, and videos of products. */
export async function findMediaFiles(db: Database, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const originals = sql.join(
    originalEndings.map((ending) => sql`n.stem || ${ending}`),
    sql`, `,
  );
  // Sizes that the job has not made yet will be there.
  const { rows } = await db.execute<{ address: string }>(sql`
    with named as (select address, substr(address, 8) as file, regexp_replace(substr(address, 8), '(-[0-9]+)?[.][a-z]+$', '') as stem
      from unnest(${sql.param([...addresses])}::text[]) as address)
    select address from named n where exists (select from media where file = n.file)
      or exists (select from public_files where file = n.file)
      or exists (select from product_videos where n.file in (file, captions))
      or exists (select from media m where m.file in (${originals}) and (m.renditions_made_at is null
        or exists (select from json_array_elements(m.renditions) r where r ->> 'file' = n.file)))`);
  return new Set(rows.map(({ address }) => address));
}
