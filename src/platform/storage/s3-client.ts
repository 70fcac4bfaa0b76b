import { createHash } from "node:crypto";
import { PassThrough, type Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { Agent, type Dispatcher, request } from "undici";
import { errorCode } from "../error-code.ts";
import { rootOf, textIn } from "./s3-xml.ts";
import { StorageError } from "./storage.ts";

/** Connection to object storage. */
export interface S3Options {
  bucket: string;
  region: string;
  /** Origin of a server other than AWS, addressed as `/bucket/key`; null for AWS. */
  endpoint: string | null;
  credentials: { accessKey: string; secretKey: string };
  /** Overrides the usual timeouts (ms). */
  timeouts?: Partial<S3Timeouts>;
}

export interface S3Timeouts {
  /** For connecting. */
  connect: number;
  /** For the response to begin. */
  answer: number;
  /** Between its bytes. */
  pause: number;
  /** Before the second attempt; it doubles with each attempt, and half of it is random. */
  wait: number;
  /** After the first attempt, for another one to begin. */
  retries: number;
}

export interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** "" for the bucket itself. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array;
  signal?: AbortSignal | undefined;
  /** Statuses besides 2xx that are not errors. */
  expected?: readonly number[];
}

export interface S3Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The whole body. */
  text: string;
}

/** A successful response whose body is read by the caller. The stream fails with a StorageError if it breaks off. */
export interface S3Download extends Omit<S3Answer, "text"> {
  text: undefined;
  stream: Readable;
}

const usualTimeouts: S3Timeouts = { connect: 5000, answer: 30_000, pause: 30_000, wait: 100, retries: 60_000 };

const attempts = 4;

/** Sends signed requests (Signature Version 4) to one bucket. All retries of temporary failures are made here. */
export class S3Client {
  readonly #options: S3Options;
  readonly #place: string;
  readonly #agent: Agent;
  readonly #timeouts: S3Timeouts;

  /** @param place the storage's name in error messages */
  constructor(options: S3Options, place: string) {
    this.#options = options;
    this.#place = place;
    this.#timeouts = { ...usualTimeouts, ...options.timeouts };
    const { connect, answer, pause } = this.#timeouts;
    this.#agent = new Agent({ connect: { timeout: connect }, headersTimeout: answer, bodyTimeout: pause });
  }

  /**
   * Sends a request and reads the whole response. An error in a response with status 200, as at the end of a long
   * operation, is an error, too.
   * @throws StorageError on an error response, an incomplete one or none; the signal's reason if aborted.
   */
  send(wanted: S3Request): Promise<S3Answer> {
    return this.#retry(wanted, async ({ statusCode, headers, body }) => {
      const text = await body.text();
      if (statusCode < 300 && rootOf(text) === "Error") throw this.#errorOf(wanted, 500, text);
      return { status: statusCode, headers, text };
    });
  }

  /** Like `send`, and leaves reading the body of a successful response to the caller. */
  open(wanted: S3Request): Promise<S3Answer | S3Download> {
    return this.#retry(wanted, async ({ statusCode, headers, body }) => {
      const head = { status: statusCode, headers };
      if (statusCode >= 300) return { ...head, text: await body.text() };
      return { ...head, text: undefined, stream: this.#withStorageErrors(wanted, body) };
    });
  }

  async #retry<T>(wanted: S3Request, read: (response: Dispatcher.ResponseData) => Promise<T>): Promise<T> {
    const lastStart = performance.now() + this.#timeouts.retries;
    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt(wanted, read);
      if (!(result instanceof StorageError)) return result;
      const longest = this.#timeouts.wait * 2 ** (attempt - 1);
      const wait = longest / 2 + (Math.random() * longest) / 2;
      if (attempt === attempts || performance.now() + wait > lastStart || !isTemporary(result)) throw result;
      await delay(wait, undefined, wanted.signal && { signal: wanted.signal });
    }
  }

  async #attempt<T>(
    wanted: S3Request,
    read: (response: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T | StorageError> {
    try {
      const { url, headers } = await this.#sign(wanted);
      const response = await request(url, {
        method: wanted.method,
        headers,
        dispatcher: this.#agent,
        ...(wanted.body && { body: wanted.body }),
        ...(wanted.signal && { signal: wanted.signal }),
      });
      const { statusCode, body } = response;
      const isFine = statusCode < 300 || wanted.expected?.includes(statusCode);
      return isFine ? await read(response) : this.#errorOf(wanted, statusCode, await body.text());
    } catch (error) {
      wanted.signal?.throwIfAborted();
      const failure = this.#failureOf(wanted, error);
      if (!failure) throw error;
      return failure;
    }
  }

  /** Returns a stream of the body whose errors are StorageErrors. */
  #withStorageErrors(wanted: S3Request, body: Readable): Readable {
    const stream = new PassThrough();
    // Keeps an error before the first read from crashing the process; the reader gets it, too.
    stream.on("error", () => {});
    stream.on("close", () => body.destroy());
    body.on("error", (error) => stream.destroy(this.#failureOf(wanted, error) ?? error));
    return body.pipe(stream);
  }

  /** Returns undefined for an error that is neither the network's nor the storage's. */
  #failureOf(wanted: S3Request, error: unknown): StorageError | undefined {
    if (error instanceof StorageError) return error;
    const code = errorCode(error);
    return code === undefined
      ? undefined
      : new StorageError(`${this.#sentence(wanted)}: no complete answer (${code})`, code);
  }

  #errorOf(wanted: S3Request, status: number, text: string): StorageError {
    const code = textIn(text, "Code")?.trim() || String(status);
    const answer = code === String(status) ? code : `${status} ${code}`;
    return new StorageError(`${this.#sentence(wanted)}: ${answer}`, code);
  }

  #sentence({ method, key }: S3Request): string {
    return key === "" ? `Listing ${this.#place} failed` : `${method} ${JSON.stringify(key)} failed at ${this.#place}`;
  }

  async #sign({ method, key, query = {}, headers = {}, body }: S3Request): Promise<{ url: URL; headers: Headers }> {
    const { region, credentials } = this.#options;
    const url = this.#urlOf(key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    // URLSearchParams encodes a space as "+", which servers read, and sign, differently.
    url.search = url.search.replaceAll("+", "%20");
    const hash = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": hash },
      accessKeyId: credentials.accessKey,
      secretAccessKey: credentials.secretKey,
      service: "s3",
      region,
    });
    return signer.sign();
  }

  #urlOf(key: string): URL {
    const { bucket, region, endpoint } = this.#options;
    if (endpoint !== null) return new URL(`${endpoint}/${encodeKey(key === "" ? bucket : `${bucket}/${key}`)}`);
    return new URL(`https://${bucket}.s3.${region}.amazonaws.com/${encodeKey(key)}`);
  }
}

/** Encodes a key as the signature requires (RFC 3986): encodeURIComponent does not escape !'()*. */
export function encodeKey(key: string): string {
  const encoded = encodeURIComponent(key).replaceAll("%2F", "/");
  return encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

const temporaryCodes = ["RequestTimeout", "SlowDown", "InternalError", "ServiceUnavailable", "TooManyRequests"];

/** Returns whether retrying the same request may succeed. */
function isTemporary({ code }: StorageError): boolean {
  return temporaryCodes.includes(code) || /^(5\d\d|429|E[A-Z]+|UND_ERR_\w+)$/.test(code);
}
