import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { findNamedPictures } from "../blocks/block-data.ts";
import { pictureNamesIn } from "../blocks/pictures-in-body.ts";

/** A picture that people who do not see it learn nothing about. */
export interface UndescribedPicture {
  /** The article or page. */
  slug: string;
  id: number;
  title: string;
}

/**
 * Lists the pictures without a text for people who do not see them, on published articles and pages: the featured one, those of
 * blocks, and those in the text whose tag has no `alt`. An empty `alt` in a text says that a picture is decoration.
 * @param articleId of one that is or will be published; default: all published ones
 */
export async function listUndescribed(db: Database, now: Date, articleId?: number): Promise<UndescribedPicture[]> {
  const { rows } = await db.execute<{ slug: string; mediaId: number | null; body: string }>(sql`
    select slug, media_id::float8 as "mediaId", case when body ~ '\\[(gallery|carousel|video)\\y|<img' then body else '' end as body
    from articles where status = 'publish'
      and ${articleId === undefined ? sql`published_at <= ${now.toISOString()}::timestamptz` : sql`id = ${articleId}`}
    order by slug`);
  const pages = rows.map(({ slug, mediaId, body }) => ({
    slug,
    names: [...(mediaId === null ? [] : [String(mediaId)]), ...pictureNamesIn(body)],
    stems: undescribedIn(body),
  }));
  const named = await findNamedPictures(db, [...new Set(pages.flatMap(({ names }) => names))]);
  const byStem = await findByStem(db, [...new Set(pages.flatMap(({ stems }) => stems))]);
  return pages.flatMap(({ slug, names, stems }) => {
    const silent = names.flatMap((name) => named.get(name) ?? []).filter(({ alt }) => alt.trim() === "");
    const found = [...silent, ...stems.flatMap((stem) => byStem.get(stem) ?? [])];
    return [...new Map(found.map(({ id, title }) => [id, { slug, id, title }])).values()];
  });
}

/** Returns the files, without their endings, of pictures in a text whose tags have no `alt`. */
function undescribedIn(html: string): string[] {
  const tags = html.match(/<img\b[^>]*>/g) ?? [];
  return tags.flatMap((tag) => {
    const [, stem] = /\bsrc="\/media\/([0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64})/.exec(tag) ?? [];
    return stem === undefined || /\balt="/.test(tag) ? [] : [stem];
  });
}

async function findByStem(
  db: Database,
  stems: readonly string[],
): Promise<Map<string, Pick<UndescribedPicture, "id" | "title">>> {
  if (stems.length === 0) return new Map();
  const { rows } = await db.execute<{ stem: string; id: number; title: string }>(sql`
    select split_part(file, '.', 1) as stem, id::float8 as id, title from media
    where split_part(file, '.', 1) = any(${sql.param(stems)}::text[])`);
  return new Map(rows.map(({ stem, id, title }) => [stem, { id, title }]));
}
