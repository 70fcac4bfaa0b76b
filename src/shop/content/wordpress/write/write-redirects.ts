import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { slugOf } from "../../../catalogue/slug.ts";
import { movedIdKey, movedPathKey } from "../../addresses/moved-addresses.ts";
import type { OldSite } from "../old-site.ts";
import type { ExportAuthor, ExportTerm } from "../read/export-records.ts";
import type { Survey } from "../read/survey-export.ts";
import type { ShopRoutes } from "../shop-routes.ts";
import { type Redirects, redirect } from "./write-moved-address.ts";
import { topicRows } from "./write-topics.ts";

/** The first segments of the addresses of an old site's archives, which no export says; "topics/news" is possible. */
export interface ArchiveBases {
  category: string;
  tag: string;
}

/** WordPress's. */
export const usualBases: ArchiveBases = { category: "category", tag: "tag" };

/** Redirects the archives of categories and tags: by id, under another base, and at /{base}/{parent}/{child}/. */
export async function redirectTopics(
  db: Database,
  terms: readonly ExportTerm[],
  site: OldSite,
  routes: ShopRoutes,
  bases: ArchiveBases,
): Promise<void> {
  const rows = topicRows(terms);
  const categories = new Map(rows.flatMap((row) => (row.kind === "category" ? [[row.slug, row] as const] : [])));
  const redirects: Redirects[number][] = [];
  for (const { id, taxonomy, slug } of terms)
    if (taxonomy === "category" && /^[1-9]\d{0,18}$/.test(id))
      redirects.push({ path: movedIdKey("cat", id), target: routes.articleCategory(slugOf(slug, "category")) });
  for (const { kind, slug, parent } of rows) {
    const [base, target] =
      kind === "category" ? [bases.category, routes.articleCategory(slug)] : [bases.tag, routes.articleTag(slug)];
    const path = [slug];
    for (let above = categories.get(parent); above; above = categories.get(above.parent)) path.unshift(above.slug);
    const own = movedPathKey(target);
    const old = [`/${base}/${path.join("/")}/`, `/${base}/${slug}/`].map(movedPathKey);
    for (const path of new Set(old)) if (path !== undefined && path !== own) redirects.push({ path, target });
  }
  await inTransaction(db, (db) => redirect(db, redirects, site.name));
}

/** Redirects the archives of authors by id and by login. @param ids in this shop, by login */
export async function redirectAuthors(
  db: Database,
  authors: ReadonlyMap<string, ExportAuthor>,
  ids: ReadonlyMap<string, number>,
  site: OldSite,
  routes: ShopRoutes,
): Promise<void> {
  const { rows } = await db.execute<{ id: string; slug: string }>(
    sql`select id, slug from authors where id = any(${sql.param([...ids.values()])}::bigint[])`,
  );
  const slugs = new Map(rows.map(({ id, slug }) => [Number(id), slug]));
  const redirects = [...authors].flatMap(([login, { id }]) => {
    const slug = slugs.get(ids.get(login) ?? 0);
    if (slug === undefined) return [];
    const target = routes.author(slug);
    const old = movedPathKey(routes.author(oldAuthorSlug(login)));
    return [
      ...(/^[1-9]\d{0,18}$/.test(id) ? [{ path: movedIdKey("author", id), target }] : []),
      ...(old === undefined || old === movedPathKey(target) ? [] : [{ path: old, target }]),
    ];
  });
  await inTransaction(db, (db) => redirect(db, redirects, site.name));
}

/** Returns the slug that WordPress makes of a login. */
function oldAuthorSlug(login: string): string {
  const plain = login
    .toLowerCase()
    .replaceAll(".", "-")
    .replace(/[^\p{L}\p{N}_\s-]/gu, "");
  return plain.trim().replace(/[\s-]+/g, "-") || "author";
}

/** Redirects the pages that the shop has itself, such as the cart, where they had another path. */
export async function redirectOwnPages(
  db: Database,
  survey: Survey,
  site: OldSite,
  addresses: ReadonlyMap<string, string>,
  slugs: ReadonlyMap<string, string>,
): Promise<void> {
  const redirects = [...survey.posts.values()].flatMap(({ id, link }) => {
    const [path, target] = [site.pathOf(link), addresses.get(id)];
    if (slugs.has(id) || target === undefined) return [];
    const old = [movedIdKey("p", id), ...(path === undefined || path === target ? [] : [path])];
    return old.map((path) => ({ path, target }));
  });
  await inTransaction(db, (db) => redirect(db, redirects, site.name));
}

/**
 * Redirects pictures and files that the shop has stored, in this import or an earlier one, to the files here: their own
 * addresses, their pages, and these by id.
 * @param sourceOf the address by which the shop knows the picture or file at an address; undefined if it is none
 */
export async function redirectAttachments(
  db: Database,
  { attachments }: Survey,
  site: OldSite,
  routes: ShopRoutes,
  sourceOf: (url: string) => string | undefined,
): Promise<void> {
  const sources = new Map([...attachments].map(([id, { url }]) => [id, sourceOf(url)]));
  const stored = await storedFiles(
    db,
    [...sources.values()].filter((source) => source !== undefined),
  );
  const redirects = [...attachments].flatMap(([id, { link, url }]) => {
    const file = stored.get(sources.get(id) ?? "");
    if (file === undefined || !/^[1-9]\d{0,18}$/.test(id)) return [];
    const target = routes.media(file);
    const paths = [movedIdKey("p", id), site.pathOf(link), site.pathOf(url)];
    return paths.flatMap((path) => (path === undefined ? [] : [{ path, target }]));
  });
  await inTransaction(db, (db) => redirect(db, redirects, site.name));
}

/** Returns the files of pictures and public files, by the addresses they were imported from. */
async function storedFiles(db: Database, sources: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = sql`any(${sql.param(sources)}::text[])`;
  const { rows } = await db.execute<{ source: string; file: string }>(sql`
    select source, file from media_sources join media on media.id = media_id where source = ${wanted}
    union all select source, file from public_files where source = ${wanted}`);
  return new Map(rows.map(({ source, file }) => [source, file]));
}
