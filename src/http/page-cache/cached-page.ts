import { createHash } from "node:crypto";
import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from "node:http";
import type { Tag } from "#db/changes.ts";
import type { LandingCookies } from "../visit/visit-origin.ts";
import { compress, decompress, type Encoding } from "./compression.ts";

/** Header lines in the form that node:http writes fastest: name, value, name, value. */
export type HeaderLines = readonly string[];

/**
 * Values of `x-cache`: from the cache, just rendered, from the cache while the database is unreachable, or not
 * cacheable.
 */
export type CacheOutcome = "hit" | "miss" | "stale" | "pass";

/** A rendered page, the same for everybody. */
export interface RenderedPage {
  /** As text or in UTF-8. */
  body: string | Buffer;
  /** Default: HTML in UTF-8. */
  contentType?: string;
  /**
   * All other header lines, including security headers: a cache hit bypasses the plugins that could add them. Those that node:http
   * adds itself, such as `connection`, are refused.
   */
  headers: HeaderLines;
  /** Tags of the data that it was rendered from. */
  tags: readonly Tag[];
  /** When it expires (ms since 1970): the end of a nonce's half day, a scheduled price change. */
  until?: number;
  /** False: do not cache, not even in shared caches. Default: cache. */
  isCacheable?: boolean;
  /**
   * For how many seconds a shared cache may store it, with its tags as surrogate keys; only if every change is purged
   * there.
   */
  sharedSeconds?: number;
  /** The cookies that an answer sets in a browser that lands on it. */
  landingCookies?: LandingCookies | undefined;
}

interface Variant {
  body: Buffer;
  /** Status line and header lines of a hit, but its length, its age, and what node:http adds. */
  head: string;
}

/** Approximate bytes of the objects around a page's bodies and texts, measured as heap growth per cached page. */
const weights = { page: 1_000, variant: 450, tag: 60, alias: 100 };

/** The parts of a request that determine the form of the response. */
export interface PageRequest {
  raw: IncomingMessage;
  ifNoneMatch: string | undefined;
  encoding: Encoding;
}

/** A page in memory, compressed. */
export class CachedPage {
  readonly key: string;
  readonly tags: readonly Tag[];
  /** Ms since 1970; Infinity if only a change invalidates it. */
  readonly until: number;
  readonly etag: string;
  /** The raw URLs under which it is found without parsing. Maintained by the cache. */
  readonly aliases: string[] = [];
  hits = 0;
  /** Whether recompressing it has been requested. */
  isRecompressed = false;
  /** In ms since 1970. */
  readonly storedAt: number;
  readonly #page: Omit<RenderedPage, "body">;
  readonly #variants = new Map<Encoding, Variant>();
  /** Encodings in progress, shared by concurrent requests. */
  readonly #adding = new Map<Encoding, Promise<void>>();
  #quality = 5;

  private constructor(key: string, page: RenderedPage, etag: string, now: number) {
    const { body: _, sharedSeconds, ...rest } = page;
    this.#page = page.isCacheable === false || sharedSeconds === undefined ? rest : { ...rest, sharedSeconds };
    this.storedAt = now;
    this.key = key;
    this.tags = page.tags;
    this.until = page.until ?? Number.POSITIVE_INFINITY;
    this.etag = etag;
  }

  /** Compresses a page for the first request; other encodings follow on demand. `now` is in ms since 1970. */
  static async of(key: string, page: RenderedPage, encoding: Encoding, now: number): Promise<CachedPage> {
    const body = bytesOf(page.body);
    // Weak: shared by all encodings, and the brotli bytes change when the page is recompressed later.
    const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
    const cached = new CachedPage(key, page, etag, now);
    cached.#keep(encoding, await compress(body, encoding));
    return cached;
  }

  has(encoding: Encoding): boolean {
    return this.#variants.has(encoding);
  }

  /** Creates the encoding from an existing one, once for concurrent requests. */
  async add(encoding: Encoding): Promise<void> {
    if (this.has(encoding)) return;
    const adding = this.#adding.get(encoding) ?? this.#make(encoding).finally(() => this.#adding.delete(encoding));
    this.#adding.set(encoding, adding);
    await adding;
  }

