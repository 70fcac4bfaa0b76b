import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readCatalogue } from "./catalogue.ts";
import { atEnd } from "./ending.ts";
import type { Figure } from "./figure.ts";
import { type Load, measureLoad } from "./load.ts";
import { type Answer, ask } from "./requests.ts";
import type { Shop } from "./shop.ts";
import type { Workplace } from "./workplace.ts";

const connections = 40;
const seconds = 4;
const rounds = 3;
const headers = { "accept-encoding": "gzip, deflate, br" };

/** What answers at an address, and the process that does. */
interface Side {
  url: string;
  pid: number;
}

/** Cached pages against a bare server with the same bytes, by turns on the same machine. */
export async function measureHits(place: Workplace): Promise<Figure[]> {
  const shop = await place.openShop();
  const { pages } = await readCatalogue(shop);
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(pages)) figures.push(...(await comparePage(shop, name, path)));
  await shop.stop();
  return figures;
}

async function comparePage(shop: Shop, name: string, path: string): Promise<Figure[]> {
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
    { what: `  bare node:http, same bytes`, values: loads.map(({ bare }) => bare.perSecond), unit: "/s" },
    {
      what: `  hit of bare, by requests a second`,
      values: loads.map(({ shop, bare }) => (100 * shop.perSecond) / bare.perSecond),
      unit: "%",
      bar: { atLeast: 80 },
    },
    // The load comes from the same machine and may be the slower half, and then hides who is faster; the servers' own
    // time does not.
    {
      what: `  hit of bare, by CPU time a request`,
      values: loads.map(({ shop, bare }) => (100 * bare.cpuMicros) / shop.cpuMicros),
      unit: "%",
      bar: { atLeast: 80 },
    },
  ];
}

function measure({ url, pid }: Side, duration: number): Promise<Load> {
  return measureLoad(pid, { url, connections, duration, headers });
}

/** The page as it stays: asked for often enough to be packed as tight as it gets, and until its size no longer changes. */
async function settledPage(origin: string, path: string): Promise<Answer> {
  let page = await ask(origin, { path, headers });
  for (let quiet = 0; quiet < 20; ) {
    const next = await ask(origin, { path, headers });
    quiet = next.body.length === page.body.length ? quiet + 1 : 0;
    page = next;
    await delay(50);
  }
  if (page.headers["x-cache"] !== "hit" || page.headers["content-encoding"] !== "br")
    throw new Error(`${path} does not come from the page cache in brotli`);
  return page;
}

/** Node adds the other headers of an answer by itself, to both sides. */
const addedByNode = new Set(["date", "connection", "keep-alive"]);

async function startBareServer({ rawHeaders, body }: Answer): Promise<Side & { stop(): Promise<void> }> {
  const child = fork(fileURLToPath(import.meta.resolve("./bare-server.mjs")), { execArgv: [] });
  const stop = atEnd(async () => {
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
