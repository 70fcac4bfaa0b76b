import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { backUp } from "#db/backup/backup.ts";
import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import { type CommandContext, type DatabaseCommand, verboseOption } from "../command.ts";

type BackupContext = Pick<CommandContext, "pool" | "files" | "print">;

/** `backup FILE [--force]`: writes the whole shop into one file; works while the shop is running. */
export const backupCommand: DatabaseCommand<BackupContext> = {
  name: "backup",
  usage: "backup <file>",
  summary: "write the database and the pictures into one file (the shop may be running)",
  options: [{ flags: "--force", meaning: "replace the file if it exists" }, verboseOption],
  needs: "database",
  async run({ pool, files, print }, [file], { force, verbose }) {
    if (!file) throw new StartError("Name the file to write: npm run shop -- backup FILE");
    if (!force && existsSync(file))
      throw new StartError(`The file ${file} already exists: choose another name, or add --force to replace it.`);
    const storages = { media: files.media, downloads: files.downloads };
    const { manifest, files: stored } = await backUp(pool, storages, file, verbose ? print : () => {});
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const size = ((await stat(file)).size / 1e6).toFixed(1);
    print(
      `Wrote ${file}: ${formatCount(rows, "row")} of ${formatCount(manifest.tables.length, "table")} and ${formatCount(stored, "file")}, ${size} MB.`,
    );
  },
};
