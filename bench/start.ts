import { join } from "node:path";
import type { Figure } from "./figure.ts";
import { startShop } from "./shop.ts";
import type { Workspace } from "./workspace.ts";

const firstStarts = 3;
const laterStarts = 5;

/** Measures `npm start`, including npm, until the home page answers 200: on empty folders, then again on one of them. */
export async function measureStart({ folder }: Workspace): Promise<Figure[]> {
  const first: number[] = [];
  for (let run = 0; run < firstStarts; run++) first.push(await secondsToOpen(join(folder, `start-${run}`)));
  const later: number[] = [];
  for (let run = 0; run < laterStarts; run++) later.push(await secondsToOpen(join(folder, "start-0")));
  return [
    { what: "npm start, first, with the demo import", values: first, unit: "s", bar: { atMost: 10 } },
    { what: "npm start, later", values: later, unit: "s", bar: { atMost: 1 } },
  ];
}

async function secondsToOpen(dataDir: string): Promise<number> {
  const shop = await startShop(dataDir, { byNpm: true });
  await shop.stop();
  return shop.openedAfter / 1000;
}
