import files, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FileStorage } from "#platform/storage/storage.ts";
import { isStorageKey } from "#platform/storage/storage-key.ts";
import { answerRefusals } from "./file-refusals.ts";
import { sendStoredFile } from "./send-stored-file.ts";

/** How stored files are served. The pattern ends in `*`. */
export interface MediaOptions {
  pattern: string;
  storage: FileStorage;
  /** Options for sending files from a local folder; files in object storage are sent the same way. */
  sending: Omit<FastifyStaticOptions, "root">;
}

type MediaRequest = FastifyRequest<{ Params: { "*": string } }>;

/**
 * Serves picture files. A WebP rendition is sent as AVIF if the browser accepts it: browser scripts write a single URL
 * into an img, which leaves no choice of formats. Documents are downloaded, never shown: they may come from anywhere.
 */
export async function mediaFiles(app: FastifyInstance, { pattern, storage, sending }: MediaOptions): Promise<void> {
  const { folder } = storage;
  await app.register(async (media) => {
    answerRefusals(media);
    if (folder === undefined) {
      media.get(pattern, async (request: MediaRequest, reply) => sendFromStorage(request, reply, storage));
      return;
    }
    await media.register(files, { ...sending, root: folder, serve: false });
    media.get(pattern, async (request: MediaRequest, reply) => {
      const [preferred = "", plain] = filesFor(request, reply);
      return reply.sendFile(plain === undefined || (await isThere(storage, preferred)) ? preferred : plain);
    });
  });
}

/** Pictures, videos, sounds and captions. */
const shownFiles = /\.(?:jpe?g|png|gif|webp|avif|svg|mp4|m4v|webm|mp3|m4a|og[ga]|wav|vtt)$/i;

/** Returns the files that may answer a request, the preferred one first. */
function filesFor({ params, headers }: MediaRequest, reply: FastifyReply): string[] {
  const file = params["*"];
  if (!shownFiles.test(file)) reply.header("content-disposition", "attachment");
  if (!file.endsWith(".webp")) return [file];
  reply.header("vary", "Accept");
  const smaller = file.replace(/\.webp$/, ".avif");
  return headers.accept?.includes("image/avif") && /^[\w/-]+\.avif$/.test(smaller) ? [smaller, file] : [file];
}

async function sendFromStorage(
  request: MediaRequest,
  reply: FastifyReply,
  storage: FileStorage,
): Promise<FastifyReply> {
  for (const file of filesFor(request, reply)) {
    const isServed = isStorageKey(file) && !/(^|\/)\./.test(file);
    if (isServed && (await sendStoredFile(request, reply, storage, file)) === "sent") return reply;
  }
  reply.callNotFound();
  return reply;
}

async function isThere(storage: FileStorage, file: string): Promise<boolean> {
  return isStorageKey(file) && (await storage.stat(file)) !== undefined;
}
