import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { newDataDir, type RunningShop, startShop } from "../support/start-shop.ts";

const command = fileURLToPath(new URL("../../../scripts/shop.mjs", import.meta.url));
let dataDir: string;
let shop: RunningShop;

beforeAll(async () => {
  dataDir = await newDataDir();
  shop = await startShop({ dataDir, processes: 2 });
  return async () => {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
});

/** Runs a shop command in a child process on the running shop's data. */
async function run(...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir };
  return (await promisify(execFile)(process.execPath, [command, ...args], { env })).stdout;
}

async function get(path: string): Promise<{ text: string; cache: string | null }> {
  const response = await fetch(shop.origin + path);
  return { text: await response.text(), cache: response.headers.get("x-cache") };
}

describe("a shop with two serving processes", () => {
  test("caches pages, and no process serves an outdated one after another process changed its content", async () => {
    for (let visit = 0; visit < 12; visit++) await get(routes.home());
    expect((await get(routes.home())).cache).toBe("hit");
    await run("settings", "set", "shop_name", "Kohistan");
    const visits = await Promise.all(Array.from({ length: 12 }, () => get(routes.home())));
    for (const { text } of visits) expect(text).toContain("Kohistan");
  });

  test("serves the same bytes regardless of tracking parameters", async () => {
    const plain = await get(routes.shop());
    const tracked = await get(`${routes.shop()}?utm_source=mail&fbclid=x`);
    expect(tracked.text).toBe(plain.text);
  });
});

test("a command exits quietly when its output pipe is closed", async () => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [command, "settings", "list"], { env });
  child.stdout.destroy();
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  expect(await once(child, "close")).toEqual([0, null]);
  expect(errors).toBe("");
});

test("the commands list themselves and show where the data are", async () => {
  const help = await run("--help");
  for (const command of [
    "import [options] <what> [file]",
    "export <what> <file>",
    "settings <what> [name] [value]",
    "where",
  ])
    expect(help).toContain(`\n  ${command} `);
  for (const kind of ["products", "categories", "articles", "pages", "menus", "reviews", "demo"])
    expect(help).toContain(kind);
  expect(await run("where")).toContain(join(dataDir, "media"));
});
