import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";

/** Why a body could not be read. */
export class MultipartError extends Error {
  readonly code: "invalid" | "too_large";

  constructor(code: MultipartError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MultipartError";
    this.code = code;
  }
}

export interface MultipartOptions<Upload> {
  maxFields: number;
  maxFiles: number;
  /** Bytes of one text field, and of all of them together. */
  maxFieldBytes: number;
  maxTextBytes: number;
  /**
   * Receives a file, to its end. `fields` are those before it. Undefined: the file is skipped and not in the result. If
   * reading fails, the stream fails too.
   */
  onFile: (
    file: { field: string; name: string; stream: Readable },
    fields: Entries<Upload>,
  ) => Promise<Upload> | undefined;
}

/** Fields and files in the posted order. */
export type Entries<Upload> = readonly (readonly [name: string, value: string | Upload])[];

/**
 * Reads a multipart body as it arrives; files are passed on in pieces. @throws MultipartError, or what `onFile` throws,
 * after all calls of `onFile` have ended
 */
export async function readMultipart<Upload>(
  body: Readable,
  headers: IncomingHttpHeaders,
  options: MultipartOptions<Upload>,
): Promise<Entries<Upload>> {
  const { maxFields, maxFiles, maxFieldBytes, maxTextBytes, onFile } = options;
  const parser = openParser(headers, { maxFields, maxFiles, maxFieldBytes });
  const entries: [string, string | Upload][] = [];
  const streams = new Set<BusboyFileStream>();
  const uploads: Promise<unknown>[] = [];
  const receiverErrors = new Set<unknown>();
  let textBytes = 0;
  const fail = (error: Error) => void parser.emit("error", error);
  const tooLarge = (message: string) => fail(new MultipartError("too_large", message));
  const nameless = () => fail(new MultipartError("invalid", "A part has no name"));
  parser.on("field", (name: string | undefined, value, isNameCut, isValueCut) => {
    if (name === undefined) return nameless();
    textBytes += Buffer.byteLength(value) + Buffer.byteLength(name);
    if (isNameCut || isValueCut || textBytes > maxTextBytes) tooLarge("A field is too large");
    else entries.push([name, value]);
  });
  parser.on("fieldsLimit", () => tooLarge("There are too many fields"));
  parser.on("partsLimit", () => tooLarge("There are too many fields"));
  parser.on("filesLimit", () => tooLarge("There are too many files"));
  parser.on("file", (field: string | undefined, stream, name: string | undefined) => {
    // A failed upload is reported once, by the promise.
    stream.on("error", () => {});
    if (field === undefined) {
      stream.resume();
      return nameless();
    }
    const upload = onFile({ field, name: name ?? "", stream }, entries);
    if (!upload) return void stream.resume();
    streams.add(stream);
    const place = entries.push([field, ""]) - 1;
    const settled = upload.then(
      (received) => void (entries[place] = [field, received]),
      (error: Error) => {
        receiverErrors.add(error);
        fail(error);
        throw error;
      },
    );
    settled.catch(() => {});
    uploads.push(settled);
  });
  try {
    await pass(body, parser);
  } catch (error) {
    const cause = error instanceof Error && receiverErrors.has(error) ? error : asMultipartError(error);
    for (const stream of streams) stream.destroy(cause);
    await Promise.allSettled(uploads);
    throw cause;
  }
  await Promise.all(uploads);
  return entries;
}

/** Passes the body to the parser. If that fails, the rest is read and dropped, so that an answer can be sent. */
function pass(body: Readable, parser: BusboyInstance): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (error: Error) => {
      body.unpipe(parser);
      body.resume();
      reject(error);
    };
    parser.once("finish", resolve);
    parser.on("error", stop);
    body.once("error", stop);
    body.once("close", () => {
      if (!body.readableEnded) stop(new MultipartError("invalid", "The form data ended early"));
    });
    body.pipe(parser);
  });
}

function openParser(
  headers: IncomingHttpHeaders,
  { maxFields, maxFiles, maxFieldBytes }: Pick<MultipartOptions<unknown>, "maxFields" | "maxFiles" | "maxFieldBytes">,
): BusboyInstance {
  try {
    const contentType = headers["content-type"] ?? "";
    const limits = { fields: maxFields, files: maxFiles, parts: maxFields + maxFiles, fieldSize: maxFieldBytes };
    return new Busboy({
      headers: { ...headers, "content-type": contentType },
      limits: { ...limits, fieldNameSize: 200, headerPairs: 50 },
    });
  } catch (error) {
    throw new MultipartError("invalid", "The form data has no boundary", { cause: error });
  }
}

/** An error of the parser or of the connection means a broken body. */
function asMultipartError(error: unknown): MultipartError {
  return error instanceof MultipartError
    ? error
    : new MultipartError("invalid", "The form data is broken", { cause: error });
}
