import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checkArchitecture, describe as inWords } from "./architecture.ts";
import { readSourceTree, treeOf } from "./source-tree.ts";

/** A small valid source tree; each test adds one violation to it. */
/** A small house in order: every planted fault below is added to it, alone. */
const clean = {
  "src/main.ts":
    'import { readConfig } from "./config.ts";\nimport { buildServer } from "./server.ts";\nbuildServer(readConfig());',
  "src/server.ts": 'import { answer } from "#wire/wc-ajax/add_to_cart.ts";\nexport const buildServer = answer;',
  "src/config.ts": "export const readConfig = (from = process.env) => from;\nexport interface Config {}",
  "src/routes.ts": 'export const routes = { cart: () => "/cart/" };',
  "src/platform/money.ts": "export type Amount = number;\nexport const sum = 1;",
  "src/platform/clock.ts": "export const now = 1;",
  "src/db/database.ts": 'import { now } from "#platform/clock.ts";\nexport const db = now;',
  "src/db/migrations/0001_first.sql": "",
  "src/db/migrations/0010_second.sql": "",
  "src/db/functions/cart_of.sql": "",
  "src/shop/refusal.ts": "export class Refusal extends Error {}",
  "src/shop/catalogue/product.ts": "export interface Product {}\nexport const product = 1;",
  "src/shop/cart/cart.ts": 'import type { Product } from "../catalogue/product.ts";\nexport type Cart = Product;',
  "src/shop/cart/quantity.rules.ts":
    'import { sum } from "#platform/money.ts";\nimport type { Cart } from "./cart.ts";\nexport const clamp = (cart: Cart) => [sum, cart];',
  "src/shop/cart/add-to-cart.ts":
    'import { sql } from "drizzle-orm";\nimport { db } from "#db/database.ts";\nimport { product } from "../catalogue/product.ts";\nimport { Refusal } from "../refusal.ts";\nexport const addToCart = [sql, db, product, Refusal];',
  "src/ui/price.tsx": 'import { sum } from "#platform/money.ts";\nexport const Price = () => <b>{sum} /cart/</b>;',
  "src/http/visitor.ts": 'import type { Config } from "#config";\nexport type Visitor = Config;',
  "src/storefront/cart/fragments/mini-cart.tsx":
    'import { Price } from "#ui/price.tsx";\nexport const MiniCart = Price;',
  "src/storefront/cart/page.tsx": "export const CartPage = 1;",
  "src/storefront/cart/route.ts":
    'import { shopRoute } from "../listing/route.ts";\nexport const cartRoute = shopRoute;',
  "src/storefront/listing/route.ts":
    'import { MiniCart } from "../cart/fragments/mini-cart.tsx";\nexport const shopRoute = MiniCart;',
  "src/storefront/layout/frame.tsx": 'import { CartPage } from "../cart/page.tsx";\nexport const Frame = CartPage;',
  "src/storefront/cart/messages.ts": 'export const cart = { "cart.title": "Cart" };',
  "src/messages/catalogue.ts": 'import { cart } from "#storefront/cart/messages.ts";\nexport const en = cart;',
  "src/storefront/product/quantity.island.tsx":
    'import { useState } from "react";\nimport { routes } from "#routes";\nimport type { Product } from "#shop/catalogue/product.ts";\nimport { clamp } from "#shop/cart/quantity.rules.ts";\nexport const Quantity = (product: Product) => [useState(product), routes, clamp];',
  "src/storefront/cart/client/cart.ts":
    'const delayMs = 5;\nconst names = ["a", "b"] as const;\nconst labels: Readonly<Record<string, string>> = {};\nexport class Cart {\n  #count = delayMs + names.length;\n  labels = labels;\n}',
  "src/storefront/client/main.ts":
    'import { Cart } from "../cart/client/cart.ts";\nconst cart = new Cart();\nif (cart) load();\nexport const load = async () => (await import("../product/quantity.island.tsx")).Quantity;',
  "src/wire/wc-ajax/add_to_cart.ts":
    'import { addToCart } from "#shop/cart/add-to-cart.ts";\nimport { MiniCart } from "#storefront/cart/fragments/mini-cart.tsx";\nexport const answer = [addToCart, MiniCart];',
  "src/jobs/order-placed.ts": "export const orderPlaced = 1;",
  "src/cli/seed.ts": 'import { readConfig } from "#config";\nexport const seed = readConfig;',
};

