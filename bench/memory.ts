import { setTimeout as delay } from "node:timers/promises";
import { routes } from "#routes";
import { measureAdds, measureFragments } from "./cart.ts";
import { readCatalogue } from "./catalogue.ts";
import type { Figure } from "./figure.ts";
import { measureLoad } from "./load.ts";
import { memoryOf, processTree } from "./processes.ts";
import { ask } from "./requests.ts";
import type { Shop } from "./shop.ts";
import { askUncached } from "./uncached.ts";
import type { Workspace } from "./workspace.ts";

const requests = 100;
const msAfterStart = 60_000;
const secondsOfLoad = 4;
const madeUpHosts = 1_000;
/** More price listings than the page cache holds: each price range is a separate page of about 100 kB. */
const listings = 1_500;

const headers = { "accept-encoding": "gzip, deflate, br" };

/**
 * Measures the memory of the shop's process and of its database: a minute after the start and 100 requests, then after a
 * mixed load (cached pages, adds, fragments, pages under made-up host names, and listings until the page cache is full).
 * PSS divides shared pages among the processes that share them, so it fits PostgreSQL. The shop's PSS drops with every other
 * Node process on the machine, the bench included, because they share Node's binary; its RSS is the upper limit.
 */
export async function measureMemory(workspace: Workspace): Promise<Figure[]> {
  // As on a small machine, whatever this one has.
  const shop = await workspace.openShop({ SHARED_BUFFERS_MB: "24" });
  const minute = delay(msAfterStart);
  const { pages, categories, products, buyableIds } = await readCatalogue(shop);
  const paths = [pages.home, ...categories, ...products];
  for (let count = 0; count < requests; count++)
    await ask(shop.origin, { path: paths[count % paths.length] ?? "/", headers });
  await minute;
  const idle = figuresOf(shop, "a minute after start and 100 requests", 150);
  for (const path of Object.values(pages))
    await measureLoad(shop.pid, { url: shop.origin + path, connections: 40, duration: secondsOfLoad, headers });
  await measureAdds(shop, buyableIds);
  await measureFragments(shop, buyableIds);
  const loaded = figuresOf(shop, "after cached pages, adds and fragments", 250);
  for (let count = 0; count < madeUpHosts; count++) await askUncached(shop.origin, paths[count % paths.length] ?? "/");
  const manyHosts = figuresOf(shop, `after ${madeUpHosts} pages, each under another host name`, 250);
  await fillPageCache(shop);
  const full = figuresOf(shop, "with the page cache full", 250);
  await shop.stop();
  return [...idle, ...loaded, ...manyHosts, ...full];
}

/** Requests price listings uncompressed, each twice: a nearly full cache only stores a page on its second request. */
async function fillPageCache({ origin }: Shop): Promise<void> {
  for (let price = 1; price <= listings; price++)
    for (let time = 0; time < 2; time++)
      await ask(origin, { path: `${routes.shop()}?min_price=1&max_price=${price}`, headers: {} });
}

function figuresOf({ pid }: Shop, when: string, maxOfShop: number): Figure[] {
  const server = memoryOf([pid]);
  const database = memoryOf(processTree(pid).flatMap((one) => (one.pid === pid ? [] : [one.pid])));
  return [
    { what: `memory ${when}`, values: [server.pss + database.pss], unit: "MB PSS", bar: { atMost: 200 } },
    { what: "  the shop", values: [server.pss], unit: "MB PSS", bar: { atMost: maxOfShop } },
    { what: "  the same", values: [server.rss], unit: "MB RSS", bar: { atMost: maxOfShop } },
    { what: "  PostgreSQL", values: [database.pss], unit: "MB PSS", bar: { atMost: 100 } },
  ];
}
