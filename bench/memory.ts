import { setTimeout as delay } from "node:timers/promises";
import { readCatalogue } from "./catalogue.ts";
import type { Figure } from "./figure.ts";
import { measureLoad } from "./load.ts";
import { memoryOf, processTree } from "./processes.ts";
import { ask } from "./requests.ts";
import type { Shop } from "./shop.ts";
import type { Workplace } from "./workplace.ts";

const requests = 100;
const msAfterStart = 60_000;
const secondsOfLoad = 4;

/**
 * Memory of the shop's process and of its database, a minute after the start and 100 requests, and after load. PSS counts
 * a page that several processes share once in all, so the database's is what it takes. The shop's falls with each other
 * Node on the machine, this one too, since they share Node's program: alone it takes what RSS says.
 */
export async function measureMemory(place: Workplace): Promise<Figure[]> {
  const shop = await place.openShop();
  const minute = delay(msAfterStart);
  const { pages, categories, products } = await readCatalogue(shop);
  const paths = [pages.home, ...categories, ...products];
  const headers = { "accept-encoding": "gzip, deflate, br" };
  for (let count = 0; count < requests; count++)
    await ask(shop.origin, { path: paths[count % paths.length] ?? "/", headers });
  await minute;
  const idle = figuresOf(shop, "a minute after start and 100 requests", 150);
  for (const path of Object.values(pages))
    await measureLoad(shop.pid, { url: shop.origin + path, connections: 40, duration: secondsOfLoad, headers });
  const loaded = figuresOf(shop, "after load", 250);
  await shop.stop();
  return [...idle, ...loaded];
}

function figuresOf({ pid }: Shop, when: string, most: number): Figure[] {
  const server = memoryOf([pid]);
  const database = memoryOf(processTree(pid).flatMap((one) => (one.pid === pid ? [] : [one.pid])));
  return [
    { what: `memory of the shop ${when}`, values: [server.pss], unit: "MB PSS", bar: { atMost: most } },
    { what: "  the same", values: [server.rss], unit: "MB RSS", bar: { atMost: most } },
    { what: "  PostgreSQL", values: [database.pss], unit: "MB PSS", bar: { atMost: 100 } },
    { what: "  the same", values: [database.rss], unit: "MB RSS" },
  ];
}
