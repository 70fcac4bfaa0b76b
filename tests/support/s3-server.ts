import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type S3Account, signatureProblem } from "./s3-signature.ts";

/**
 * How the server fails a request: with this status, without an answer, never answering, half-way through the answer, or
 * after doing the work.
 */
export type S3Fault = { status: number; code: string } | "hang up" | "silence" | "break off" | "hang up when done";

export interface S3Server {
  endpoint: string;
  bucket: string;
  account: S3Account;
  /** The keys of all objects. */
  keys(): string[];
  /** The content type of an object. */
  typeOf(key: string): string | undefined;
  /** The number of multipart uploads neither completed nor aborted. */
  openUploads(): number;
  /** The requests so far: "PUT /bucket/key?partNumber=1&uploadId=1". */
  requests: string[];
  /** Fails the next requests whose method, path and query match: one, or `times`. */
  spoil(wanted: RegExp, fault: S3Fault, times?: number): void;
  /** The number of open connections. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

interface StoredObject {
  content: Buffer;
  etag: string;
  type: string;
  modifiedAt: Date;
}

interface Upload {
  key: string;
  type: string;
  parts: Map<number, { content: Buffer; etag: string }>;
}

interface S3Request {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** An S3 error. */
class Problem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const smallestPart = 5 * 1024 * 1024;
const maxKeyLength = 1024;
const statusOf: Readonly<Record<string, number>> = {
  AuthorizationHeaderMalformed: 400,
  XAmzContentSHA256Mismatch: 400,
};

/**
 * Starts a server on loopback that keeps one bucket in memory and speaks the S3 protocol as AWS documents it: path-style
 * addresses, Signature Version 4 on every request, payload hashes and Content-MD5, ranges, copies, multipart uploads and
 * paged lists. Answers 501 to everything that the shop does not use.
 * @param format writes its XML like another server: see `asOthersWrite`
 */
export async function openS3Server(format = (xml: string) => xml): Promise<S3Server> {
  const bucket = "shop";
  const account = { region: "eu-test-1", accessKey: "TESTACCESSKEY", secretKey: "test/secret+key" };
  const faults: { wanted: RegExp; fault: S3Fault }[] = [];
  const requests: string[] = [];
  const store = new Bucket();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = `${request.method} ${request.url}`;
    requests.push(line);
    const index = faults.findIndex(({ wanted }) => wanted.test(line));
    const [{ fault } = { fault: undefined }] = index < 0 ? [] : faults.splice(index, 1);
    if (fault === "silence") return;
    if (fault === "hang up") return void request.socket.destroy();
    const body = await buffer(request);
    const made = answerOf(request, body, fault);
    if (fault === "hang up when done") return void request.socket.destroy();
    const content = typeof made.body === "string" ? Buffer.from(format(made.body)) : (made.body ?? Buffer.alloc(0));
    response.writeHead(made.status, { "content-length": content.length, "x-amz-request-id": "1", ...made.headers });
    if (fault === "break off") response.write(content.subarray(0, content.length / 2), () => response.destroy());
    else response.end(request.method === "HEAD" ? undefined : content);
  }

