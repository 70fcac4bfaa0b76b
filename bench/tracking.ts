import { sql } from "drizzle-orm";
import { openDatabase } from "#db/open.ts";
import { openNonces } from "#http/guards/nonce.ts";
import { pixelNonce } from "#http/guards/nonce-actions.ts";
import { systemClock } from "#platform/clock.ts";
import { loadSecretKeys } from "#platform/secret-keys.ts";
import { routes } from "#routes";
import { setSetting } from "#shop/settings/settings.ts";
import { deleteOldConversions } from "#shop/tracking/conversions.ts";
import { behindProxy } from "./behind-proxy.ts";
import { readCatalogue } from "./catalogue.ts";
import type { Figure } from "./figure.ts";
import { type Load, measureLoad } from "./load.ts";
import { warmUp } from "./warm-up.ts";
import type { Workspace } from "./workspace.ts";

const connections = 64;
const seconds = 4;
const rounds = 3;

/** Rows deleted per statement, as in the job. */
const batch = 500;

/** Measures what the statistics cost cached pages, events that browsers report, each from another address, and deleting old ones. */
export async function measureTracking(workspace: Workspace): Promise<Figure[]> {
  return [...(await measureStatistics(workspace)), ...(await measureConversions(workspace))];
}

/** A browser that came from a search, whose visit takes longest to count. */
const visitor = {
  "accept-encoding": "gzip, deflate, br",
  "user-agent":
    "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  referer: "https://www.google.com/",
  "sec-fetch-site": "cross-site",
};

/**
 * Compares cached pages of visits that are counted with the same requests by code, which are not, in pairs. Orders record no
 * source meanwhile: finding it also takes time, for visits alone.
 */
async function measureStatistics(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop();
  const database = await openDatabase({ dataDir: shop.dataDir, databaseUrl: null, connections: 1, log: () => {} });
  await setSetting(database.db, "order_attribution", "no");
  await database.close();
  const { pages } = await readCatalogue(shop);
  const url = shop.origin + pages.product;
  const measureAs = async (dest: "document" | "empty") => {
    const headers = { ...visitor, "sec-fetch-dest": dest };
    return (await measureLoad(shop.pid, { url, connections: 40, duration: seconds, headers })).cpuMicros;
  };
  for (const dest of ["document", "empty"] as const) await measureAs(dest);
  const pairs: { counted: number; uncounted: number }[] = [];
  for (let round = 0; round < 2 * rounds; round++)
    pairs.push({ counted: await measureAs("document"), uncounted: await measureAs("empty") });
  await shop.stop();
  return [
    { what: "cached hit that is counted", values: pairs.map(({ counted }) => counted), unit: "CPU-us" },
    {
      what: "  vs one that is not",
      values: pairs.map(({ counted, uncounted }) => (100 * uncounted) / counted),
      unit: "%",
      bar: { atLeast: 97 },
    },
  ];
}

async function measureConversions(workspace: Workspace): Promise<Figure[]> {
  // Nobody listens there, so that the events stay queued.
  const shop = await workspace.openShop({ ...(await behindProxy()), CONVERSIONS_PROXY: "http://127.0.0.1:9" });
  const { dataDir } = shop;
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  const { db } = database;
  await setSetting(db, "meta_pixel_id", "1234567890");
  await setSetting(db, "meta_secret_token", "bench");
  const nonce = openNonces(await loadSecretKeys(dataDir, null, systemClock.now()), systemClock).create(pixelNonce);
  let answers = (await measureEvents(shop, nonce, { amount: warmUp.calls })).responses;
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round++) loads.push(await measureEvents(shop, nonce, { duration: seconds }));
  answers += loads.reduce((total, { responses }) => total + responses, 0);
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from conversions`);
  const stored = rows[0]?.count ?? 0;
  if (stored < answers) throw new Error(`Of ${answers} events only ${stored} are queued`);
  const perSecond = await measurePruning(db);
  await setSetting(db, "meta_secret_token", "");
  await database.close();
  await shop.stop();
  return [
    {
      what: "conversion event, queued, c64",
      values: loads.map((load) => load.perSecond),
      unit: "/s",
      bar: { atLeast: 1000 },
    },
    { what: "  p99", values: loads.map((load) => load.p99), unit: "ms" },
    { what: "  CPU", values: loads.map((load) => load.cpuMicros / 1000), unit: "CPU-ms" },
    { what: "deleting old conversions", values: [perSecond], unit: "/s" },
  ];
}

let sent = 0;

function measureEvents(
  shop: { pid: number; origin: string },
  nonce: string,
  length: { amount: number } | { duration: number },
): Promise<Load> {
  const setupRequest = (request: object) => {
    sent += 1;
    const body = new URLSearchParams({
      action: "fca_pc_capi_event",
      event_name: "AddToCart",
      event_time: String(Math.floor(Date.now() / 1000)),
      event_id: sent.toString(16).padStart(10, "0"),
      external_id: "0123456789",
      client_user_agent: "Mozilla/5.0",
      event_source_url: `${shop.origin}/`,
      custom_data: '{"value":2999,"currency":"PKR","content_ids":["12"],"content_type":"product","content_name":"Rug"}',
      nonce,
    });
    return {
      ...request,
      body: body.toString(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        cookie: "wp_consent_marketing=allow; _fbp=fb.1.1790000000000.1234567890",
        "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
        "x-forwarded-for": `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
      },
    };
  };
  return measureLoad(shop.pid, {
    url: shop.origin,
    connections,
    ...length,
    requests: [{ method: "POST", path: routes.siteCall(), setupRequest }],
    verifyBody: (body) => body === '{"success":true}',
  });
}

/** Deletes all conversions as the hourly job does. @returns how many a second */
async function measurePruning(db: Parameters<typeof deleteOldConversions>[0]): Promise<number> {
  const afterwards = new Date(Date.now() + 10 * 86_400_000);
  const began = performance.now();
  let deleted = 0;
  for (;;) {
    const count = await deleteOldConversions(db, { conversion_days: 8 }, afterwards, batch);
    deleted += count;
    if (count < batch) return deleted / ((performance.now() - began) / 1000);
  }
}
