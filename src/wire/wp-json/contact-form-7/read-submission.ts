import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { type Entries, MultipartError, readMultipart } from "#platform/multipart.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { discardUploads, receiveUpload, type Upload } from "#shop/contact/files/receive-upload.ts";
import type { OpenForm } from "#shop/contact/forms/open-form.ts";
import { fileLimit, hasOption } from "#shop/contact/template/tag-options.rules.ts";

/** Limits of a form's text fields, far above what forms have. */
const textLimits = { maxFields: 1000, maxFieldBytes: 256 * 1024, maxTextBytes: 1024 * 1024 };

/** Files of one form, and of one of its fields that takes several. */
const maxFiles = 20;

/** Whether a form of this content type can be read. */
export function isFormType(contentType = ""): boolean {
  return /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType);
}

/**
 * Reads a form, without holding a turn meanwhile. Files are stored as they arrive, if the form has a file field of that name; others
 * are skipped.
 * @throws MultipartError; no file is kept then
 */
export function readSubmission(
  request: FastifyRequest,
  attachments: FileStorage,
  findForm: (fields: Entries<Upload>) => OpenForm | undefined,
  now: Date,
): Promise<Entries<Upload>> {
  return request.withoutTurn(() => readEntries(request.raw, attachments, findForm, now));
}

async function readEntries(
  request: IncomingMessage,
  attachments: FileStorage,
  findForm: (fields: Entries<Upload>) => OpenForm | undefined,
  now: Date,
): Promise<Entries<Upload>> {
  if (!/^multipart\//i.test(request.headers["content-type"] ?? "")) return readUrlEncoded(request);
  const received: [string, Upload][] = [];
  try {
    return await readMultipart<Upload>(request, request.headers, {
      ...textLimits,
      maxFiles,
      onFile({ field, name, stream }, before) {
        const fieldName = field.replace(/\[.*/s, "");
        const tag = findForm(before)?.tags.find((one) => one.type === "file" && one.name === fieldName);
        const isSecond = received.some(([known]) => known === field);
        if (!tag || (isSecond && !hasOption(tag, "multiple"))) return undefined;
        return receiveUpload(attachments, { name, stream, limit: fileLimit(tag), now }).then((upload) => {
          received.push([field, upload]);
          return upload;
        });
      },
    });
  } catch (error) {
    await discardUploads(attachments, received);
    throw error;
  }
}

async function readUrlEncoded(request: IncomingMessage): Promise<Entries<Upload>> {
  const text = await limitedText(request).catch((error: unknown) => {
    throw new MultipartError("invalid", "The form data ended early", { cause: error });
  });
  const entries = [...new URLSearchParams(text)];
  if (text === undefined || entries.length > textLimits.maxFields)
    throw new MultipartError("too_large", "The form has too many or too large fields");
  return entries;
}

/** Returns the body; undefined if it is too long. It is read to its end in any case, so that an answer can be sent. */
async function limitedText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= textLimits.maxTextBytes) chunks.push(chunk);
  }
  return bytes <= textLimits.maxTextBytes ? Buffer.concat(chunks).toString() : undefined;
}
