import { access } from "node:fs/promises";
import { join } from "node:path";
import files, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { answerRefusals } from "./file-refusals.ts";

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

/** Whether a file may be sent is for the sender to say; a path with dots in it is not looked at here. */
async function isThere(folder: string, file: string): Promise<boolean> {
  if (!/^[\w/-]+\.avif$/.test(file)) return false;
  return access(join(folder, file)).then(
    () => true,
    () => false,
  );
}
