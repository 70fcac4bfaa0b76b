import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onExit } from "./cleanup.ts";
import { findShopProcess, processTree } from "./processes.ts";

export const projectDir = fileURLToPath(new URL("../", import.meta.url));

/** The start command of package.json, which sets malloc and V8 options that affect memory. It ends in `exec`. */
const { scripts } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8")) as {
  scripts: { start: string };
};

/** How long (ms) to wait for the shop to open. */
const openTimeoutMs = 120_000;

export interface Shop {
  /** URL without a trailing slash. */
  origin: string;
  /** The data folder. */
  dataDir: string;
  /** The shop's process; the database processes are below it. */
  pid: number;
  /** Ms from the command to the first page with status 200. */
  openedAfter: number;
  stop(): Promise<void>;
}

interface StartOptions {
  byNpm?: boolean;
  /** Environment variables besides the usual ones. */
  env?: Readonly<Record<string, string>>;
}

/**
 * Starts the production build on a data folder, which stays afterwards, and a free port. With `byNpm`, runs `npm start`.
 * @throws Error with the shop's output when it does not open
 */
export async function startShop(dataDir: string, { byNpm = false, env: own = {} }: StartOptions = {}): Promise<Shop> {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const env = { PATH, HOME, TMPDIR, LANG, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, ...own };
  const [command, args] = byNpm ? ["npm", ["start"]] : ["sh", ["-c", scripts.start]];
  const began = performance.now();
  const child = spawn(command, args, { cwd: projectDir, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = outputOf(child);
  const stop = onExit(() => {
    child.off("exit", reportExit);
    return stopTree(child);
  });
  const reportExit = (status: number | null, by: string | null) =>
    process.stderr.write(`The shop ended unexpectedly with ${by ?? `status ${status}`}. Output:\n${output.text}\n`);
  child.once("exit", reportExit);
  try {
    const origin = await announcedOrigin(child, output);
    await firstPage(origin);
    const openedAfter = performance.now() - began;
    return { origin, dataDir, pid: findShopProcess(child.pid ?? 0) ?? 0, openedAfter, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Collects a process's output. */
function outputOf(child: ChildProcess): { text: string } {
  const output = { text: "" };
  const keep = (chunk: Buffer) => {
    output.text += chunk.toString();
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return output;
}

/** Waits for the line with the shop's URL. */
async function announcedOrigin(child: ChildProcess, output: { text: string }): Promise<string> {
  const deadline = Date.now() + openTimeoutMs;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const origin = /open at (http:\/\/\S+)/.exec(output.text)?.[1];
    if (origin !== undefined) return origin.replace(/\/$/, "");
    await delay(2);
  }
  throw new Error(`The shop did not open. Output:\n${output.text}`);
}

async function firstPage(origin: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${origin}/`);
    await response.arrayBuffer();
    if (response.status === 200) return;
    await delay(5);
  }
}

/** Sends SIGTERM to the shop itself, waits for all its processes, and sends SIGKILL after ten seconds. */
async function stopTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const tree = processTree(child.pid).map(({ pid }) => pid);
  signal(findShopProcess(child.pid) ?? child.pid, "SIGTERM");
  const killTimer = setTimeout(() => tree.forEach((pid) => void signal(pid, "SIGKILL")), 10_000);
  await ended;
  while (tree.some((pid) => signal(pid, 0))) await delay(20);
  clearTimeout(killTimer);
}

/** @returns false when the process does not exist */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
