import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilDrained } from "./jobs.ts";
import { type Shop, startShop } from "./shop.ts";

/** Where one run of the bench works. */
export interface Workplace {
  /** Everything temporary, removed at the end. */
  folder: string;
  /** Folder of the build that is measured. */
  buildDir: string;
  /** Whether the plans of what was measured are to be printed. */
  withPlans: boolean;
  /** A shop with the demo on the run's one data folder: the first start fills it, later ones find it. Stop it when done. */
  openShop(): Promise<Shop>;
}

/** Makes the run's folder; PostgreSQL, which may run as another user, can pass through it. */
export async function makeWorkplace(buildDir: string, withPlans: boolean): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), "chowk-bench-"));
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  const dataDir = join(folder, "data");
  let isFilled = false;
  return {
    folder,
    buildDir,
    withPlans,
    async openShop() {
      // What is measured is a shop that has been there before; the import would leave its traces in memory and JIT.
      if (!isFilled) await prepareShop(dataDir);
      isFilled = true;
      return startShop(dataDir);
    },
  };
}

/** Fills a data folder with the demo shop and leaves it when all that follows is done. */
export async function prepareShop(dataDir: string): Promise<void> {
  const shop = await startShop(dataDir);
  await untilDrained(shop);
  await shop.stop();
}
