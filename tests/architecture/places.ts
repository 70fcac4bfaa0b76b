/**
 * The layout of src/ as data: rooms, allowed imports between them, and code that may reach the browser. Documented in
 * ARCHITECTURE.md.
 */

/** Which rooms each room may import. A room may always import its own files. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  messages: [],
  db: ["platform"],
  shop: ["db", "platform", "messages", "extensions"],
  extensions: ["shop", "platform", "messages"],
  ui: ["platform", "messages", "routes"],
  http: ["shop", "db", "platform", "messages"],
  storefront: ["shop", "http", "ui", "platform", "messages", "routes"],
  wire: ["shop", "storefront", "http", "ui", "platform", "messages", "routes"],
  jobs: ["shop", "ui", "db", "platform", "messages", "routes"],
  cli: ["shop", "jobs", "db", "platform", "messages", "routes", "config"],
  routes: [],
  config: [],
};

/** The files of shop/ that extensions may import. */
export const extensionSeam: readonly string[] = ["src/shop/payments/payment.ts", "src/shop/settings/setting.ts"];

/** Lists of extensions; the rest of the shop may import only these. */
export const extensionList: readonly string[] = ["src/extensions/payment-methods.ts"];

/** Entry points directly under src/: they may import anything, and only tests may import them. */
export const entryPoints: readonly string[] = ["src/main.ts", "src/server.ts", "src/services.ts", "src/worker.ts"];

/** Storefront folders used by every page: any feature may import them, and they may import any feature. */
export const frameFolders: readonly string[] = ["layout", "rendering", "client"];

/** A fragment of a storefront feature; the wire and other features may render it. */
export const isFragment = (path: string) => /^src\/storefront\/[^/]+\/fragments\//.test(path);

/** A feature's messages. They import nothing; `src/messages/` collects them. */
export const isMessages = (path: string) => /^src\/(storefront|jobs|extensions)\/.+[/-]messages\.ts$/.test(path);

/** Rooms that may import the configuration's type; only the entry points and cli import its code. */
export const configTypeReaders: readonly string[] = ["http", "storefront", "wire", "jobs", "db"];

/** Each module of shop/ may import only those before it. */
export const shopOrder: readonly string[] = [
  "audit",
  "settings",
  "consent",
  "spam",
  "mail",
  "attribution",
  "catalogue",
  "content",
  "accounts",
  "reviews",
  "payments",
  "delivery",
  "taxes",
  "coupons",
  "back-in-stock",
  "cart",
  "wishlist",
  "orders",
  "live-sales",
  "newsletter",
  "marketing",
  "contact",
  "tracking",
  "statistics",
  "privacy",
];

/** Files that every module of shop/ may import, in addition to rules files. */
export const openShopFiles: readonly string[] = ["src/shop/refusal.ts", "src/shop/rate-limits.ts"];

/** Files of platform/ that also run in the browser. They import only each other, and no built-ins. */
const browserSafePlatform: readonly string[] = ["src/platform/money.ts"];

/** Packages that browser code may use at run time. */
export const browserPackages: readonly string[] = ["react", "react-dom", "photoswipe", "@noble/hashes"];

/** Names that say nothing about the content. */
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
];

/** URL prefixes that only src/routes.ts may spell out. */
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

/** Files that build regular expressions, each from names and patterns that our own code lists. */
export const expressionBuilders: readonly string[] = [
  "src/platform/storage/s3-xml.ts",
  "src/http/page-cache/cache-bypass.ts",
  "src/storefront/rendering/html-template.ts",
  "src/shop/content/blocks/parse-body.ts",
  "src/shop/contact/template/relative-date.rules.ts",
  "src/shop/catalogue/import/read/product-columns.ts",
  "src/shop/accounts/profile/advert.rules.ts",
  "src/wire/wc-ajax/checkout/checkout-fields.ts",
];

/** Files that may import node:fs. The shop's files are reached through `platform/storage`. */
export const fileSystemUsers: readonly RegExp[] = [
  // Storage in a local folder.
  /^src\/platform\/storage\/local-(folder|files)\.ts$/,
  // Kept in DATA_DIR on each machine: the secret key and the embedded database.
  /^src\/platform\/(folders|secret-keys)\.ts$/,
  /^src\/db\/embedded\//,
  // A local cache, written and read as a memory image.
  /^src\/shop\/catalogue\/index\/snapshot\/snapshot-file\.ts$/,
  // Shipped with the program: migrations, SQL functions, the build and the font of share pictures.
  /^src\/db\/(own-migrations|migrate|sql-functions)\.ts$/,
  /^src\/storefront\/rendering\/assets\.ts$/,
  /^src\/platform\/storage\/published-assets\.ts$/,
  /^src\/storefront\/sharing\/share-picture\.ts$/,
  // Pictures from file to file: they can be too large for memory.
  /^src\/shop\/catalogue\/pictures\/prepare-picture\.ts$/,
  // Paths given on the command line: backups, and import lists with the files next to them.
  /^src\/cli\//,
  /^src\/db\/backup\//,
  /^src\/shop\/catalogue\/(import|export)\//,
  /^src\/shop\/catalogue\/pictures\/(ready-renditions|store-picture)\.ts$/,
  /^src\/shop\/content\/(import\/import-[a-z]+|blocks\/public-files|wordpress\/(import-media|read\/xml-records))\.ts$/,
];

/**
 * Files that may name DATA_DIR (`dataDir`): the setting, the openers of storage, database, key and catalogue index, and their
 * callers.
 */
export const dataDirUsers: readonly RegExp[] = [
  /^src\/(config|main)\.ts$/,
  /^src\/platform\/(storage\/open-storage|folders|secret-keys)\.ts$/,
  /^src\/db\/((open|shared-keys)\.ts$|embedded\/)/,
  /^src\/http\/cached-reads\/catalogue-index\.ts$/,
  /^src\/cli\/(shop|command|operations\/(where|rotate-secret))\.ts$/,
];

/** Returns the room of a file under src/: its folder's name, or a root file's name ("routes", "config", "main"). */
export function roomOf(path: string): string {
  const [, first = ""] = path.split("/");
  return first.replace(/\.tsx?$/, "");
}

/** Tests and their shared fixtures. */
export const isTest = (path: string) => /\.(test|fixtures)\.tsx?$/.test(path);
export const isRules = (path: string) => /^src\/shop\/.+\.rules\.ts$/.test(path);
/** Code that runs in the browser: islands, client folders, ui. */
export const isBrowser = (path: string) =>
  path.endsWith(".island.tsx") || /^src\/storefront\/(.+\/)?client\//.test(path) || path.startsWith("src/ui/");
/** The browser's entry: the only browser module that runs code on import. */
export const browserStart = "src/storefront/client/main.ts";
export const isBrowserSafePlatform = (path: string) => browserSafePlatform.includes(path);
