import type { FastifyInstance } from "fastify";
import { networkPrefix } from "#platform/network-address.ts";

/** Connections of this process: all, and those from one network. */
const limits = { all: 10_000, network: 2000 } as const;

/**
 * Limits the connections of the process. Those above are closed at once. @param isBehindProxy then all come from the same
 * few addresses
 */
export function limitConnections({ server }: FastifyInstance, isBehindProxy: boolean): void {
  server.maxConnections = limits.all;
  if (isBehindProxy) return;
  const counts = new Map<string, number>();
  server.on("connection", (socket) => {
    const network = networkPrefix(socket.remoteAddress ?? "");
    const count = counts.get(network) ?? 0;
    if (count >= limits.network) {
      socket.destroy();
      return;
    }
    counts.set(network, count + 1);
    socket.once("close", () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
  });
}
