import { sql } from "drizzle-orm";
import { announceChange, type Tag } from "#db/changes.ts";
import type { Database } from "#db/database.ts";

/** Tags of redirects. */
export const movedTags: readonly Tag[] = ["moved-addresses"];

/** Longest path (characters) in `moved_addresses`: no page has a longer one, and the table's index cannot hold it. */
const maxPath = 1000;

/** Returns a path in the form that is stored and compared: decoded, lower case, ending in a slash. undefined for "/" and malformed ones. */
export function movedPathKey(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    const whole = decoded.endsWith("/") ? decoded : `${decoded}/`;
    return /^\/+$/.test(whole) || whole.length > maxPath || whole.includes("\0") ? undefined : whole.toLowerCase();
  } catch {
    return undefined;
  }
}

/**
 * Redirects a page's old path to its new one after a change of its slug; redirects to the old path then lead to the new one, too.
 * Announces the change: call it in the transaction that changes the slug.
 */
export async function moveAddress(db: Database, from: string, to: string): Promise<void> {
  const [oldKey, newKey] = [movedPathKey(from), movedPathKey(to)];
  if (oldKey === undefined || newKey === undefined) return;
  // The new path is a page now; a redirect away from it could lead back to itself.
  await db.execute(sql`delete from moved_addresses where path = lower(${newKey})`);
  await db.execute(sql`update moved_addresses set target = ${to} where target = ${from}`);
  await db.execute(sql`insert into moved_addresses (path, target, source) values (lower(${oldKey}), ${to}, 'slug change')
    on conflict (path) do update set target = excluded.target, source = excluded.source`);
  await announceChange(db, movedTags);
}

/** Query parameters of an old site's home page that identify a post or page, a category, or an author by id. */
export type OldIdParameter = "p" | "cat" | "author";

/** Returns the path under which `moved_addresses` has an old site's id. @param id digits */
export function movedIdKey(parameter: OldIdParameter, id: string): string {
  return `/?${parameter}=${id}`;
}

/**
 * Returns the path of this shop that an id of an old site leads to; undefined also for a post or page that is not published, because
 * ids can be guessed and the path would give away its title.
 * @param id as it was asked for
 */
export async function findMovedId(
  db: Database,
  parameter: OldIdParameter,
  id: string,
  now: Date,
): Promise<string | undefined> {
  if (!/^[1-9]\d{0,18}$/.test(id)) return undefined;
  const { rows } = await db.execute<{ target: string }>(sql`
    select target from moved_addresses m where path = ${movedIdKey(parameter, id)} and (${parameter !== "p"}::boolean or not exists (
      select from articles where source_id = m.source || ':' || ${id}::text
        and not (status = 'publish' and published_at <= ${now.toISOString()}::timestamptz)))`);
  return rows[0]?.target;
}

/** Returns whether the shop has any moved address. */
export async function hasMovedAddresses(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (select from moved_addresses) as found`);
  return rows[0]?.found === true;
}

/**
 * Returns the path of this shop that an old address leads to. Call it only where the answer would be 404. An address whose
 * redirects lead back to itself is not followed, so that no loop is possible. One that leads to a post or page that is not
 * published is not followed either: old addresses with a number can be guessed, and the new one would give away the title.
 * The feed and the pages of comments of an old address are those of the new one.
 * @param path of the request, encoded
 */
export async function findMovedAddress(db: Database, path: string, now: Date): Promise<string | undefined> {
  const found = await findMovedPage(db, path, now);
  if (found !== undefined) return found;
  const [, page, part = "", number] = partOfPage.exec(path) ?? [];
  const target = page === undefined ? undefined : await findMovedPage(db, page, now);
  if (target === undefined || !target.endsWith("/")) return undefined;
  return number === "1" ? target : `${target}${part}/`;
}

/** A page's feed or one of its pages of comments, with the page before it. */
const partOfPage = /^(\/.+\/)(feed|comment-page-0*([1-9]\d{0,5}))\/?$/;

async function findMovedPage(db: Database, path: string, now: Date): Promise<string | undefined> {
  const key = movedPathKey(path);
  if (key === undefined) return undefined;
  const first = await findTarget(db, key);
  const seen = new Set<string>();
  for (let target = first; target !== undefined; ) {
    const next = movedPathKey(target.replace(/[?#].*$/, ""));
    if (next === key || seen.size > maxSteps) return undefined;
    if (next === undefined || seen.has(next)) break;
    seen.add(next);
    target = await findTarget(db, next);
  }
  return first !== undefined && (await isUnpublished(db, first, now)) ? undefined : first;
}

/** Returns whether the path is that of a post or page that is not published at `now`. */
async function isUnpublished(db: Database, path: string, now: Date): Promise<boolean> {
  const key = movedPathKey(path.replace(/[?#].*$/, ""));
  const slug = key && /^\/([^/]+)\/$/.exec(key)?.[1];
  if (slug === undefined || slug === "") return false;
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (select from articles
    where lower(slug) = ${slug} and not (status = 'publish' and published_at <= ${now.toISOString()}::timestamptz)) as found`);
  return rows[0]?.found === true;
}

/** A longer chain of redirects counts as a loop. */
const maxSteps = 10;

async function findTarget(db: Database, key: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ target: string }>(
    sql`select target from moved_addresses where path = lower(${key})`,
  );
  return rows[0]?.target;
}
