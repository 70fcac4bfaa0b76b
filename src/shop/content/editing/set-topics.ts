import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { articleTopics, topics } from "#db/tables/content.ts";

export interface WantedTopic {
  kind: "category" | "tag";
  slug: string;
  name: string;
  /** The category above it, if it has to be added. */
  parent?: WantedTopic;
}

/** Sets an article's topics, in this order, and adds missing ones. @returns whether it had others before */
export async function setTopics(db: Database, articleId: number, wanted: readonly WantedTopic[]): Promise<boolean> {
  const known = await idsOfTopics(db, wanted);
  const ids: number[] = [];
  for (const topic of wanted) {
    const id = known.get(keyOf(topic)) ?? (await addTopic(db, topic));
    if (!ids.includes(id)) ids.push(id);
  }
  const had = await db
    .select({ topicId: articleTopics.topicId })
    .from(articleTopics)
    .where(eq(articleTopics.articleId, articleId))
    .orderBy(articleTopics.position);
  if (had.map(({ topicId }) => topicId).join() === ids.join()) return false;
  if (had.length > 0) await db.delete(articleTopics).where(eq(articleTopics.articleId, articleId));
  const rows = ids.map((topicId, position) => ({ articleId, topicId, position }));
  if (rows.length > 0) await db.insert(articleTopics).values(rows);
  return true;
}

async function idsOfTopics(db: Database, wanted: readonly WantedTopic[]): Promise<ReadonlyMap<string, number>> {
  if (wanted.length === 0) return new Map();
  const slugs = wanted.map(({ slug }) => slug);
  const { rows } = await executeNamed<{ id: string; kind: WantedTopic["kind"]; slug: string }>(
    db,
    "topics_by_slug",
    sql`select id, kind, slug from topics where slug = any(${sql.param(slugs)}::text[])`,
  );
  return new Map(rows.map((row) => [keyOf(row), Number(row.id)]));
}

function keyOf({ kind, slug }: { kind: string; slug: string }): string {
  return `${kind} ${slug}`;
}

/** Adds a topic, and those above it, unless the shop has it. @returns its id */
async function addTopic(db: Database, { kind, slug, name, parent }: WantedTopic): Promise<number> {
  const isIt = and(eq(topics.kind, kind), eq(topics.slug, slug));
  const [known] = await db.select({ id: topics.id }).from(topics).where(isIt);
  if (known) return known.id;
  const parentId = parent ? await addTopic(db, parent) : null;
  await db.insert(topics).values({ kind, slug, name, parentId }).onConflictDoNothing();
  const [added] = await db.select({ id: topics.id }).from(topics).where(isIt);
  if (!added) throw new Error(`The topic ${slug} came back without an id`);
  return added.id;
}
