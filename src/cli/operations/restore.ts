import { restore } from "#db/backup/restore.ts";
import { StartError } from "#platform/start-error.ts";
import type { CommandContext, DatabaseCommand } from "../command.ts";

type RestoreContext = Pick<CommandContext, "pool" | "files" | "print">;

/** `restore FILE [--force]`: restores everything from a backup, or nothing at all. */
export const restoreCommand: DatabaseCommand<RestoreContext> = {
  name: "restore",
  usage: "restore <file>",
  summary: "replace all data with a backup; anything written since then is lost (stop the shop first)",
  options: [
    {
      flags: "--force",
      meaning: "replace existing data, including what was written after the backup",
    },
  ],
  needs: "migrated database",
  async run({ pool, files, print }, [file], { force }) {
    if (!file) throw new StartError("Name the file to read: npm run shop -- restore FILE");
    const options = { force: force === true, progress: print };
    const { createdAt } = await restore(pool, { media: files.media, downloads: files.downloads }, file, options);
    print(`Restored the shop to its state at ${createdAt}.`);
  },
};
