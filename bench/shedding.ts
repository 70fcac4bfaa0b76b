import autocannon from "autocannon";
import { behindProxy } from "./behind-proxy.ts";
import { readCatalogue } from "./catalogue.ts";
import type { Figure } from "./figure.ts";
import type { Shop } from "./shop.ts";
import type { Workspace } from "./workspace.ts";

const seconds = 6;
const rounds = 3;

/** How many times as many requests arrive as the shop can answer. */
const overload = 5;

/**
 * Measures the shop under more requests for uncached pages, from many networks, than it can answer: how many it still
 * answers, compared with its best, and how long cached pages take meanwhile.
 */
export async function measureShedding(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop(await behindProxy());
  const { pages } = await readCatalogue(shop);
  await useful(shop, pages.product, { connections: 32 });
  const cachedPage = { url: shop.origin + pages.home, connections: 10, overallRate: 200 };
  // Puts the page into the cache.
  await autocannon({ ...cachedPage, duration: 2 });
  const peaks: number[] = [];
  const kept: number[] = [];
  const cachedP99: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const peak = await useful(shop, pages.product, { connections: 32 });
    const rate = Math.round(peak * overload);
    const [busy, cached] = await Promise.all([
      useful(shop, pages.product, { connections: 600, overallRate: rate }),
      autocannon({ ...cachedPage, duration: seconds }),
    ]);
    peaks.push(peak);
    kept.push((100 * busy) / peak);
    cachedP99.push(cached.latency.p99);
    if (cached.non2xx + cached.errors > 0) throw new Error(`${cached.non2xx + cached.errors} cached pages failed`);
  }
  await shop.stop();
  return [
    { what: "uncached product pages, c32", values: peaks, unit: "/s" },
    { what: `  answered at ${overload} times that`, values: kept, unit: "%", bar: { atLeast: 90 } },
    { what: "  cached page meanwhile, p99", values: cachedP99, unit: "ms", bar: { atMost: 50 } },
  ];
}

let sent = 0;

/** Returns the successful responses per second. The parameter makes the page bypass the cache. */
async function useful(
  { origin }: Shop,
  path: string,
  load: { connections: number; overallRate?: number },
): Promise<number> {
  const setupRequest = (request: object) => {
    sent += 1;
    const address = `10.${sent % 200}.${(sent >> 8) & 255}.1`;
    return { ...request, headers: { "x-forwarded-for": address, "accept-encoding": "gzip" } };
  };
  const result = await autocannon({
    ...load,
    url: origin,
    duration: seconds,
    requests: [{ method: "GET", path: `${path}?key=1`, setupRequest }],
  });
  return result["2xx"] / result.duration;
}
