import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ByteRange, RangeNotSatisfiable } from "./byte-range.ts";
import { contentTypeOf } from "./content-type.ts";
import { encodeKey, type S3Answer, S3Client, type S3Options } from "./s3-client.ts";
import { S3Upload } from "./s3-upload.ts";
import { elementsIn, textIn } from "./s3-xml.ts";
import { type FileStorage, type OpenedFile, type PutOptions, StorageError, type StoredFile } from "./storage.ts";
import { checkKey, checkPrefix } from "./storage-key.ts";

export interface S3StorageOptions extends S3Options {
  /** Prefix of all keys in the bucket: "" or a text ending in "/". */
  prefix: string;
}

/** Stores files in a bucket of S3 or an S3-compatible server. Sends nothing before the first use. */
export function openS3(options: S3StorageOptions): FileStorage {
  return new S3Storage(options);
}

class S3Storage implements FileStorage {
  readonly place: string;
  readonly folder = undefined;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #client: S3Client;

  constructor(options: S3StorageOptions) {
    this.place = `s3://${options.bucket}/${options.prefix}`.replace(/\/$/, "");
    this.#bucket = options.bucket;
    this.#prefix = options.prefix;
    this.#client = new S3Client(options, this.place);
  }

  async put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, { signal }: PutOptions = {}): Promise<void> {
    checkKey(key);
    const upload = new S3Upload(this.#client, { key: this.#prefix + key, contentType: contentTypeOf(key), signal });
    if (content instanceof Uint8Array) return upload.whole(content);
    // A PassThrough in between distinguishes an end from an abort, which not every source does.
    const between = new PassThrough();
    const [fed, uploaded] = await Promise.allSettled([pipeline(content, between, { signal }), upload.stream(between)]);
    // If the upload fails, the source is ended early: report the upload's error.
    const isOwn = uploaded.status === "rejected" && uploaded.reason instanceof StorageError;
    const failed = isOwn ? uploaded : [fed, uploaded].find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  async get(key: string, range?: ByteRange): Promise<OpenedFile | undefined> {
    checkKey(key);
    const response = await this.#client.open({
      method: "GET",
      key: this.#prefix + key,
      headers: range ? { range: headerOf(range) } : {},
      expected: [404, 416],
    });
    if (response.text !== undefined) {
      if (response.status === 416) throw new RangeNotSatisfiable((await this.stat(key))?.size ?? 0);
      return this.#missing(response.text);
    }
    const { stream } = response;
    const length = Number(response.headers["content-length"]);
    const part = /^bytes (\d+)-\d+\/(\d+)$/.exec(String(response.headers["content-range"]));
    if (range && !part) {
      stream.destroy();
      throw new StorageError(`${this.place} does not answer ranges`, "NoRanges");
    }
    const [start, size] = part ? [Number(part[1]), Number(part[2])] : [0, length];
    return { ...fileOf(key, size, response), start, length, stream };
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    checkKey(key);
    const response = await this.#client.send({ method: "HEAD", key: this.#prefix + key, expected: [404] });
    if (response.status === 404) return undefined;
    return fileOf(key, Number(response.headers["content-length"]), response);
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    await this.#client.send({ method: "DELETE", key: this.#prefix + key, expected: [404] });
  }

  async move(from: string, to: string): Promise<void> {
    checkKey(from);
    checkKey(to);
    await this.#client.send({
      method: "PUT",
      key: this.#prefix + to,
      headers: { "x-amz-copy-source": encodeKey(`/${this.#bucket}/${this.#prefix}${from}`) },
    });
    await this.delete(from);
  }

  async *list(prefix = ""): AsyncGenerator<StoredFile> {
    checkPrefix(prefix);
    let token: string | undefined;
    do {
      const { text } = await this.#client.send({
        method: "GET",
        key: "",
        query: {
          "list-type": "2",
          "encoding-type": "url",
          prefix: this.#prefix + prefix,
          ...(token !== undefined && { "continuation-token": token }),
        },
      });
      const isEncoded = textIn(text, "EncodingType") === "url";
      for (const entry of elementsIn(text, "Contents")) {
        const written = textIn(entry, "Key") ?? "";
        const key = isEncoded ? decodeURIComponent(written.replaceAll("+", " ")) : written;
        // Some tools create an empty object for each folder.
        if (!key.endsWith("/")) yield listedFile(key.slice(this.#prefix.length), entry);
      }
      token = textIn(text, "IsTruncated") === "true" ? textIn(text, "NextContinuationToken") : undefined;
    } while (token !== undefined);
  }

  async deleteDrafts(): Promise<void> {
    // A lifecycle rule of the bucket aborts interrupted uploads.
  }

  /** A missing file is not an error, a missing bucket is. */
  #missing(text: string): undefined {
    if (textIn(text, "Code") === "NoSuchBucket")
      throw new StorageError(`There is no bucket ${this.#bucket} (NoSuchBucket)`, "NoSuchBucket");
    return undefined;
  }
}

function headerOf(range: ByteRange): string {
  return "last" in range ? `bytes=-${range.last}` : `bytes=${range.start}-${range.end ?? ""}`;
}

function fileOf(key: string, size: number, { headers }: Pick<S3Answer, "headers">): StoredFile {
  const { etag } = headers;
  return {
    key,
    size,
    modifiedAt: new Date(String(headers["last-modified"])),
    etag: typeof etag === "string" ? etag : undefined,
  };
}

function listedFile(key: string, entry: string): StoredFile {
  return {
    key,
    size: Number(textIn(entry, "Size")),
    modifiedAt: new Date(textIn(entry, "LastModified") ?? ""),
    etag: textIn(entry, "ETag"),
  };
}
