import type { FastifyRequest } from "fastify";
import { MultipartError, type MultipartOptions, readMultipart } from "#platform/multipart.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { visibleText } from "#shop/accounts/profile/line-text.rules.ts";
import { pictureKind } from "#shop/catalogue/pictures/prepare-picture.ts";
import { discardUploads, receiveUpload, type Upload } from "#shop/contact/files/receive-upload.ts";

/** A posted form of reviews: its texts, and the pictures that came with it. */
export interface CommentForm {
  /** Returns a field's last text; "" if missing. */
  read: (name: string) => string;
  pictures: readonly Upload[];
  /** What is wrong with the pictures. */
  fault: "review_pictures_too_many" | "review_picture_invalid" | undefined;
}

/** Largest picture (bytes). */
const maxPictureBytes = 8 * 1024 * 1024;

/** Limits of the text fields, above what the shop accepts. */
const textLimits = { maxFields: 100, maxFieldBytes: 300 * 1024, maxTextBytes: 400 * 1024 };

/** Name of the field with the pictures. */
const picturesField = "review_pictures";

/**
 * Reads a form, url-encoded or multipart. Pictures are stored privately as they arrive, without holding a turn meanwhile.
 * @throws MultipartError; nothing is kept then
 */
export async function readComment(
  request: FastifyRequest,
  attachments: FileStorage,
  maxPictures: number,
  now: Date,
): Promise<CommentForm> {
  if (!/^multipart\/form-data/i.test(request.headers["content-type"] ?? ""))
    return { read: (name) => lastOf(request.body, name), pictures: [], fault: undefined };
  const received: [string, Upload][] = [];
  try {
    const options: MultipartOptions<Upload> = {
      ...textLimits,
      maxFiles: 20,
      onFile({ field, name, stream }) {
        if (field.replace(/\[.*/s, "") !== picturesField || maxPictures === 0) return undefined;
        return receiveUpload(attachments, { name, stream, limit: maxPictureBytes, now }).then((upload) => {
          received.push([field, upload]);
          return upload;
        });
      },
    };
    const entries = await request.withoutTurn(() => readMultipart(request.raw, request.headers, options));
    // An empty field counts as a file without content.
    const pictures = received.map(([, upload]) => upload).filter(({ size }) => size > 0);
    const isInvalid = pictures.some(({ key, head }) => key === undefined || !pictureKind(head));
    const tooMany = pictures.length > maxPictures ? "review_pictures_too_many" : undefined;
    const fault = tooMany ?? (isInvalid ? "review_picture_invalid" : undefined);
    const isText = (entry: readonly [string, unknown]): entry is readonly [string, string] =>
      typeof entry[1] === "string";
    const texts = new Map(entries.filter(isText));
    return { read: (name) => storable(texts.get(name) ?? ""), pictures, fault };
  } catch (error) {
    await discardUploads(attachments, received);
    throw error;
  }
}

/** Returns whether an error means that the form could not be read. */
export function isUnreadable(error: unknown): error is MultipartError {
  return error instanceof MultipartError;
}

function lastOf(body: unknown, name: string): string {
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, name)) return "";
  const value = (body as Record<string, unknown>)[name];
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === "string" ? storable(last) : "";
}

/** Removes what the database refuses, and characters that reorder the text around them. */
function storable(text: string): string {
  return text.replace(/\0|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/gu, "");
}

/** Returns a text of several lines: with plain line ends, at most one empty line in a row, and something visible. */
export function textOfLines(text: string): string {
  const plain = text.replace(/\r\n?/g, "\n").replace(/(?!\n|\t)\p{Cc}/gu, "");
  return visibleText(plain.replace(/\n[^\S\n]*(?:\n[^\S\n]*)+/g, "\n\n"));
}
