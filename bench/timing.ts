import { connect, type Socket } from "node:net";

/** What one timed request came to. */
export interface Timed {
  /** Ms from the request to the last byte of its answer. */
  ms: number;
  status: number;
  /** The `x-cache` header; empty when there was none. */
  cache: string;
}

/**
 * A connection for timing requests one at a time. What comes is counted and dropped: a client that keeps and parses it
 * collects its rubbish for ten milliseconds now and then, on the cores that the shop answers with.
 */
export class TimingConnection {
  readonly #socket: Socket;
  readonly #port: number;
  #onData: (chunk: Buffer) => void = () => {};
  #onEnd: (error: Error) => void = () => {};
  #host = 0;

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
   * Asks for a page under a host name that nobody has used before, as `askUncached` does, uncompressed.
   * @throws when the answer does not say how long it is, is another length, or the connection ends before it does.
   */
  time(path: string): Promise<Timed> {
    this.#host += 1;
    const host = `t${this.#host}.localhost:${this.#port}`;
    return new Promise((resolve, reject) => {
      let [head, missing] = ["", Number.NaN];
      this.#onEnd = reject;
      this.#onData = (chunk) => {
        if (Number.isNaN(missing)) {
          head += chunk.toString("latin1", 0, Math.min(chunk.length, longestHead));
          const end = head.indexOf("\r\n\r\n") + 4;
          if (end < 4 && head.length < longestHead) return;
          const before = head.length - Math.min(chunk.length, longestHead);
          head = head.slice(0, end - 2);
          const length = contentLength.exec(head)?.[1];
          if (end < 4 || length === undefined) return reject(new Error(`${path}: an answer of unknown length`));
          missing = end - before + Number(length);
        }
        missing -= chunk.length;
        if (missing < 0) reject(new Error(`${path}: an answer longer than it says`));
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

/** Characters; the shop's are shorter, policy and all. */
const longestHead = 16_384;
const contentLength = /^content-length: (\d+)\r$/im;
const cacheHeader = /^x-cache: (\S+)\r$/im;
