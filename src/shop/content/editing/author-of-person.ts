import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { authors } from "#db/tables/content.ts";
import { slugOf } from "../../catalogue/slug.ts";
import { Refusal } from "../../refusal.ts";
import { findFreeSlug } from "../addresses/free-slug.ts";

/**
 * Returns the id of the author that a person is, and adds one for a member of staff who has not written yet.
 * @throws Refusal article_author_unknown
 */
export async function idOfPersonsAuthor(db: Database, personId: number): Promise<number> {
  const { rows } = await db.execute<{ authorId: number | null; name: string }>(sql`
    select (select w.id::float8 from authors w where coalesce(w.user_id, w.id) = p.id) as "authorId",
      coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''),
        (select value #>> '{}' from settings where key = 'shop_name'), 'Editor') as name
    from (select ${personId}::bigint as id) p left join users u on u.id = p.id and u.role <> 'customer' and u.disabled_at is null
    where u.id is not null or exists (select from authors w where coalesce(w.user_id, w.id) = p.id)`);
  const [person] = rows;
  if (!person) throw new Refusal("article_author_unknown");
  if (person.authorId !== null) return person.authorId;
  const slug = await findFreeSlug(db, slugOf(person.name, "author"), { table: sql`authors` });
  const [added] = await db
    .insert(authors)
    .values({ slug, name: person.name, userId: personId })
    // Somebody else has just added the same person's.
    .onConflictDoUpdate({ target: authors.userId, set: { userId: personId } })
    .returning({ id: authors.id });
  if (!added) throw new Error("An author came back without an id");
  return added.id;
}
