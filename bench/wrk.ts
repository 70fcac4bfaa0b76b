import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Load, measureLoad } from "./load.ts";
import { cpuMsOf } from "./processes.ts";

const run = promisify(execFile);

/**
 * Returns wrk's load, or autocannon's with a warning if wrk is not installed: autocannon is slower than a server that answers
 * from memory, so it hides that server's speed.
 */
export async function openFastLoad(): Promise<(pid: number, options: WrkOptions) => Promise<Load>> {
  if (await hasWrk()) return measureWithWrk;
  process.stderr.write(
    "wrk is not installed (apt-get install -y wrk); using autocannon, which is slower than the server: requests per second say little.\n",
  );
  return measureLoad;
}

/** Returns whether wrk is installed. */
async function hasWrk(): Promise<boolean> {
  // Without arguments wrk prints its usage and exits with status 1.
  return run("wrk").then(
    () => true,
    (error: { code?: unknown }) => error.code !== "ENOENT",
  );
}

interface WrkOptions {
  url: string;
  connections: number;
  /** Seconds. */
  duration: number;
  headers: Record<string, string>;
}

/**
 * Repeats one request from one wrk thread.
 * @param pid the process whose CPU time is measured
 * @throws Error when a response has a status other than 2xx or 3xx, or a connection fails
 */
async function measureWithWrk(pid: number, { url, connections, duration, headers }: WrkOptions): Promise<Load> {
  const lines = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const cpuBefore = cpuMsOf(pid);
  const { stdout } = await run("wrk", ["-t1", `-c${connections}`, `-d${duration}s`, "--latency", ...lines, url]);
  const cpuMs = cpuMsOf(pid) - cpuBefore;
  const [, requests = "0", seconds = ""] = /(\d+) requests in ([\d.]+)s/.exec(stdout) ?? [];
  const [, latency = "", unit = ""] = /^\s+99%\s+([\d.]+)(us|ms|s)$/m.exec(stdout) ?? [];
  const count = Number(requests);
  if (count === 0 || /Socket errors|Non-2xx/.test(stdout)) throw new Error(`${url}: wrk printed\n${stdout}`);
  return {
    responses: count,
    perSecond: count / Number(seconds),
    p99: Number(latency) * (unit === "us" ? 0.001 : unit === "ms" ? 1 : 1000),
    cpuMicros: (cpuMs * 1000) / count,
  };
}
