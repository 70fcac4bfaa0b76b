import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { isReferredTo } from "../../catalogue/media/media-uses.ts";
import { findNamedPictures } from "../blocks/block-data.ts";
import { pictureNamesIn } from "../blocks/pictures-in-body.ts";

/** A picture that nothing shows. */
export interface UnusedMedia {
  id: number;
  /** Key in the media storage. */
  file: string;
  title: string;
  /** Of the original, without its sizes. */
  byteSize: number;
  createdAt: Date;
}

/** Texts that can name pictures by their addresses, drafts, earlier versions and the trash included. */
const texts = sql`(
  select body as text from articles union all select body from article_revisions
  union all select description from products union all select short_description from products
  union all select description from categories union all select template from contact_forms
  union all select body from newsletter_campaigns union all select value::text from settings)`;

/** Lists pictures that no row, page, text or setting of the shop shows, oldest first. Other sites may. */
export async function listUnusedMedia(db: Database): Promise<UnusedMedia[]> {
  const { rows: bodies } = await db.execute<{ body: string }>(sql`
    select body from articles where body ~ '\\[(gallery|carousel|video)\\y'
    union all select body from article_revisions where body ~ '\\[(gallery|carousel|video)\\y'`);
  const named = await findNamedPictures(db, [...new Set(bodies.flatMap(({ body }) => pictureNamesIn(body)))]);
  const shown = [...named.values()].map(({ id }) => id);
  const { rows } = await db.execute<
    Omit<UnusedMedia, "createdAt"> & { createdAt: string } & Record<string, unknown>
  >(sql`
    with named as (
      select distinct (regexp_matches(text, '/media/([0-9a-f]{2}/[0-9a-f]{2}/[0-9a-f]{64})', 'g'))[1] as stem
      from ${texts} t where text like '%/media/%')
    select m.id::float8 as id, m.file, m.title, m.byte_size as "byteSize", m.created_at as "createdAt" from media m
    where not ${isReferredTo(sql`m.id`)} and m.id <> all(${sql.param(shown)}::bigint[])
      and not exists (select from named where stem = split_part(m.file, '.', 1))
    order by m.id`);
  return rows.map(({ createdAt, ...media }) => ({ ...media, createdAt: new Date(createdAt) }));
}
