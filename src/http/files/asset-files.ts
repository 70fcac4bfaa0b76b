import files from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { listAssets, publishedKey } from "#platform/storage/published-assets.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { isStorageKey } from "#platform/storage/storage-key.ts";
import { answerRefusals } from "./file-refusals.ts";
import { sendStoredFile } from "./send-stored-file.ts";

/** How files are sent whose names change with their content: browsers keep them for a year. */
export const immutableFiles = {
  maxAge: "365d",
  immutable: true,
  lastModified: false,
  index: false as const,
  redirect: false,
  dotfiles: "deny" as const,
};

export interface AssetOptions {
  /** The browser's part of the build. */
  folder: string;
  /** Path of the files, with the slash at its end. */
  prefix: string;
  /** Has the files of other builds. */
  published: FileStorage;
}

type AssetRequest = FastifyRequest<{ Params: { "*": string } }>;

/** Serves the browser's part of this host's build, compressed, and that of other builds that hosts run or ran recently. */
export async function assetFiles(app: FastifyInstance, { folder, prefix, published }: AssetOptions): Promise<void> {
  const own = new Set(listAssets(folder));
  await app.register(async (assets) => {
    answerRefusals(assets);
    if (own.size > 0)
      await assets.register(files, { root: folder, serve: false, preCompressed: true, ...immutableFiles });
    assets.get(`${prefix}*`, async (request: AssetRequest, reply) => {
      const { "*": name } = request.params;
      if (own.has(name)) return reply.sendFile(name);
      const key = publishedKey(name);
      if (isStorageKey(key) && (await sendStoredFile(request, reply, published, key)) === "sent") return reply;
      reply.callNotFound();
      return reply;
    });
  });
}
