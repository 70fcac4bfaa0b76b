import { brotliCompressSync, constants } from "node:zlib";
import { announceChange } from "#db/changes.ts";
import { openDatabase } from "#db/open.ts";
import { routes } from "#routes";
import { readCatalogue } from "./catalogue.ts";
import { measureChoices } from "./choices.ts";
import type { Figure } from "./figure.ts";
import { measureLoad } from "./load.ts";
import { addManyVariations, manyVariationsSlug } from "./many-variations.ts";
import { cpuMsOf } from "./processes.ts";
import { ask, formHeaders } from "./requests.ts";
import type { Shop } from "./shop.ts";
import { askUncached } from "./uncached.ts";
import { warmUp } from "./warm-up.ts";
import type { Workspace } from "./workspace.ts";

const connections = 16;
const rounds = 5;
const misses = 300;

/** Measures the demo's product with the most variations (60), variation lookups, and a product with 1,000 variations. */
export async function measureVariations(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop();
  await addManyVariations(shop);
  const { pages } = await readCatalogue(shop);
  const many = routes.product(manyVariationsSlug);
  // The product with 1,000 variations may sort first; measure the demo's product.
  const page = pages.product === many ? routes.product("whey-protein") : pages.product;
  const figures = [
    ...(await measurePage(shop, page)),
    await measureLookups(shop),
    await measureTable(shop, many),
    ...(await measureChoices(shop, many)),
  ];
  await shop.stop();
  return figures;
}

async function measurePage(shop: Shop, page: string): Promise<Figure[]> {
  const database = await openDatabase({ dataDir: shop.dataDir, databaseUrl: null, connections: 1, log: () => {} });
  const invalidate = () => announceChange(database.db, ["settings"]);
  const kept: number[] = [];
  const changed: number[] = [];
  await cpuMsOfMisses(shop, page, warmUp.pages);
  for (let round = 0; round < rounds; round++) {
    kept.push(await cpuMsOfMisses(shop, page, misses));
    changed.push(await cpuMsOfMisses(shop, page, misses, invalidate));
  }
  await database.close();
  return [
    { what: "miss product with 60 variations", values: kept, unit: "CPU-ms", bar: { atMost: 3 } },
    { what: "  just after a change of everything", values: changed, unit: "CPU-ms" },
  ];
}

/** Returns the mean of one round, including `before`, which runs before each request. */
async function cpuMsOfMisses(
  { origin, pid }: Shop,
  page: string,
  requests: number,
  before = async () => {},
): Promise<number> {
  const began = cpuMsOf(pid);
  for (let count = 0; count < requests; count++) {
    await before();
    const { status, headers } = await askUncached(origin, page);
    if (status !== 200 || headers["x-cache"] !== "miss") throw new Error(`${page}: ${status}, not a cache miss`);
  }
  return (cpuMsOf(pid) - began) / requests;
}

async function measureLookups(shop: Shop): Promise<Figure> {
  const { body: html } = await ask(shop.origin, { path: routes.product("whey-protein") });
  const id = /data-product_id="(\d+)"/.exec(html.toString())?.[1] ?? "";
  const chosen = "attribute_pa_flavour=mango&attribute_pa_size=2-kg&attribute_pa_pack=2-tubs";
  const body = `product_id=${id}&${chosen}&custom_data=`;
  const url = shop.origin + routes.shopCall("get_variation");
  const isVariation = (answer: string) => answer.includes('"variation_id":');
  const options = { url, method: "POST" as const, headers: formHeaders, body, connections, verifyBody: isVariation };
  await measureLoad(shop.pid, { ...options, amount: warmUp.calls });
  const values: number[] = [];
  for (let round = 0; round < 3; round++) {
    values.push((await measureLoad(shop.pid, { ...options, duration: 4 })).perSecond);
  }
  return { what: "get_variation, c16", values, unit: "/s", bar: { atLeast: 4000 } };
}

/** Compresses with the page cache's initial quality. */
async function measureTable(shop: Shop, path: string): Promise<Figure> {
  const { body } = await ask(shop.origin, { path, headers: { "accept-encoding": "identity" } });
  const table = /class="variation-table">(.*?)<\/script>/s.exec(body.toString())?.[1] ?? "";
  if (table === "") throw new Error("The page has no table of variations");
  const packed = brotliCompressSync(table, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return { what: "1,000 variations in the page", values: [packed.length / 1000], unit: "kB", bar: { atMost: 15 } };
}
