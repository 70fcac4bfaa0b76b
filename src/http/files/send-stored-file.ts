import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ByteRange, RangeNotSatisfiable, resolveRange } from "#platform/storage/byte-range.ts";
import { contentTypeOf } from "#platform/storage/content-type.ts";
import type { FileStorage, OpenedFile, StoredFile } from "#platform/storage/storage.ts";

/** File names contain a content hash. A year, in seconds. */
const publicly = { "cache-control": "public, max-age=31536000, immutable" };

/** The bytes of a file that a request is about to get. */
export interface SentPart {
  /** Bytes. */
  length: number;
  /** Bytes of the whole file. */
  size: number;
  /** Whether the request names a byte range. */
  isPart: boolean;
}

/** How a file is sent; default: publicly. */
export interface Sending {
  headers: Readonly<Record<string, string>>;
  /** Whether the content may be sent. Called once the request turns out to need it. */
  admit: (part: SentPart) => Promise<boolean>;
  /** Called if nothing of an admitted part can be sent, because the file has vanished or cannot be read. */
  onUnsent: (part: SentPart) => Promise<void>;
  /** Called with the number of bytes that were left when the connection broke. */
  onBreak: (unsent: number) => void;
}

/**
 * Sends a stored file: whole or one range of it (RFC 9110, section 14), with conditions on its entity tag (section 13), for GET
 * and HEAD. @returns "missing" if there is no such file and "refused" if it was not admitted; nothing is sent then.
 */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: FileStorage,
  key: string,
  sending?: Sending,
): Promise<"sent" | "missing" | "refused"> {
  const { headers, method } = request;
  const isConditional = "if-match" in headers || "if-none-match" in headers || "if-range" in headers;
  const needsFacts = method === "HEAD" || isConditional || sending !== undefined;
  const known = needsFacts ? await storage.stat(key) : undefined;
  if (!known && needsFacts) return "missing";
  const status = known ? conditionStatus(request, entityTag(known)) : undefined;
  if (known && status !== undefined) {
    if (status === 304) setHeaders(reply, known, sending);
    reply.code(status).send();
    return "sent";
  }
  const range = known && !isRangeFresh(request, entityTag(known)) ? undefined : rangeOf(headers.range);
  try {
    const file =
      known && method === "HEAD"
        ? withoutContent(known, range)
        : await openAdmitted(storage, key, range, known, sending);
    if (!file) return "missing";
    if (file === "refused") return file;
    setHeaders(reply, file, sending).headers({
      "content-type": contentTypeOf(key),
      "content-length": file.length,
    });
    if (range)
      reply.code(206).header("content-range", `bytes ${file.start}-${file.start + file.length - 1}/${file.size}`);
    reply.send(sending && method !== "HEAD" ? watched(reply, file, sending) : file.stream);
  } catch (error) {
    if (!(error instanceof RangeNotSatisfiable)) throw error;
    if (sending) reply.header("content-range", `bytes */${error.size}`);
    reply.code(416).send();
  }
  return "sent";
}

/** Opens a file once its part is admitted. @returns undefined if it does not exist */
async function openAdmitted(
  storage: FileStorage,
  key: string,
  range: ByteRange | undefined,
  known: StoredFile | undefined,
  sending: Sending | undefined,
): Promise<OpenedFile | "refused" | undefined> {
  if (!known || !sending) return storage.get(key, range);
  const part = { ...resolveRange(range, known.size), size: known.size, isPart: range !== undefined };
  if (!(await sending.admit(part))) return "refused";
  let file: OpenedFile | undefined;
  try {
    file = await storage.get(key, range);
  } finally {
    if (!file) await sending.onUnsent(part);
  }
  return file;
}

/** Returns the file's stream, and reports if the connection breaks before its end. */
function watched(reply: FastifyReply, { stream, length }: OpenedFile, { onBreak }: Sending): Readable {
  let given = 0;
  async function* counted() {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      given += chunk.length;
      yield chunk;
    }
  }
  reply.raw.once("close", () => {
    if (given === length) return;
    onBreak(length - given);
    // Tells the admission that there is no work left.
    reply.raw.end();
  });
  return Readable.from(counted(), { objectMode: false });
}

function setHeaders(reply: FastifyReply, file: StoredFile, sending?: Sending): FastifyReply {
  return reply.headers({ "accept-ranges": "bytes", ...(sending?.headers ?? publicly), etag: entityTag(file) });
}

/**
 * Returns the storage's own tag, or one from size and time: stored files are replaced, never changed. A strong one, since browsers
 * continue no download without.
 */
function entityTag({ etag, size, modifiedAt }: StoredFile): string {
  return etag ?? `"${size.toString(16)}-${modifiedAt.getTime().toString(16)}"`;
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
