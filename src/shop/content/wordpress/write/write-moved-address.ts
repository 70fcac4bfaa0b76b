import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { executeNamed } from "#db/prepared.ts";
import { movedTags } from "../../addresses/moved-addresses.ts";

/** Old addresses, as `moved_addresses` has them, by the paths of this shop that they lead to. */
export type Redirects = readonly { path: string; target: string }[];

/** Redirects addresses of an old site, unless the shopkeeper or another site's import did so before, and announces it. */
export async function redirect(db: Database, redirects: Redirects, site: string): Promise<void> {
  if (await writeRedirects(db, redirects, site)) await announceChange(db, movedTags);
}

/** Writes redirects as `redirect` does. @returns whether `movedTags` have to be announced */
export async function writeRedirects(db: Database, redirects: Redirects, site: string): Promise<boolean> {
  const targets = new Map(redirects.map(({ path, target }) => [path.toLowerCase(), target]));
  if (targets.size === 0) return false;
  const { rows } = await executeNamed(
    db,
    "import_redirects",
    sql`insert into moved_addresses (path, target, source)
      select path, target, ${`wordpress:${site}`}
        from unnest(${sql.param([...targets.keys()])}::text[], ${sql.param([...targets.values()])}::text[]) as given (path, target)
      on conflict (path) do update set target = excluded.target
        where moved_addresses.source = excluded.source and moved_addresses.target <> excluded.target
      returning path`,
  );
  return rows.length > 0;
}
