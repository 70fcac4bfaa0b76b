import { routes } from "#routes";
import { addArticles, readCatalogue } from "./catalogue.ts";
import type { Figure } from "./figure.ts";
import { cpuMsOf } from "./processes.ts";
import type { Shop } from "./shop.ts";
import { countMissStatements } from "./statements.ts";
import { askUncached } from "./uncached.ts";
import { warmUp } from "./warm-up.ts";
import type { Workspace } from "./workspace.ts";

const requests = 500;
const rounds = 5;

/** Bars of pages that take more: blocks at most 3 CPU-ms and four statements. */
const bars: Readonly<Record<string, { cpuMs: number; statements: number }>> = {
  article: { cpuMs: 3, statements: 6 },
  "article with five blocks": { cpuMs: 6, statements: 10 },
};

/**
 * Measures a page that is not cached: CPU time of server and database together, one request at a time, and SQL statements.
 * Requests no compression, because that happens once per page, not once per visitor.
 */
export async function measureMisses(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop();
  const { pages, categories, products } = await readCatalogue(shop);
  const articles = await addArticles(shop);
  const kinds = {
    home: [pages.home],
    category: categories,
    product: products,
    article: [articles.plain],
    "article with five blocks": [articles.withBlocks],
    journal: [routes.blog()],
    archive: await listSitemap(shop, "archives"),
  };
  const figures: Figure[] = [];
  for (const [name, paths] of Object.entries(kinds)) {
    const bar = bars[name] ?? { cpuMs: 3, statements: 4 };
    const values: number[] = [];
    await cpuMsOfMisses(shop, paths, warmUp.pages);
    for (let round = 0; round < rounds; round++) values.push(await cpuMsOfMisses(shop, paths, requests));
    figures.push({ what: `miss ${name}`, values, unit: "CPU-ms", bar: { atMost: bar.cpuMs } });
    const statements = await countMissStatements(shop.dataDir, workspace.buildDir, paths);
    figures.push({ what: `  statements`, values: statements, unit: "SQL", bar: { atMost: bar.statements } });
  }
  await shop.stop();
  return figures;
}

/** Returns the paths in a sitemap file. */
async function listSitemap({ origin }: Shop, kind: string): Promise<string[]> {
  const body = await (await fetch(origin + routes.sitemapPart(kind, 1))).text();
  return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = ""]) => new URL(loc).pathname);
}

/** Returns the mean of one round. */
async function cpuMsOfMisses({ origin, pid }: Shop, paths: readonly string[], requests: number): Promise<number> {
  const before = cpuMsOf(pid);
  for (let count = 0; count < requests; count++) {
    const path = paths[count % paths.length] ?? "/";
    const { status, headers } = await askUncached(origin, path);
    if (status !== 200 || headers["x-cache"] !== "miss")
      throw new Error(`${path}: ${status}, cache ${String(headers["x-cache"])}`);
  }
  return (cpuMsOf(pid) - before) / requests;
}
