import { sql } from "drizzle-orm";
import type { Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { getSettings } from "../settings/settings.ts";
import { dayIn, timeZoneOf } from "../settings/time-zone.rules.ts";

/** What decides in which archives an article is. */
interface ArticlePlaces {
  [column: string]: unknown;
  id: number;
  authorId: number | null;
  publishedAt: string;
  topicIds: number[];
  /** Products that its text names. */
  productIds: number[];
}

/**
 * Lists the tags of all that shows these articles: their own pages, the archives of their topics, author and month, the pages of
 * products that it names, and what selects from all articles. Announce them after each change of an article; if its topics, author or date may change, those
 * before the change as well.
 * @param timeZone the shop's; default: read from its settings
 */
export async function listArticleTags(db: Database, ids: readonly number[], timeZone?: string): Promise<Tag[]> {
  if (ids.length === 0) return [];
  const { rows } = await executeNamed<ArticlePlaces>(
    db,
    "article_tags",
    sql`
    select a.id::float8 as id, a.author_id::float8 as "authorId", a.published_at::text as "publishedAt",
      array(select topic_id::float8 from article_topics where article_id = a.id) as "topicIds",
      array(select product_id::float8 from article_products where article_id = a.id) as "productIds"
    from articles a where a.id = any(${sql.param([...ids])}::bigint[])`,
  );
  if (rows.length === 0) return [];
  const zone = timeZone ?? timeZoneOf(await getSettings(db));
  const tags = rows.flatMap(({ id, authorId, publishedAt, topicIds, productIds }): Tag[] => [
    `article:${id}`,
    ...topicIds.map((topicId): Tag => `topic:${topicId}`),
    ...productIds.map((productId): Tag => `product:${productId}`),
    ...(authorId === null ? [] : [`author:${authorId}` as const]),
    monthTag(new Date(publishedAt), zone),
  ]);
  return [...new Set<Tag>([...tags, "articles"])];
}

/** Returns the tag of the month that a moment is in. */
function monthTag(moment: Date, timeZone: string): Tag {
  const [year, month] = dayIn(moment, timeZone).split("-");
  return `month:${Number(`${year}${month}`)}`;
}