  function answerOf(request: IncomingMessage, body: Buffer, fault: S3Fault | undefined): Answer {
    try {
      if (typeof fault === "object") throw new Problem(fault.status, fault.code);
      const problem = signatureProblem(request, body, account);
      if (problem) throw new Problem(statusOf[problem] ?? 403, problem);
      return store.answer(parseRequest(request, body, bucket));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // AWS also returns the access key and the string to sign.
      const details = `<AWSAccessKeyId>${account.accessKey}</AWSAccessKeyId><StringToSign>x</StringToSign>`;
      const body = `<?xml version="1.0"?>\n<Error><Code>${error.code}</Code><Message>m</Message>${details}</Error>`;
      return { status: error.status, headers: { "content-type": "application/xml" }, body };
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    account,
    requests,
    keys: () => [...store.objects.keys()],
    typeOf: (key) => store.objects.get(key)?.type,
    openUploads: () => store.uploads.size,
    spoil: (wanted, fault, times = 1) => void faults.push(...Array.from({ length: times }, () => ({ wanted, fault }))),
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Writes XML as other servers, and AWS at the end of a long operation, may do: white space first, then a declaration and a
 * comment; attributes, a prefix, line breaks and indentation.
 */
export function asOthersWrite(xml: string): string {
  const elements = xml.replace(/<\?[^>]*\?>\s*/, "").replace(/<(\/?)(\w+)[^>]*>/g, "<$1s3:$2>");
  const [, root = ""] = /^<([\w:]+)>/.exec(elements) ?? [];
  const begun = elements.replace(`<${root}>`, `<${root}\n  xmlns:s3="http://s3.amazonaws.com/doc/2006-03-01/" >`);
  const indented = begun.replaceAll("><", ">\n  <").replaceAll(/<\/([\w:]+)>/g, "</$1 >");
  return `\n \n<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<!-- <Error> -->\n${indented}\n`;
}

function parseRequest({ method = "", url = "", headers }: IncomingMessage, body: Buffer, bucket: string): S3Request {
  const [path = "", query = ""] = url.split("?");
  const [, name, ...key] = decodeURIComponent(path).split("/");
  if (name !== bucket) throw new Problem(404, "NoSuchBucket");
  if (["PUT", "POST"].includes(method) && headers["content-length"] === undefined)
    throw new Problem(411, "MissingContentLength");
  const md5 = headers["content-md5"];
  if (md5 !== undefined && md5 !== createHash("md5").update(body).digest("base64")) throw new Problem(400, "BadDigest");
  if (Buffer.byteLength(key.join("/")) > maxKeyLength) throw new Problem(400, "KeyTooLongError");
  return { method, key: key.join("/"), query: new URLSearchParams(query), headers, body };
}

class Bucket {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, Upload>();
  #lastUpload = 0;

  answer(request: S3Request): Answer {
    const { method, key, query } = request;
    const names = [...query.keys()].filter((name) => name !== "x-id").sort();
    const kind = `${method} ${key === "" ? "bucket" : "object"} ${names.join("&")}`.trim();
    if (/^GET bucket (\S*&)?list-type/.test(kind)) return this.#list(query);
    if (kind === "PUT object" && request.headers["x-amz-copy-source"] !== undefined) return this.#copy(request);
    if (kind === "PUT object") return this.#put(key, request.body, request.headers["content-type"]);
    if (kind === "GET object" || kind === "HEAD object") return this.#read(request);
    if (kind === "DELETE object") return this.#delete(key);
    if (kind === "POST object uploads") return this.#begin(request);
    if (kind === "PUT object partNumber&uploadId") return this.#addPart(request);
    if (kind === "POST object uploadId") return this.#complete(request);
    if (kind === "DELETE object uploadId") return this.#abort(request);
    throw new Problem(501, "NotImplemented");
  }

  #put(key: string, content: Buffer, type = "binary/octet-stream", etag = etagOf(content)): Answer {
    this.objects.set(key, { content, etag, type, modifiedAt: new Date() });
    return { status: 200, headers: { etag } };
  }

  #copy({ key, headers }: S3Request): Answer {
    const named = decodeURIComponent(String(headers["x-amz-copy-source"])).replace(/^\//, "");
    const [bucket, ...source] = named.split("/");
    const found = this.objects.get(source.join("/"));
    if (!found || !bucket) throw new Problem(404, "NoSuchKey");
    this.#put(key, found.content, found.type, found.etag);
    return { status: 200, body: `<CopyObjectResult><ETag>${found.etag}</ETag></CopyObjectResult>` };
  }

  #read({ key, headers }: S3Request): Answer {
    const found = this.objects.get(key);
    if (!found) throw new Problem(404, "NoSuchKey");
    const { content, etag, type, modifiedAt } = found;
    const known = { etag, "content-type": type, "last-modified": modifiedAt.toUTCString(), "accept-ranges": "bytes" };
    const range = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "");
    if (!range) return { status: 200, headers: known, body: content };
    const [, first = "", last = ""] = range;
    const start = first === "" ? Math.max(0, content.length - Number(last)) : Number(first);
    const end = first === "" || last === "" ? content.length - 1 : Math.min(Number(last), content.length - 1);
    if (start > end) throw new Problem(416, "InvalidRange");
    const partial = { ...known, "content-range": `bytes ${start}-${end}/${content.length}` };
    return { status: 206, headers: partial, body: content.subarray(start, end + 1) };
  }

