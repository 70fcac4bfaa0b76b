import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ByteRange, RangeNotSatisfiable, resolveRange } from "#platform/storage/byte-range.ts";
import { contentTypeOf } from "#platform/storage/content-type.ts";
import type { FileStorage, OpenedFile, StoredFile } from "#platform/storage/storage.ts";

/** File names contain a content hash. A year, in seconds. */
const cacheControl = "public, max-age=31536000, immutable";

/**
 * Sends a file from object storage: whole or one range of it (RFC 9110, section 14), with conditions on its entity tag
 * (section 13), for GET and HEAD. @returns false if there is no such file; nothing is sent then.
 */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: FileStorage,
  key: string,
): Promise<boolean> {
  const { headers, method } = request;
  const isConditional = "if-match" in headers || "if-none-match" in headers || "if-range" in headers;
  const known = method === "HEAD" || isConditional ? await storage.stat(key) : undefined;
  if (!known && (method === "HEAD" || isConditional)) return false;
  const status = known ? conditionStatus(request, entityTag(known)) : undefined;
  if (known && status !== undefined) {
    if (status === 304) setHeaders(reply, known);
    reply.code(status).send();
    return true;
  }
  const range = known && !isRangeFresh(request, entityTag(known)) ? undefined : rangeOf(headers.range);
  try {
    const file = known && method === "HEAD" ? withoutContent(known, range) : await storage.get(key, range);
    if (!file) return false;
    setHeaders(reply, file).headers({
      "content-type": contentTypeOf(key),
      "content-length": file.length,
    });
    if (range)
      reply.code(206).header("content-range", `bytes ${file.start}-${file.start + file.length - 1}/${file.size}`);
    reply.send(file.stream);
  } catch (error) {
    if (!(error instanceof RangeNotSatisfiable)) throw error;
    reply.code(416).send();
  }
  return true;
}

function setHeaders(reply: FastifyReply, file: StoredFile): FastifyReply {
  return reply.headers({ "accept-ranges": "bytes", "cache-control": cacheControl, etag: entityTag(file) });
}

/** Returns the storage's own tag, or a weak one from size and time. */
function entityTag({ etag, size, modifiedAt }: StoredFile): string {
  return etag ?? `W/"${size.toString(16)}-${modifiedAt.getTime().toString(16)}"`;
}

/** Returns the metadata for a HEAD request. */
function withoutContent(file: StoredFile, range: ByteRange | undefined): OpenedFile {
  return { ...file, ...resolveRange(range, file.size), stream: Readable.from([]) };
}

/** Returns 412 or 304 if a condition on the entity tag decides the request. */
function conditionStatus({ headers }: FastifyRequest, etag: string): 412 | 304 | undefined {
  const ifMatch = headers["if-match"];
  if (ifMatch !== undefined && !isListed(ifMatch, etag)) return 412;
  const ifNoneMatch = headers["if-none-match"];
  const isReload = headers["cache-control"]?.includes("no-cache");
  return ifNoneMatch !== undefined && !isReload && isListed(ifNoneMatch, etag) ? 304 : undefined;
}

function isListed(list: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return list.trim() === "*" || list.split(",").some((tag) => opaque(tag) === opaque(etag));
}

/** Evaluates If-Range. A date never matches, because no Last-Modified is sent. */
function isRangeFresh({ headers }: FastifyRequest, etag: string): boolean {
  const ifRange = headers["if-range"];
  return ifRange === undefined || (ifRange === etag && !etag.startsWith("W/"));
}

/** Parses a single byte range. Multiple ranges, and invalid ones, are answered with the whole file. */
function rangeOf(header: string | undefined): ByteRange | undefined {
  const [, first, last] = /^ *bytes= *(\d{0,15})-(\d{0,15}) *$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") return { last: Number(last) };
  if (last === "") return { start: Number(first) };
  return Number(last) < Number(first) ? undefined : { start: Number(first), end: Number(last) };
}
