import { locateDatabase } from "#db/embedded/embedded-postgres.ts";
import { hostsOf } from "#db/several-hosts.ts";
import type { FolderCommand, FolderContext } from "../command.ts";

type WhereContext = Pick<FolderContext, "config" | "dataDir" | "files" | "print">;

/** `where`: prints where the shop's data is stored. */
export const whereCommand: FolderCommand<WhereContext> = {
  name: "where",
  usage: "where",
  summary: "print where the shop's data is stored",
  needs: "nothing",
  async run({ config, dataDir, files, print }) {
    print(`Data folder: ${dataDir}`);
    print(`Pictures:    ${files.media.place}`);
    if (config.databaseUrl !== null) {
      print(`Database:    ${hostsOf(config.databaseUrl)} (DATABASE_URL)`);
      return;
    }
    const { folder, socket, outsideDataDir } = await locateDatabase(dataDir);
    print(`Database:    ${folder}${outsideDataDir ? " (outside the data folder; see its README.txt)" : ""}`);
    print(`Socket:      ${socket}`);
  },
};
