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
  /** Folder of the build that is running. */
  buildDir: string;
  /** `worker.ts` of the build that is running: what each of several serving processes runs. */
  workerFile: string;
  /** What pages link; default: what the build wrote. */
  assets?: Assets;
}

/** How long (ms) a stop waits for requests under way, and for everything. */
const patience = { requests: 10_000, all: 25_000 };

/** How long (ms) after the shop opened its jobs are loaded: that takes as long as several pages, and the first is asked for at once. */
const restBeforeJobs = 500;

interface Start {
  options: StartOptions;
  config: Config;
  log: Logger;
  stopping: Stopping;
  /** The port that the system chose where any free one was asked for. */
  actualPort?: number;
}

/**
 * Starts the shop: configuration, database, server, jobs. Prints the URL, stops in order on SIGTERM and SIGINT. What
 * its owner can remedy ends the process with one line (a bad configuration with its full list).
 */
export async function start(options: StartOptions): Promise<void> {
  fitCollector();
  const stopping = new Stopping({ withinMs: patience.all, report: complain });
  stopOnSignals(stopping, cluster.isWorker);
  try {
    const config = readConfig();
    await startShop({ options, config, log: pino({ level: config.logLevel }), stopping });
  } catch (error) {
    // Who stops in the middle of a start has asked for nothing more.
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
  // First: a start that cannot be leaves nothing behind.
  await refuseTakenPort(config);
  await prepareDataDir(config.dataDir);
  await checkStorage(await openStorage(config));
  const servesHere = config.processes === 1;
  // Loading takes as long as a database takes to start, and leaves no moment to ask for one.
  const database = await openShopDatabase(start, "primary", servesHere ? loadServer : undefined);
  await prepareDatabase(database, config, options.projectDir);
  if (servesHere) await serveHere(start, database);
  else await serveInOthers(start);
  await startJobs(start, database);
}

/** Ahead of its use, where a failure is told. */
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
  // Before any of them starts: they read what is made here.
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
  // A stop may have begun meanwhile.
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

/** Where people reach the shop: the origin in the settings, else where it listens. */
function publicOrigin({ config: { siteUrl, host, port }, actualPort = port }: Start): string {
  return siteUrl ?? originOf({ host, port: actualPort });
}

function say(message: string): void {
  process.stdout.write(`${message}\n`);
}

function complain(message: string): void {
  process.stderr.write(`${message}\n`);
}
