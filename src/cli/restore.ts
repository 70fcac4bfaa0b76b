import { restore } from "#db/restore.ts";
import { StartError } from "#platform/start-error.ts";
import type { Command, CommandContext } from "./command.ts";

type RestoreContext = Pick<CommandContext, "pool" | "mediaDir" | "downloadsDir" | "print">;

/** `restore FILE [--force]`: everything from a backup; all of it or nothing. */
export const restoreCommand: Command<RestoreContext> = {
  name: "restore",
  usage: "restore <file>",
  summary: "replace everything by what a backup holds (--force when there is data; stop the shop before)",
  async run({ pool, mediaDir, downloadsDir, print }, args) {
    const file = args.find((arg) => !arg.startsWith("--"));
    if (!file) throw new StartError("Name the file to read: npm run shop -- restore FILE");
    const options = { force: args.includes("--force"), progress: print };
    const { createdAt } = await restore(pool, { media: mediaDir, downloads: downloadsDir }, file, options);
    print(`Restored the shop as it was at ${createdAt}.`);
  },
};
