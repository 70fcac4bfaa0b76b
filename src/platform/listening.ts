import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { errorCode } from "./error-code.ts";
import { StartError } from "./start-error.ts";

/** The address of a server. */
export interface ListeningPlace {
  host: string;
  /** 0 takes any free port. */
  port: number;
}

/** How long (ms) to wait for a connection that shows that a port is taken. */
const connectMs = 500;

/**
 * Checks that a server could listen, without listening on the port: a proxy that is waiting for a restarted shop would connect,
 * and lose its request. @throws StartError if it could not
 */
export async function refuseTakenPort(place: ListeningPlace): Promise<void> {
  const { host, port } = place;
  const probe = createServer();
  try {
    probe.listen(0, host);
    await once(probe, "listening");
  } catch (error) {
    throw listenError(error, place);
  } finally {
    probe.close();
  }
  if (port !== 0 && (await answers({ host, port })))
    throw listenError(Object.assign(new Error("Something listens there"), { code: "EADDRINUSE" }), place);
}

async function answers(place: ListeningPlace): Promise<boolean> {
  const signal = AbortSignal.timeout(connectMs);
  const socket = connect(place);
  try {
    await once(socket, "connect", { signal });
    return true;
  } catch {
    // Nothing listens there.
    return false;
  } finally {
    socket.destroy();
  }
}

/** Returns the reason that a server could not listen, as a StartError if the operator can fix it. */
export function listenError(error: unknown, { host, port }: ListeningPlace): unknown {
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return new StartError(`Port ${port} is taken: stop what uses it, or set PORT to another.`);
    case "EACCES":
      return new StartError(`Port ${port} may not be used by this user: set PORT to one above 1023.`);
    case "EADDRNOTAVAIL":
      return new StartError(`This machine has no address ${host}: set HOST to one that it has.`);
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartError(`The host name ${host} cannot be resolved: set HOST to an address of this machine.`);
    default:
      return error;
  }
}

/** Returns the origin of a server, for display. */
export function originOf({ host, port }: ListeningPlace): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** A turn of the event loop that takes no longer (ms) did little but accept connections. */
const quietTurnMs = 0.2;

/** How long (ms) to wait for such a turn. */
const quietWithinMs = 1000;

/**
 * Calls `stop` when the event loop has just accepted the connections that wait: the system resets those that wait when a server
 * stops listening. After a turn with other work, more may wait.
 */
function afterAccepting(stop: () => void): void {
  const deadline = performance.now() + quietWithinMs;
  let lastTurn = Number.NEGATIVE_INFINITY;
  const endTurn = () => {
    const now = performance.now();
    if (now - lastTurn < quietTurnMs || now > deadline) return stop();
    lastTurn = now;
    setImmediate(endTurn);
  };
  setImmediate(endTurn);
}

/** How long (ms) open connections may bring another request before an idle one is closed. */
const keepAliveGraceMs = 500;

/**
 * Closes a server. It stops listening almost at once, so that new connections go elsewhere. Connections that are open get `keepAliveGraceMs`
 * milliseconds to bring another request, whose answer ends them: a request on its way to a connection that is closed would be
 * lost. Requests in progress get `ms` milliseconds to end; then their connections are closed.
 */
export async function closeWithin(server: Server, close: () => Promise<void>, ms: number): Promise<void> {
  server.prependListener("request", (_, response) => {
    response.shouldKeepAlive = false;
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  // A server that stops listening would close idle connections immediately.
  server.closeIdleConnections = () => {};
  const stopListening = server.close.bind(server);
  server.close = (done) => {
    afterAccepting(() => stopListening(done));
    return server;
  };
  // After the event loop has read what has arrived.
  const idleTimer = setTimeout(() => setImmediate(closeIdle), keepAliveGraceMs);
  const timer = setTimeout(() => server.closeAllConnections(), ms);
  try {
    await close();
  } finally {
    clearTimeout(idleTimer);
    clearTimeout(timer);
  }
}
