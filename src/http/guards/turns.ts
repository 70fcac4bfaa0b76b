import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { LaneName, LaneOf } from "./admission.ts";

/** Handlers that work at the same time; more do not make a process with ten database connections faster. */
const atOnce = 16;

/** Longest time (ms) for which handlers are started before the process looks for other requests, such as for cached pages. */
const turnMs = 10;

/** Longest time (ms) for which it then accepts new connections: Node accepts one in each iteration of its event loop. */
const acceptMs = 10;

interface Waiting {
  start: () => void;
  response: ServerResponse;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Ends the request's turn; undefined while it has none. */
    endTurn: (() => void) | undefined;
  }
}

/**
 * Lets requests take turns: a few handlers at a time, one lane after the other, and first come, first served in each. A turn begins after the body has arrived
 * and ends when the response is ready to be sent, so that slow clients hold no turn. Uploads, which handlers read as they
 * arrive, and routes in `openPaths` do not wait.
 */
export function takeTurns(app: FastifyInstance, openPaths: ReadonlySet<string>, laneOf: LaneOf): void {
  const waiting: Record<LaneName, Waiting[]> = { checkout: [], public: [], personal: [] };
  /** The lane whose turn has been longest ago is first. */
  const order: LaneName[] = ["checkout", "public", "personal"];
  let working = 0;
  let beganAt: number | undefined;
  let acceptsUntil: number | undefined;
  let hasAccepted = false;
  app.server.on("connection", () => {
    hasAccepted = true;
  });

  function isFree(): boolean {
    if (working >= atOnce) return false;
    const since = beganAt ?? begin();
    return performance.now() - since < turnMs;
  }

  function begin(): number {
    setImmediate(nextTurn);
    beganAt = performance.now();
    return beganAt;
  }

  function nextTurn(): void {
    const now = performance.now();
    acceptsUntil ??= now + acceptMs;
    if (hasAccepted && now < acceptsUntil) {
      hasAccepted = false;
      setImmediate(nextTurn);
      return;
    }
    acceptsUntil = undefined;
    beganAt = undefined;
    // Ending the response tells the admission that there is no work left.
    for (const requests of Object.values(waiting))
      while (requests[0]?.response.destroyed) requests.shift()?.response.end();
    const lane = nextLane();
    if (!lane || !isFree()) return;
    order.push(...order.splice(order.indexOf(lane), 1));
    // One at a time: what it does after its first `await` runs only when this function has returned.
    waiting[lane].shift()?.start();
  }

  function nextLane(): LaneName | undefined {
    return order.find((lane) => waiting[lane].length > 0);
  }

  app.decorateRequest("endTurn");
  app.addHook("preHandler", (request, reply, done) => {
    const isUpload = request.headers["content-type"]?.startsWith("multipart/");
    // A handler that finds nothing passes the request on to the not-found handler, with its hooks.
    const hasTurn = request.endTurn !== undefined;
    if (hasTurn || isUpload || openPaths.has(request.routeOptions.url ?? "")) return done();
    const start = () => {
      working += 1;
      request.endTurn = () => {
        request.endTurn = undefined;
        working -= 1;
        if (nextLane() && beganAt === undefined) begin();
      };
      // Cached pages are sent without Fastify's hooks, and a client may leave.
      const end = () => request.endTurn?.();
      reply.raw.once("prefinish", end).once("close", end);
      done();
    };
    if (!nextLane() && isFree()) start();
    else waiting[laneOf(request.raw)].push({ start, response: reply.raw });
  });
  app.addHook("onSend", (request, _reply, _payload, done) => {
    request.endTurn?.();
    done();
  });
}
