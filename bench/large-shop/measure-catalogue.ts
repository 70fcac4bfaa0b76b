import { join } from "node:path";
import type { Figure } from "../figure.ts";
import { startShop } from "../shop.ts";
import { prepareShop, type Workplace } from "../workplace.ts";
import { fillShop } from "./fill-shop.ts";
import { listKinds, suggestions } from "./kinds.ts";
import { measureChanges } from "./measure-changes.ts";
import { measureInteractions } from "./measure-interactions.ts";
import { measureKinds, memoryFigures } from "./measure-kinds.ts";
import { printPlans } from "./plans.ts";

/**
 * Listings and search in a shop with 100,000 products: how long an answer takes that is in no cache, one at a time; how
 * soon another process's change is shown; how soon a slow phone answers a touch. The shop has data of its own, filled
 * before it opens.
 */
export async function measureCatalogue({ folder, buildDir, withPlans }: Workplace): Promise<Figure[]> {
  const dataDir = join(folder, "large-shop");
  await prepareShop(dataDir);
  const began = performance.now();
  const shelves = await fillShop(dataDir);
  const filledAfter = performance.now() - began;
  const shop = await startShop(dataDir);
  const kinds = [...listKinds(shelves), suggestions];
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
