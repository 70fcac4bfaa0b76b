import { backUp } from "#db/backup.ts";
import { StartError } from "#platform/start-error.ts";
import type { CommandContext, DatabaseCommand } from "./command.ts";

type BackupContext = Pick<CommandContext, "pool" | "mediaDir" | "downloadsDir" | "print">;

/** `backup FILE`: the whole shop into one file; the shop may be running. */
export const backupCommand: DatabaseCommand<BackupContext> = {
  name: "backup",
  usage: "backup <file>",
  summary: "write the database and the pictures into one file (the shop may be running)",
  needs: "database",
  async run({ pool, mediaDir, downloadsDir, print }, [file]) {
    if (!file) throw new StartError("Name the file to write: npm run shop -- backup FILE");
    await backUp(pool, { media: mediaDir, downloads: downloadsDir }, file, print);
    print(`Wrote ${file}.`);
  },
};
