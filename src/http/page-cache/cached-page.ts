import { createHash } from "node:crypto";
import type { OutgoingHttpHeader, ServerResponse } from "node:http";
import type { Tag } from "#db/changes.ts";
import { compress, decompress, type Encoding } from "./compression.ts";

/** Header lines as node:http writes them fastest: name, value, name, value. */
export type HeaderLines = readonly string[];

/** What `x-cache` says: from memory, just made, from memory while the database is out of reach, or never kept. */
export type CacheOutcome = "hit" | "miss" | "stale" | "pass";

/** A page as it was rendered: the same bytes for everybody. */
export interface RenderedPage {
  body: string;
  /** Default: HTML in UTF-8. */
  contentType?: string;
  /** Every further header line, the security headers among them: a hit passes no plugin that could add them. */
  headers: HeaderLines;
  /** What it was made from. */
  tags: readonly Tag[];
  /** The moment (ms since 1970) at which it is wrong: the end of a nonce's half day, a scheduled price. */
  until?: number;
  /** False: answered, not kept. Default: kept. */
  isKept?: boolean;
  /** How many seconds a shared cache may keep it, under its tags as surrogate keys; only where every change purges it there. */
  sharedSeconds?: number;
}

interface Variant {
  body: Buffer;
  /** Complete header lines without `x-cache`. */
  lines: HeaderLines;
}

/** Approximate bytes of the objects around a page's bodies and texts, measured as heap growth per cached page. */
const weights = { page: 1_000, variant: 450, tag: 60, alias: 100 };

/** A page in memory: compressed, with every header line ready. */
export class CachedPage {
  readonly key: string;
  readonly tags: readonly Tag[];
  /** Ms since 1970; Infinity when only a change ends it. */
  readonly until: number;
  readonly etag: string;
  /** The raw addresses under which it is found without parsing. The cache keeps them. */
  readonly aliases: string[] = [];
  hits = 0;
  readonly #page: Omit<RenderedPage, "body">;
  readonly #variants = new Map<Encoding, Variant>();
  /** Encodings under way: whoever asks for the same one waits for it. */
  readonly #adding = new Map<Encoding, Promise<void>>();
  readonly #storedAt: number;
  #quality = 5;

  private constructor(key: string, page: RenderedPage, etag: string, now: number) {
    const { body: _, ...rest } = page;
    this.#page = rest;
    this.#storedAt = now;
    this.key = key;
    this.tags = page.tags;
    this.until = page.until ?? Number.POSITIVE_INFINITY;
    this.etag = etag;
  }

  /** Packs a page for the first one who asked; other encodings follow when somebody asks. `now` is in ms since 1970. */
  static async of(key: string, page: RenderedPage, encoding: Encoding, now: number): Promise<CachedPage> {
    const body = Buffer.from(page.body);
    // Weak: one for all encodings, and brotli's bytes change when the page is packed tighter later.
    const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
    const cached = new CachedPage(key, page, etag, now);
    cached.#keep(encoding, await compress(body, encoding));
    return cached;
  }

  has(encoding: Encoding): boolean {
    return this.#variants.has(encoding);
  }

  /** Makes the encoding from one that is there, once for all who ask meanwhile. */
  async add(encoding: Encoding): Promise<void> {
    if (this.has(encoding)) return;
    const adding = this.#adding.get(encoding) ?? this.#make(encoding).finally(() => this.#adding.delete(encoding));
    this.#adding.set(encoding, adding);
    await adding;
  }

  async #make(encoding: Encoding): Promise<void> {
    this.#keep(encoding, await compress(await this.#identity(), encoding, this.#quality));
  }

  /** Packs brotli as tightly as it goes (some 40 ms off the main thread); does nothing the second time. */
  async tighten(): Promise<void> {
    if (this.#quality === 11 || !this.has("br")) return;
    this.#quality = 11;
    this.#keep("br", await compress(await this.#identity(), "br", 11));
  }

  /** Bytes in memory: bodies, header texts, key, tags, aliases and the objects that hold them. */
  get bytes(): number {
    let bytes = weights.page + this.key.length;
    for (const tag of this.tags) bytes += weights.tag + tag.length;
    for (const alias of this.aliases) bytes += weights.alias + alias.length;
    for (const { body, lines } of this.#variants.values())
      bytes += weights.variant + body.buffer.byteLength + lines.join("").length;
    return bytes;
  }

  /**
   * Answers a GET or HEAD with it, past every plugin; 304 when `ifNoneMatch` names it. The encoding must be there.
   * `now` (ms since 1970) is read for pages that shared caches may keep: they are told the age.
   */
  send(
    response: ServerResponse,
    request: { method: string | undefined; ifNoneMatch: string | undefined; encoding: Encoding },
    outcome: CacheOutcome,
    now: number,
  ): void {
    const variant = this.#variants.get(request.encoding);
    if (!variant) throw new Error(`No ${request.encoding} variant of ${this.key}`);
    if (request.ifNoneMatch !== undefined && namesEtag(request.ifNoneMatch, this.etag)) {
      writeHead(response, 304, [...this.#unchangedLines(), "x-cache", outcome, ...this.#age(now)]);
      response.end();
      return;
    }
    const lines = variant.lines.slice();
    lines.push("x-cache", outcome);
    if (this.#page.sharedSeconds !== undefined) lines.push(...this.#age(now));
    writeHead(response, 200, lines);
    if (request.method === "HEAD") response.end();
    else response.end(variant.body);
  }

  #keep(encoding: Encoding, body: Buffer): void {
    const lines = ["content-type", this.#page.contentType ?? "text/html; charset=utf-8"];
    if (encoding !== "identity") lines.push("content-encoding", encoding);
    lines.push("content-length", String(body.length), ...this.#unchangedLines());
    this.#variants.set(encoding, { body: ownBytes(body), lines });
  }

  /** What a 304 carries too. */
  #unchangedLines(): string[] {
    const lines = ["etag", this.etag, "vary", "Accept-Encoding", "cache-control", this.#cacheControl()];
    if (this.#page.sharedSeconds !== undefined) lines.push("surrogate-key", this.tags.join(" "));
    return [...lines, ...this.#page.headers];
  }

  #cacheControl(): string {
    const shared = this.#page.sharedSeconds;
    if (shared === undefined) return "public, max-age=0, must-revalidate";
    const left = Math.min(shared, Math.floor((this.until - this.#storedAt) / 1000));
    return `public, max-age=0, s-maxage=${Math.max(0, left)}, must-revalidate`;
  }

  #age(now: number): string[] {
    if (this.#page.sharedSeconds === undefined) return [];
    return ["age", String(Math.max(0, Math.floor((now - this.#storedAt) / 1000)))];
  }

  async #identity(): Promise<Buffer> {
    const [first] = this.#variants;
    if (!first) throw new Error(`No variant of ${this.key}`);
    const [encoding, { body }] = first;
    return decompress(body, encoding);
  }
}

/**
 * Returns the bytes in an allocation of their own size: what zlib returns is a view of a 16 kB block, and a small Buffer a
 * view of an 8 kB pool, which would stay in memory as long as the page.
 */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** node:http takes the flat list as it is, without a copy, when nothing was set before. */
function writeHead(response: ServerResponse, status: number, lines: string[]): void {
  response.writeHead(status, lines as OutgoingHttpHeader[]);
}

/** Whether an If-None-Match header names the tag, compared weakly as RFC 9110 13.1.2 has it. */
function namesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === opaque);
}
