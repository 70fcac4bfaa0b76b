/** The house in data: rooms, doors, order, and what may reach the browser. Change it here and in ARCHITECTURE.md. */

/** Which rooms each room may import. Its own files are always open to it. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  db: ["platform"],
  shop: ["db", "platform"],
  ui: ["platform", "routes"],
  http: ["shop", "db", "platform"],
  storefront: ["shop", "http", "ui", "platform", "routes"],
  wire: ["shop", "storefront", "http", "ui", "platform", "routes"],
  admin: ["shop", "http", "ui", "platform", "routes"],
  jobs: ["shop", "ui", "db", "platform", "routes"],
  cli: ["shop", "jobs", "db", "platform", "config"],
  routes: [],
  config: [],
};

/** Files directly under src/ that open everything up: they import anything, and only tests import them. */
export const starters: readonly string[] = ["src/main.ts", "src/server.ts", "src/worker.ts"];

/** The one part of a room that the wire may use, since it answers with the same HTML as the pages. */
export const fragments = "src/storefront/fragments/";

/** Rooms that may name the configuration's type; only the starters and cli read it at run time. */
export const configTypeReaders: readonly string[] = ["http", "storefront", "wire", "admin", "jobs"];

/** Each module of shop/ may import only those before it. */
export const shopOrder: readonly string[] = [
  "settings",
  "attribution",
  "catalogue",
  "content",
  "accounts",
  "reviews",
  "wishlist",
  "payments",
  "delivery",
  "taxes",
  "coupons",
  "back-in-stock",
  "cart",
  "orders",
  "sales-notifications",
  "contact",
  "tracking",
];

/** Open to every module of shop/, beside the rules files. */
export const openShopFiles: readonly string[] = ["src/shop/refusal.ts"];

/** Files of platform that run in the browser too. They import each other and nothing else of ours, no built-ins. */
const browserSafePlatform: readonly string[] = ["src/platform/money.ts"];

/** Packages that browser code may use at run time. */
export const browserPackages: readonly string[] = ["react", "react-dom", "intl-messageformat"];

/** Words that name nothing: a thing without a better name is in the wrong room. */
export const emptyNames: readonly string[] = [
  "utils",
  "util",
  "helpers",
  "helper",
  "lib",
  "common",
  "shared",
  "misc",
  "core",
  "manager",
  "service",
  "types",
  "index",
];

/** Beginnings of URLs that only src/routes.ts spells. */
export const spelledUrls: readonly string[] = [
  "/shop/",
  "/product/",
  "/cart/",
  "/checkout/",
  "/wp-admin/",
  "/?wc-ajax=",
  "/my-account/",
  "/wp-json/",
];

/** The room of a file under src/: a folder's name, or a root file's ("routes", "config", "main"). */
export function roomOf(path: string): string {
  const [, first = ""] = path.split("/");
  return first.replace(/\.tsx?$/, "");
}

/** Tests, and what several tests of one folder build on. */
export const isTest = (path: string) => /\.(test|fixtures)\.tsx?$/.test(path);
export const isRules = (path: string) => /^src\/shop\/.+\.rules\.ts$/.test(path);
/** Code that the browser runs: islands, client folders, ui. */
export const isBrowser = (path: string) =>
  path.endsWith(".island.tsx") || /^src\/(storefront|admin)\/(.+\/)?client\//.test(path) || path.startsWith("src/ui/");
export const isBrowserSafePlatform = (path: string) => browserSafePlatform.includes(path);
