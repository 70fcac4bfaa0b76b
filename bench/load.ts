import autocannon from "autocannon";
import { cpuMsOf } from "./processes.ts";

type Options = Parameters<typeof autocannon>[0];

export interface Load {
  /** Answers a second. */
  perSecond: number;
  /** Ms within which 99 of 100 answers came. */
  p99: number;
  /** CPU-microseconds of the measured process and everything below it for each answer. */
  cpuMicros: number;
}

/**
 * Asks the same again and again from some connections.
 * @param pid the process whose CPU time counts.
 * @throws when an answer was not what it should be: a fast refusal is no figure.
 */
export async function measureLoad(pid: number, options: Options): Promise<Load> {
  const cpuBefore = cpuMsOf(pid);
  const result = await autocannon(options);
  const cpuMs = cpuMsOf(pid) - cpuBefore;
  const { requests, latency, duration, non2xx, errors, timeouts, mismatches } = result;
  if (non2xx + errors + timeouts + mismatches > 0 || requests.total === 0)
    throw new Error(
      `${options.url}: of ${requests.total} answers ${non2xx} had a wrong status, ${mismatches} a wrong body; ${errors} errors, ${timeouts} timeouts`,
    );
  return { perSecond: requests.total / duration, p99: latency.p99, cpuMicros: (cpuMs * 1000) / requests.total };
}
