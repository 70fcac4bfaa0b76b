import files from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { answerRefusals } from "./file-refusals.ts";

/** How files are sent whose names change with their content: browsers keep them for a year. */
export const immutableFiles = {
  maxAge: "365d",
  immutable: true,
  lastModified: false,
  index: false as const,
  redirect: false,
  dotfiles: "deny" as const,
};

/** Serves the browser's part of the build from `folder` below the path `prefix`, compressed. */
export async function assetFiles(
  app: FastifyInstance,
  { folder, prefix }: { folder: string; prefix: string },
): Promise<void> {
  await app.register(async (assets) => {
    answerRefusals(assets);
    await assets.register(files, {
      root: folder,
      prefix,
      preCompressed: true,
      decorateReply: false,
      ...immutableFiles,
    });
  });
}
