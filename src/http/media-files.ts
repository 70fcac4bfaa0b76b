import { access } from "node:fs/promises";
import { join } from "node:path";
import files, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyError, FastifyInstance } from "fastify";

/** What the files of the media folder are answered with, their address ending in `*`. */
export interface MediaOptions {
  pattern: string;
  folder: string;
  /** How files are kept by browsers. */
  sending: Omit<FastifyStaticOptions, "root">;
}

/**
 * GET a picture's file. A rendition asked for as WebP comes as AVIF where the browser takes it: scripts write one address
 * into an img, without room for a choice of formats.
 */
export async function mediaFiles(app: FastifyInstance, { pattern, folder, sending }: MediaOptions): Promise<void> {
  await app.register(async (media) => {
    answerRefusals(media);
    await media.register(files, { ...sending, root: folder, serve: false });
    media.get<{ Params: { "*": string } }>(pattern, async (request, reply) => {
      const file = request.params["*"];
      if (!file.endsWith(".webp")) return reply.sendFile(file);
      reply.header("vary", "Accept");
      const smaller = file.replace(/\.webp$/, ".avif");
      const isTaken = request.headers.accept?.includes("image/avif") && (await isThere(folder, smaller));
      return reply.sendFile(isTaken ? smaller : file);
    });
  });
}

/**
 * Answers what the sender of files refuses: an address with dots, a folder or an escape that leads out is one that is not
 * there; a range or a condition that no file meets is answered as it is (RFC 9110 15.5.13, 15.5.17).
 */
export function answerRefusals(scope: FastifyInstance): void {
  scope.setErrorHandler<FastifyError>((error, _request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode === 412 || statusCode === 416) return reply.code(statusCode).send();
    if (statusCode >= 500) throw error;
    reply.callNotFound();
    return reply;
  });
}

/** Whether a file may be sent is for the sender to say; a path with dots in it is not looked at here. */
async function isThere(folder: string, file: string): Promise<boolean> {
  if (!/^[\w/-]+\.avif$/.test(file)) return false;
  return access(join(folder, file)).then(
    () => true,
    () => false,
  );
}
