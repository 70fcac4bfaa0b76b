import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process as Linux tells of it. */
interface ProcessState {
  pid: number;
  parent: number;
  /** CPU time in ms, in itself and in children that have ended and that it waited for. */
  cpuMs: number;
}

/** Unit of the times in /proc/[pid]/stat: 1/100 s on every Linux that Node runs on (proc(5), sysconf(3) _SC_CLK_TCK). */
const msOfTick = 10;

/** A process and everything below it. */
export function processTree(root: number): ProcessState[] {
  const all = listProcesses();
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/**
 * CPU-ms that a process and everything below it have used so far, user and system. What a child used stays in the sum
 * when it ends, with its parent; so the difference of two readings is what was used between them.
 */
export function cpuMsOf(root: number): number {
  return processTree(root).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** Megabytes (10^6 bytes) of memory, shared pages once in `rss` of each process and in parts in `pss`. */
export interface Memory {
  pss: number;
  rss: number;
}

/** @throws when the kernel does not let us look, as at another user's process. */
export function memoryOf(pids: readonly number[]): Memory {
  const sums = { pss: 0, rss: 0 };
  for (const pid of pids) {
    // PostgreSQL's helpers come and go.
    if (!existsSync(`/proc/${pid}/smaps_rollup`)) continue;
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1]) * 1024;
    sums.pss += bytes("Pss") / 1e6;
    sums.rss += bytes("Rss") / 1e6;
  }
  return sums;
}

/** The shop's own process in the tree below `root` (`npm start` is npm, a shell and it). */
export function findShopProcess(root: number): number | undefined {
  return processTree(root).find(({ pid }) => isShop(pid))?.pid;
}

function isShop(pid: number): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return (
      words.some((word) => word.endsWith("scripts/start.mjs")) && readlinkSync(`/proc/${pid}/exe`) === process.execPath
    );
  } catch {
    // It has ended since it was listed.
    return false;
  }
}

function listProcesses(): ProcessState[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => readState(Number(pid)) ?? []);
}

function readState(pid: number): ProcessState | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, in parentheses, may hold anything; the fields from the third on are plain.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return { pid, parent: fields[1] ?? 0, cpuMs: ticks * msOfTick };
  } catch {
    return undefined;
  }
}