  #delete(key: string): Answer {
    this.objects.delete(key);
    return { status: 204 };
  }

  #list(query: URLSearchParams): Answer {
    const prefix = query.get("prefix") ?? "";
    const most = Math.min(1000, Number(query.get("max-keys") ?? 1000));
    const after = Buffer.from(query.get("continuation-token") ?? "", "base64url");
    const inOrder = [...this.objects.keys()]
      .filter((key) => key.startsWith(prefix) && Buffer.compare(Buffer.from(key), after) > 0)
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const page = inOrder.slice(0, most);
    const isUrl = query.get("encoding-type") === "url";
    const written = (key: string) =>
      isUrl
        ? encodeURIComponent(key).replaceAll("%20", "+")
        : key.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);
    const entries = page.map((key) => {
      const { content, etag, modifiedAt } = this.objects.get(key) as StoredObject;
      return `<Contents><Key>${written(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${etag.replaceAll('"', "&quot;")}</ETag><Size>${content.length}</Size></Contents>`;
    });
    const isCut = inOrder.length > page.length;
    const next = Buffer.from(page.at(-1) ?? "").toString("base64url");
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isCut}</IsTruncated>${isUrl ? "<EncodingType>url</EncodingType>" : ""}${isCut ? `<NextContinuationToken>${next}</NextContinuationToken>` : ""}${entries.join("")}</ListBucketResult>`;
    return { status: 200, headers: { "content-type": "application/xml" }, body };
  }

  #begin({ key, headers }: S3Request): Answer {
    const id = String(++this.#lastUpload);
    this.uploads.set(id, { key, type: headers["content-type"] ?? "binary/octet-stream", parts: new Map() });
    return {
      status: 200,
      body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    };
  }

  #upload({ key, query }: S3Request): Upload {
    const found = this.uploads.get(query.get("uploadId") ?? "");
    if (found?.key !== key) throw new Problem(404, "NoSuchUpload");
    return found;
  }

  #addPart(request: S3Request): Answer {
    const number = Number(request.query.get("partNumber"));
    if (!(number >= 1 && number <= 10_000)) throw new Problem(400, "InvalidArgument");
    const etag = etagOf(request.body);
    this.#upload(request).parts.set(number, { content: request.body, etag });
    return { status: 200, headers: { etag } };
  }

  #complete(request: S3Request): Answer {
    const upload = this.#upload(request);
    const named = [...request.body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>([^<]*)</.exec(part)?.[1]?.replaceAll(/&(#34|quot);/g, '"'),
    }));
    if (named.length === 0) throw new Problem(400, "MalformedXML");
    const parts = named.map(({ number, etag }, index) => {
      const part = upload.parts.get(number);
      if (index > 0 && number <= (named[index - 1]?.number ?? 0)) throw new Problem(400, "InvalidPartOrder");
      if (!part || part.etag !== etag) throw new Problem(400, "InvalidPart");
      if (index < named.length - 1 && part.content.length < smallestPart) throw new Problem(400, "EntityTooSmall");
      return part.content;
    });
    const etag = `"${createHash("md5")
      .update(String(named.map((part) => part.etag)))
      .digest("hex")}-${parts.length}"`;
    this.#put(upload.key, Buffer.concat(parts), upload.type, etag);
    this.uploads.delete(request.query.get("uploadId") ?? "");
    return { status: 200, body: `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>` };
  }

  #abort(request: S3Request): Answer {
    this.#upload(request);
    this.uploads.delete(request.query.get("uploadId") ?? "");
    return { status: 204 };
  }
}

function etagOf(content: Buffer): string {
  return `"${createHash("md5").update(content).digest("hex")}"`;
}
