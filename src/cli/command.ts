import type pg from "pg";
import type { Config } from "#config";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";

/** What a command works with. The database is open and migrated. */
export interface CommandContext {
  config: Config;
  db: Database;
  pool: pg.Pool;
  dataDir: string;
  mediaDir: string;
  downloadsDir: string;
  /** Folder of the demo shop's files. */
  demoDir: string;
  clock: Clock;
  print: (line: string) => void;
}

/** A command of `npm run shop -- <command>`. */
export interface Command<Context = CommandContext> {
  name: string;
  /** The command line after `shop --`, for example "backup FILE". */
  usage: string;
  /** One line for `--help`. */
  summary: string;
  /** Arguments after the command's name. A thrown Refusal or StartError becomes one line and exit status 1. */
  run(context: Context, args: string[]): Promise<void>;
}
