import { locateDatabase } from "#db/embedded/embedded-postgres.ts";
import type { Command, CommandContext } from "./command.ts";

type WhereContext = Pick<CommandContext, "config" | "dataDir" | "mediaDir" | "print">;

/** `where`: the places of the shop's data. */
export const whereCommand: Command<WhereContext> = {
  name: "where",
  usage: "where",
  summary: "print where the shop's data are",
  async run({ config, dataDir, mediaDir, print }) {
    print(`Data folder: ${dataDir}`);
    print(`Pictures:    ${mediaDir}`);
    if (config.databaseUrl !== null) {
      print(`Database:    at ${new URL(config.databaseUrl).host}, as DATABASE_URL says`);
      return;
    }
    const { folder, socket, outsideDataDir } = await locateDatabase(dataDir);
    print(`Database:    ${folder}${outsideDataDir ? " (outside the data folder; its README.txt says why)" : ""}`);
    print(`Socket:      ${socket}`);
  },
};
