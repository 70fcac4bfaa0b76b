import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Load } from "./load.ts";
import { cpuMsOf } from "./processes.ts";

const run = promisify(execFile);

/** Returns whether wrk is installed. autocannon is slower than a server that answers from memory, so it hides that server's speed. */
export async function hasWrk(): Promise<boolean> {
  // Without arguments wrk prints its usage and exits with status 1.
  return run("wrk").then(
    () => true,
    (error: { code?: unknown }) => error.code !== "ENOENT",
  );
}

export interface WrkOptions {
  url: string;
  connections: number;
  /** Seconds. */
  duration: number;
  headers: Readonly<Record<string, string>>;
}

/**
 * Repeats one request from one wrk thread.
 * @param pid the process whose CPU time is measured
 * @throws Error when a response has a status other than 2xx or 3xx, or a connection fails
 */
export async function measureWithWrk(pid: number, { url, connections, duration, headers }: WrkOptions): Promise<Load> {
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
