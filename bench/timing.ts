import { connect, type Socket } from "node:net";

/** The result of one timed request. */
export interface Timed {
  /** Ms from sending the request to the last byte of the response. */
  ms: number;
  status: number;
  /** The `x-cache` header; empty when missing. */
  cache: string;
}

/** Host names used so far, by all connections. */
let hosts = 0;

/**
 * A connection for timing requests one at a time. Counts response bytes without keeping them: a client that keeps and parses
 * them pauses up to ten milliseconds for garbage collection, on the cores that the shop uses.
 */
export class TimingConnection {
  readonly #socket: Socket;
  readonly #port: number;
  #onData: (chunk: Buffer) => void = () => {};
  #onEnd: (error: Error) => void = () => {};

  private constructor(socket: Socket, port: number) {
    this.#socket = socket.setNoDelay(true);
    this.#port = port;
    socket.on("data", (chunk) => this.#onData(chunk));
    socket.on("error", (error) => this.#onEnd(error));
    socket.on("close", () => this.#onEnd(new Error("The shop closed the connection")));
  }

  static async open(origin: string): Promise<TimingConnection> {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    return new TimingConnection(socket, Number(port));
  }

  /**
   * Requests a page, uncompressed, under a host name never used before, like `askUncached`.
   * @throws Error when Content-Length is missing or wrong, or the connection ends early
   */
  time(path: string): Promise<Timed> {
    hosts += 1;
    const host = `t${hosts}.localhost:${this.#port}`;
    return new Promise((resolve, reject) => {
      let [head, missing] = ["", Number.NaN];
      this.#onEnd = reject;
      this.#onData = (chunk) => {
        if (Number.isNaN(missing)) {
          head += chunk.toString("latin1", 0, Math.min(chunk.length, maxHeadLength));
          const end = head.indexOf("\r\n\r\n") + 4;
          if (end < 4 && head.length < maxHeadLength) return;
          const before = head.length - Math.min(chunk.length, maxHeadLength);
          head = head.slice(0, end - 2);
          const length = contentLength.exec(head)?.[1];
          if (end < 4 || length === undefined) return reject(new Error(`${path}: response without Content-Length`));
          missing = end - before + Number(length);
        }
        missing -= chunk.length;
        if (missing < 0) reject(new Error(`${path}: response longer than its Content-Length`));
        if (missing !== 0) return;
        const ms = performance.now() - began;
        resolve({ ms, status: Number(head.slice(9, 12)), cache: cacheHeader.exec(head)?.[1] ?? "" });
      };
      if (this.#socket.destroyed) return reject(new Error("The shop has closed the connection"));
      const began = performance.now();
      this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: identity\r\n\r\n`);
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Maximum header size in characters; the shop's headers are shorter. */
const maxHeadLength = 16_384;
const contentLength = /^content-length: (\d+)\r$/im;
const cacheHeader = /^x-cache: (\S+)\r$/im;
