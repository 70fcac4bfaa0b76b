import { existsSync } from "node:fs";
import { backUp } from "#db/backup/backup.ts";
import { StartError } from "#platform/start-error.ts";
import type { CommandContext, DatabaseCommand } from "../command.ts";

type BackupContext = Pick<CommandContext, "pool" | "files" | "print">;

/** `backup FILE [--force]`: writes the whole shop into one file; works while the shop is running. */
export const backupCommand: DatabaseCommand<BackupContext> = {
  name: "backup",
  usage: "backup <file>",
  summary: "write the database and the pictures into one file (the shop may be running)",
  options: [{ flags: "--force", meaning: "replace the file if it exists" }],
  needs: "database",
  async run({ pool, files, print }, [file], { force }) {
    if (!file) throw new StartError("Name the file to write: npm run shop -- backup FILE");
    if (!force && existsSync(file))
      throw new StartError(`The file ${file} already exists: choose another name, or add --force to replace it.`);
    await backUp(pool, { media: files.media, downloads: files.downloads }, file, print);
    print(`Wrote ${file}.`);
  },
};
