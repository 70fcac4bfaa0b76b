import { checkBrowser } from "./rules/browser.ts";
import { checkBrowserState } from "./rules/browser-state.ts";
import { checkCycles } from "./rules/cycles.ts";
import { checkDoors } from "./rules/doors.ts";
import { checkExports } from "./rules/exports.ts";
import { checkExtensions } from "./rules/extensions.ts";
import { checkFeatures } from "./rules/features.ts";
import { checkFileSystem } from "./rules/file-system.ts";
import { checkMigrations, checkSqlFunctions } from "./rules/migrations.ts";
import { checkNames } from "./rules/names.ts";
import { checkShopOrder } from "./rules/shop-order.ts";
import { checkSinglePlaces } from "./rules/single-places.ts";
import type { Finding, Rule, SourceTree } from "./source-tree.ts";

const rules: readonly Rule[] = [
  checkDoors,
  checkFeatures,
  checkShopOrder,
  checkExtensions,
  checkCycles,
  checkBrowser,
  checkBrowserState,
  checkNames,
  checkExports,
  checkSinglePlaces,
  checkMigrations,
  checkSqlFunctions,
  checkFileSystem,
];

/** Returns all rule violations in the tree, sorted by file and line. */
export function checkArchitecture(tree: SourceTree): Finding[] {
  return rules
    .flatMap((rule) => rule(tree))
    .sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

/** "src/shop/cart/carts.ts:3 [doors] shop may import ..." */
export function describe({ path, line, rule, message }: Finding): string {
  return `${path}:${line} [${rule}] ${message}`;
}
