import { sql } from "drizzle-orm";
import { openDatabase } from "#db/open.ts";
import { routes } from "#routes";
import { relateArticles } from "#shop/content/related/relate-articles.ts";
import type { Figure } from "./figure.ts";
import { measureLoad } from "./load.ts";
import { cpuMsOf } from "./processes.ts";
import { ask } from "./requests.ts";
import type { Workspace } from "./workspace.ts";

const connections = 40;
const seconds = 4;
const rounds = 3;
const misses = 100;

/** Measures the answers with the related posts of an article: from memory, and by a request that is never cached. */
export async function measureRelated(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop();
  const slug = await relate(shop.dataDir);
  const path = `${routes.article(slug)}?relatedposts=1`;
  const { items } = JSON.parse(String((await ask(shop.origin, { path })).body)) as { items: unknown[] };
  if (items.length !== 3) throw new Error(`${path} has ${items.length} related posts`);
  const load = (duration: number) => measureLoad(shop.pid, { url: shop.origin + path, connections, duration });
  await load(1);
  const loads = [];
  for (let round = 0; round < rounds; round++) loads.push(await load(seconds));
  const uncached: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const before = cpuMsOf(shop.pid);
    for (let count = 0; count < misses; count++)
      await ask(shop.origin, { path: `${path}&relatedposts_exclude=1,${round * misses + count + 1}` });
    uncached.push((cpuMsOf(shop.pid) - before) / misses);
  }
  await shop.stop();
  return [
    {
      what: `related posts, c${connections}`,
      values: loads.map(({ perSecond }) => perSecond),
      unit: "/s",
      bar: { atLeast: 5000 },
    },
    { what: "  p99", values: loads.map(({ p99 }) => p99), unit: "ms", bar: { atMost: 15 } },
    { what: "  CPU time per answer", values: loads.map(({ cpuMicros }) => cpuMicros), unit: "CPU-us" },
    { what: "  with posts left out, not cached", values: uncached.slice(1), unit: "CPU-ms" },
  ];
}

/** Relates the shop's articles as its job does. @returns the slug of one of them */
async function relate(dataDir: string): Promise<string> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  try {
    await relateArticles(database.db);
    const { rows } = await database.db.execute<{ slug: string }>(
      sql`select slug from articles where type = 'post' and status = 'publish' order by id limit 1`,
    );
    const [row] = rows;
    if (!row) throw new Error("The shop has no article");
    return row.slug;
  } finally {
    await database.close();
  }
}
