import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { readCatalogue } from "./catalogue.ts";
import { onExit } from "./cleanup.ts";
import type { Figure } from "./figure.ts";
import type { Load } from "./load.ts";
import { type Answer, ask } from "./requests.ts";
import type { Shop } from "./shop.ts";
import type { Workspace } from "./workspace.ts";
import { openFastLoad } from "./wrk.ts";

const connections = 40;
// The speed of a shared machine changes within seconds: many short pairs compare the servers under the same conditions.
const seconds = 1;
const rounds = 16;
const headers = { "accept-encoding": "gzip, deflate, br" };

/** A server under test. */
interface Side {
  url: string;
  pid: number;
}

/** Measures one server for some seconds. */
type Measure = (side: Side, seconds: number) => Promise<Load>;

/** Measures cached pages, alternating with a bare server that sends the same bytes. */
export async function measureHits(workspace: Workspace): Promise<Figure[]> {
  const measureUrl = await openFastLoad();
  const measure: Measure = ({ url, pid }, duration) => measureUrl(pid, { url, connections, duration, headers });
  const shop = await workspace.openShop();
  const { pages } = await readCatalogue(shop);
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(pages)) figures.push(...(await comparePage(shop, name, path, measure)));
  await shop.stop();
  return figures;
}

async function comparePage(shop: Shop, name: string, path: string, measure: Measure): Promise<Figure[]> {
  const page = await settledPage(shop.origin, path);
  const bare = await startBareServer(page);
  const sides = { shop: { url: shop.origin + path, pid: shop.pid }, bare };
  const loads: { shop: Load; bare: Load }[] = [];
  for (const side of [sides.shop, sides.bare]) await measure(side, 1);
  for (let round = 0; round < rounds; round++)
    loads.push({ shop: await measure(sides.shop, seconds), bare: await measure(sides.bare, seconds) });
  await bare.stop();
  const kilobytes = (page.body.length / 1000).toFixed(1);
  return [
    { what: `hit ${name} (${kilobytes} kB)`, values: loads.map(({ shop }) => shop.perSecond), unit: "/s" },
    { what: "  CPU time per hit", values: loads.map(({ shop }) => shop.cpuMicros), unit: "CPU-us" },
    { what: "  bare node:http, same bytes", values: loads.map(({ bare }) => bare.perSecond), unit: "/s" },
    {
      what: "  hit vs bare, by requests per second",
      values: loads.map(({ shop, bare }) => (100 * shop.perSecond) / bare.perSecond),
      unit: "%",
      bar: { atLeast: 85 },
    },
    // The load generator shares the cores with the servers; their own CPU time does not depend on it.
    {
      what: "  hit vs bare, by CPU time per request",
      values: loads.map(({ shop, bare }) => (100 * bare.cpuMicros) / shop.cpuMicros),
      unit: "%",
      bar: { atLeast: 85 },
    },
  ];
}

/** How often a page is requested, 50 ms apart, until it has its final compression: the recompression waits on a busy machine. */
const mostRequests = 600;

/** Returns the page once it has been requested often enough to get its final compression. @throws if it does not */
export async function settledPage(origin: string, path: string): Promise<Answer> {
  let smallest = 0;
  for (let requests = 0; requests < mostRequests; requests++) {
    const page = await ask(origin, { path, headers });
    const isCached = page.headers["x-cache"] === "hit" && page.headers["content-encoding"] === "br";
    if (isCached) smallest ||= brotliCompressSync(brotliDecompressSync(page.body)).length;
    // Renderings differ by a few bytes, the two compressions by 8 %.
    if (isCached && page.body.length < 1.02 * smallest) return page;
    await delay(50);
  }
  throw new Error(`${path} is not served from the page cache in its final compression`);
}

/** Headers that Node adds by itself on both servers. */
const addedByNode = new Set(["date", "connection", "keep-alive"]);

async function startBareServer({ rawHeaders, body }: Answer): Promise<Side & { stop(): Promise<void> }> {
  const child = fork(fileURLToPath(import.meta.resolve("./bare-server.mjs")), { execArgv: [] });
  const stop = onExit(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill();
    await ended;
  });
  const kept = rawHeaders.filter((_, at) => !addedByNode.has((rawHeaders[at - (at % 2)] ?? "").toLowerCase()));
  child.send({ headers: kept, body: body.toString("base64") });
  const [port] = (await once(child, "message")) as [number];
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop };
}
