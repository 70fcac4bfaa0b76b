import { rm } from "node:fs/promises";
import { availableParallelism, cpus as cpuList, loadavg, platform } from "node:os";
import { measureCart } from "./cart.ts";
import { atEnd, end } from "./ending.ts";
import { type Figure, printTable } from "./figure.ts";
import { measureHits } from "./hit.ts";
import { measureInstall } from "./install.ts";
import { measureCatalogue } from "./large-shop/measure-catalogue.ts";
import { measureMillion } from "./large-shop/measure-million.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureMemory } from "./memory.ts";
import { measureMisses } from "./miss.ts";
import { measureStart } from "./start.ts";
import { measureVariations } from "./variations.ts";
import { makeWorkplace, type Workplace } from "./workplace.ts";

/** Set by Ctrl-C and the like: what runs then fails, and nothing more begins. */
let isStopping = false;

/** Parts that take too long to run without being named. */
const onlyByName = new Set(["million"]);

const plansFlag = "--plans";

type Measure = (place: Workplace) => Promise<Figure[]>;

/** In the order in which they run: what must find the machine quiet comes first. */
const parts: Readonly<Record<string, Measure>> = {
  start: measureStart,
  hit: measureHits,
  miss: measureMisses,
  cart: measureCart,
  variations: measureVariations,
  memory: measureMemory,
  catalogue: measureCatalogue,
  million: measureMillion,
  lighthouse: measureLighthouse,
  install: measureInstall,
};

/**
 * Measures the build in `buildDir` by the named parts, or all that do not have to be named, and prints the table. With `--plans` among the
 * names, `catalogue` prints its plans before. The exit status is 1 when a part could not be measured.
 */
export async function runBench(given: readonly string[], buildDir: string): Promise<void> {
  const names = given.filter((name) => name !== plansFlag);
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    process.stderr.write(`No such part: ${unknown.join(", ")}. There are ${Object.keys(parts).join(", ")}.\n`);
    process.exitCode = 1;
    return;
  }
  endOnSignals();
  const place = await makeWorkplace(buildDir, given.includes(plansFlag));
  atEnd(() => rm(place.folder, { recursive: true, force: true }));
  const chosen = Object.entries(parts).filter(([name]) =>
    names.length === 0 ? !onlyByName.has(name) : names.includes(name),
  );
  const figures: Figure[] = [];
  const machine = machineLine();
  try {
    for (const [name, measure] of chosen) {
      figures.push(...(await measured(name, measure, place)));
      if (isStopping) return;
    }
  } finally {
    await end();
  }
  printTable(figures);
  process.stdout.write(`\n${machine}\n`);
}

/** A part that fails leaves the others their turn. */
async function measured(name: string, measure: Measure, place: Workplace): Promise<Figure[]> {
  process.stderr.write(`${name} ...\n`);
  const began = performance.now();
  try {
    return await measure(place);
  } catch (error) {
    process.exitCode = 1;
    if (!isStopping)
      process.stderr.write(`${name} was not measured: ${error instanceof Error ? error.stack : String(error)}\n`);
    return [{ what: `${name}: not measured`, values: [], unit: "" }];
  } finally {
    process.stderr.write(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
  }
}

/** What the figures were measured on, and how busy it was already. */
function machineLine(): string {
  const cpus = `${availableParallelism()} x ${cpuList()[0]?.model.trim() ?? "unknown CPU"}`;
  return `${cpus}, Node ${process.versions.node}, ${platform()}; load of the machine before: ${loadavg()[0]?.toFixed(1)}`;
}

function endOnSignals(): void {
  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)
    process.once(signal, () => {
      isStopping = true;
      process.stderr.write(`\nStopped by ${signal}; ending what was started ...\n`);
      void end().then(() => process.exit(status));
    });
}
