import { restore } from "#db/backup/restore.ts";
import { StartError } from "#platform/start-error.ts";
import { type CommandContext, type DatabaseCommand, verboseOption } from "../command.ts";

type RestoreContext = Pick<CommandContext, "pool" | "files" | "print" | "clock">;

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
    { flags: "--keep-numbers", meaning: "continue with the backup's order numbers: no order was placed after it" },
    verboseOption,
  ],
  needs: "migrated database",
  async run({ pool, files, print, clock }, [file], { force, keepNumbers, verbose }) {
    if (!file) throw new StartError("Name the file to read: npm run shop -- restore FILE");
    const options = {
      force: force === true,
      keepsNumbers: keepNumbers === true,
      now: clock.now(),
      progress: print,
      ...(verbose && { detail: print }),
    };
    const { createdAt } = await restore(pool, { media: files.media, downloads: files.downloads }, file, options);
    print(`Restored the shop to its state at ${createdAt}.`);
  },
};
