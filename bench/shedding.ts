import autocannon from "autocannon";
import { behindProxy } from "./behind-proxy.ts";
import { readCatalogue } from "./catalogue.ts";
import type { Figure } from "./figure.ts";
import { p99Of } from "./load.ts";
import { sendAtRate } from "./open-loop.ts";
import type { Shop } from "./shop.ts";
import type { Workspace } from "./workspace.ts";

const seconds = 8;
const rounds = 3;

/** How many times as many requests arrive as the shop can answer. */
const overload = 5;

/**
 * Measures the shop under more requests for uncached pages, from many networks and connections, than it can answer: how many
 * it still answers, compared with its best, and how long cached pages take meanwhile. Most of its requests fail on purpose.
 */
export async function measureShedding(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop(await behindProxy());
  const { pages } = await readCatalogue(shop);
  // Compiles the code and puts the page into the cache.
  await peakOf(shop, pages.product);
  const cachedPage = { url: shop.origin + pages.home, perSecond: 200, seconds, connections: 50, headers: () => ({}) };
  await sendAtRate({ ...cachedPage, seconds: 1 });
  const peaks: number[] = [];
  const kept: number[] = [];
  const cachedP99: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const peak = await peakOf(shop, pages.product);
    // The parameter makes the page bypass the cache.
    const flood = {
      url: `${shop.origin}${pages.product}?key=1`,
      perSecond: peak * overload,
      seconds,
      connections: 600,
      headers: fromAnywhere,
    };
    const [busy, cached] = await Promise.all([sendAtRate(flood), sendAtRate(cachedPage)]);
    peaks.push(peak);
    kept.push((100 * busy.usefulPerSecond) / peak);
    cachedP99.push(p99Of(cached.latencies));
    const refused = [...cached.statuses].filter(([status]) => status !== 200);
    if (refused.length > 0) throw new Error(`Cached pages were answered with ${JSON.stringify(refused)}`);
  }
  await shop.stop();
  return [
    { what: "uncached product pages, c32", values: peaks, unit: "/s" },
    { what: `  answered at ${overload} times that`, values: kept, unit: "%", bar: { atLeast: 90 } },
    { what: "  cached page meanwhile, p99", values: cachedP99, unit: "ms", bar: { atMost: 50 } },
  ];
}

/** Returns how many uncached pages the shop answers in a second when as many clients wait for it as it works for at once. */
async function peakOf({ origin }: Shop, path: string): Promise<number> {
  const setupRequest = (request: object) => ({ ...request, headers: fromAnywhere() });
  const requests = [{ method: "GET" as const, path: `${path}?key=1`, setupRequest }];
  const result = await autocannon({ url: origin, connections: 32, duration: seconds, requests });
  return result["2xx"] / result.duration;
}

let sent = 0;

function fromAnywhere(): Record<string, string> {
  sent += 1;
  return { "x-forwarded-for": `10.${sent % 200}.${(sent >> 8) & 255}.1`, "accept-encoding": "gzip" };
}
