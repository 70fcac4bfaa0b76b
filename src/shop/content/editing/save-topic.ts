import { and, eq, sql } from "drizzle-orm";
import { announceChange, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { articleTopics, topics } from "#db/tables/content.ts";
import { inTransaction } from "#db/transaction.ts";
import { plainTextOf } from "../../catalogue/sanitise.ts";
import { slugOf } from "../../catalogue/slug.ts";
import { Refusal } from "../../refusal.ts";
import { findFreeSlug } from "../addresses/free-slug.ts";
import { moveAddress } from "../addresses/moved-addresses.ts";
import { listArticleTags } from "../article-tags.ts";
import { indexArticles } from "../search/index-articles.ts";
import { canBeBelow } from "./parents.ts";

type Kind = "category" | "tag";

/** What is written of a category or tag; what is missing stays. */
export interface TopicChange {
  name?: string | undefined;
  /** "": from the name. */
  slug?: string | undefined;
  /** Becomes plain text. */
  description?: string | undefined;
  /** Of a category; 0 for none. */
  parentId?: number | undefined;
}

/**
 * Adds a category or tag. @returns its id
 * @throws Refusal topic_exists (details: id) if one has the slug or, at the same place, the name; topic_name_missing,
 * topic_parent_invalid
 */
export async function createTopic(db: Database, kind: Kind, change: TopicChange & { name: string }): Promise<number> {
  return inTransaction(db, async (db) => {
    await lockTopics(db, kind);
    const { slug: wanted = "" } = change;
    const columns = await columnsOf(db, kind, change, null);
    const name = columns.name ?? "";
    const ofKind = { table: sql`topics`, where: sql`kind = ${kind}` };
    const slug = wanted === "" ? await findFreeSlug(db, slugOf(name, kind), ofKind) : slugOf(wanted, kind);
    await refuseTaken(db, kind, { slug, name, parentId: columns.parentId ?? null }, null);
    const [added] = await db
      .insert(topics)
      .values({ ...columns, kind, name, slug })
      .returning({ id: topics.id });
    if (!added) throw new Error("A topic came back without an id");
    await announceChange(db, ["articles", `topic:${added.id}`]);
    return added.id;
  });
}

/**
 * Changes a category or tag. A new slug leaves a redirect. @param pathOf returns the path of its archive by slug
 * @throws Refusal topic_unknown, and as `createTopic`
 */
export async function saveTopic(
  db: Database,
  kind: Kind,
  id: number,
  change: TopicChange,
  pathOf: (slug: string) => string,
): Promise<void> {
  await inTransaction(db, async (db) => {
    await lockTopics(db, kind);
    const isIt = and(eq(topics.id, id), eq(topics.kind, kind));
    const [before] = await db.select().from(topics).where(isIt);
    if (!before) throw new Refusal("topic_unknown");
    const columns = await columnsOf(db, kind, change, id);
    const slug = change.slug === undefined ? before.slug : slugOf(change.slug || (columns.name ?? before.name), kind);
    await refuseTaken(db, kind, { ...before, ...columns, slug }, id);
    const tags = await tagsOf(db, id);
    await db
      .update(topics)
      .set({ ...columns, slug })
      .where(isIt);
    if (slug !== before.slug) await moveAddress(db, pathOf(before.slug), pathOf(slug));
    await publish(db, id, tags);
  });
}

/** Deletes a category or tag; the categories below it become those of the top. @throws Refusal topic_unknown */
export async function deleteTopic(db: Database, kind: Kind, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const tags = await tagsOf(db, id);
    const articleIds = await articlesWith(db, id);
    const gone = await db
      .delete(topics)
      .where(and(eq(topics.id, id), eq(topics.kind, kind)))
      .returning({ id: topics.id });
    if (gone.length === 0) throw new Refusal("topic_unknown");
    await indexArticles(db, articleIds);
    await announceChange(db, tags);
  });
}

/** Topics are few and change rarely: their changes wait for each other, so that no check is overtaken. */
async function lockTopics(db: Database, kind: Kind): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`topics ${kind}`}))`);
}

async function columnsOf(db: Database, kind: Kind, { name, description, parentId }: TopicChange, id: number | null) {
  const text = name === undefined ? undefined : plainTextOf(name);
  if (text === "") throw new Refusal("topic_name_missing");
  if (kind === "category" && parentId && !(await canBeBelow(db, "category", parentId, id)))
    throw new Refusal("topic_parent_invalid");
  return {
    ...(text !== undefined && { name: text }),
    ...(description !== undefined && { description: plainTextOf(description) }),
    ...(kind === "category" && parentId !== undefined && { parentId: parentId || null }),
  };
}

async function refuseTaken(
  db: Database,
  kind: Kind,
  { slug, name, parentId }: { slug: string; name: string; parentId: number | null },
  id: number | null,
): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`select id::float8 as id from topics where kind = ${kind}
    and id <> ${id ?? 0} and (slug = ${slug} or (lower(name) = lower(${name}) and parent_id is not distinct from ${parentId}::bigint)) limit 1`);
  if (rows[0]) throw new Refusal("topic_exists", { id: rows[0].id });
}

async function articlesWith(db: Database, id: number): Promise<number[]> {
  const rows = await db
    .select({ id: articleTopics.articleId })
    .from(articleTopics)
    .where(eq(articleTopics.topicId, id));
  return rows.map((row) => row.id);
}

async function tagsOf(db: Database, id: number): Promise<Tag[]> {
  // Archives and articles name a topic, those above it and those below it.
  return [...new Set<Tag>([`topic:${id}`, "articles", ...(await listArticleTags(db, await articlesWith(db, id)))])];
}

/** Articles are found by the names of their topics. */
async function publish(db: Database, id: number, before: readonly Tag[]): Promise<void> {
  await indexArticles(db, await articlesWith(db, id));
  await announceChange(db, [...new Set([...before, ...(await tagsOf(db, id))])]);
}