type Fault = [what: string, rule: string, path: string, text: string, line: number];

const faults: Fault[] = [
  ["platform imports another room", "doors", "src/platform/log.ts", '\nimport { db } from "#db/database.ts";', 2],
  ["shop imports ui", "doors", "src/shop/cart/a.ts", 'import { Price } from "#ui/price.tsx";', 1],
  ["shop imports a type of http", "doors", "src/shop/cart/a.ts", 'import type { Visitor } from "#http/visitor.ts";', 1],
  [
    "an inline type import counts",
    "doors",
    "src/shop/cart/a.ts",
    'export let v: import("#http/visitor.ts").Visitor;',
    1,
  ],
  ["a dynamic import counts", "doors", "src/shop/cart/a.ts", 'export const a = import("#http/visitor.ts");', 1],
  [
    "export-from counts",
    "doors",
    "src/shop/cart/a.ts",
    'export const a = 1;\nexport { Price } from "#ui/price.tsx";',
    2,
  ],
  ["storefront imports the database", "doors", "src/storefront/cart/a.ts", 'import { db } from "#db/database.ts";', 1],
  [
    "the wire renders a page",
    "doors",
    "src/wire/wc-ajax/x.ts",
    'import { CartPage } from "#storefront/cart/page.tsx";',
    1,
  ],
  [
    "the message catalogue imports a page",
    "doors",
    "src/messages/a.ts",
    'import { P } from "#storefront/cart/page.tsx";',
    1,
  ],
  [
    "a feature imports another feature's page",
    "features",
    "src/storefront/home/a.ts",
    'import { P } from "../cart/page.tsx";',
    1,
  ],
  [
    "a page imports another feature's route",
    "features",
    "src/storefront/home/page.tsx",
    'import { r } from "../cart/route.ts";',
    1,
  ],
  ["a room imports the server", "doors", "src/http/a.ts", 'import { buildServer } from "#server";', 1],
  ["a job reads the configuration", "doors", "src/jobs/a.ts", 'import { readConfig } from "#config";', 1],
  ["an unknown room", "doors", "src/plugins/a.ts", 'import { sum } from "#platform/money.ts";', 1],
  ["an import from outside src", "doors", "src/cli/a.ts", 'import { x } from "../../tests/support/x.ts";', 1],
  ["a test is imported", "doors", "src/http/a.ts", 'import { x } from "./a.test.ts";', 1],
  ["fixtures are imported", "doors", "src/http/a.ts", 'import { x } from "./a.fixtures.ts";', 1],
  [
    "a relative import from another room",
    "import paths",
    "src/http/a.ts",
    'import { sum } from "../platform/money.ts";',
    1,
  ],
  ["a # import within a room", "import paths", "src/http/a.ts", 'import type { Visitor } from "#http/visitor.ts";', 1],
  [
    "a module imports a later module",
    "shop order",
    "src/shop/catalogue/a.ts",
    'import type { Cart } from "../cart/cart.ts";',
    1,
  ],
  [
    "an extension imports past the seam",
    "extensions",
    "src/extensions/barter/barter.ts",
    'import type { Cart } from "#shop/cart/cart.ts";',
    1,
  ],
  [
    "the shop imports a single extension",
    "extensions",
    "src/shop/payments/a.ts",
    'import { barter } from "#extensions/barter/barter.ts";',
    1,
  ],
  ["a page imports an extension", "doors", "src/http/a.ts", 'import { a } from "#extensions/payment-methods.ts";', 1],
  ["a provider's id", "extensions", "src/jobs/a.ts", '\nexport const isCash = (id: string) => id === "cod";', 2],
  ["a provider's id within a word", "extensions", "src/jobs/a.ts", 'export const box = "payment_method_bacs";', 1],
  ["an unknown module of shop/", "shop order", "src/shop/baskets/a.ts", "", 1],
  ["a file next to the modules of shop/", "shop order", "src/shop/a.ts", "", 1],
  ["browser code imports a server package", "browser", "src/storefront/client/a.ts", 'import pg from "pg";', 1],
  ["browser code imports a built-in", "browser", "src/ui/a.tsx", 'import { join } from "node:path";', 1],
  [
    "browser code imports a query",
    "browser",
    "src/storefront/product/a.island.tsx",
    'import { x } from "#shop/cart/add-to-cart.ts";',
    1,
  ],
  ["browser code imports a page", "browser", "src/storefront/client/a.ts", 'import { x } from "../cart/page.tsx";', 1],
  [
    "a variable in a browser module",
    "browser state",
    "src/storefront/cart/client/a.ts",
    "\nlet turn = 0;\nexport const next = () => ++turn;",
    2,
  ],
  [
    "a collection in a browser module",
    "browser state",
    "src/storefront/cart/client/a.ts",
    "const kept = new Map<string, number>();\nexport const read = (key: string) => kept.get(key);",
    1,
  ],
  [
    "an object that can change in a browser module",
    "browser state",
    "src/storefront/cart/client/a.ts",
    'export const shown = { address: "" };',
    1,
  ],
  [
    "an array that can change in a browser module",
    "browser state",
    "src/storefront/cart/client/a.ts",
    "export const seen: string[] = [];",
    1,
  ],
  [
    "a call on import of a browser module",
    "browser state",
    "src/storefront/cart/client/a.ts",
    "export const start = () => 1;\nstart();",
    2,
  ],
  [
    "a condition on import of a browser module",
    "browser state",
    "src/storefront/cart/client/a.ts",
    "export const start = () => 1;\nif (location.hash) start();",
    2,
  ],
  [
    "browser code imports a platform file that is not browser-safe",
    "browser",
    "src/ui/a.tsx",
    'import { now } from "#platform/clock.ts";',
    1,
  ],
  [
    "a rules file imports the database",
    "rules files",
    "src/shop/cart/a.rules.ts",
    'import { db } from "#db/database.ts";',
    1,
  ],
  [
    "a rules file imports a package",
    "rules files",
    "src/shop/cart/a.rules.ts",
    'import { sql } from "drizzle-orm";',
    1,
  ],
  [
    "a rules file imports domain code",
    "rules files",
    "src/shop/cart/a.rules.ts",
    'import { product } from "../catalogue/product.ts";',
    1,
  ],
  ["a file name that says nothing", "names", "src/http/cart-helpers.ts", "", 1],
  ["a folder name that says nothing", "names", "src/http/utils/cookie.ts", "", 1],
  ["index.ts", "names", "src/http/index.ts", "", 1],
  ["types.ts", "names", "src/http/types.ts", "", 1],
  ["camelCase", "names", "src/http/pageCache.ts", "", 1],
  ["an underscore outside the wire", "names", "src/http/page_cache.ts", "", 1],
  ["an unknown ending", "names", "src/http/page.helper.ts", "", 1],
  ["a default export", "named exports", "src/http/a.ts", "\n\nexport default 1;", 3],
  [
    "a default export by `export { as default }`",
    "named exports",
    "src/http/a.ts",
    "const a = 1;\nexport { a as default };",
    2,
  ],
  ["export star", "barrels", "src/http/a.ts", 'export const a = 1;\nexport * from "./visitor.ts";', 2],
  ["only re-exports", "barrels", "src/http/a.ts", 'export type { Visitor } from "./visitor.ts";', 1],
  ["process.env", "environment", "src/http/a.ts", "\nexport const a = process.env.PORT;", 2],
  ["process.env by destructuring", "environment", "src/http/a.ts", "export const { env } = process;", 1],
  [
    "env from node:process",
    "environment",
    "src/http/a.ts",
    'import { env } from "node:process";\nexport const a = env;',
    1,
  ],
  ["a spelled-out URL", "urls", "src/http/a.ts", 'export const a = "/checkout/";', 1],
  ["a spelled-out URL in a template", "urls", "src/http/a.ts", "export const a = (b: string) => `/product/${b}/`;", 1],
  ["a spelled-out URL in an attribute", "urls", "src/ui/a.tsx", 'export const A = () => <a href="/shop/">Shop</a>;', 1],
  [
    "node:fs in a file that is not listed",
    "file system",
    "src/http/a.ts",
    'import { open } from "node:fs/promises";',
    1,
  ],
  ["node:fs by dynamic import", "file system", "src/jobs/a.ts", 'export const a = import("node:fs");', 1],
  [
    "DATA_DIR in a file that is not listed",
    "data folder",
    "src/jobs/a.ts",
    "\nexport const a = (b: { dataDir: string }) => b;",
    2,
  ],
  ["a query outside shop", "queries", "src/jobs/a.ts", 'import { sql } from "drizzle-orm";', 1],
  ["two migrations with the same number", "migrations", "src/db/migrations/0010_third.sql", "", 1],
  ["a migration without a number", "migrations", "src/db/migrations/third.sql", "", 1],
  ["a migration that is code", "migrations", "src/db/migrations/0011_third.ts", "", 1],
  ["an SQL function in kebab-case", "functions", "src/db/functions/cart-of.sql", "", 1],
  ["an SQL function in a subfolder", "functions", "src/db/functions/cart/cart_of.sql", "", 1],
];

