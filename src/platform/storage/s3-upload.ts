import type { S3Client } from "./s3-client.ts";
import { escapeXml, textIn } from "./s3-xml.ts";
import { StorageError } from "./storage.ts";

/** Size of a part in bytes: above S3's minimum (5 MiB), and with its maximum of 10,000 parts enough for 80 GB. */
const partSize = 8 * 1024 * 1024;

interface UploadOptions {
  /** The full key in the bucket. */
  key: string;
  contentType: string;
  signal: AbortSignal | undefined;
}

interface UploadedPart {
  number: number;
  etag: string;
}

/**
 * Uploads one object: in one request, or in parts if it is larger than one part. The object appears once it is
 * complete.
 */
export class S3Upload {
  readonly #client: S3Client;
  readonly #options: UploadOptions;

  constructor(client: S3Client, options: UploadOptions) {
    this.#client = client;
    this.#options = options;
  }

  async whole(body: Uint8Array): Promise<void> {
    const { key, contentType, signal } = this.#options;
    await this.#client.send({ method: "PUT", key, headers: { "content-type": contentType }, body, signal });
  }

  /** Uploads a stream. @throws the source's error, after removing the uploaded parts */
  async stream(source: AsyncIterable<Uint8Array>): Promise<void> {
    const parts = inParts(source);
    try {
      const first = await parts.next();
      const begin = first.done ? new Uint8Array() : first.value;
      await (begin.byteLength < partSize ? this.whole(begin) : this.#inParts(begin, parts));
    } finally {
      // Ends the source, too.
      await parts.return(undefined);
    }
  }

  async #inParts(first: Uint8Array, others: AsyncIterable<Uint8Array>): Promise<void> {
    const uploadId = await this.#begin();
    try {
      const uploaded = [await this.#uploadPart(uploadId, 1, first)];
      let size = first.byteLength;
      for await (const part of others) {
        uploaded.push(await this.#uploadPart(uploadId, uploaded.length + 1, part));
        size += part.byteLength;
      }
      await this.#complete(uploadId, uploaded, size);
    } catch (error) {
      // An upload that cannot be aborted now stays invisible; a lifecycle rule of the bucket removes it.
      await this.#abort(uploadId).catch(() => {});
      throw error;
    }
  }

  async #begin(): Promise<string> {
    const { key, contentType, signal } = this.#options;
    const { text } = await this.#client.send({
      method: "POST",
      key,
      query: { uploads: "" },
      headers: { "content-type": contentType },
      signal,
    });
    const uploadId = textIn(text, "UploadId");
    if (uploadId === undefined) throw new StorageError(`The upload of ${key} has no id`, "NoUploadId");
    return uploadId;
  }

  async #uploadPart(uploadId: string, number: number, body: Uint8Array): Promise<UploadedPart> {
    const { key, signal } = this.#options;
    const query = { partNumber: String(number), uploadId };
    const { headers } = await this.#client.send({ method: "PUT", key, query, body, signal });
    return { number, etag: String(headers.etag) };
  }

  async #complete(uploadId: string, parts: readonly UploadedPart[], size: number): Promise<void> {
    const { key, signal } = this.#options;
    const list = parts
      .map(({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`)
      .join("");
    const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
    try {
      await this.#client.send({ method: "POST", key, query: { uploadId }, body, signal });
    } catch (error) {
      // The upload may already be gone after an attempt whose response was lost.
      const isGone = error instanceof StorageError && error.code === "NoSuchUpload";
      if (!isGone || (await this.#sizeNow()) !== size) throw error;
    }
  }

  async #sizeNow(): Promise<number> {
    const { key, signal } = this.#options;
    const { status, headers } = await this.#client.send({ method: "HEAD", key, signal, expected: [404] });
    return status === 404 ? -1 : Number(headers["content-length"]);
  }

  async #abort(uploadId: string): Promise<void> {
    const { key } = this.#options;
    await this.#client.send({ method: "DELETE", key, query: { uploadId }, expected: [404] });
  }
}

/** Splits the source into parts of the same size; the last may be shorter. Yields nothing for an empty source. */
async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined, undefined> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    for (let rest = chunk; rest.byteLength > 0; ) {
      const taken = rest.subarray(0, partSize - size);
      chunks.push(taken);
      size += taken.byteLength;
      rest = rest.subarray(taken.byteLength);
      if (size < partSize) continue;
      yield Buffer.concat(chunks);
      [chunks, size] = [[], 0];
    }
  }
  if (size > 0) yield Buffer.concat(chunks);
}
