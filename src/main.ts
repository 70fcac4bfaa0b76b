import cluster from "node:cluster";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Logger, pino } from "pino";
import { type Config, ConfigError, readConfig } from "#config";
import { connectionShare } from "#db/connection-share.ts";
import type { OpenDatabase } from "#db/open.ts";
import { systemClock } from "#platform/clock.ts";
import { fitCollector } from "#platform/collector.ts";
import { prepareDataDir } from "#platform/folders.ts";
import { closeWithin, listenError, originOf, refuseTakenPort } from "#platform/listening.ts";
import { loadSecretKeys, type SecretKey } from "#platform/secret-keys.ts";
import { forkServingProcesses } from "#platform/serving-processes.ts";
import { StartError } from "#platform/start-error.ts";
import { Stopping, stopOnSignals } from "#platform/stopping.ts";
import { checkStorage, openStorage } from "#platform/storage/open-storage.ts";
import type { Assets } from "#storefront/rendering/assets.ts";

export interface StartOptions {
  projectDir: string;
  /** Folder of the running build. */
  buildDir: string;
  /** `worker.ts` of the running build: the entry point of each serving process. */
  workerFile: string;
  /** Assets that pages link to; default: those of the build. */
  assets?: Assets;
}

/** Timeouts (ms) for stopping: for requests in progress, and in total. */
const patience = { requests: 10_000, all: 25_000 };

/**
 * Delay (ms) before the job code is loaded after the start: loading it takes as long as several pages, and the first
 * page is requested immediately.
 */
const restBeforeJobs = 500;

interface Start {
  options: StartOptions;
  config: Config;
  log: Logger;
  stopping: Stopping;
  /** The port chosen by the system when PORT is 0. */
  actualPort?: number;
}

/**
 * Starts the shop: configuration, database, server, jobs. Prints the URL and stops cleanly on SIGTERM and SIGINT.
 * Errors that the owner can fix end the process with a one-line message (an invalid configuration with its full list).
 */
export async function start(options: StartOptions): Promise<void> {
  fitCollector();
  const stopping = new Stopping({ withinMs: patience.all, report: complain });
  stopOnSignals(stopping, cluster.isWorker);
  try {
    const config = readConfig();
    await startShop({ options, config, log: pino({ level: config.logLevel }), stopping });
  } catch (error) {
    // A start that is interrupted reports no error.
    if (stopping.signal.aborted) return;
    await stopping.run();
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
    complain(error.message);
    process.exit(1);
  }
}

async function startShop(start: Start): Promise<void> {
  const { config, options } = start;
  if (cluster.isWorker) return serveHere(start, await openShopDatabase(start, "serving"));
  // First, so that a start that cannot succeed leaves nothing behind.
  await refuseTakenPort(config);
  await prepareDataDir(config.dataDir);
  await checkStorage(await openStorage(config));
  const servesHere = config.processes === 1;
  // Loading takes as long as starting a database; it runs during the wait for it.
  const database = await openShopDatabase(start, "primary", servesHere ? loadServer : undefined);
  await prepareDatabase(database, config, options.projectDir);
  if (servesHere) await serveHere(start, database);
  else await serveInOthers(start);
  await startJobs(start, database);
}

/** Preloads the server's modules. Ignores failures: the real import reports them. */
function loadServer(): void {
  import("./server.ts").catch(() => {});
}

async function openShopDatabase(
  { config, log, stopping }: Start,
  role: "primary" | "serving",
  onWaiting?: () => void,
): Promise<OpenDatabase> {
  const { openDatabase } = await import("#db/open.ts");
  const database = await openDatabase({
    ...config,
    connections: (limit) => connectionShare(limit, config.processes, role),
    log: say,
    ...(onWaiting && { onWaiting }),
    onLost: (error) => log.warn({ reason: error.message }, "A database connection was lost"),
  });
  stopping.add("database", () => database.close());
  return database;
}

/** Runs the migrations and, if the database is empty, imports the demo shop. */
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
      files: await openStorage(config),
      clock: systemClock,
      print: say,
    },
    join(projectDir, "demo"),
  );
}

const loadKeys = ({ dataDir, secrets }: Config): Promise<SecretKey[]> =>
  loadSecretKeys(dataDir, secrets.secretKey, systemClock.now());

async function serveHere(start: Start, database: OpenDatabase): Promise<void> {
  const { options, config, log, stopping } = start;
  const { buildServer } = await import("./server.ts");
  const keys = await loadKeys(config);
  const app = await buildServer({ config, database, keys, clock: systemClock, log, ...options });
  stopping.add("requests", () => closeWithin(app.server, () => app.close(), patience.requests));
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw listenError(error, config);
  }
  const address = app.server.address();
  if (cluster.isPrimary && typeof address === "object") announce(start, address?.port);
}

async function serveInOthers(start: Start): Promise<void> {
  const { options, config, stopping } = start;
  // Created before the serving processes start, because they read it.
  await loadKeys(config);
  if (config.secrets.metricsToken) {
    const { answerMetricsOfAll } = await import("#http/observe/cluster-metrics.ts");
    answerMetricsOfAll();
  }
  const stop = forkServingProcesses({
    file: options.workerFile,
    args: [JSON.stringify(options)],
    count: config.processes,
    signal: stopping.signal,
    onListening: ({ port }) => announce(start, port),
    report: complain,
  });
  stopping.add("requests", stop);
}

async function startJobs(start: Start, { pool, db }: OpenDatabase): Promise<void> {
  const { config, log, stopping } = start;
  await delay(restBeforeJobs, undefined, { signal: stopping.signal });
  const { startJobs } = await import("#jobs/start-jobs.ts");
  // A stop may have been requested in the meantime.
  if (stopping.signal.aborted) return;
  const files = await openStorage(config);
  stopping.add(
    "jobs",
    startJobs({ ...config, files, linkOrigin: () => publicOrigin(start), pool, db, clock: systemClock, log }),
  );
}

function announce(start: Start, actualPort: number | undefined): void {
  if (actualPort !== undefined) start.actualPort = actualPort;
  say(`The shop is open at ${publicOrigin(start)}`);
}

/** Returns the shop's public origin: SITE_URL, or the address it listens on. */
function publicOrigin({ config: { siteUrl, host, port }, actualPort = port }: Start): string {
  return siteUrl ?? originOf({ host, port: actualPort });
}

function say(message: string): void {
  process.stdout.write(`${message}\n`);
}

function complain(message: string): void {
  process.stderr.write(`${message}\n`);
}
