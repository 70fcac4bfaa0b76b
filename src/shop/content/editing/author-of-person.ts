import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { authors } from "#db/tables/content.ts";
import { Refusal } from "../../refusal.ts";
import { findFreeSlug } from "../addresses/free-slug.ts";

/**
 * SQL: the slug of the account `users` before its first article: "zara-khan-7"; "user-7" for customers, who write none, and for names
 * without Latin letters. Its author gets the same, so that the first article does not change its address.
 */
export const slugOfAccount = sql`case when users.role = 'customer' then 'user' else coalesce(nullif(btrim(regexp_replace(
  search_text(users.first_name || ' ' || users.last_name), '[^a-z0-9]+', '-', 'g'), '-'), ''), 'user') end || '-' || users.id`;

/**
 * Returns the id of the author that a person is, and adds one for a member of staff who has not written yet.
 * @throws Refusal article_author_unknown
 */
export async function idOfPersonsAuthor(db: Database, personId: number): Promise<number> {
  const { rows } = await db.execute<{ authorId: number | null; name: string; slug: string }>(sql`
    select (select w.id::float8 from authors w where coalesce(w.user_id, w.id) = p.id) as "authorId",
      coalesce(nullif(btrim(users.first_name || ' ' || users.last_name), ''),
        (select value #>> '{}' from settings where key = 'shop_name'), 'Editor') as name, ${slugOfAccount} as slug
    from (select ${personId}::bigint as id) p left join users on users.id = p.id and users.role <> 'customer' and users.disabled_at is null
    where users.id is not null or exists (select from authors w where coalesce(w.user_id, w.id) = p.id)`);
  const [person] = rows;
  if (!person) throw new Refusal("article_author_unknown");
  if (person.authorId !== null) return person.authorId;
  const slug = await findFreeSlug(db, person.slug, { table: sql`authors` });
  const [added] = await db
    .insert(authors)
    .values({ slug, name: person.name, userId: personId })
    // Somebody else has just added the same person's.
    .onConflictDoUpdate({ target: authors.userId, set: { userId: personId } })
    .returning({ id: authors.id });
  if (!added) throw new Error("An author came back without an id");
  return added.id;
}
