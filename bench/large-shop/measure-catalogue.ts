import { join } from "node:path";
import type { Figure } from "../figure.ts";
import { startShop } from "../shop.ts";
import { prepareShop, type Workspace } from "../workspace.ts";
import { fillShop } from "./fill-shop.ts";
import { listKinds, suggestions } from "./kinds.ts";
import { measureChanges } from "./measure-changes.ts";
import { measureInteractions } from "./measure-interactions.ts";
import { measureKinds, memoryFigures } from "./measure-kinds.ts";
import { printPlans } from "./plans.ts";

/**
 * Measures a shop with 100,000 products: uncached listings and search one at a time, the delay until another process's change
 * is visible, and interaction delays on a slow phone. Uses its own data folder, filled before the shop starts.
 */
export async function measureCatalogue({ folder, buildDir, withPlans }: Workspace): Promise<Figure[]> {
  const dataDir = join(folder, "large-shop");
  await prepareShop(dataDir);
  const began = performance.now();
  const filled = await fillShop(dataDir);
  const filledAfter = performance.now() - began;
  const shop = await startShop(dataDir);
  const kinds = [...listKinds(filled), suggestions];
  const figures: Figure[] = [
    { what: "filling a shop with 100,000 products", values: [filledAfter / 1000], unit: "s", bar: { atMost: 120 } },
    { what: "start to the first page", values: [shop.openedAfter / 1000], unit: "s" },
    ...(await measureKinds(shop, kinds)),
    ...memoryFigures(shop),
    ...(await measureChanges(shop, folder)),
    ...(await measureInteractions(shop)),
  ];
  if (withPlans) await printPlans(dataDir, buildDir, kinds);
  await shop.stop();
  return figures;
}
