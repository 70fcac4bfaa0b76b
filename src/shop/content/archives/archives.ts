import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { pictureJson } from "../../catalogue/product-record.ts";
import type { ArchiveLink, ArchiveLists, Author, AuthorArchive, TopicArchive } from "./archive.ts";

/** SQL: the article `a` is a post that is published at `now`. */
export const isPublishedPost = (now: Date) =>
  sql`a.type = 'post' and a.status = 'publish' and a.published_at <= ${now.toISOString()}::timestamptz`;

/** Finds the category or tag of a slug. */
export async function findTopicArchive(
  db: Database,
  kind: TopicArchive["kind"],
  slug: string,
  now: Date,
): Promise<TopicArchive | undefined> {
  const { rows } = await executeNamed<TopicArchive & Record<string, unknown>>(
    db,
    "topic_archive",
    sql`
      with recursive found as (select * from topics where kind = ${kind} and slug = ${slug}),
      below (id, child) as (
        select t.id, t.id from topics t, found where t.parent_id = found.id
        union select t.id, b.child from topics t join below b on t.parent_id = b.id),
      above (id, slug, name, parent_id, level) as (
        select id, slug, name, parent_id, 0 from found
        union all select t.id, t.slug, t.name, t.parent_id, level + 1 from topics t join above u on t.id = u.parent_id where level < 20)
      select kind, id::float8 as id, slug, name, description,
        (select json_agg(id) from (select id from found union select id from below) one) as ids,
        coalesce((select json_agg(json_build_object('slug', slug, 'name', name) order by level desc)
          from above where level > 0), '[]') as parents,
        coalesce((select json_agg(json_build_object('slug', t.slug, 'name', t.name) order by t.name) from topics t, found
          where t.parent_id = found.id and exists (select from below b join article_topics at on at.topic_id = b.id
            join articles a on a.id = at.article_id where b.child = t.id and ${isPublishedPost(now)})), '[]') as children
      from found`,
  );
  return rows[0];
}

/** SQL: an author (table `w`) as JSON. */
export const authorJson = sql`json_build_object('id', w.id, 'slug', w.slug, 'name', w.name, 'bio', w.bio, 'url', w.url,
  'picture', (select ${pictureJson("m")} from media m where m.id = w.media_id))`;

/** Finds the author of a slug. */
export async function findAuthorArchive(db: Database, slug: string): Promise<AuthorArchive | undefined> {
  const { rows } = await executeNamed<{ author: Author }>(
    db,
    "author_archive",
    sql`select ${authorJson} as author from authors w where w.slug = ${slug}`,
  );
  return rows[0] && { kind: "author", ...rows[0].author };
}

interface Category extends ArchiveLink {
  id: number;
  parentId: number | null;
  hasPosts: boolean;
}

/** Lists all archives that have posts published at `now`. */
export async function listArchives(db: Database, timeZone: string, now: Date): Promise<ArchiveLists> {
  const { rows } = await executeNamed<{
    categories: Category[];
    months: ArchiveLists["months"];
    authors: ArchiveLink[];
  }>(
    db,
    "archive_lists",
    sql`
      with posts as materialized (select a.id, a.author_id, a.published_at from articles a where ${isPublishedPost(now)}),
      months as (
        select date_trunc('month', published_at at time zone ${timeZone}::text) as month, count(*)::int as count
        from posts group by 1)
      select coalesce((select json_agg(json_build_object('id', t.id, 'parentId', t.parent_id, 'slug', t.slug, 'name', t.name,
          'hasPosts', exists (select from article_topics at join posts on posts.id = at.article_id where at.topic_id = t.id))
          order by t.name) from topics t where t.kind = 'category'), '[]') as categories,
        coalesce((select json_agg(json_build_object('year', extract(year from month), 'month', extract(month from month),
          'count', count) order by month desc) from months), '[]') as months,
        coalesce((select json_agg(json_build_object('slug', w.slug, 'name', w.name) order by w.name) from authors w
          where w.id in (select author_id from posts)), '[]') as authors`,
  );
  const [{ categories, months, authors } = { categories: [], months: [], authors: [] }] = rows;
  return { categories: inTreeOrder(categories, null, 0), months, authors };
}

/** Returns the categories below one in depth-first order; those without posts in themselves or below are left out. */
function inTreeOrder(all: readonly Category[], parentId: number | null, depth: number): ArchiveLists["categories"] {
  return all
    .filter((category) => category.parentId === parentId)
    .flatMap(({ id, slug, name, hasPosts }) => {
      const below = inTreeOrder(all, id, depth + 1);
      return hasPosts || below.length > 0 ? [{ slug, name, depth }, ...below] : [];
    });
}

/** An archive's sitemap entry. */
export type ArchiveEntry =
  | { kind: TopicArchive["kind"] | "author"; slug: string; changedAt: Date }
  | { kind: "month"; year: number; month: number; changedAt: Date };

/** Lists the archives that have posts published at `now`, with the last change of their posts. */
export async function listArchiveEntries(db: Database, timeZone: string, now: Date): Promise<ArchiveEntry[]> {
  const { rows } = await db.execute<{
    kind: ArchiveEntry["kind"];
    slug: string;
    year: number;
    month: number;
    changedAt: string;
  }>(sql`
    with recursive posts as materialized (
      select a.id, a.author_id, a.published_at, greatest(a.updated_at, a.published_at) as changed_at
      from articles a where ${isPublishedPost(now)}),
    up (topic_id, article_id) as (
      select at.topic_id, at.article_id from article_topics at
      union select t.parent_id, up.article_id from up join topics t on t.id = up.topic_id where t.parent_id is not null),
    entries (kind, slug, month, changed_at) as (
      select t.kind, t.slug, null::timestamp, max(changed_at) from up join posts on posts.id = up.article_id
        join topics t on t.id = up.topic_id group by t.id
      union all select 'author', w.slug, null, max(changed_at) from posts join authors w on w.id = posts.author_id group by w.id
      union all select 'month', '', date_trunc('month', published_at at time zone ${timeZone}::text), max(changed_at)
        from posts group by 3)
    select kind, slug, extract(year from month)::int as year, extract(month from month)::int as month,
      changed_at::text as "changedAt"
    from entries order by kind, slug, entries.month`);
  return rows.map(({ kind, slug, year, month, changedAt }) => {
    const at = new Date(changedAt);
    return kind === "month" ? { kind, year, month, changedAt: at } : { kind, slug, changedAt: at };
  });
}
