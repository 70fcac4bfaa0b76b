import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { untilDrained } from "./jobs.ts";
import { type Shop, startShop } from "./shop.ts";

/** Folders and options of one bench run. */
export interface Workspace {
  /** Temporary folder, removed at the end. */
  folder: string;
  /** The build under test. */
  buildDir: string;
  /** Whether to print query plans. */
  withPlans: boolean;
  /**
   * Starts a shop with the demo on the run's shared data folder, importing it the first time. The caller stops it.
   * @param env environment variables besides the usual ones
   */
  openShop(env?: Readonly<Record<string, string>>): Promise<Shop>;
}

/** Creates the run's folder, accessible to PostgreSQL, which may run as another user. */
export async function createWorkspace(buildDir: string, withPlans: boolean): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), "chowk-bench-"));
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  const dataDir = join(folder, "data");
  let isFilled = false;
  return {
    folder,
    buildDir,
    withPlans,
    async openShop(env = {}) {
      // Measure a restarted shop: the import would affect memory and JIT.
      if (!isFilled) await prepareShop(dataDir);
      isFilled = true;
      return startShop(dataDir, { env });
    },
  };
}

/** Imports the demo into a data folder, waits until its jobs are done and stops the shop. */
export async function prepareShop(dataDir: string): Promise<void> {
  const shop = await startShop(dataDir);
  await untilDrained(shop);
  await shop.stop();
}
