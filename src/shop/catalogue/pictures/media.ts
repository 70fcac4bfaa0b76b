import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { addJob } from "#db/add-job.ts";
import type { Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { insertMany } from "#db/insert-many.ts";
import { mediaSources } from "#db/tables/imports.ts";
import { media } from "#db/tables/settings-and-media.ts";
import { contentPath, originalEndings, type StoredPicture } from "./picture-file.ts";

/** The job that makes a picture's renditions; its payload is `{ mediaId }`. */
const makeRenditionsJob = "make-renditions";

const columns = {
  contentHash: media.contentHash,
  file: media.file,
  mediaType: media.mediaType,
  width: media.width,
  height: media.height,
  byteSize: media.byteSize,
  title: media.title,
};

/** Finds the picture whose original or stored bytes have this hash. */
export async function findPictureByHash(db: Database, hash: string): Promise<StoredPicture | undefined> {
  // Whole names instead of a pattern, so that the index on files is used.
  const kept = inArray(
    media.file,
    originalEndings.map((ending) => contentPath(hash, ending)),
  );
  const [row] = await db
    .select(columns)
    .from(media)
    .where(or(eq(media.contentHash, hash), kept))
    .limit(1);
  return row && { ...row, source: null, renditions: null };
}

/** Finds the picture that was imported from this path or URL. */
export async function findPictureBySource(db: Database, source: string): Promise<StoredPicture | undefined> {
  const [row] = await db
    .select(columns)
    .from(mediaSources)
    .innerJoin(media, eq(media.id, mediaSources.mediaId))
    .where(eq(mediaSources.source, source));
  return row && { ...row, source, renditions: null };
}

/**
 * Creates the rows of stored pictures, with a job for missing renditions.
 * @returns media ids by the pictures' sources
 */
export async function upsertMedia(db: Database, pictures: readonly StoredPicture[]): Promise<Map<string, number>> {
  if (pictures.length === 0) return new Map();
  const byFile = new Map(pictures.map((picture) => [picture.file, picture]));
  const { rows: made } = await db.execute<{ id: number; file: string }>(
    sql`${insertMany(media, [...byFile.values()].map(mediaRow))} on conflict do nothing returning id, file`,
  );
  await queueRenditions(
    db,
    made.filter(({ file }) => !byFile.get(file)?.renditions).map(({ id }) => id),
  );
  const known = await db
    .select({ id: media.id, file: media.file, contentHash: media.contentHash })
    .from(media)
    .where(
      or(
        sql`${media.file} = any(${sql.param([...byFile.keys()])}::text[])`,
        sql`${media.contentHash} = any(${sql.param(pictures.map(({ contentHash }) => contentHash))}::text[])`,
      ),
    );
  const ids = new Map(known.flatMap(({ id, file, contentHash }) => [[file, id] as const, [contentHash, id] as const]));
  const sourced = pictures.flatMap(({ source, file, contentHash }) => {
    const mediaId = ids.get(file) ?? ids.get(contentHash);
    return source !== null && mediaId !== undefined ? [{ source, mediaId }] : [];
  });
  await rememberSources(db, sourced);
  return new Map(sourced.map(({ source, mediaId }) => [source, mediaId]));
}

export function mediaRow({ source: _source, renditions, ...row }: StoredPicture): typeof media.$inferInsert {
  return { ...row, renditions: renditions ?? [], renditionsMadeAt: renditions ? new Date() : null };
}

/** Adds the jobs that make the renditions of pictures. */
export async function queueRenditions(db: Database, ids: readonly number[]): Promise<void> {
  for (const mediaId of ids) {
    // One at a time, because encoding uses a whole core.
    const options = { queueName: "pictures", jobKey: `${makeRenditionsJob}:${mediaId}` };
    await addJob(db, makeRenditionsJob, { mediaId }, options);
  }
}

async function rememberSources(db: Database, sourced: readonly { source: string; mediaId: number }[]): Promise<void> {
  if (sourced.length === 0) return;
  await db.execute(sql`${insertMany(mediaSources, sourced)} on conflict (source) do update
    set media_id = excluded.media_id where media_sources.media_id <> excluded.media_id`);
}

/**
 * Returns the tags of the pages with a picture: products (for variations the product, for swatches all that offer the value),
 * categories, articles, authors and the home page.
 */
export async function pagesWith(db: Database, mediaId: number): Promise<Tag[]> {
  const { rows } = await db.execute<{ tag: Tag }>(sql`
    select distinct 'product:' || coalesce(p.parent_id, p.id) as tag from product_media pm
      join products p on p.id = pm.product_id where pm.media_id = ${mediaId}
    union all select 'product:' || product_id from product_videos where poster_id = ${mediaId}
    union all select 'product:' || product_id from product_spin_frames where media_id = ${mediaId}
    union all select 'categories' from categories where media_id = ${mediaId}
    union all select 'product:' || pa.product_id from attribute_values av join product_attributes pa
      on pa.attribute_id = av.attribute_id and av.name = any(pa.options) where av.media_id = ${mediaId}
    union all select 'article:' || id from articles where media_id = ${mediaId}
    union all select 'articles' from articles where media_id = ${mediaId}
    union all select 'article:' || a.id from articles a, media m
      where m.id = ${mediaId} and (a.body ~ '\\[(gallery|carousel|video)\\y' or strpos(a.body, '/media/' || m.file) > 0)
    union all select 'author:' || id from authors where media_id = ${mediaId}
    union all select 'product:' || r.product_id from review_pictures rp join reviews r on r.id = rp.review_id
      where rp.media_id = ${mediaId} and r.product_id is not null
    union all select 'settings' from settings where ${showsOnHomePage(sql`${mediaId}::bigint`)}`);
  return [...new Set(rows.map(({ tag }) => tag))];
}

/** SQL: the `settings` row in scope shows the picture with this id on the home page. */
export function showsOnHomePage(mediaId: SQL): SQL {
  return sql`(key = 'home_page' and jsonb_path_exists(value,
    '$.** ? (@.wideMediaId == $id || @.tallMediaId == $id || @.mediaId == $id)', jsonb_build_object('id', ${mediaId})))`;
}
