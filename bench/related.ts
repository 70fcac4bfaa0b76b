import { sql } from "drizzle-orm";
import { openDatabase } from "#db/open.ts";
import { routes } from "#routes";
import { relateArticles } from "#shop/content/related/relate-articles.ts";
import { indexArticles } from "#shop/content/search/index-articles.ts";
import type { Figure } from "./figure.ts";
import { Random } from "./large-shop/random.ts";
import { cpuMsOf } from "./processes.ts";
import { ask } from "./requests.ts";
import type { Workspace } from "./workspace.ts";
import { openFastLoad } from "./wrk.ts";

const connections = 40;
const seconds = 4;
const rounds = 3;
const misses = 100;
const posts = 5000;

/** Measures the answers with the related posts of an article, from memory and never cached, and the job that relates posts. */
export async function measureRelated(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop();
  const slug = await relate(shop.dataDir);
  const path = `${routes.article(slug)}?relatedposts=1`;
  const { items } = JSON.parse(String((await ask(shop.origin, { path })).body)) as { items: unknown[] };
  if (items.length !== 3) throw new Error(`${path} has ${items.length} related posts`);
  const measure = await openFastLoad();
  const load = (duration: number) => measure(shop.pid, { url: shop.origin + path, connections, duration, headers: {} });
  await load(2);
  const loads = [];
  for (let round = 0; round < rounds; round++) loads.push(await load(seconds));
  const uncached: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const before = cpuMsOf(shop.pid);
    for (let count = 0; count < misses; count++)
      await ask(shop.origin, { path: `${path}&relatedposts_exclude=1,${round * misses + count + 1}` });
    uncached.push((cpuMsOf(shop.pid) - before) / misses);
  }
  const [all, one] = await measureJob(shop.dataDir);
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
    { what: `relating ${posts} new posts`, values: [all], unit: "s", bar: { atMost: 60 } },
    { what: "  after a change of one of them", values: [one], unit: "s", bar: { atMost: 20 } },
  ];
}

/** Adds posts, and measures the job that relates all of them, and again after a change of one. @returns seconds */
async function measureJob(dataDir: string): Promise<[all: number, one: number]> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  const timed = async (ids: readonly number[]) => {
    await indexArticles(database.db, ids);
    const began = performance.now();
    await relateArticles(database.db);
    return (performance.now() - began) / 1000;
  };
  try {
    const random = new Random(7);
    const texts = Array.from({ length: posts }, (_, at) => {
      // Common words often, rare ones seldom, as in any language.
      const words = Array.from({ length: 600 }, () => `w${Math.floor(Math.exp(random.next() * Math.log(20_000)))}x`);
      return { slug: `related-${at}`, title: words.slice(0, 4).join(" "), body: `<p>${words.join(" ")}</p>` };
    });
    const { rows } = await database.db.execute<{ id: number }>(sql`
      insert into articles (type, slug, title, body, published_at)
      select 'post', slug, title, body, '2026-01-01' from json_to_recordset(${JSON.stringify(texts)}::json)
        as t (slug text, title text, body text) returning id::float8 as id`);
    const ids = rows.map(({ id }) => id);
    for (let at = 100; at < ids.length; at += 100) await indexArticles(database.db, ids.slice(at, at + 100));
    return [await timed(ids.slice(0, 100)), await timed(ids.slice(0, 1))];
  } finally {
    await database.close();
  }
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
