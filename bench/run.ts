import { rm } from "node:fs/promises";
import { availableParallelism, cpus as cpuList, loadavg, platform } from "node:os";
import { measureApi } from "./api.ts";
import { measureCart } from "./cart.ts";
import { cleanUp, onExit } from "./cleanup.ts";
import { type Figure, printTable } from "./figure.ts";
import { measureForms } from "./forms.ts";
import { measureHits } from "./hit.ts";
import { measureInstall } from "./install.ts";
import { measureCatalogue } from "./large-shop/measure-catalogue.ts";
import { measureMillion } from "./large-shop/measure-million.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureMemory } from "./memory.ts";
import { measureMisses } from "./miss.ts";
import { measureNewsletter } from "./newsletter.ts";
import { measureRelated } from "./related.ts";
import { measureReviews } from "./reviews.ts";
import { measureShedding } from "./shedding.ts";
import { measureSoak } from "./soak.ts";
import { measureStart } from "./start.ts";
import { measureTracking } from "./tracking.ts";
import { measureVariations } from "./variations.ts";
import { measureWishlist } from "./wishlist.ts";
import { measureWordpress } from "./wordpress.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

/** Set by a signal: the current part fails and no further part starts. */
let isStopping = false;

/** Parts that take too long to run without being named. */
const onlyByName = new Set(["million", "soak"]);

const plansFlag = "--plans";

type Measure = (workspace: Workspace) => Promise<Figure[]>;

/** In execution order: parts that need a quiet machine come first. */
const parts: Readonly<Record<string, Measure>> = {
  start: measureStart,
  hit: measureHits,
  miss: measureMisses,
  cart: measureCart,
  shedding: measureShedding,
  wishlist: measureWishlist,
  forms: measureForms,
  tracking: measureTracking,
  newsletter: measureNewsletter,
  related: measureRelated,
  reviews: measureReviews,
  variations: measureVariations,
  api: measureApi,
  wordpress: measureWordpress,
  memory: measureMemory,
  catalogue: measureCatalogue,
  million: measureMillion,
  soak: measureSoak,
  lighthouse: measureLighthouse,
  install: measureInstall,
};

/**
 * Measures the build in `buildDir` with the named parts, or all except those in `onlyByName`, and prints the table. With
 * `--plans`, `catalogue` also prints query plans. Sets exit status 1 when a part fails.
 */
export async function runBench(given: readonly string[], buildDir: string): Promise<void> {
  const names = given.filter((name) => name !== plansFlag);
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown part: ${unknown.join(", ")}. Parts: ${Object.keys(parts).join(", ")}.\n`);
    process.exitCode = 1;
    return;
  }
  cleanUpOnSignals();
  const workspace = await createWorkspace(buildDir, given.includes(plansFlag));
  onExit(() => rm(workspace.folder, { recursive: true, force: true }));
  const chosen = Object.entries(parts).filter(([name]) =>
    names.length === 0 ? !onlyByName.has(name) : names.includes(name),
  );
  const figures: Figure[] = [];
  const machine = machineLine();
  try {
    for (const [name, measure] of chosen) {
      figures.push(...(await measured(name, measure, workspace)));
      if (isStopping) return;
    }
  } finally {
    await cleanUp();
  }
  printTable(figures);
  process.stdout.write(`\n${machine}\n`);
}

/** Runs one part; a failure does not stop the others. */
async function measured(name: string, measure: Measure, workspace: Workspace): Promise<Figure[]> {
  process.stderr.write(`${name} ...\n`);
  const began = performance.now();
  try {
    return await measure(workspace);
  } catch (error) {
    process.exitCode = 1;
    if (!isStopping)
      process.stderr.write(`${name} was not measured: ${error instanceof Error ? error.stack : String(error)}\n`);
    return [{ what: `${name}: not measured`, values: [], unit: "" }];
  } finally {
    process.stderr.write(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
  }
}

/** Describes the machine and its load before the run. */
function machineLine(): string {
  const cpus = `${availableParallelism()} x ${cpuList()[0]?.model.trim() ?? "unknown CPU"}`;
  return `${cpus}, Node ${process.versions.node}, ${platform()}; load of the machine before: ${loadavg()[0]?.toFixed(1)}`;
}

function cleanUpOnSignals(): void {
  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)
    process.once(signal, () => {
      isStopping = true;
      process.stderr.write(`\nStopped by ${signal}; stopping all processes ...\n`);
      void cleanUp().then(() => process.exit(status));
    });
}
