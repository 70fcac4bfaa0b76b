import type pg from "pg";
import type { Config } from "#config";
import type { Database } from "#db/database.ts";
import type { Clock } from "#platform/clock.ts";
import type { Signatures } from "#platform/signatures.ts";
import { StartError } from "#platform/start-error.ts";
import type { ShopFiles } from "#platform/storage/open-storage.ts";

/** Context of a command that needs no database. */
export interface FolderContext {
  config: Config;
  dataDir: string;
  files: ShopFiles;
  /** Folder of the demo shop's files. */
  demoDir: string;
  clock: Clock;
  print: (line: string) => void;
  /** Prompts for a line without echoing it, or reads it from piped input. */
  readSecret: (question: string) => Promise<string>;
}

/** Context of a command that needs the database, which is open. */
export interface CommandContext extends FolderContext {
  db: Database;
  pool: pg.Pool;
  /** Opens the signatures of the running shop. */
  signatures: () => Promise<Signatures>;
}

/** An option of a command, in commander's format. */
export interface CommandOption {
  /** "--force", or "--limit <n>" for one with a value. */
  flags: string;
  /** One line for `--help`. */
  meaning: string;
}

/** Prints each table of a backup. */
export const verboseOption: CommandOption = { flags: "--verbose", meaning: "list the tables" };

/** The given options by name: true, or the value. */
export type GivenOptions = Readonly<Record<string, string | true>>;

interface CommandOf<Needs, Context> {
  name: string;
  /** The arguments after `shop --`, for example "backup <file>"; without options. */
  usage: string;
  /** One line for `--help`. */
  summary: string;
  options?: readonly CommandOption[];
  /** Resources to open before the command runs. A database that is not migrated is left as it is. */
  needs: Needs;
  /**
   * Runs the command with the arguments after its name. A Refusal or StartError is printed as one line, with exit
   * status 1.
   */
  run(context: Context, args: string[], options: GivenOptions): Promise<void>;
}

/** A command that uses only folders. */
export type FolderCommand<Context = FolderContext> = CommandOf<"nothing", Context>;
/** A command that uses the database. */
export type DatabaseCommand<Context = CommandContext> = CommandOf<"database" | "migrated database", Context>;
/** A command of `npm run shop -- <command>`. */
export type Command = FolderCommand | DatabaseCommand;

/** Returns the error for an unknown subcommand. */
export function unknownWord(command: string, word: string, known: readonly string[]): StartError {
  const [last, ...others] = [...known].reverse();
  const words = others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`;
  return new StartError(`There is no "${command} ${word}": use ${words}.`);
}
