import cluster, { type Address } from "node:cluster";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Logger, pino } from "pino";
import { type Config, ConfigError, readConfig } from "#config";
import type { OpenDatabase } from "#db/open.ts";
import { poolSize } from "#db/pool-size.ts";
import { systemClock } from "#platform/clock.ts";
import { Episodes } from "#platform/episodes.ts";
import { prepareDataDir } from "#platform/folders.ts";
import { tuneGarbageCollector } from "#platform/garbage-collector.ts";
import { closeWithin, listenError, originOf, refuseTakenPort } from "#platform/listening.ts";
import { openSeals } from "#platform/seals.ts";
import { loadRetiredKeys, type SecretKey } from "#platform/secret-keys.ts";
import { firstPageMs, forkServingProcesses, untilDatabaseReady } from "#platform/serving-processes.ts";
import { Shutdown, stopOnSignals } from "#platform/shutdown.ts";
import { openSignatures } from "#platform/signatures.ts";
import { StartError } from "#platform/start-error.ts";
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
  /** Names the code that makes the catalogue index. Without it the index is not kept on disk. */
  indexVersion?: string;
  /** Whether this process writes the catalogue index to disk; default: the primary does if it serves. */
  savesIndex?: boolean;
}

/** Timeouts (ms) for stopping: for requests in progress, and in total. */
const timeouts = { requests: 10_000, total: 25_000 };

/**
 * Delay (ms) before the process that serves loads the code of jobs. Not longer: its event loop waits meanwhile, and a stop should
 * not come then.
 */
const jobsDelayMs = 500;

/** After how long (ms) without a lost database connection a series of losses is logged as over. */
const lossesQuietMs = 10_000;

interface Start {
  options: StartOptions;
  config: Config;
  log: Logger;
  shutdown: Shutdown;
  /** The port chosen by the system when PORT is 0. */
  actualPort?: number;
}

/**
 * Starts the shop: configuration, database, server, jobs. Prints the URL and stops cleanly on SIGTERM and SIGINT.
 * Errors that the owner can fix end the process with a one-line message (an invalid configuration with its full list).
 */
export async function start(options: StartOptions): Promise<void> {
  tuneGarbageCollector();
  nameRuntime();
  const shutdown = new Shutdown({ withinMs: timeouts.total, report: complain });
  stopOnSignals(shutdown, cluster.isWorker);
  try {
    const config = readConfig();
    await startShop({ options, config, log: pino({ level: config.logLevel }), shutdown });
  } catch (error) {
    // A start that is interrupted reports no error.
    if (shutdown.signal.aborted) return;
    await shutdown.run();
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
    complain(error.message);
    process.exit(1);
  }
}

/** As Node does from version 21 on. Without it the database driver asks `Response` where it runs, and Node 20 loads all of `fetch`. */
function nameRuntime(): void {
  if (!("navigator" in globalThis)) Object.assign(globalThis, { navigator: { userAgent: "Node.js/20" } });
}

async function startShop(start: Start): Promise<void> {
  const { config, options } = start;
  if (cluster.isWorker) return startServing(start);
  // First, so that a start that cannot succeed leaves nothing behind.
  await refuseTakenPort(config);
  await prepareDataDir(config.dataDir);
  await checkStorage(await openStorage(config));
  // Loading the server takes as long as starting a database; it runs during the wait for it.
  const others = config.processes > 1 ? forkOthers(start) : undefined;
  const database = await openShopDatabase(start, "primary", others ? undefined : loadServer);
  await prepareDatabase(database, config, options.projectDir);
  await publishBuild(start, database);
  if (others) await others.serve(database);
  else await serveHere(start, database);
  await startJobs(start, database, others ? firstPageMs() : jobsDelayMs);
}

/** Starts a serving process. It uses the database when the primary has prepared it. */
async function startServing(start: Start): Promise<void> {
  const ready = untilDatabaseReady();
  loadServer();
  await ready;
  if (start.shutdown.signal.aborted) return;
  await serveHere(start, await openShopDatabase(start, "serving"));
}

/**
 * Publishes the browser's files of this build: before the first page links to them where other hosts may be asked for them,
 * otherwise meanwhile.
 */
async function publishBuild({ config, options: { buildDir }, log }: Start, { db }: OpenDatabase): Promise<void> {
  const { publishAssets } = await import("#platform/storage/published-assets.ts");
  const { assetsLock, withSharedLock } = await import("#db/advisory-lock.ts");
  const { assets } = await openStorage(config);
  const published = withSharedLock(db, assetsLock, () => publishAssets(assets, buildDir));
  if (assets.folder === undefined) await published;
  else published.catch((error: unknown) => log.error({ err: error }, "The build's files could not be kept"));
}

/** Preloads the server's modules. Ignores failures: the real import reports them. */
function loadServer(): void {
  import("./server.ts").catch(() => {});
}

