import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { plainTextOf } from "../../../catalogue/sanitise.ts";
import { idOfAuthor } from "../../authors.ts";
import type { ExportAuthor } from "../read/export-records.ts";

/** The most characters of a name. */
const maxName = 200;

/**
 * Adds the authors whose names the shop does not have; two with one name become one.
 * @returns their ids by login, and how many were added
 */
export async function writeAuthors(
  db: Database,
  authors: ReadonlyMap<string, ExportAuthor>,
  isDryRun: boolean,
): Promise<{ ids: ReadonlyMap<string, number>; added: number }> {
  return inTransaction(db, async (db) => {
    const names = [...new Set([...authors.values()].map(authorName))];
    const { rows } = await db.execute(sql`select 1 from (select distinct name from authors
      where name = any(${sql.param(names)}::text[])) known`);
    const ids = new Map<string, number>();
    if (!isDryRun)
      for (const [login, author] of authors) {
        const id = await idOfAuthor(db, authorName(author));
        if (id !== null) ids.set(login, id);
      }
    return { ids, added: names.length - rows.length };
  });
}

/** Returns the name that is shown; never the email address that many sites have as login or name. */
export function authorName({ name, login }: ExportAuthor): string {
  const shown = [name, login].map((text) => plainTextOf(text)).find((text) => text !== "") ?? "";
  return (shown.replace(/@\S*/g, "").trim() || "Author").slice(0, maxName);
}
