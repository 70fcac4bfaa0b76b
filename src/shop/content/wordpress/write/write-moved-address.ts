import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";

interface Moved {
  slug: string;
  /** Its path in this shop. */
  address: string;
  oldPath: string | undefined;
  site: string;
}

/** Redirects the old path of a post or page to its new one, if they differ. @returns whether that is new */
export async function writeMovedAddress(db: Database, { slug, address, oldPath, site }: Moved): Promise<boolean> {
  if (oldPath === undefined || oldPath === `/${slug}/`) return false;
  return redirectOldPath(db, oldPath, address, site);
}

/** Redirects a path of an old site, unless the shopkeeper or another site's import did so before. */
export async function redirectOldPath(db: Database, path: string, target: string, site: string): Promise<boolean> {
  const source = `wordpress:${site}`;
  const { rows } = await db.execute(sql`
    insert into moved_addresses (path, target, source) values (lower(${path}), ${target}, ${source})
    on conflict (path) do update set target = excluded.target
      where moved_addresses.source = excluded.source and moved_addresses.target <> excluded.target
    returning path`);
  if (rows.length > 0) await announceChange(db, ["moved-addresses"]);
  return rows.length > 0;
}
