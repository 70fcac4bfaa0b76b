import type { Server, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LaneName, LaneOf } from "./admission.ts";

/** Handlers that work at the same time; more do not make a process with ten database connections faster. */
const atOnce = 16;

/** Longest time (ms) for which handlers are started before the process looks for other requests, such as for cached pages. */
const turnMs = 10;

/** Longest time (ms) for which it then accepts new connections: Node accepts one in each iteration of its event loop. */
const acceptMs = 10;

interface Waiting {
  start: () => void;
  /** The handler is skipped if this response is closed; null for a handler that has already started. */
  response: ServerResponse | null;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Ends the request's turn; undefined while it has none. */
    endTurn: (() => void) | undefined;
    /**
     * Gives up the request's turn for work that is bounded otherwise, such as reading a slow upload or waiting for a statement that
     * many share; then waits for another.
     */
    withoutTurn: <T>(work: () => Promise<T>) => Promise<T>;
  }
}

/** Decides for how long the process accepts new connections between handlers. */
class Accepting {
  #hasAccepted = false;
  #until: number | undefined;
  #endedAt = -Infinity;

  constructor(server: Server) {
    server.on("connection", () => {
      this.#hasAccepted = true;
    });
  }

  /** Returns whether to accept for another iteration. Handlers have at least as much time as a flood of connections. */
  goesOn(now: number): boolean {
    if (now - this.#endedAt < turnMs) return false;
    this.#until ??= now + acceptMs;
    const goesOn = this.#hasAccepted && now < this.#until;
    this.#hasAccepted = false;
    if (!goesOn) {
      this.#until = undefined;
      this.#endedAt = now;
    }
    return goesOn;
  }
}

/** Starts handlers: a few at a time, one lane after the other, and first come, first served in each. */
class Turns {
  readonly #accepting: Accepting;
  readonly #waiting: Record<LaneName, Waiting[]> = { checkout: [], public: [], personal: [], files: [] };
  /** The lane whose turn has been longest ago is first. */
  readonly #order: LaneName[] = ["checkout", "public", "personal", "files"];
  #working = 0;
  /** When the process began to start handlers; undefined until it has looked for other requests. */
  #beganAt: number | undefined;

  constructor(accepting: Accepting) {
    this.#accepting = accepting;
  }

  /** Starts a handler at once if it can, otherwise when its turn comes; never if its client leaves before. */
  take(lane: LaneName, waiting: Waiting): void {
    if (!this.#nextLane() && this.#isFree()) this.#start(waiting);
    else this.#waiting[lane].push(waiting);
  }

  end(): void {
    this.#working -= 1;
    if (this.#nextLane() && this.#beganAt === undefined) this.#begin();
  }

  #start({ start, response }: Waiting): void {
    // Ending the response tells the admission that there is no work left.
    if (response?.destroyed) return void response.end();
    this.#working += 1;
    start();
  }

  #isFree(): boolean {
    if (this.#working >= atOnce) return false;
    const since = this.#beganAt ?? this.#begin();
    return performance.now() - since < turnMs;
  }

  #begin(): number {
    setImmediate(() => this.#next());
    this.#beganAt = performance.now();
    return this.#beganAt;
  }

  #next(): void {
    if (this.#accepting.goesOn(performance.now())) {
      setImmediate(() => this.#next());
      return;
    }
    this.#beganAt = undefined;
    for (const requests of Object.values(this.#waiting))
      while (requests[0]?.response?.destroyed) requests.shift()?.response?.end();
    const lane = this.#nextLane();
    if (!lane || !this.#isFree()) return;
    this.#order.push(...this.#order.splice(this.#order.indexOf(lane), 1));
    // One at a time: what it does after its first `await` runs only when this function has returned.
    const next = this.#waiting[lane].shift();
    if (next) this.#start(next);
  }

  #nextLane(): LaneName | undefined {
    return this.#order.find((lane) => this.#waiting[lane].length > 0);
  }
}

/**
 * Lets requests take turns. A turn begins after the body has arrived and ends when the response is ready to be sent, so that
 * slow clients hold no turn. Handlers that read an upload as it arrives give theirs up meanwhile. Routes in `openPaths` do not
 * wait.
 */
export function takeTurns(app: FastifyInstance, openPaths: ReadonlySet<string>, laneOf: LaneOf): void {
  const turns = new Turns(new Accepting(app.server));
  const begin = (request: FastifyRequest) => {
    request.endTurn = () => {
      request.endTurn = undefined;
      turns.end();
    };
  };
  app.decorateRequest("endTurn");
  app.decorateRequest("withoutTurn", async function (work) {
    this.endTurn?.();
    try {
      return await work();
    } finally {
      const lane = laneOf(this.raw);
      await new Promise<void>((resolve) => turns.take(lane, { start: resolve, response: null }));
      begin(this);
    }
  });
  app.addHook("preHandler", (request, reply, done) => {
    // A handler that finds nothing passes the request on to the not-found handler, with its hooks.
    if (request.endTurn !== undefined || openPaths.has(request.routeOptions.url ?? "")) return done();
    const start = () => {
      begin(request);
      // A client may leave before the response is ready.
      reply.raw.once("close", () => request.endTurn?.());
      done();
    };
    turns.take(laneOf(request.raw), { start, response: reply.raw });
  });
  app.addHook("onSend", (request, _reply, _payload, done) => {
    request.endTurn?.();
    done();
  });
}
