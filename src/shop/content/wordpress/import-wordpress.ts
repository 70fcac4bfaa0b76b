import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Database } from "#db/database.ts";
import { isTakenValue, retryOnConflict } from "#db/retry-on-conflict.ts";
import { wordpressItems } from "#db/tables/imports.ts";
import { StartError } from "#platform/start-error.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import type { PictureFetcher } from "../../catalogue/import/import-pictures.ts";
import { getSettings } from "../../settings/settings.ts";
import { timeZoneOf } from "../../settings/time-zone.rules.ts";
import { OldFiles } from "./import-files.ts";
import { OldMedia } from "./import-media.ts";
import { OldForms } from "./old-forms.ts";
import { OldSite } from "./old-site.ts";
import { planSlugs } from "./plan-slugs.ts";
import { nameOf, PostImport } from "./post-import.ts";
import { type ExportItem, readExport } from "./read/export-records.ts";
import { type Survey, surveyExport } from "./read/survey-export.ts";
import { LinkRewriter } from "./rewrite-links.ts";
import type { ShopRoutes } from "./shop-routes.ts";
import { emptyWordpressReport, type WordpressReport } from "./wordpress-report.ts";
import { writeAuthors } from "./write/write-authors.ts";
import { type MenuPlace, readMenu, writeMenu } from "./write/write-menus.ts";
import {
  type ArchiveBases,
  redirectAttachments,
  redirectAuthors,
  redirectOwnPages,
  redirectTopics,
  usualBases,
} from "./write/write-redirects.ts";
import { topicRows, writeTopics } from "./write/write-topics.ts";

export interface ImportWordpressOptions {
  file: string;
  media: FileStorage;
  routes: ShopRoutes;
  /** First segments of the shop's own addresses, which no post or page gets as its slug. */
  reservedSlugs: ReadonlySet<string>;
  now: Date;
  /** Whether only to report what would come. */
  isDryRun?: boolean;
  /** Whether to import also what was changed or removed in this shop since. */
  overwrites?: boolean;
  /** A copy of the old site's folder wp-content/uploads; default: pictures are fetched from the old site. */
  uploads?: string | undefined;
  /** Whether to fetch also pictures that no post or page shows. */
  allPictures?: boolean;
  /** Which menu of the file replaces the one at a place, by slug. */
  menus?: ReadonlyMap<MenuPlace, string>;
  /** Where the old site had the archives of its topics. */
  bases?: Partial<ArchiveBases>;
  /** Default: from the public internet. */
  fetch?: PictureFetcher;
  /** Called after each post and page. */
  onProgress?: (done: number, total: number) => void;
}

/** How many posts are prepared and written at once. */
const atOnce = 3;

/**
 * Imports a WordPress export (WXR). The file is read twice: first to check it and to plan, then item by item, each written
 * in one transaction. An interrupted import continues when it is run again; a repeated one changes nothing.
 * @throws XmlProblem if the file is broken; StartError if another import is running or a menu is not in the file
 */
export async function importWordpress(
  db: Database,
  pool: pg.Pool,
  options: ImportWordpressOptions,
): Promise<WordpressReport> {
  return withLock(pool, () => importLocked(db, options));
}

async function importLocked(db: Database, options: ImportWordpressOptions): Promise<WordpressReport> {
  const { file, routes, now, isDryRun = false, overwrites = false } = options;
  const report = emptyWordpressReport();
  const survey = await surveyExport(file);
  const site = new OldSite(survey.site);
  report.others = survey.others;
  report.menus = [...new Set(survey.menuItems.map(({ menu }) => menu))];
  for (const [, menu] of options.menus ?? [])
    if (!report.menus.includes(menu))
      throw new StartError(`There is no menu "${menu}" in the file: it has ${report.menus.join(", ") || "none"}.`);
  const { slugs, addresses, notes } = await planSlugs(db, survey, site, routes, options.reservedSlugs);
  report.notes.push(...notes);
  const media = await OldMedia.open(db, site, survey, { ...options, uploads: options.uploads, isDryRun });
  const files = new OldFiles(db, site, { ...options, uploads: options.uploads, isDryRun });
  const links = new LinkRewriter(site, survey, addresses);
  report.topics = isDryRun ? await countNewTopics(db, topicRows(survey.terms)) : await writeTopics(db, survey.terms);
  const authors = await writeAuthors(db, survey.authors, isDryRun);
  report.authors = authors.added;
  const forms = await OldForms.open(db, survey.formTitles);
  const products = await importedProducts(db);
  const posts = new PostImport({
    db,
    site,
    survey,
    slugs,
    routes,
    media,
    files,
    forms,
    links,
    products,
    targetsHash: hashOfTargets(products, forms),
    authors: authors.ids,
    report,
    now,
    isDryRun,
    overwrites,
    timeZone: timeZoneOf(await getSettings(db)),
    known: await knownItems(db, site),
  });
  let done = 0;
  await eachItem(file, async (item) => {
    await importOne(posts, item, report);
    options.onProgress?.((done += 1), survey.posts.size);
  });
  if (!isDryRun) {
    await redirectOwnPages(db, survey, site, addresses, slugs);
    await redirectTopics(db, survey.terms, site, routes, { ...usualBases, ...options.bases });
    await redirectAuthors(db, survey.authors, authors.ids, site, routes);
  }
  if (options.allPictures) await storeUnused(media, survey);
  report.refused.push(...media.listLeftOut());
  if (!isDryRun) {
    await redirectAttachments(db, survey, site, routes, (url) => media.sourceOf(url) ?? files.sourceOf(url));
    await untilWritten(db);
  }
  for (const [place, menu] of options.menus ?? []) {
    const note = (text: string, line: number) => void report.notes.push({ line, text });
    const items = await readMenu(db, menu, { survey, links, routes, addresses, now }, note);
    if (isDryRun || (await writeMenu(db, place, items))) report.changedMenus.push(place);
  }
  report.pictures = media.added.size;
  report.files = files.added.size;
  return report;
}

