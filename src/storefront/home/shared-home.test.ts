import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { announceChange } from "#db/changes.ts";
import { routes } from "#routes";
import { noon } from "#shop/cart/cart.fixtures.ts";
import * as records from "#shop/catalogue/index/records/listing-records.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

vi.mock("#shop/catalogue/index/records/listing-records.ts", { spy: true });

let database: TestDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  await setSetting(database.db, "shared_cache_purge_url", "http://127.0.0.1:1/purge");
  await database.pool.query(`insert into products (type, slug, name, regular_price)
    select 'simple', 'p' || g, 'Product ' || g, 100 from generate_series(1, 200) g`);
  ({ app } = await openWholeShop(database, () => noon));
});
afterAll(() => app.close());

const isShared = async (path: string) => {
  const { headers } = await new FormBrowser(app).get(path);
  return String(headers["cache-control"]).includes("s-maxage=");
};

test("shared caches may not store the home page while the catalogue index is behind, but other pages", async () => {
  await new FormBrowser(app).get(routes.shop());
  expect(await isShared(routes.home())).toBe(true);
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const { listEntryRecords: read } = await vi.importActual<typeof records>(
    "#shop/catalogue/index/records/listing-records.ts",
  );
  vi.mocked(records.listEntryRecords).mockImplementation((...given) => opened.then(() => read(...given)));
  const { rows } = await database.pool.query<{ id: string }>("select id from products");
  await announceChange(database.db, ["products", ...rows.map(({ id }) => `product:${Number(id)}` as const)]);
  expect(await isShared(routes.home())).toBe(false);
  expect(await isShared(routes.product("p1"))).toBe(true);
  open();
  await vi.waitUntil(() => isShared(routes.home()), 5000);
});
