import { join } from "node:path";
import { routes } from "#routes";
import type { Figure } from "../figure.ts";
import { memoryOf, processTree } from "../processes.ts";
import { type Shop, startShop } from "../shop.ts";
import { askUncached } from "../uncached.ts";
import { prepareShop, type Workplace } from "../workplace.ts";
import { type FilledShelves, fillShop } from "./fill-shop.ts";
import { type Kind, listKinds, suggestions } from "./kinds.ts";
import { printPlans } from "./plans.ts";

const requests = 200;
const warmUps = 20;
/**
 * Ms after which a kind has been measured enough, however few answers there are: pages that keep to the bar take less. A
 * warm-up takes a fifth of it at most.
 */
const patience = 5_000;

/**
 * Listings and search in a shop with 100,000 products: how long an answer takes that is in no cache, one at a time. The
 * shop has data of its own, filled before it opens.
 */
export async function measureCatalogue({ folder, buildDir, withPlans }: Workplace): Promise<Figure[]> {
  const dataDir = join(folder, "large-shop");
  await prepareShop(dataDir);
  const began = performance.now();
  const shelves = await fillShop(dataDir);
  const filledAfter = performance.now() - began;
  const shop = await startShop(dataDir);
  const figures: Figure[] = [
    { what: "filling a shop with 100,000 products", values: [filledAfter / 1000], unit: "s", bar: { atMost: 120 } },
    { what: "start to the first page", values: [shop.openedAfter / 1000], unit: "s" },
    { what: "first listing after the start", values: [await msOf(shop, routes.shop())], unit: "ms" },
  ];
  const kinds = await kindsOf(shop, shelves);
  for (const kind of kinds) figures.push(...(await measureKind(shop, kind)));
  if (!kinds.includes(suggestions)) figures.push({ what: "suggestion: not there", values: [], unit: "" });
  figures.push(...memoryFigures(shop));
  if (withPlans) await printPlans(dataDir, buildDir, kinds);
  await shop.stop();
  return figures;
}

async function kindsOf({ origin }: Shop, shelves: FilledShelves): Promise<Kind[]> {
  const { status } = await askUncached(origin, suggestions.paths[0] ?? "");
  return [...listKinds(shelves), ...(status === 200 ? [suggestions] : [])];
}

async function measureKind(shop: Shop, { name, paths, bar }: Kind): Promise<Figure[]> {
  process.stderr.write(`  ${name}\n`);
  await timesOf(shop, paths, warmUps, patience / 5);
  const times = await timesOf(shop, paths, requests, patience);
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
  return [
    { what: name, values: times, unit: "ms" },
    { what: "  p99", values: [p99], unit: "ms", bar: { atMost: bar } },
  ];
}

/** Times of requests, one after the other, for these paths in turn. */
async function timesOf(shop: Shop, paths: readonly string[], most: number, patience: number): Promise<number[]> {
  const times: number[] = [];
  const deadline = performance.now() + patience;
  while (times.length < most && performance.now() < deadline)
    times.push(await msOf(shop, paths[times.length % paths.length] ?? "/"));
  return times;
}

/** Ms from the request to the last byte of its answer. @throws when it is no page, or one from the cache. */
async function msOf({ origin }: Shop, path: string): Promise<number> {
  const began = performance.now();
  const { status, headers } = await askUncached(origin, path);
  const ms = performance.now() - began;
  if (status !== 200 || headers["x-cache"] === "hit")
    throw new Error(`${path}: ${status}, cache ${String(headers["x-cache"])}`);
  return ms;
}

function memoryFigures({ pid }: Shop): Figure[] {
  const server = memoryOf([pid]);
  const database = memoryOf(processTree(pid).flatMap((one) => (one.pid === pid ? [] : [one.pid])));
  return [
    { what: "memory of the shop after these requests", values: [server.pss], unit: "MB PSS" },
    { what: "  PostgreSQL", values: [database.pss], unit: "MB PSS" },
  ];
}