  async #make(encoding: Encoding): Promise<void> {
    this.#keep(encoding, await compress(await this.#identity(), encoding, this.#quality));
  }

  /** Recompresses brotli at the highest quality (about 40 ms off the main thread); does nothing the second time. */
  async recompress(): Promise<void> {
    if (this.#quality === 11 || !this.has("br")) return;
    this.#quality = 11;
    this.#keep("br", await compress(await this.#identity(), "br", 11));
  }

  /** Bytes in memory: bodies, header texts, key, tags, aliases and the objects that contain them. */
  get bytes(): number {
    let bytes = weights.page + this.key.length;
    for (const tag of this.tags) bytes += weights.tag + tag.length;
    for (const alias of this.aliases) bytes += weights.alias + alias.length;
    for (const { body, head } of this.#variants.values())
      bytes += weights.variant + body.buffer.byteLength + head.length;
    return bytes;
  }

  /**
   * Answers a GET or HEAD request, bypassing every plugin; 304 if `ifNoneMatch` matches. The encoding must exist. `now`
   * (ms since 1970) is used for the Age header of pages that shared caches may store. They may not store a stale answer:
   * a missed purge would leave it there for up to an hour. Nor an answer that sets cookies.
   */
  send(response: ServerResponse, request: PageRequest, outcome: CacheOutcome, now: number): void {
    const variant = this.#variants.get(request.encoding);
    if (!variant) throw new Error(`No ${request.encoding} variant of ${this.key}`);
    const cookies = this.#page.landingCookies?.(request.raw) ?? [];
    const shared = outcome === "stale" || cookies.length > 0 ? undefined : this.#page.sharedSeconds;
    if (request.ifNoneMatch !== undefined && namesEtag(request.ifNoneMatch, this.etag)) {
      const lines = [...this.#unchangedLines(shared), "x-cache", outcome, ...this.#age(shared, now)];
      writeHead(response, 304, lines, cookies);
      response.end();
      return;
    }
    const own = ["content-length", String(variant.body.length), ...this.#age(shared, now)];
    if (outcome === "hit" && cookies.length === 0 && canStoreHeader(response)) response._storeHeader(variant.head, own);
    else writeHead(response, 200, [...this.#lines(request.encoding, shared), "x-cache", outcome, ...own], cookies);
    if (request.raw.method === "HEAD") response.end();
    else response.end(variant.body);
  }

  #keep(encoding: Encoding, body: Buffer): void {
    const head = headOf([...this.#lines(encoding, this.#page.sharedSeconds), "x-cache", "hit"]);
    this.#variants.set(encoding, { body: ownBytes(body), head });
  }

  /**
   * Returns the header lines of an answer with this encoding, but not its length.
   * @param shared seconds for which a shared cache may store it; undefined: not at all
   */
  #lines(encoding: Encoding, shared: number | undefined): string[] {
    const lines = ["content-type", this.#page.contentType ?? "text/html; charset=utf-8"];
    if (encoding !== "identity") lines.push("content-encoding", encoding);
    return [...lines, ...this.#unchangedLines(shared)];
  }

  /** Returns the header lines that a 304 has as well. */
  #unchangedLines(shared: number | undefined): string[] {
    const lines = ["etag", this.etag, "vary", "Accept-Encoding", "cache-control", this.#cacheControl(shared)];
    if (shared !== undefined) lines.push("surrogate-key", this.tags.join(" "));
    return [...lines, ...this.#page.headers];
  }

  #cacheControl(shared: number | undefined): string {
    if (shared === undefined) return "public, max-age=0, must-revalidate";
    const left = Math.min(shared, Math.floor((this.until - this.storedAt) / 1000));
    return `public, max-age=0, s-maxage=${Math.max(0, left)}, must-revalidate`;
  }

  #age(shared: number | undefined, now: number): string[] {
    if (shared === undefined) return [];
    return ["age", String(Math.max(0, Math.floor((now - this.storedAt) / 1000)))];
  }

  async #identity(): Promise<Buffer> {
    const [first] = this.#variants;
    if (!first) throw new Error(`No variant of ${this.key}`);
    const [encoding, { body }] = first;
    return decompress(body, encoding);
  }
}

/** Returns a page's body in UTF-8. */
export function bytesOf(body: RenderedPage["body"]): Buffer {
  return typeof body === "string" ? Buffer.from(body) : body;
}

/**
 * Returns the bytes in an allocation of their own size: zlib returns views of 16 kB blocks, and small Buffers are views
 * of an 8 kB pool, which would stay in memory as long as the page.
 */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** A response of node:http, whose undocumented method takes header lines as text (decision 0056). */
interface StoresHeader extends ServerResponse {
  /**
   * Adds `Date` and the lines that the state of the connection needs, and keeps the whole for the first write.
   * @param text status line and header lines, sent without checking them
   * @param lines further ones, which are checked; those that say how the body ends have to be among them
   */
  _storeHeader(text: string, lines: HeaderLines): void;
}

/** Returns false for responses with a `writeHead` of their own, such as those of `inject`, or with headers set before. */
function canStoreHeader(response: ServerResponse): response is StoresHeader {
  const isPlain = response.writeHead === ServerResponse.prototype.writeHead && "_storeHeader" in response;
  return isPlain && !response.headersSent && response.getHeaderNames().length === 0;
}

/** Lines that node:http adds or has to know of. */
const notInHead = /^(?:connection|content-length|date|expect|keep-alive|trailer|transfer-encoding)$/i;

/** Returns the status line and header lines as they are sent. @throws TypeError if one may not be sent */
function headOf(lines: HeaderLines): string {
  const head = ["HTTP/1.1 200 OK\r\n"];
  if (lines.length % 2 === 1) throw new TypeError("A header of a cached page has no value");
  for (let at = 0; at < lines.length; at += 2) {
    const [name = "", value = ""] = lines.slice(at, at + 2);
    validateHeaderName(name);
    validateHeaderValue(name, value);
    if (notInHead.test(name)) throw new TypeError(`A cached page may not have the header ${name}`);
    head.push(name, ": ", value, "\r\n");
  }
  return head.join("");
}

/**
 * node:http uses the flat list as it is, without a copy, if no header was set before. An answer with cookies may not be stored in
 * shared caches, which might give them to others.
 */
function writeHead(response: ServerResponse, status: number, lines: HeaderLines, cookies: readonly string[]): void {
  let sent = lines;
  if (cookies.length > 0) {
    sent = lines.with(lines.indexOf("cache-control") + 1, "private, max-age=0, must-revalidate");
    response.setHeader("set-cookie", cookies);
  }
  response.writeHead(status, sent as OutgoingHttpHeader[]);
}

/** Returns whether an If-None-Match header contains the tag, by weak comparison (RFC 9110 13.1.2). */
function namesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === opaque);
}
