/** A small valid source tree; each test adds one violation to it. */
export const clean = {
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
  "src/db/functions/version.json": "{}",
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
