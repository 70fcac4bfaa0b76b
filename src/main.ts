import cluster from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { type Config, ConfigError, readConfig } from "#config";
import type { OpenDatabase } from "#db/open.ts";
import { systemClock } from "#platform/clock.ts";
import { prepareDataDir } from "#platform/folders.ts";
import { loadSecretKeys } from "#platform/secret-keys.ts";
import { StartError } from "#platform/start-error.ts";
import type { Assets } from "#storefront/assets.ts";

export interface StartOptions {
  projectDir: string;
  /** Folder of the build that is running. */
  buildDir: string;
  /** What pages link; default: what the build wrote. */
  assets?: Assets;
}

/** Something started, to be stopped in the reverse order. */
type Stop = () => Promise<void>;

/**
 * Starts the shop: configuration, database, server, workers. Prints the URL, stops in order on SIGTERM and SIGINT. What
 * its owner can remedy ends the process with one line (a bad configuration with its full list).
 */
export async function start(options: StartOptions): Promise<void> {
  const stops: Stop[] = [];
  try {
    stopOnSignals(stops);
    await startShop(options, stops);
  } catch (error) {
    await stopAll(stops);
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function startShop(options: StartOptions, stops: Stop[]): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel });
  const serverModule = import("./server.ts");
  await prepareDataDir(config.dataDir);
  if (cluster.isPrimary) await refuseTakenPort(config);
  const { openDatabase } = await import("#db/open.ts");
  const database = await openDatabase({ ...config, connections: config.processes > 1 ? 10 : 20, log: say });
  stops.push(() => database.close());
  if (cluster.isPrimary) await prepareDatabase(database, config, options.projectDir);
  if (cluster.isPrimary && config.processes > 1) stops.push(forkServers(config.processes));
  else await serve(await serverModule, { config, database, log, ...options }, stops);
  if (cluster.isPrimary) stops.push(await startJobs(config, database, log));
}

/** Migrations, and on an empty database the demo shop. */
async function prepareDatabase(database: OpenDatabase, config: Config, projectDir: string): Promise<void> {
  const { migrateToOwn } = await import("#db/own-migrations.ts");
  await migrateToOwn(database.pool);
  if (!config.importsDemo) return;
  const { isDemoWanted } = await import("#shop/content/demo-imports.ts");
  if (!(await isDemoWanted(database.db))) return;
  const { importDemoOnce } = await import("#cli/import-demo.ts");
  await importDemoOnce(
    {
      db: database.db,
      pool: database.pool,
      mediaDir: join(config.dataDir, "media"),
      downloadsDir: join(config.dataDir, "downloads"),
      clock: systemClock,
      print: say,
    },
    join(projectDir, "demo"),
  );
}

async function serve(
  { buildServer }: typeof import("./server.ts"),
  { config, database, log, ...options }: { config: Config; database: OpenDatabase; log: Logger } & StartOptions,
  stops: Stop[],
): Promise<void> {
  const keys = await loadSecretKeys(config.dataDir, config.secrets.secretKey, systemClock.now());
  const app = await buildServer({ config, database, keys, clock: systemClock, log, ...options });
  stops.push(() => app.close());
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw listenError(error, config);
  }
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : config.port;
  say(
    `The shop is open at ${config.siteUrl ?? `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`}`,
  );
}

async function startJobs(config: Config, database: OpenDatabase, log: Logger): Promise<Stop> {
  const { startJobs } = await import("#jobs/start-jobs.ts");
  return startJobs({
    pool: database.pool,
    db: database.db,
    clock: systemClock,
    log,
    dataDir: config.dataDir,
    smtpUrl: config.smtpUrl,
    mailFrom: config.mailFrom,
    siteUrl: config.siteUrl,
  });
}

/** Processes that answer requests; one that dies is replaced after a second. */
function forkServers(count: number): Stop {
  let stopping = false;
  for (let index = 0; index < count; index++) cluster.fork();
  cluster.on("exit", (worker, code) => {
    if (stopping || worker.exitedAfterDisconnect) return;
    process.stderr.write(`A serving process ended with status ${code}; another one starts.\n`);
    setTimeout(() => !stopping && cluster.fork(), 1000);
  });
  return async () => {
    stopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      workers.map((worker) => new Promise<void>((resolve) => worker.once("exit", () => resolve()).kill("SIGTERM"))),
    );
  };
}

/** Before anything is made: a shop that cannot listen leaves no database behind. */
async function refuseTakenPort(config: Config): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(config.port, config.host);
    await once(probe, "listening");
  } catch (error) {
    throw listenError(error, config);
  } finally {
    probe.close();
  }
}

function listenError(error: unknown, config: Config): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return new StartError(`Port ${config.port} is taken: stop what uses it, or set PORT to another.`);
  if (code === "EACCES")
    return new StartError(`Port ${config.port} may not be used by this user: set PORT to one above 1023.`);
  if (code === "EADDRNOTAVAIL")
    return new StartError(`This machine has no address ${config.host}: set HOST to one that it has.`);
  return error;
}

function stopOnSignals(stops: Stop[]): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void stopAll(stops).then(() => process.exit(0));
    });
  }
}

/** Newest first: the server stops answering before the database closes. A failing stop does not keep the others. */
async function stopAll(stops: Stop[]): Promise<void> {
  for (const stop of stops.splice(0).reverse()) {
    try {
      await stop();
    } catch (error) {
      process.stderr.write(`While stopping: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

function say(message: string): void {
  process.stdout.write(`${message}\n`);
}
