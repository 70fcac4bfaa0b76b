import { routes } from "#routes";
import type { Figure } from "../figure.ts";
import { memoryOf, processTree } from "../processes.ts";
import type { Shop } from "../shop.ts";
import { TimingConnection } from "../timing.ts";
import type { Kind } from "./kinds.ts";

const requests = 200;
const warmUps = 20;
/**
 * Ms after which to stop measuring a kind, even with fewer requests; only kinds that miss the bar take that long. A warm-up
 * takes at most a fifth of it.
 */
const timeLimitMs = 5_000;

/** Measures each kind of request, one at a time. The first figure is the first listing, which may wait for the index. */
export async function measureKinds(shop: Shop, kinds: readonly Kind[]): Promise<Figure[]> {
  const connection = await TimingConnection.open(shop.origin);
  try {
    const first = await msOf(connection, routes.shop());
    const figures: Figure[] = [{ what: "first listing after the start", values: [first], unit: "ms" }];
    for (const kind of kinds) figures.push(...(await measureKind(connection, kind)));
    return figures;
  } finally {
    connection.close();
  }
}

async function measureKind(connection: TimingConnection, { name, paths, bar }: Kind): Promise<Figure[]> {
  process.stderr.write(`  ${name}\n`);
  await timesOf(connection, paths, warmUps, timeLimitMs / 5);
  const times = await timesOf(connection, paths, requests, timeLimitMs);
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
  return [
    { what: name, values: times, unit: "ms" },
    { what: "  p99", values: [p99], unit: "ms", bar: { atMost: bar } },
  ];
}

/** Times requests for these paths in turn, one after the other. */
async function timesOf(
  connection: TimingConnection,
  paths: readonly string[],
  most: number,
  limitMs: number,
): Promise<number[]> {
  const times: number[] = [];
  const deadline = performance.now() + limitMs;
  while (times.length < most && performance.now() < deadline)
    times.push(await msOf(connection, paths[times.length % paths.length] ?? "/"));
  return times;
}

/** Returns the ms of one request. @throws Error when the page fails or comes from the cache */
export async function msOf(connection: TimingConnection, path: string): Promise<number> {
  const { ms, status, cache } = await connection.time(path);
  if (status !== 200 || cache === "hit") throw new Error(`${path}: ${status}, cache ${cache}`);
  return ms;
}

/** @param most limit for the shop's process in MB */
export function memoryFigures({ pid }: Shop, most?: number): Figure[] {
  const server = memoryOf([pid]);
  const database = memoryOf(processTree(pid).flatMap((one) => (one.pid === pid ? [] : [one.pid])));
  return [
    {
      what: "memory of the shop after these requests",
      values: [server.pss],
      unit: "MB PSS",
      ...(most && { bar: { atMost: most } }),
    },
    { what: "  PostgreSQL", values: [database.pss], unit: "MB PSS" },
  ];
}
