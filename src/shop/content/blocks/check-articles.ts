import { asc, eq, ne } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { articles } from "#db/tables/content.ts";
import { type Fault, faultsIn, quizIdsIn } from "./check-body.ts";
import { missingTargets, type NamedTarget, sentenceOfMissing, targetsIn } from "./named-targets.ts";

/** Checks the shortcodes, links and pictures of one article or page, or of all outside the trash. @returns one sentence each, beginning with its slug; none: all is well */
export async function checkArticles(db: Database, slug?: string): Promise<string[]> {
  const rows = await db
    .select({ slug: articles.slug, body: articles.body })
    .from(articles)
    .where(slug === undefined ? ne(articles.status, "trash") : eq(articles.slug, slug))
    .orderBy(asc(articles.slug));
  const quizzes = new Map<number, string>();
  const faults = await checkBodies(
    db,
    rows.map(({ body }) => body),
  );
  return rows.flatMap(({ slug, body }, index) => {
    const repeated = [...new Set(quizIdsIn(body))].flatMap((id) => {
      const other = quizzes.get(id);
      if (other === undefined) quizzes.set(id, slug);
      return other === undefined ? [] : [`quiz ${id} is in ${other} too, and networks cannot tell them apart`];
    });
    return [...(faults[index] ?? []).map(({ text }) => text), ...repeated].map((text) => `${slug}: ${text}`);
  });
}

/**
 * Finds what the shortcodes of each body do not show as written, and what they and its text name and the shop does not have, in the order
 * of its text. @param isElsewhere whether something that they name is in another place, such as a folder that is not imported
 */
export async function checkBodies(
  db: Database,
  bodies: readonly string[],
  isElsewhere: (target: NamedTarget) => Promise<boolean> = async () => false,
): Promise<Fault[][]> {
  const targets = bodies.map(targetsIn);
  const missing = await missingTargets(db, targets.flat());
  for (const target of missing) if (await isElsewhere(target)) missing.delete(target);
  return bodies.map((body, index) => {
    const unknown = (targets[index] ?? [])
      .filter((target) => missing.has(target))
      .map((target) => ({ place: target.place, text: sentenceOfMissing(target) }));
    return [...faultsIn(body), ...unknown].sort((a, b) => a.place - b.place);
  });
}
