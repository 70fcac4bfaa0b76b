import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { beforeAll, expect, test } from "vitest";
import { importDemo } from "#cli/catalogue/import-demo.ts";
import { routes } from "#routes";
import { openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { localFiles } from "../support/local-files.ts";
import { createTestDatabase } from "../support/test-database.ts";
import { judgedQueries } from "./judged-queries.ts";

const demo = fileURLToPath(new URL("../../demo", import.meta.url));
const now = new Date("2026-11-21T12:00:00Z");

/** How many products and how many pages and articles count as seen. */
const seen = 5;

let app: FastifyInstance;

beforeAll(async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "chowk-judged-"));
  const { db, pool } = database;
  await importDemo({ db, pool, clock: { now: () => now }, files: localFiles(folder), print: () => {} }, demo);
  ({ app } = await openWholeShop(database, () => now));
  return async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  };
}, 120_000);

/** Returns the slugs of the first products, and of the pages and articles after a slash. */
async function resultsOf(query: string): Promise<string[]> {
  const { body } = await app.inject({ url: routes.search(query), headers: { host: new URL(origin).host } });
  const isNothing = body.includes("woocommerce-no-products-found");
  const products = isNothing ? [] : slugsIn(body, /woocommerce-loop-product__title.*?\/product\/([^/"]+)\//gs);
  const pages = slugsIn(body, /class="found-page.*?href="[^"]*?\/([^/"]+)\/"/gs);
  return [...products.slice(0, seen), ...pages.slice(0, seen).map((slug) => `/${slug}`)];
}

function slugsIn(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, slug = ""]) => slug);
}

test("at least 0.95 of the expected results of 150 searches are among the first five", async () => {
  expect(judgedQueries.length).toBeGreaterThanOrEqual(150);
  const misses: string[] = [];
  let recall = 0;
  for (const [query, ...expected] of judgedQueries) {
    const results = await resultsOf(query);
    const missing = expected.filter((one) => !results.includes(one));
    recall += (expected.length - missing.length) / expected.length;
    if (missing.length > 0) misses.push(`${query}: ${missing.join(", ")} not in ${results.join(", ") || "nothing"}`);
  }
  console.log([`recall ${(recall / judgedQueries.length).toFixed(3)}`, ...misses].join("\n"));
  expect(recall / judgedQueries.length).toBeGreaterThanOrEqual(0.95);
}, 120_000);
