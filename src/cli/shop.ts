import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Command as Program } from "commander";
import { ConfigError, readConfig } from "#config";
import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/open.ts";
import { readOwnMigrations } from "#db/own-migrations.ts";
import { systemClock } from "#platform/clock.ts";
import { runJobMigrations } from "#platform/job-queue.ts";
import { StartError } from "#platform/start-error.ts";
import { Refusal } from "#shop/refusal.ts";
import type { Command, CommandContext } from "./command.ts";
import { commands } from "./commands.ts";

/** `npm run shop -- <command>`: reads the arguments, opens the database and hands over. */
export async function runShopCommand(projectDir: string, args: readonly string[]): Promise<void> {
  const program = new Program("npm run shop --")
    .description("Runs one command on the shop's data.")
    .showHelpAfterError();
  for (const command of commands) {
    program
      .command(command.usage)
      .description(command.summary)
      .allowUnknownOption()
      .action(async (...given: unknown[]) => {
        const { args: rest } = given.at(-1) as Program;
        await runOne(command, projectDir, rest);
      });
  }
  await program.parseAsync(args, { from: "user" });
}

async function runOne(command: Command, projectDir: string, args: string[]): Promise<void> {
  try {
    await withContext(projectDir, (context) => command.run(context, args));
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof StartError || error instanceof ConfigError)) throw error;
    const details = error instanceof Refusal ? ` ${JSON.stringify(error.details)}` : "";
    process.stderr.write(`${error.message}${details}\n`);
    process.exitCode = 1;
  }
}

async function withContext(projectDir: string, work: (context: CommandContext) => Promise<void>): Promise<void> {
  const config = readConfig();
  await mkdir(config.dataDir, { recursive: true });
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const database = await openDatabase({ ...config, connections: 4, log: print });
  try {
    const applied = await migrate(database.pool, await readOwnMigrations());
    if (applied.length > 0) await runJobMigrations(database.pool);
    await work({
      config,
      db: database.db,
      pool: database.pool,
      dataDir: config.dataDir,
      mediaDir: join(config.dataDir, "media"),
      downloadsDir: join(config.dataDir, "downloads"),
      demoDir: join(projectDir, "demo"),
      clock: systemClock,
      print,
    });
  } finally {
    await database.close();
  }
}
