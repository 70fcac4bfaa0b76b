import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { atEnd } from "./ending.ts";
import { findShopProcess, processTree } from "./processes.ts";

export const projectDir = fileURLToPath(new URL("../", import.meta.url));

/** What `npm start` runs, with the settings of malloc and V8 that memory depends on. It ends in `exec`. */
const { scripts } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8")) as {
  scripts: { start: string };
};

/** Ms after which a shop that does not open is given up. */
const patience = 120_000;

export interface Shop {
  /** Where it answers, without a trailing slash. */
  origin: string;
  /** Where its data are. */
  dataDir: string;
  /** The process that answers; the database is below it. */
  pid: number;
  /** Ms from the command to the first page with status 200. */
  openedAfter: number;
  stop(): Promise<void>;
}

/**
 * Starts the production build on a data folder, which stays when it stops, and a free port. `byNpm` starts it as its
 * owner does, npm's own time included.
 * @throws with what it printed when it does not open.
 */
export async function startShop(dataDir: string, { byNpm = false } = {}): Promise<Shop> {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const env = { PATH, HOME, TMPDIR, LANG, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir };
  const [command, args] = byNpm ? ["npm", ["start"]] : ["sh", ["-c", scripts.start]];
  const began = performance.now();
  const child = spawn(command, args, { cwd: projectDir, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = outputOf(child);
  const stop = atEnd(() => {
    child.off("exit", tellOfEnd);
    return stopTree(child);
  });
  const tellOfEnd = (status: number | null, by: string | null) =>
    process.stderr.write(`The shop ended with ${by ?? `status ${status}`}, unasked. It printed:\n${output.text}\n`);
  child.once("exit", tellOfEnd);
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

/** What a process prints, as it does. */
function outputOf(child: ChildProcess): { text: string } {
  const output = { text: "" };
  const keep = (chunk: Buffer) => {
    output.text += chunk.toString();
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return output;
}

/** Waits for the line that says where the shop is open. */
async function announcedOrigin(child: ChildProcess, output: { text: string }): Promise<string> {
  const deadline = Date.now() + patience;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const origin = /open at (http:\/\/\S+)/.exec(output.text)?.[1];
    if (origin !== undefined) return origin.replace(/\/$/, "");
    await delay(2);
  }
  throw new Error(`The shop did not open. It printed:\n${output.text}`);
}

async function firstPage(origin: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${origin}/`);
    await response.arrayBuffer();
    if (response.status === 200) return;
    await delay(5);
  }
}

/** Asks the shop itself, wherever it is below npm, waits for all that it started, and insists after ten seconds. */
async function stopTree(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const tree = processTree(child.pid).map(({ pid }) => pid);
  signal(findShopProcess(child.pid) ?? child.pid, "SIGTERM");
  const insist = setTimeout(() => tree.forEach((pid) => void signal(pid, "SIGKILL")), 10_000);
  await ended;
  while (tree.some((pid) => signal(pid, 0))) await delay(20);
  clearTimeout(insist);
}

/** @returns whether the process was there. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
