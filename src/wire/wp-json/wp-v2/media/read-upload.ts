import { createHash, type Hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { unescape } from "node:querystring";
import type { FastifyRequest } from "fastify";
import { MultipartError, readMultipart } from "#platform/multipart.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { shownFileName } from "#shop/contact/files/file-content.rules.ts";
import { receiveUpload } from "#shop/contact/files/receive-upload.ts";
import { ApiError } from "../../api/api-error.ts";
import type { Fields } from "../../api/dispatch.ts";

/** A file in the storage of attachments. */
export interface StoredUpload {
  key: string;
  /** Of the sent file, as it is shown. */
  name: string;
  /** Lower-case hex SHA-256 of its bytes. */
  contentHash: string;
  /** Its first bytes. */
  head: Uint8Array;
}

interface UploadTerms<Read> {
  attachments: FileStorage;
  maxBytes: number;
  now: Date;
  /** Reads the texts that came with the file; what it throws refuses the file. */
  readFields: (fields: Fields) => Read;
}

/** Limits of the text fields, above what pictures have. */
const textLimits = { maxFields: 100, maxFieldBytes: 64 * 1024, maxTextBytes: 256 * 1024 };

/** Name of the form's field with the file. */
const fileField = "file";

const noData = new ApiError(400, "rest_upload_no_data", "No data supplied.");

/**
 * Reads a file from a form with the field `file`, or from a body with the file alone and its name in Content-Disposition. It is
 * stored privately as it arrives.
 * @throws ApiError; nothing is kept then
 */
export async function readUpload<Read>(
  request: FastifyRequest,
  terms: UploadTerms<Read>,
): Promise<StoredUpload & { fields: Read }> {
  const { raw } = request;
  const isForm = /^multipart\/form-data\b/i.test(raw.headers["content-type"] ?? "");
  const { files, fields } = await request.readSlowly(() => (isForm ? readForm(raw, terms) : readBody(raw, terms)));
  try {
    const [file] = files;
    if (!file || file.size === 0) throw noData;
    const { key, name, head } = file;
    if (key === undefined) throw tooBig(terms.maxBytes);
    checkMd5(raw.headers["content-md5"], file.md5);
    return { key, name, head, contentHash: file.sha256.digest("hex"), fields: terms.readFields(fields) };
  } catch (error) {
    await discard(terms.attachments, files);
    throw error;
  }
}

interface ArrivedFile {
  key: string | undefined;
  name: string;
  size: number;
  head: Uint8Array;
  sha256: Hash;
  md5: Hash;
}

interface Arrived {
  files: readonly ArrivedFile[];
  fields: Fields;
}

async function readForm(request: IncomingMessage, terms: UploadTerms<unknown>): Promise<Arrived> {
  const files: ArrivedFile[] = [];
  let hasFile = false;
  try {
    const entries = await readMultipart<ArrivedFile>(request, request.headers, {
      ...textLimits,
      maxFiles: 5,
      onFile({ field, name, stream }) {
        if (field !== fileField || hasFile) return undefined;
        hasFile = true;
        return receive(name, stream, terms).then((file) => {
          files.push(file);
          return file;
        });
      },
    });
    return { files, fields: Object.fromEntries(entries.filter(([, value]) => typeof value === "string")) };
  } catch (error) {
    await discard(terms.attachments, files);
    if (!(error instanceof MultipartError)) throw error;
    throw error.code === "too_large"
      ? new ApiError(400, "rest_upload_file_too_big", "The form has too many or too large fields.")
      : interrupted;
  }
}

/** The client cannot read the answer if its connection was cut. */
const interrupted = new ApiError(400, "rest_upload_interrupted", "The upload is broken or ended early.");

async function readBody(request: IncomingMessage, terms: UploadTerms<unknown>): Promise<Arrived> {
  const { "content-type": type, "content-disposition": disposition, "content-length": length } = request.headers;
  // JSON and other forms have been read: they hold no file.
  if (request.readableEnded || (length === undefined && request.headers["transfer-encoding"] === undefined))
    throw noData;
  if (type === undefined) throw new ApiError(400, "rest_upload_no_content_type", "No Content-Type supplied.");
  if (disposition === undefined)
    throw new ApiError(400, "rest_upload_no_content_disposition", "No Content-Disposition supplied.");
  const name = fileNameIn(disposition);
  if (name === "")
    throw new ApiError(
      400,
      "rest_upload_invalid_disposition",
      'Invalid Content-Disposition supplied. Content-Disposition needs to be formatted as `attachment; filename="image.png"` or similar.',
    );
  if (Number(length ?? 0) > terms.maxBytes) throw tooBig(terms.maxBytes);
  return { files: [await receive(name, request, terms)], fields: {} };
}

async function receive(
  name: string,
  stream: AsyncIterable<Buffer>,
  { attachments, maxBytes, now }: UploadTerms<unknown>,
): Promise<ArrivedFile> {
  const [sha256, md5] = [createHash("sha256"), createHash("md5")];
  async function* hashed() {
    for await (const chunk of unlessCut(stream)) {
      sha256.update(chunk);
      md5.update(chunk);
      yield chunk;
    }
  }
  const received = await receiveUpload(attachments, { name, stream: hashed(), limit: maxBytes, now });
  return { ...received, sha256, md5 };
}

/** Tells failures of the connection from those of the storage. */
async function* unlessCut(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]();
  while (true) {
    const next = await chunks.next().catch((error: unknown) => {
      throw error instanceof MultipartError ? error : interrupted;
    });
    if (next.done) return;
    yield next.value;
  }
}

function checkMd5(expected: string | string[] | undefined, md5: Hash): void {
  if (typeof expected !== "string") return;
  const digest = md5.digest();
  // WordPress writes it in hex, RFC 1864 in base64.
  if (![digest.toString("hex"), digest.toString("base64")].includes(expected.trim()))
    throw new ApiError(412, "rest_upload_hash_mismatch", "Content hash did not match expected.");
}

function tooBig(maxBytes: number): ApiError {
  const megabytes = Math.round(maxBytes / 1024 / 1024);
  return new ApiError(
    400,
    "rest_upload_file_too_big",
    `This file is too big. Files must be less than ${megabytes} MB.`,
  );
}

async function discard(attachments: FileStorage, files: readonly ArrivedFile[]): Promise<void> {
  for (const { key } of files) if (key !== undefined) await attachments.delete(key);
}

/** Returns the name of a file without folders; "" if there is none. */
function fileNameIn(disposition: string): string {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(disposition) ?? [];
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/i.exec(disposition) ?? [];
  // Node reads headers as Latin-1; clients write UTF-8.
  const plain = Buffer.from(quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "", "latin1").toString();
  const name = encoded === undefined ? plain.trim() : unescape(encoded.trim());
  return name && shownFileName(name);
}
