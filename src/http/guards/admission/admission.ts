import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkPrefix } from "#platform/network-address.ts";
import type { SenderOf } from "../trusted-proxies.ts";

/**
 * The lanes of requests, which do not wait for each other. "public": pages that are cached once they have been rendered, so
 * that one answer serves everybody. "files": bought files, whose clients may be slow for hours.
 */
export type LaneName = "checkout" | "public" | "personal" | "files";

export type LaneOf = (raw: IncomingMessage) => LaneName;

export interface AdmissionOptions {
  /** URLs of the checks that are always answered. */
  openPaths: ReadonlySet<string>;
  laneOf: LaneOf;
  senderOf: SenderOf;
}

/** Requests of a lane that may be in progress in this process: all together, and from one network. */
export const laneLimits = { all: 256, network: 128 } as const;

/** Requests that may wait behind an unfinished response on one connection. Browsers send none. */
const maxPipelined = 32;

/** After how many seconds a refused client should try again; browsers reload the page by themselves. */
const retryAfterSeconds = "2";

/** Longest time (ms) that a request counts after its client has gone; every statement has ended by then. */
const abandonedMs = 35_000;

export interface Admission {
  /** Returns whether the connection sends more requests than it takes responses; it is then closed. */
  floods(raw: IncomingMessage, response: ServerResponse): boolean;
  /** Returns whether the request may go on; otherwise it has been answered. */
  admit(raw: IncomingMessage, response: ServerResponse): boolean;
}

/** Counts the requests in progress. */
class Lane {
  #count = 0;
  readonly #networks = new Map<string, number>();

  /** Counts a request, unless the lane is full. */
  enter(network: string): boolean {
    const known = this.#networks.get(network) ?? 0;
    if (this.#count >= laneLimits.all || known >= laneLimits.network) return false;
    this.#count += 1;
    this.#networks.set(network, known + 1);
    return true;
  }

  leave(network: string): void {
    this.#count -= 1;
    const left = (this.#networks.get(network) ?? 1) - 1;
    if (left > 0) this.#networks.set(network, left);
    else this.#networks.delete(network);
  }
}

/**
 * Decides about each request that the page cache does not answer. Above the limits it answers 503 before anything else is
 * done, so that what has been admitted is still answered quickly. The counts protect this process and are its own.
 */
export function openAdmission({ openPaths, laneOf, senderOf }: AdmissionOptions): Admission {
  const lanes: Record<LaneName, Lane> = {
    checkout: new Lane(),
    public: new Lane(),
    personal: new Lane(),
    files: new Lane(),
  };
  const pipelined = new WeakMap<Socket, Set<ServerResponse>>();

  function floods({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // Node gives the connection to the first unfinished response alone.
    if (response.socket) return socket.destroyed;
    const waiting = pipelined.get(socket) ?? new Set();
    if (!pipelined.has(socket)) socket.once("close", () => closeWaiting(waiting));
    pipelined.set(socket, waiting.add(response));
    response.once("close", () => waiting.delete(response));
    // The parser goes on to the end of what has arrived.
    if (waiting.size > maxPipelined) socket.destroy();
    return socket.destroyed;
  }

  return {
    floods,
    admit(raw, response) {
      const { url = "" } = raw;
      if (openPaths.has(pathOf(url))) return true;
      const network = networkPrefix(senderOf(raw));
      const lane = lanes[laneOf(raw)];
      if (!lane.enter(network)) {
        refuseBusy(raw, response);
        return false;
      }
      whenDone(response, () => lane.leave(network));
      return true;
    },
  };
}

/** Closes the responses that never got the connection: Node closes only the one that has it. */
function closeWaiting(responses: Iterable<ServerResponse>): void {
  for (const response of responses) if (!response.socket) response.destroy().emit("close");
}

function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}

/**
 * Calls `leave` when the response has been sent or, if the client leaves before, when the handler ends: otherwise clients
 * that leave at once could pile up work.
 */
function whenDone(response: ServerResponse, leave: () => void): void {
  response.once("close", () => {
    if (response.writableEnded) return leave();
    let hasLeft = false;
    const leaveOnce = () => {
      if (!hasLeft) leave();
      hasLeft = true;
      clearTimeout(timer);
    };
    const timer = setTimeout(leaveOnce, abandonedMs).unref();
    const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
    response.end = (...given: unknown[]) => {
      leaveOnce();
      return end(...given);
    };
  });
}

const busyHeaders = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "retry-after": retryAfterSeconds,
};

function refuseBusy({ method }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, method === "GET" ? { ...busyHeaders, refresh: retryAfterSeconds } : busyHeaders);
  response.end(method === "HEAD" ? undefined : "The shop is very busy. Please try again in a moment.\n");
}
