import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { Agent, type Dispatcher, request } from "undici";
import { errorCode } from "../error-code.ts";
import { textIn } from "./s3-xml.ts";
import { StorageError } from "./storage.ts";

/** Connection to object storage. */
export interface S3Options {
  bucket: string;
  region: string;
  /** Origin of a server other than AWS, addressed as `/bucket/key`; null for AWS. */
  endpoint: string | null;
  credentials: { accessKey: string; secretKey: string };
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

export interface S3Response {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Must be read or dumped to its end. */
  body: Dispatcher.ResponseData["body"];
}

/** Timeouts (ms) for connecting, for the response to begin, and between its bytes. */
const timeouts = { connect: 5000, answer: 30_000, pause: 30_000 };
const attempts = 4;
/** Delay (ms) before the second attempt; it doubles with each attempt, and half of it is random. */
const firstWait = 100;

/** Sends signed requests (Signature Version 4) to one bucket, and retries temporary failures. */
export class S3Client {
  readonly #options: S3Options;
  readonly #place: string;
  readonly #agent = new Agent({
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.answer,
    bodyTimeout: timeouts.pause,
  });

  /** @param place the storage's name in error messages */
  constructor(options: S3Options, place: string) {
    this.#options = options;
    this.#place = place;
  }

  /** Sends a request. @throws StorageError on an error response or none; the signal's reason if aborted. */
  async send(wanted: S3Request): Promise<S3Response> {
    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt(wanted);
      if (!(result instanceof StorageError)) return result;
      if (attempt === attempts || !isPassing(result)) throw result;
      const wait = firstWait * 2 ** (attempt - 1);
      await delay(wait / 2 + (Math.random() * wait) / 2, undefined, wanted.signal && { signal: wanted.signal });
    }
  }

  /**
   * Like `send`, and reads the response as text. Also throws for an error in a response with status 200 (as at the end
   * of a long operation).
   */
  async sendForText(wanted: S3Request): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.send(wanted);
      const text = await response.body.text();
      if (!/^(<\?xml[^>]*>)?\s*<Error>/.test(text)) return text;
      const error = this.#errorOf(wanted, 500, text);
      if (attempt === attempts || !isPassing(error)) throw error;
    }
  }

  async #attempt(wanted: S3Request): Promise<S3Response | StorageError> {
    try {
      const { url, headers } = await this.#sign(wanted);
      const { statusCode, ...response } = await request(url, {
        method: wanted.method,
        headers,
        dispatcher: this.#agent,
        ...(wanted.body && { body: wanted.body }),
        ...(wanted.signal && { signal: wanted.signal }),
      });
      const isFine = statusCode < 300 || wanted.expected?.includes(statusCode);
      if (isFine) return { status: statusCode, headers: response.headers, body: response.body };
      return this.#errorOf(wanted, statusCode, await response.body.text());
    } catch (error) {
      wanted.signal?.throwIfAborted();
      const code = errorCode(error);
      if (code === undefined) throw error;
      return new StorageError(`${this.#sentence(wanted)}: no answer (${code})`, code);
    }
  }

  #errorOf(wanted: S3Request, status: number, text: string): StorageError {
    const code = textIn(text, "Code") ?? String(status);
    const told = code === String(status) ? code : `${status} ${code}`;
    return new StorageError(`${this.#sentence(wanted)}: ${told}`, code);
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

const passingCodes = ["RequestTimeout", "SlowDown", "InternalError", "ServiceUnavailable", "TooManyRequests"];

/** Returns whether retrying the same request may succeed. */
function isPassing({ code }: StorageError): boolean {
  return passingCodes.includes(code) || /^(5\d\d|429|E[A-Z]+|UND_ERR_\w+)$/.test(code);
}
