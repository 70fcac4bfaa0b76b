import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { CommanderError, Command as Program } from "commander";
import { ConfigError, readConfig } from "#config";
import { actAs } from "#db/actor.ts";
import { openDatabase } from "#db/open.ts";
import { migrateToOwn } from "#db/own-migrations.ts";
import { loadSharedKeys } from "#db/shared-keys.ts";
import { systemClock } from "#platform/clock.ts";
import { errorCode } from "#platform/error-code.ts";
import { prepareDataDir } from "#platform/folders.ts";
import { openSignatures } from "#platform/signatures.ts";
import { StartError } from "#platform/start-error.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { StorageError } from "#platform/storage/storage.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Command, DatabaseCommand, FolderContext, GivenOptions } from "./command.ts";
import { commands } from "./commands.ts";
import { readSecret as readTyped } from "./read-secret.ts";
import { refusalMessage } from "./refusal-message.ts";

/** Environment and output of a command; default: those of the process. */
export interface Terminal {
  environment?: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
  printError: (line: string) => void;
  readSecret?: (question: string) => Promise<string>;
}

const ownTerminal: Terminal = {
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
};

/**
 * Runs `npm run shop -- <command>`: parses the arguments, opens what the command needs and calls it. @returns the exit
 * status
 */
export async function runShopCommand(
  projectDir: string,
  args: readonly string[],
  terminal: Terminal = ownTerminal,
): Promise<number> {
  const program = new Program("npm run shop --")
    .description("Runs one command on the shop's data.")
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.printError(text.trimEnd()),
    });
  for (const command of commands) addTo(program, command, (given, options) => runOne(command, given, options));
  const runOne = async (command: Command, given: string[], options: GivenOptions) =>
    runIn(await contextOf(projectDir, terminal), command, given, options);
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    terminal.printError(lineOf(error));
    return 1;
  }
}

function addTo(program: Program, command: Command, run: (args: string[], options: GivenOptions) => Promise<void>) {
  const added = program.command(command.usage).description(command.summary);
  for (const { flags, meaning } of command.options ?? []) added.option(flags, meaning);
  added.action(() => run(added.args, added.opts<GivenOptions>()));
}

/** Returns the one-line message of an error that the operator can fix. @throws unexpected errors */
function lineOf(error: unknown): string {
  if (error instanceof Refusal) return refusalMessage(error);
  const isSystems = error instanceof Error && "syscall" in error && errorCode(error) !== undefined;
  const isOperators = error instanceof StartError || error instanceof ConfigError || error instanceof StorageError;
  if (isOperators || isSystems) return error.message;
  throw error;
}

async function contextOf(
  projectDir: string,
  { environment, print, readSecret = readTyped }: Terminal,
): Promise<FolderContext> {
  const config = readConfig(environment);
  return {
    config,
    dataDir: config.dataDir,
    files: await openStorage(config),
    demoDir: join(projectDir, "demo"),
    clock: systemClock,
    print,
    readSecret,
  };
}

async function runIn(context: FolderContext, command: Command, args: string[], options: GivenOptions): Promise<void> {
  if (command.needs === "nothing") return command.run(context, args, options);
  await prepareDataDir(context.dataDir);
  await runOnDatabase(context, command, args, options);
}

async function runOnDatabase(
  context: FolderContext,
  command: DatabaseCommand,
  args: string[],
  options: GivenOptions,
): Promise<void> {
  const database = await openDatabase({
    ...context.config,
    // Commands use advisory locks and settings of sessions.
    databaseUrl: context.config.databaseDirectUrl ?? context.config.databaseUrl,
    databaseDirectUrl: null,
    connections: 4,
    log: context.print,
  });
  try {
    if (command.needs === "migrated database") await migrateToOwn(database.pool);
    const actor = { kind: "command", name: command.name, address: `${userInfo().username}@${hostname()}` } as const;
    const { db, pool } = database;
    const { secrets, dataDir } = context.config;
    const signatures = async () =>
      openSignatures(await loadSharedKeys(pool, { dataDir, configured: secrets.secretKey, now: systemClock.now() }));
    await actAs(actor, () => command.run({ ...context, db, pool, signatures }, args, options));
  } finally {
    await database.close();
  }
}
