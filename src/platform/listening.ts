import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { errorCode } from "./error-code.ts";
import { StartError } from "./start-error.ts";

/** The address of a server. */
export interface ListeningPlace {
  host: string;
  /** 0 takes any free port. */
  port: number;
}

/** Checks that a server could listen. @throws StartError if it could not. */
export async function refuseTakenPort(place: ListeningPlace): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(place.port, place.host);
    await once(probe, "listening");
  } catch (error) {
    throw listenError(error, place);
  } finally {
    probe.close();
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

/** How long (ms) open connections may bring another request before an idle one is closed. */
const goodbyeMs = 500;
const goodbyePollMs = 20;

/**
 * Closes a server. Connections that are open first get `goodbyeMs` milliseconds to bring another request, whose answer ends
 * them: a request on its way to a connection that is closed would be lost. Requests in progress get `ms` milliseconds to
 * end; then their connections are closed.
 */
export async function closeWithin(server: Server, close: () => Promise<void>, ms: number): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), ms);
  try {
    await sayGoodbye(server);
    await close();
  } finally {
    clearTimeout(timer);
  }
}

/** Ends each connection with its next answer. Returns when none is open, or the time is over. */
async function sayGoodbye(server: Server): Promise<void> {
  server.prependListener("request", (_, response) => {
    response.shouldKeepAlive = false;
  });
  const count = promisify(server.getConnections.bind(server));
  for (let waited = 0; waited < goodbyeMs && (await count()) > 0; waited += goodbyePollMs) await delay(goodbyePollMs);
}
