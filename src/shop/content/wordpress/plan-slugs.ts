import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { freeSlug, slugOf } from "../../catalogue/slug.ts";
import type { OldSite } from "./old-site.ts";
import type { Survey } from "./read/survey-export.ts";
import { ownPagesOf, type ShopRoutes } from "./shop-routes.ts";

/** Where the posts and pages of an export go. */
export interface SlugPlan {
  /** By id in the export; those without one are not imported. */
  slugs: ReadonlyMap<string, string>;
  /** Addresses in this shop by id in the export, also of what the shop's own pages replace. */
  addresses: ReadonlyMap<string, string>;
  notes: readonly { line: number; text: string }[];
}

/**
 * Chooses the slugs of all posts and pages before any is written, in the order of the file: an item that was imported
 * before keeps its slug; any other gets its old one, or with the first free number from 2 on if that is taken. Pages that
 * the shop has itself, such as the cart, are left out.
 * @param reservedSlugs the first segments of the shop's own addresses
 */
export async function planSlugs(
  db: Database,
  survey: Survey,
  site: OldSite,
  routes: ShopRoutes,
  reservedSlugs: ReadonlySet<string>,
): Promise<SlugPlan> {
  const ownPages = ownPagesOf(routes);
  const { rows } = await db.execute<{ slug: string; source_id: string | null }>(
    sql`select slug, source_id from articles`,
  );
  const known = new Map(
    rows.flatMap(({ slug, source_id }) => (source_id === null ? [] : [[source_id, slug] as const])),
  );
  const taken = new Set(rows.map(({ slug }) => slug));
  const slugs = new Map<string, string>();
  const addresses = new Map<string, string>();
  const notes: SlugPlan["notes"][number][] = [];
  for (const { id, type, line, title, slug: old, ownPage } of survey.posts.values()) {
    const wanted = slugOf(old || title, `${type}-${id}`);
    const own = ownPage ? routes[ownPage]() : type === "page" ? ownPages.get(wanted) : undefined;
    const before = known.get(site.sourceId(id));
    if (own && before === undefined) {
      addresses.set(id, own);
      notes.push({ line, text: `the page "${wanted}" is left out: the shop has ${own}` });
      continue;
    }
    const isTaken = (slug: string) => taken.has(slug) || reservedSlugs.has(slug);
    const slug = before ?? freeSlug(wanted, isTaken);
    if (before === undefined && slug !== wanted)
      notes.push({ line, text: `the slug "${wanted}" is taken: the ${type} gets "${slug}"` });
    taken.add(slug);
    slugs.set(id, slug);
    addresses.set(id, routes.article(slug));
  }
  return { slugs, addresses, notes };
}
