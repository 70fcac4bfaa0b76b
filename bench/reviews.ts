import { request } from "node:http";
import { sql } from "drizzle-orm";
import { openDatabase } from "#db/open.ts";
import { routes } from "#routes";
import type { Figure } from "./figure.ts";
import { cpuMsOf } from "./processes.ts";
import { ask, formHeaders } from "./requests.ts";
import type { Shop } from "./shop.ts";
import type { Workspace } from "./workspace.ts";

const clients = 16;
const postsInRound = 2000;
const rounds = 3;
const pages = 100;
const many = 10_000;
const few = 10;

interface Reviewed {
  id: number;
  slug: string;
}

/** Measures posting reviews, each by another author from another address, and pages with few and with many reviews. */
export async function measureReviews(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop();
  const { posted, short, long } = await prepareProducts(shop);
  // The first round is a warm-up.
  const results = [];
  for (let round = 0; round <= rounds; round++) results.push(await postRound(shop, posted, round));
  const stored = await countStored(shop, posted);
  const [, ...counted] = results;
  const times: Record<"short" | "long", number[]> = { short: [], long: [] };
  for (let round = 0; round <= rounds; round++) {
    times.short.push(await cpuMsOfPage(shop, short));
    times.long.push(await cpuMsOfPage(shop, long));
  }
  const extra = times.long.map((long, round) => long - (times.short[round] ?? 0)).slice(1);
  await shop.stop();
  return [
    {
      what: `reviews posted, c${clients}`,
      values: counted.map(({ perSecond }) => perSecond),
      unit: "/s",
      bar: { atLeast: 500 },
    },
    { what: "  p99", values: counted.map(({ p99 }) => p99), unit: "ms", bar: { atMost: 50 } },
    { what: "  not stored", values: [results.length * postsInRound - stored], unit: "", bar: { atMost: 0 } },
    { what: "  CPU", values: counted.map(({ cpuMs }) => cpuMs), unit: "CPU-ms" },
    { what: `uncached page with ${few} reviews`, values: times.short.slice(1), unit: "CPU-ms" },
    { what: `  more with ${many} reviews`, values: extra, unit: "CPU-ms", bar: { atMost: 2 } },
  ];
}

/** Chooses a product to post to, and gives two others few and many reviews. */
async function prepareProducts({ dataDir }: Shop): Promise<{ posted: Reviewed; short: Reviewed; long: Reviewed }> {
  return withDatabase(dataDir, async (db) => {
    const { rows } = await db.execute<Reviewed & Record<string, unknown>>(
      sql`select id, slug from products where status = 'publish' and type = 'simple' order by id limit 3`,
    );
    const [posted, short, long] = rows;
    if (!posted || !short || !long) throw new Error("The shop has fewer than three simple products");
    for (const [{ id }, count] of [
      [short, few],
      [long, many],
    ] as const) {
      await db.execute(sql`delete from reviews where product_id = ${id}`);
      await db.execute(sql`insert into reviews (product_id, author_name, rating, body, created_at)
        select ${id}, 'Amna', 1 + n % 5, 'Review ' || n || repeat(' tastes good', 20), now() - n * interval '1 minute'
        from generate_series(1, ${count}::int) n`);
    }
    return { posted, short, long };
  });
}

async function countStored({ dataDir }: Shop, { id }: Reviewed): Promise<number> {
  return withDatabase(dataDir, async (db) => {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from reviews where product_id = ${id} and author_email like 'author%@example.com'`,
    );
    return rows[0]?.count ?? 0;
  });
}

async function withDatabase<Result>(
  dataDir: string,
  work: (db: Awaited<ReturnType<typeof openDatabase>>["db"]) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

async function postRound(shop: Shop, { id }: Reviewed, round: number) {
  const times: number[] = [];
  let next = 0;
  const cpuBefore = cpuMsOf(shop.pid);
  const began = performance.now();
  const client = async () => {
    while (next < postsInRound) {
      const number = round * postsInRound + next++;
      const sentAt = performance.now();
      const status = await post(shop, id, number);
      if (status !== 302) throw new Error(`A review was answered ${status}`);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - began) / 1000;
  return {
    perSecond: postsInRound / seconds,
    p99: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0,
    cpuMs: (cpuMsOf(shop.pid) - cpuBefore) / postsInRound,
  };
}

/** Posts from an address of its own within 127.0.0.0/8, because a second review from one address is refused. */
function post({ origin }: Shop, productId: number, number: number): Promise<number> {
  const body = new URLSearchParams({
    comment: `Review number ${number}, which arrived on time and tastes as it should`,
    author: `Author ${number}`,
    email: `author${number}@example.com`,
    rating: String(1 + (number % 5)),
    comment_post_ID: String(productId),
    comment_parent: "0",
    ak_js: String(Date.now() - 60_000),
  }).toString();
  const localAddress = `127.${1 + (number >> 15)}.${(number >> 7) & 255}.${1 + (number & 127)}`;
  return new Promise((resolve, reject) => {
    const sent = request(
      origin + routes.postComment(),
      { method: "POST", localAddress, agent: false, headers: { ...formHeaders, "user-agent": "Mozilla/5.0" } },
      (response) => {
        response.resume().on("error", reject);
        response.on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Loads a product's page, which a remembered name keeps from the page cache. */
async function cpuMsOfPage({ origin, pid }: Shop, { slug }: Reviewed): Promise<number> {
  const headers = { cookie: "comment_author_x=Amna", "accept-encoding": "identity" };
  const before = cpuMsOf(pid);
  for (let count = 0; count < pages; count++) {
    const { status, body } = await ask(origin, { path: routes.product(slug), headers });
    if (status !== 200 || !body.includes("Review 1 ")) throw new Error(`The product page answered ${status}`);
  }
  return (cpuMsOf(pid) - before) / pages;
}
