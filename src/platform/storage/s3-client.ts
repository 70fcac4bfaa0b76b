import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { Agent, type Dispatcher, request } from "undici";
import { errorCode } from "../error-code.ts";
import { textIn } from "./s3-xml.ts";
import { StorageError } from "./storage.ts";

/** Where object storage is reached. */
export interface S3Options {
  bucket: string;
  region: string;
  /** Origin of a server other than AWS's, which is then asked under `/bucket/key`; null for AWS. */
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
  /** Statuses that are answers rather than errors, other than 2xx. */
  expected?: readonly number[];
}

export interface S3Response {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** To be read, or dumped, to its end. */
  body: Dispatcher.ResponseData["body"];
}

/** How long (ms) a connection may take, an answer may take to begin, and its bytes may pause. */
const timeouts = { connect: 5000, answer: 30_000, pause: 30_000 };
const attempts = 4;
/** The wait (ms) before the second attempt; it doubles with each, and half of it is random. */
const firstWait = 100;

/** Sends signed requests (Signature Version 4) to one bucket, and repeats those that failed in passing. */
export class S3Client {
  readonly #options: S3Options;
  readonly #place: string;
  readonly #agent = new Agent({
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.answer,
    bodyTimeout: timeouts.pause,
  });

  /** @param place what errors call the storage */
  constructor(options: S3Options, place: string) {
    this.#options = options;
    this.#place = place;
  }

  /** Sends a request. @throws StorageError when the answer is an error or does not come; the signal's reason when aborted. */
  async send(wanted: S3Request): Promise<S3Response> {
    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt(wanted);
      if (!(result instanceof StorageError)) return result;
      if (attempt === attempts || !isPassing(result)) throw result;
      const wait = firstWait * 2 ** (attempt - 1);
      await delay(wait / 2 + (Math.random() * wait) / 2, undefined, wanted.signal && { signal: wanted.signal });
    }
  }

  /** Like `send`, and reads the answer as text. An error that comes under status 200 (as the end of a long operation) is one. */
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
    // URLSearchParams writes a space as "+", which servers read, and sign, differently.
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

/** As the signature wants it (RFC 3986): encodeURIComponent leaves !'()* alone. */
export function encodeKey(key: string): string {
  const encoded = encodeURIComponent(key).replaceAll("%2F", "/");
  return encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

const passingCodes = ["RequestTimeout", "SlowDown", "InternalError", "ServiceUnavailable", "TooManyRequests"];

/** Whether the same request may succeed a moment later. */
function isPassing({ code }: StorageError): boolean {
  return passingCodes.includes(code) || /^(5\d\d|429|E[A-Z]+|UND_ERR_\w+)$/.test(code);
}
