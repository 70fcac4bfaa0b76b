import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";

/** A process as listed in /proc. */
interface ProcessState {
  pid: number;
  parent: number;
  /** CPU time in ms of the process and of its children that have exited and been waited for. */
  cpuMs: number;
}

/** Unit of the times in /proc/[pid]/stat: 1/100 s on every Linux that Node runs on (proc(5), sysconf(3) _SC_CLK_TCK). */
const msOfTick = 10;

/** Returns a process and all its descendants. */
export function processTree(root: number): ProcessState[] {
  const all = listProcesses();
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/**
 * Returns the CPU time in ms, user and system, used so far by a process and its descendants. A child's time is added to its
 * parent's when it exits, so the difference of two readings is the time used between them.
 */
export function cpuMsOf(root: number): number {
  return processTree(root).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** Returns the memory in megabytes (10^6 bytes). Shared pages count fully in `rss` and proportionally in `pss`. */
export interface Memory {
  pss: number;
  rss: number;
}

/** @throws Error when the kernel denies access, for example to another user's process */
export function memoryOf(pids: readonly number[]): Memory {
  const sums = { pss: 0, rss: 0 };
  for (const pid of pids) {
    // PostgreSQL's helper processes come and go.
    if (!existsSync(`/proc/${pid}/smaps_rollup`)) continue;
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1]) * 1024;
    sums.pss += bytes("Pss") / 1e6;
    sums.rss += bytes("Rss") / 1e6;
  }
  return sums;
}

/** Finds the shop's process below `root` (`npm start` runs npm, a shell and the shop). */
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
    // It exited after it was listed.
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
    // The name, in parentheses, may contain anything; the fields after it are plain.
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

/** Returns the number of open files and connections of a process. */
export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