/** Stores the pictures that no post or page uses. */
async function storeUnused(media: OldMedia, { attachments }: Survey): Promise<void> {
  const unused = [...attachments.values()].flatMap(({ url, line }) => {
    const source = media.sourceOf(url);
    return source !== undefined && media.get(source) === undefined ? [{ source, line }] : [];
  });
  await media.store(unused.map(({ source }) => source));
  for (const { source, line } of unused) media.noteLine(line, [source]);
}

/** Waits until all commits before are on the disk: this one does not return earlier, and needs an id to be a commit. */
async function untilWritten(db: Database): Promise<void> {
  await db.execute(sql`select pg_current_xact_id()`);
}

/** Imports an item, or reports why it is left out. */
async function importOne(posts: PostImport, item: ExportItem, report: WordpressReport): Promise<void> {
  try {
    await retryOnConflict(() => posts.import(item));
  } catch (error) {
    if (!isTakenValue(error)) throw error;
    report.refused.push({ line: item.line, text: `${nameOf(item)} (its slug has just been taken here)` });
  }
}

/** Runs `work` for every post and page, a few at a time. */
async function eachItem(file: string, work: (item: ExportItem) => Promise<void>): Promise<void> {
  const records = readExport(file);
  let isStopped = false;
  const worker = async () => {
    for (let next = await records.next(); !next.done && !isStopped; next = await records.next()) {
      const record = next.value;
      if (record.kind === "item" && (record.item.type === "post" || record.item.type === "page"))
        await work(record.item);
    }
  };
  const stopping = () =>
    worker().catch((error: unknown) => {
      isStopped = true;
      throw error;
    });
  // Nothing is written any more once this has thrown.
  const results = await Promise.allSettled(Array.from({ length: atOnce }, stopping));
  await records.return(undefined);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

async function importedProducts(db: Database): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ old: string; own: string }>(
    sql`select source_id::text as old, product_id::text as own from imported_product_ids order by source_id`,
  );
  return new Map(rows.map(({ old, own }) => [old, own]));
}

/** Returns a hash of what shortcodes can name. */
function hashOfTargets(products: ReadonlyMap<string, string>, forms: OldForms): Buffer {
  const hash = createHash("sha256").update(forms.key);
  for (const [old, own] of products) hash.update(`${old} ${own},`);
  return hash.digest();
}

async function knownItems(db: Database, site: OldSite): Promise<Map<string, KnownItem>> {
  const rows = await db
    .select({
      sourceId: wordpressItems.sourceId,
      contentHash: wordpressItems.contentHash,
      isComplete: wordpressItems.isComplete,
      isChanged: sql<boolean>`a.updated_at is distinct from ${wordpressItems.articleUpdatedAt}`,
      isRemoved: sql<boolean>`a.id is null`,
    })
    .from(wordpressItems)
    .leftJoin(sql`articles a`, sql`a.id = ${wordpressItems.articleId}`)
    .where(sql`starts_with(${wordpressItems.sourceId}, ${site.sourceId("")})`);
  return new Map(rows.map((row) => [row.sourceId, row]));
}

/** An item that was imported before. */
export interface KnownItem {
  contentHash: Buffer;
  isComplete: boolean;
  /** Whether its article was changed here since. */
  isChanged: boolean;
  isRemoved: boolean;
}

async function countNewTopics(db: Database, rows: readonly { kind: string; slug: string }[]): Promise<number> {
  const keys = rows.map(({ kind, slug }) => `${kind} ${slug}`);
  const { rows: known } = await db.execute(sql`select 1 from topics
    where kind || ' ' || slug = any(${sql.param(keys)}::text[])`);
  return keys.length - known.length;
}

/** An advisory lock number that nothing else uses: "wxr" as ASCII. */
const importLock = 0x777872;

/** Runs `work` unless another import is running, also on another machine. The lock ends with the connection in any case. */
async function withLock<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [importLock]);
    if (!rows[0]?.mine) throw new StartError("Another import from WordPress is running: wait until it has ended.");
    try {
      return await work();
    } finally {
      await client.query("select pg_advisory_unlock($1)", [importLock]);
    }
  } finally {
    client.release(true);
  }
}
