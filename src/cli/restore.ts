import { restore } from "#db/backup/restore.ts";
import { StartError } from "#platform/start-error.ts";
import type { CommandContext, DatabaseCommand } from "./command.ts";

type RestoreContext = Pick<CommandContext, "pool" | "files" | "print">;

/** `restore FILE [--force]`: everything from a backup; all of it or nothing. */
export const restoreCommand: DatabaseCommand<RestoreContext> = {
  name: "restore",
  usage: "restore <file>",
  summary: "replace everything by what a backup holds: what was written since is lost (stop the shop before)",
  options: [
    {
      flags: "--force",
      meaning: "even when there are data: all of them are replaced, those written since the backup too",
    },
  ],
  needs: "migrated database",
  async run({ pool, files, print }, [file], { force }) {
    if (!file) throw new StartError("Name the file to read: npm run shop -- restore FILE");
    const options = { force: force === true, progress: print };
    const { createdAt } = await restore(pool, { media: files.media, downloads: files.downloads }, file, options);
    print(`Restored the shop as it was at ${createdAt}.`);
  },
};
