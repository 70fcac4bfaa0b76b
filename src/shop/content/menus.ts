import type { Database } from "#db/database.ts";
import { menus } from "#db/tables/content.ts";
import type { MenuItem, Menus } from "./article.ts";

/** Returns the shop's menus; places without entries are empty. */
export async function getMenus(db: Database): Promise<Menus> {
  const rows = await db.select().from(menus);
  const at = (place: string) => (rows.find((row) => row.place === place)?.items ?? []) as MenuItem[];
  return { primary: at("primary"), footer: at("footer"), legal: at("legal") };
}
