import { sql } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { menus } from "#db/tables/content.ts";
import { inTransaction } from "#db/transaction.ts";
import { plainTextOf } from "../../../catalogue/sanitise.ts";
import { findById } from "../../addresses/public-addresses.ts";
import type { MenuItem, Menus } from "../../article.ts";
import type { Survey, SurveyedMenuItem } from "../read/survey-export.ts";
import type { LinkRewriter } from "../rewrite-links.ts";
import type { ShopRoutes } from "../shop-routes.ts";

export type MenuPlace = keyof Menus;

/** What entries of menus can refer to. */
export interface MenuTargets {
  survey: Survey;
  links: LinkRewriter;
  routes: ShopRoutes;
  /** Of posts and pages, by id in the export. */
  addresses: ReadonlyMap<string, string>;
  now: Date;
}

/** The maximum depth of a menu. */
const maxLevels = 3;

/** Replaces the menu at a place. @returns whether that changed it */
export async function writeMenu(db: Database, place: MenuPlace, items: MenuItem[]): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const changed = await db
      .insert(menus)
      .values({ place, items })
      .onConflictDoUpdate({ target: menus.place, set: { items }, setWhere: sql`${menus.items} <> excluded.items` })
      .returning({ place: menus.place });
    if (changed.length > 0) await announceChange(db, ["menus"]);
    return changed.length > 0;
  });
}

/** Returns the entries that a menu of the old site has here. @param note gets those that are left out */
export async function readMenu(
  db: Database,
  menu: string,
  targets: MenuTargets,
  note: (text: string, line: number) => void,
): Promise<MenuItem[]> {
  const entries = targets.survey.menuItems.filter((item) => item.menu === menu).toSorted((a, b) => a.order - b.order);
  const below = new Map<string, SurveyedMenuItem[]>();
  for (const entry of entries) below.set(entry.parent, [...(below.get(entry.parent) ?? []), entry]);
  const build = async (parent: string, level: number): Promise<MenuItem[]> => {
    const built: MenuItem[] = [];
    for (const entry of below.get(parent) ?? []) {
      const path = await pathOf(db, entry, targets);
      const label = plainTextOf(entry.title) || labelOf(entry, targets.survey);
      const children = level < maxLevels ? await build(entry.id, level + 1) : [];
      if (level === maxLevels && below.has(entry.id))
        note(`the menu "${menu}": entries below "${label}" are left out, menus have ${maxLevels} levels`, entry.line);
      if (path === undefined || label === "") {
        note(`the menu "${menu}": "${label || entry.id}" leads to nothing in this shop and is left out`, entry.line);
        built.push(...children);
      } else built.push({ label, path, children });
    }
    return built;
  };
  return build("0", 1);
}

async function pathOf(db: Database, entry: SurveyedMenuItem, targets: MenuTargets): Promise<string | undefined> {
  const { kind, object, objectId, url } = entry;
  const { routes } = targets;
  if (kind === "post_type") {
    const known = targets.addresses.get(objectId);
    if (known !== undefined || object !== "product") return known;
    const found = /^[1-9]\d{0,14}$/.test(objectId) ? await findById(db, Number(objectId), targets.now) : undefined;
    return found?.kind === "product" ? routes.product(found.slug) : undefined;
  }
  if (kind === "taxonomy") {
    const term = targets.survey.terms.find(({ id, taxonomy }) => id === objectId && taxonomy === object);
    if (!term) return undefined;
    if (object === "category") return routes.articleCategory(term.slug);
    if (object === "post_tag") return routes.articleTag(term.slug);
    const path = object === "product_cat" ? await productCategoryPath(db, term.slug) : undefined;
    return path === undefined ? undefined : routes.category(path);
  }
  const path = targets.links.rewrite(url.trim());
  return /^(\/(?!\/)|https?:\/\/)\S*$/.test(path) ? path : undefined;
}

/** Returns the slugs of a product category from the root, joined by "/". */
async function productCategoryPath(db: Database, slug: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ path: string }>(sql`
    with recursive up as (
      select parent_id, slug, 1 as level from categories where slug = ${slug}
      union all select c.parent_id, c.slug, up.level + 1 from categories c join up on c.id = up.parent_id where up.level < 20)
    select string_agg(slug, '/' order by level desc) as path from up having count(*) > 0`);
  return rows[0]?.path;
}

function labelOf({ kind, object, objectId }: SurveyedMenuItem, { posts, terms }: Survey): string {
  if (kind === "taxonomy") return terms.find(({ id, taxonomy }) => id === objectId && taxonomy === object)?.name ?? "";
  return plainTextOf(posts.get(objectId)?.title ?? "");
}
