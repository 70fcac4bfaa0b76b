import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { insertMany } from "#db/insert-many.ts";
import { topics } from "#db/tables/content.ts";
import { inTransaction } from "#db/transaction.ts";
import { plainTextOf } from "../../../catalogue/sanitise.ts";
import { slugOf } from "../../../catalogue/slug.ts";
import type { ExportTerm } from "../read/export-records.ts";
import { topicKind } from "../read/read-post.ts";

interface TopicRow {
  kind: "category" | "tag";
  slug: string;
  name: string;
  description: string;
  parent: string;
}

/**
 * Adds the categories, with their parents, and tags that the shop does not have. Existing ones stay as they are.
 * @returns how many were added
 */
export async function writeTopics(db: Database, terms: readonly ExportTerm[]): Promise<number> {
  const rows = topicRows(terms);
  if (rows.length === 0) return 0;
  return inTransaction(db, async (db) => {
    const values = rows.map(({ parent: _parent, ...row }) => row);
    const { rows: added } = await db.execute<{ kind: string; slug: string }>(
      sql`${insertMany(topics, values)} on conflict do nothing returning kind, slug`,
    );
    const isNew = new Set(added.map(({ kind, slug }) => `${kind} ${slug}`));
    for (const { slug, parent } of rows)
      if (parent !== "" && isNew.has(`category ${slug}`))
        await db.execute(sql`update topics set parent_id = parent.id from topics parent
          where topics.kind = 'category' and topics.slug = ${slug}
            and parent.kind = 'category' and parent.slug = ${parent}`);
    if (added.length > 0) await announceChange(db, ["articles"]);
    return added.length;
  });
}

/** Returns the topics that an export names, once each, without parents that lead in a circle. */
export function topicRows(terms: readonly ExportTerm[]): TopicRow[] {
  const rows = new Map<string, TopicRow>();
  for (const { taxonomy, slug: written, name, description, parent } of terms) {
    const kind = topicKind(taxonomy);
    if (!kind) continue;
    const slug = slugOf(written || name, kind);
    const key = `${kind} ${slug}`;
    if (rows.has(key)) continue;
    rows.set(key, {
      kind,
      slug,
      name: plainTextOf(name) || slug,
      description: plainTextOf(description),
      parent: kind === "category" && parent !== "" ? slugOf(parent, kind) : "",
    });
  }
  for (const row of rows.values()) if (isInCircle(row, rows)) row.parent = "";
  return [...rows.values()];
}

function isInCircle(row: TopicRow, rows: ReadonlyMap<string, TopicRow>): boolean {
  const seen = new Set<TopicRow>();
  for (let one: TopicRow | undefined = row; one; one = rows.get(`category ${one.parent}`)) {
    if (seen.has(one)) return true;
    seen.add(one);
  }
  return false;
}