describe("a violation is reported", () => {
  test("a valid tree has none", () => {
    expect(checkArchitecture(treeOf(clean)).map(inWords)).toEqual([]);
  });

  test.each(faults)("%s (%s)", (_what, rule, path, text, line) => {
    const found = checkArchitecture(treeOf({ ...clean, [path]: text }));
    expect(found.map((one) => ({ rule: one.rule, path: one.path, line: one.line }))).toEqual([{ rule, path, line }]);
    expect(found[0]?.message).toMatch(/^[^\n]+\.$/);
  });

  test("a run-time cycle is reported once, with its files", () => {
    const found = checkArchitecture(
      treeOf({
        ...clean,
        "src/http/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;',
        "src/http/b.ts": 'import { c } from "./c.ts";\nexport const b = () => c;',
        "src/http/c.ts":
          'import { now } from "#platform/clock.ts";\nimport { a } from "./a.ts";\nexport const c = () => [a, now];',
      }),
    );
    expect(found.map(inWords)).toEqual([
      "src/http/a.ts:1 [cycles] Run-time imports must not form a cycle: " +
        "src/http/a.ts -> src/http/b.ts -> src/http/c.ts -> src/http/a.ts.",
    ]);
  });

  test("a cycle of type imports is allowed", () => {
    const texts = {
      "src/http/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;',
      "src/http/b.ts": 'import type { A } from "./a.ts";\nexport type B = A;',
    };
    expect(checkArchitecture(treeOf({ ...clean, ...texts }))).toEqual([]);
  });

  test("tests may import anything", () => {
    const text =
      'import { buildServer } from "#server";\nimport { x } from "../../../tests/support/x.ts";\nexpect(buildServer(x, process.env.X)).toBe("/cart/");';
    expect(checkArchitecture(treeOf({ ...clean, "src/shop/cart/a.test.ts": text }))).toEqual([]);
  });
});

test("the shop's source tree follows the architecture rules", () => {
  const projectDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  expect(checkArchitecture(readSourceTree(projectDir)).map(inWords)).toEqual([]);
});
