import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "#shop/refusal.ts";

/** Minimum bytes per `requestTimeout`: 70 kbit/s at one minute. */
const leastBytes = 512 * 1024;

/** Uploads that this process reads at once. They hold places in their lane for hours, and most must stay free for shoppers. */
export const uploadsAtOnce = 64;

declare module "fastify" {
  interface FastifyRequest {
    /**
     * Reads a body that may take longer than `requestTimeout`, as long as it goes on arriving at a certain pace. Only for callers who
     * may upload: it holds a connection for hours. @throws Refusal pictures_busy
     */
    readSlowly: <T>(read: () => Promise<T>) => Promise<T>;
  }
}

/** The uploads that may take longer than other requests. */
export class SlowUploads {
  readonly #sockets = new Set<Socket>();

  /** Fastify's `clientErrorHandler`. Answers unreadable and late requests. */
  readonly answerClientError = ({ code }: Error & { code?: string }, socket: Socket): void => {
    const isTooSlow = code === "ERR_HTTP_REQUEST_TIMEOUT";
    // Node tells this once for each request.
    if (isTooSlow && this.#sockets.has(socket)) return;
    const status = isTooSlow
      ? "408 Request Timeout"
      : code === "HPE_HEADER_OVERFLOW"
        ? "431 Request Header Fields Too Large"
        : "400 Bad Request";
    if (code !== "ECONNRESET" && socket.writable)
      socket.write(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    socket.destroy();
  };

  /** Adds `readSlowly` to requests. */
  decorate(app: FastifyInstance): void {
    const sockets = this.#sockets;
    app.decorateRequest("readSlowly", async function (read) {
      const { socket } = this.raw;
      if (sockets.size >= uploadsAtOnce) throw new Refusal("pictures_busy");
      sockets.add(socket);
      const stop = watchPace(this);
      try {
        return await read();
      } finally {
        stop();
        sockets.delete(socket);
      }
    });
  }
}

/** Cuts the connection of a body that arrives too slowly. @returns a function that stops watching */
function watchPace({ raw, server }: FastifyRequest): () => void {
  let before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const arrived = raw.socket.bytesRead - before;
    before += arrived;
    // With a full buffer, the storage is slow and not the client.
    if (arrived < leastBytes && raw.readableLength < raw.readableHighWaterMark) raw.destroy();
  }, server.server.requestTimeout);
  return () => clearInterval(timer);
}
