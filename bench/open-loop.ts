import { Agent, get } from "node:http";

export interface OpenLoop {
  url: string;
  perSecond: number;
  /** How long requests are sent. */
  seconds: number;
  /** Largest number of connections. When all wait for a response, further requests are not sent. */
  connections: number;
  headers: () => Record<string, string>;
}

export interface OpenLoopResult {
  /** Complete responses within the time, by status. */
  statuses: Map<number, number>;
  /** Milliseconds from the moment at which a request was due until its response was complete. */
  latencies: number[];
  /** Responses with status 200 per second. */
  usefulPerSecond: number;
  /** Requests without a response within the time, failed ones and those that could not be sent. */
  unanswered: number;
}

/** How often (ms) requests that are due are sent. */
const tick = 5;

/**
 * Sends requests evenly at a fixed rate, whether or not earlier ones were answered, as visitors do: a client that waits for
 * responses would slow down with the server and hide its overload.
 */
export async function sendAtRate({ url, perSecond, seconds, connections, headers }: OpenLoop): Promise<OpenLoopResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses = new Map<number, number>();
  const latencies: number[] = [];
  const began = performance.now();
  let due = 0;
  let waiting = 0;

  function send(dueAt: number): void {
    waiting += 1;
    const request = get(url, { agent, headers: headers() }, (response) => {
      response.resume().once("end", () => {
        waiting -= 1;
        statuses.set(response.statusCode ?? 0, (statuses.get(response.statusCode ?? 0) ?? 0) + 1);
        latencies.push(performance.now() - dueAt);
      });
    });
    request.once("error", () => {
      waiting -= 1;
    });
  }

  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - began;
      if (elapsed >= seconds * 1000) {
        clearInterval(timer);
        return resolve();
      }
      for (; due < (elapsed / 1000) * perSecond; due++)
        if (waiting < connections) send(began + (due * 1000) / perSecond);
    }, tick);
  });
  // The connections that end now must not change the result.
  const result = {
    statuses: new Map(statuses),
    latencies: [...latencies],
    usefulPerSecond: (statuses.get(200) ?? 0) / seconds,
    unanswered: due - latencies.length,
  };
  agent.destroy();
  return result;
}
