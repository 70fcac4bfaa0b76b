import { readUsedNumbers, skipLostNumbers } from "#db/backup/order-numbers.ts";
import { recover } from "#db/embedded/recovery/recover.ts";
import { StartError } from "#platform/start-error.ts";
import type { FolderCommand, FolderContext } from "../command.ts";

type RestoreToContext = Pick<FolderContext, "config" | "clock" | "print">;

/** `restore-to TIME`: returns the embedded database to its state at a moment, by its archived log. */
export const restoreToCommand: FolderCommand<RestoreToContext> = {
  name: "restore-to",
  usage: "restore-to <time>",
  summary: "return the embedded database to a moment (2026-12-01T10:15Z), or to the latest one; needs RECOVERY_DIR",
  options: [
    {
      flags: "--database <number>",
      meaning: "the folder below RECOVERY_DIR, if it is not that of the database in DATA_DIR",
    },
  ],
  needs: "nothing",
  async run({ config, clock, print }, [given = ""], { database }) {
    const { recoveryDir } = config;
    if (recoveryDir === null) throw new StartError("Set RECOVERY_DIR to the folder with the archived log.");
    const to = given === "latest" ? null : parseMoment(given);
    const kept = await recover({
      ...config,
      recoveryDir,
      systemIdentifier: database === undefined ? undefined : String(database),
      to,
      log: print,
      async afterwards(client, lastChange) {
        // No order numbers are known but those before the moment.
        const used = { ...(await readUsedNumbers(client)), order: undefined };
        const next = await skipLostNumbers(client, used, { from: to ?? lastChange, to: clock.now() });
        print(`Orders continue at number ${next}, so that no number is given again.`);
      },
    });
    print(
      `Restored the database to ${to?.toISOString() ?? "its latest state"}. Pictures and other files are as they were.`,
    );
    if (kept) print(`The database before is kept in ${kept}: delete it when you no longer need it.`);
  },
};

/** @throws StartError if the text is no moment with a time zone. */
function parseMoment(text: string): Date {
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (isMoment && !Number.isNaN(Date.parse(text))) return new Date(text);
  throw new StartError(`"${text}" is not a moment: write 2026-12-01T10:15Z, or latest.`);
}
