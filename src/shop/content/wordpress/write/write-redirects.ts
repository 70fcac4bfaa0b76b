import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import type { OldSite } from "../old-site.ts";
import type { ExportTerm } from "../read/export-records.ts";
import type { Survey } from "../read/survey-export.ts";
import type { ShopRoutes } from "../shop-routes.ts";
import { redirectOldPath } from "./write-moved-address.ts";
import { topicRows } from "./write-topics.ts";

/**
 * Redirects the archives of categories below others: WordPress has them at /category/{parent}/{child}/, unless the site
 * has another base, which no export says.
 */
export async function redirectCategories(
  db: Database,
  terms: readonly ExportTerm[],
  site: OldSite,
  routes: ShopRoutes,
): Promise<void> {
  const categories = new Map(
    topicRows(terms).flatMap((row) => (row.kind === "category" ? [[row.slug, row] as const] : [])),
  );
  await inTransaction(db, async (db) => {
    for (const { slug, parent } of categories.values()) {
      if (!categories.has(parent)) continue;
      const path = [slug];
      for (let above = categories.get(parent); above; above = categories.get(above.parent)) path.unshift(above.slug);
      await redirectOldPath(db, `/category/${path.join("/")}/`, routes.articleCategory(slug), site.name);
    }
  });
}

/** Redirects the pages that the shop has itself, such as the cart, where they had another path. */
export async function redirectOwnPages(
  db: Database,
  survey: Survey,
  site: OldSite,
  addresses: ReadonlyMap<string, string>,
  slugs: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { id, link } of survey.posts.values()) {
    const [path, address] = [site.pathOf(link), addresses.get(id)];
    if (!slugs.has(id) && path !== undefined && address !== undefined && path !== address)
      await redirectOldPath(db, path, address, site.name);
  }
}
