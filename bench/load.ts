import autocannon from "autocannon";
import { cpuMsOf } from "./processes.ts";

type Options = Parameters<typeof autocannon>[0];

export interface Load {
  responses: number;
  /** Responses per second. */
  perSecond: number;
  /** 99th percentile of the response time in ms. */
  p99: number;
  /** CPU time in microseconds per response, of the measured process and its descendants. */
  cpuMicros: number;
}

/**
 * Repeats one request over several connections.
 * @param pid the process whose CPU time is measured
 * @throws Error when a response is wrong, so that fast errors do not count
 */
export async function measureLoad(pid: number, options: Options): Promise<Load> {
  const cpuBefore = cpuMsOf(pid);
  const result = await autocannon(options);
  const cpuMs = cpuMsOf(pid) - cpuBefore;
  const { requests, latency, duration, non2xx, errors, timeouts, mismatches } = result;
  if (non2xx + errors + timeouts + mismatches > 0 || requests.total === 0)
    throw new Error(
      `${options.url}: of ${requests.total} responses ${non2xx} had a wrong status, ${mismatches} a wrong body; ${errors} errors, ${timeouts} timeouts`,
    );
  const { total: responses } = requests;
  return { responses, perSecond: responses / duration, p99: latency.p99, cpuMicros: (cpuMs * 1000) / responses };
}

/** Returns the 99th percentile. */
export function p99Of(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}
