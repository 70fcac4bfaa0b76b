import type pg from "pg";
import type { Config } from "#config";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import { StartError } from "#platform/start-error.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";

/** What a command works with that needs no database. */
export interface FolderContext {
  config: Config;
  dataDir: string;
  files: ShopFiles;
  /** Folder of the demo shop's files. */
  demoDir: string;
  clock: Clock;
  print: (line: string) => void;
  /** Asks for a line that must not be seen, or reads it from what is piped in. */
  readSecret: (question: string) => Promise<string>;
}

/** What the others work with. The database is open. */
export interface CommandContext extends FolderContext {
  db: Database;
  pool: pg.Pool;
}

/** An option of a command, as commander reads it. */
export interface CommandOption {
  /** "--force", or "--limit <n>" for one with a value. */
  flags: string;
  /** One line for `--help`. */
  meaning: string;
}

/** The options that were given, by name: true, or the value. */
export type GivenOptions = Readonly<Record<string, string | true>>;

interface CommandOf<Needs, Context> {
  name: string;
  /** The command line after `shop --`, for example "backup <file>"; options apart. */
  usage: string;
  /** One line for `--help`. */
  summary: string;
  options?: readonly CommandOption[];
  /** What must be there before it runs; a database that is not migrated stays as it is. */
  needs: Needs;
  /** Arguments after the command's name. A thrown Refusal or StartError becomes one line and exit status 1. */
  run(context: Context, args: string[], options: GivenOptions): Promise<void>;
}

/** A command on the folders alone. */
export type FolderCommand<Context = FolderContext> = CommandOf<"nothing", Context>;
/** A command on the shop's data. */
export type DatabaseCommand<Context = CommandContext> = CommandOf<"database" | "migrated database", Context>;
/** A command of `npm run shop -- <command>`. */
export type Command = FolderCommand | DatabaseCommand;

/** "2026-11-21 12:00" in UTC. */
export function minuteOf(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace("T", " ");
}

/** The error for a second word that the command does not know. */
export function unknownWord(command: string, word: string, known: readonly string[]): StartError {
  const [last, ...others] = [...known].reverse();
  const words = others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`;
  return new StartError(`There is no "${command} ${word}": use ${words}.`);
}