async function openShopDatabase(
  { config, log, shutdown }: Start,
  role: "primary" | "serving",
  onWaiting?: () => void,
): Promise<OpenDatabase> {
  const { openDatabase } = await import("#db/open.ts");
  const losses = new Episodes<Error>({
    quietMs: lossesQuietMs,
    begin: ({ message }) => log.warn({ reason: message }, "A database connection was lost"),
    end: ({ count, seconds }) => log.warn({ connections: count, seconds }, "No more database connections are lost"),
  });
  const database = await openDatabase({
    ...config,
    connections: (limit) => poolSize({ limit, ofHost: config.databaseConnections }, config.processes, role),
    log: say,
    ...(onWaiting && { onWaiting }),
    onLost: (error) => losses.add(error),
  });
  shutdown.add("database", async () => {
    await database.close();
    losses.close();
  });
  return database;
}

/** Runs the migrations and, if the database is empty, imports the demo shop. */
async function prepareDatabase(database: OpenDatabase, config: Config, projectDir: string): Promise<void> {
  const { migrateToOwn } = await import("#db/own-migrations.ts");
  await migrateToOwn(database.sessions);
  if (!config.importsDemo) return;
  const { isDemoWanted } = await import("#shop/content/import/demo-imports.ts");
  if (!(await isDemoWanted(database.db))) return;
  const { importDemoOnce } = await import("#cli/catalogue/import-demo.ts");
  await importDemoOnce(
    {
      db: database.db,
      pool: database.sessions,
      files: await openStorage(config),
      clock: systemClock,
      print: say,
    },
    join(projectDir, "demo"),
  );
}

async function loadKeys({ dataDir, secrets }: Config, { pool }: Pick<OpenDatabase, "pool">): Promise<SecretKey[]> {
  const { loadSharedKeys } = await import("#db/shared-keys.ts");
  return loadSharedKeys(pool, { dataDir, configured: secrets.secretKey, now: systemClock.now() });
}

async function serveHere(start: Start, database: OpenDatabase): Promise<void> {
  const { options, config, log, shutdown } = start;
  const { buildServer } = await import("./server.ts");
  const keys = await loadKeys(config, database);
  const retiredKeys = await loadRetiredKeys(config.dataDir, systemClock.now());
  const savesIndex = options.savesIndex ?? cluster.isPrimary;
  const app = await buildServer({
    ...options,
    config,
    database,
    keys,
    retiredKeys,
    clock: systemClock,
    log,
    savesIndex,
  });
  shutdown.add("requests", () => closeWithin(app.server, () => app.close(), timeouts.requests));
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw listenError(error, config);
  }
  const address = app.server.address();
  if (cluster.isPrimary && typeof address === "object") announce(start, address?.port);
}

/** Starts the serving processes. `serve` lets them use the database, and resolves when the first one serves. */
function forkOthers(start: Start): { serve: (database: OpenDatabase) => Promise<void> } {
  const { options, config, shutdown } = start;
  let allow = () => {};
  const databaseReady = new Promise<void>((resolve) => (allow = resolve));
  const listening = new Promise<Address>((onListening) => {
    const stop = forkServingProcesses({
      file: options.workerFile,
      argsOf: (slot) => [JSON.stringify({ ...options, savesIndex: slot === 0 } satisfies StartOptions)],
      count: config.processes,
      signal: shutdown.signal,
      databaseReady,
      onListening,
      report: complain,
    });
    shutdown.add("requests", stop);
  });
  const serve = async (database: OpenDatabase) => {
    // Created before the serving processes read it.
    await loadKeys(config, database);
    if (config.secrets.metricsToken) {
      const { answerMetricsOfAll } = await import("#http/observe/cluster-metrics.ts");
      answerMetricsOfAll();
    }
    allow();
    announce(start, (await listening).port);
  };
  return { serve };
}

async function startJobs(
  start: Start,
  { sessions: pool, backUpBaseIfDue }: OpenDatabase,
  delayMs: number,
): Promise<void> {
  const { config, log, shutdown } = start;
  // Loading their code takes as long as several pages, and the first page is requested immediately.
  await delay(delayMs, undefined, { signal: shutdown.signal });
  const { startJobs } = await import("#jobs/start-jobs.ts");
  const { databaseOf } = await import("#db/database.ts");
  // A stop may have been requested in the meantime.
  if (shutdown.signal.aborted) return;
  const files = await openStorage(config);
  const keys = await loadKeys(config, { pool });
  const signatures = openSignatures(keys);
  const seals = openSeals([...keys, ...(await loadRetiredKeys(config.dataDir, systemClock.now()))]);
  shutdown.add(
    "jobs",
    startJobs({
      ...config,
      backUpBaseIfDue,
      files,
      seals,
      signatures,
      linkOrigin: () => publicOrigin(start),
      pool,
      db: databaseOf(pool),
      clock: systemClock,
      log,
    }),
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
