/** The layout of src/ as data: rooms, who may import whom, and what may reach the browser. ARCHITECTURE.md says the same in words. */

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
  cli: ["shop", "jobs", "db", "platform", "messages", "config"],
  routes: [],
  config: [],
};

/** The files of shop/ that extensions may import. */
export const extensionSeam: readonly string[] = ["src/shop/payments/payment.ts", "src/shop/settings/setting.ts"];

/** The lists by which the rest of the shop reaches extensions. */
export const extensionList: readonly string[] = ["src/extensions/payment-methods.ts"];

/** Files directly under src/ that open everything up: they import anything, and only tests import them. */
export const starters: readonly string[] = ["src/main.ts", "src/server.ts", "src/worker.ts"];

/** The storefront's folders that frame every page: any feature may import them, and they may import any feature. */
export const frameFolders: readonly string[] = ["layout", "rendering", "client"];

/** A fragment of a storefront feature: the wire answers with the same HTML as the pages, and other features build on it. */
export const isFragment = (path: string) => /^src\/storefront\/[^/]+\/fragments\//.test(path);

/** A feature's texts. They import nothing; `src/messages/` collects them. */
export const isMessages = (path: string) => /^src\/(storefront|jobs|extensions)\/.+[/-]messages\.ts$/.test(path);

/** Rooms that may name the configuration's type; only the starters and cli read it at run time. */
export const configTypeReaders: readonly string[] = ["http", "storefront", "wire", "jobs"];

/** Each module of shop/ may import only those before it. */
export const shopOrder: readonly string[] = [
  "settings",
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
  "orders",
];

/** Open to every module of shop/, beside the rules files. */
export const openShopFiles: readonly string[] = ["src/shop/refusal.ts", "src/shop/rate-limits.ts"];

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

/** What may use node:fs. Files of the shop are reached through `platform/storage`. */
export const fileSystemUsers: readonly RegExp[] = [
  // The storage in a folder of this machine.
  /^src\/platform\/storage\/local-folder\.ts$/,
  // What stays in DATA_DIR on each machine: the secret key and the embedded database.
  /^src\/platform\/(folders|secret-keys)\.ts$/,
  /^src\/db\/embedded\//,
  // A cache of this machine, which is read as it lies in memory.
  /^src\/shop\/catalogue\/index\/snapshot-file\.ts$/,
  // What comes with the program: migrations, SQL functions and the build.
  /^src\/db\/(own-migrations|migrate|sql-functions)\.ts$/,
  /^src\/storefront\/rendering\/assets\.ts$/,
  // What an operator names on the command line: backups, and lists with the files next to them.
  /^src\/cli\//,
  /^src\/db\/backup\//,
  /^src\/shop\/catalogue\/(import|export)\//,
  /^src\/shop\/catalogue\/pictures\/(ready-renditions|store-picture)\.ts$/,
  /^src\/shop\/content\/import-[a-z]+\.ts$/,
];

/** What may name DATA_DIR (`dataDir`): its setting, what opens the storage, the database, the key and the catalogue index, and what starts these. */
export const dataDirUsers: readonly RegExp[] = [
  /^src\/(config|main)\.ts$/,
  /^src\/platform\/(storage\/open-storage|folders|secret-keys)\.ts$/,
  /^src\/db\/(open\.ts$|embedded\/)/,
  /^src\/http\/cached-reads\/catalogue-index\.ts$/,
  /^src\/cli\/(shop|command|where|rotate-secret)\.ts$/,
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
  path.endsWith(".island.tsx") || /^src\/storefront\/(.+\/)?client\//.test(path) || path.startsWith("src/ui/");
export const isBrowserSafePlatform = (path: string) => browserSafePlatform.includes(path);
