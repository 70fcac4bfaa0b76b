import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Bytes that an upload brings at least in each `requestTimeout` of the server: 70 kbit/s where that is a minute. */
const leastBytes = 512 * 1024;

declare module "fastify" {
  interface FastifyRequest {
    /**
     * Reads a body that may take longer than `requestTimeout`, as long as it goes on arriving at a certain pace. Only for callers who
     * may upload: it holds a connection for hours.
     */
    readSlowly: <T>(read: () => Promise<T>) => Promise<T>;
  }
}

/** The uploads that may take longer than other requests. */
export class SlowUploads {
  readonly #sockets = new WeakSet<Socket>();

  /** Fastify's `clientErrorHandler`: answers what cannot be read, and requests that have not arrived in time. */
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
