import { closeSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "#platform/error-code.ts";
import { StartError } from "#platform/start-error.ts";
import { clusterFolder, databaseName, databaseRole, ensureCluster } from "./cluster.ts";
import { findDatabasePlaces, makePrivateFolder, socketPort } from "./database-places.ts";
import { type Hold, pollInterval } from "./holders-pipe.ts";
import { readOptional } from "./optional-file.ts";
import { writeReadme } from "./outside-data-dir.ts";
import { findPackage, type PostgresBinaries, prepareBinaries } from "./postgres-binaries.ts";
import { defaultServerSettings, type ServerSettings } from "./postgres-settings.ts";
import { backUpBaseIfDue } from "./recovery/base-backup.ts";
import { listRecoverable, readSystemIdentifier } from "./recovery/recovery-folder.ts";
import { trimLog } from "./server-log.ts";
import { joinServer, readLockFile, type ServerPlaces, startServer } from "./server-process.ts";
import { watchUnguarded } from "./unguarded-server.ts";

/** How long (ms) to retry while the data are in use by a server that can neither be joined nor replaced. */
const retryMs = 30_000;
/** How long (ms) a guardian may take to notice that the last holder has gone. */
const noticeTime = 300;
/** How long (ms) others leave the start of the server to one process, and how often they look whether it runs. */
const turnMs = 10_000;
const turnPollMs = 10;
const logCheckInterval = 10 * 60_000;

export interface EmbeddedPostgres {
  /** Connection parameters; `host` is the folder of the Unix socket. */
  connection: { host: string; port: number; user: string; password?: string; database: string };
  /** The folder with the data, the log and the holders' pipe. */
  folder: string;
  /**
   * Joins the server again, or restarts it if it died; call it after losing a connection. @throws StartError if
   * PostgreSQL cannot run.
   */
  ensureRunning(): Promise<void>;
  /** Copies the cluster for point-in-time recovery if that is due; null if it is off. @returns the copy */
  backUpBaseIfDue: ((now: Date) => Promise<string | undefined>) | null;
  /** Releases the server. The last process to do so waits until it has stopped. */
  close(): Promise<void>;
}

export interface EmbeddedPostgresOptions extends Partial<ServerSettings> {
  /** The shop's data folder; created if missing. */
  dataDir: string;
  /** The folder of the cluster, if it is not that of the data folder; it must exist. */
  cluster?: string;
  /** The folder of the npm package with the binaries; default: looked up. */
  packageDir?: string;
  /** Called with a line about slow or unusual steps, such as the first start. */
  log: (message: string) => void;
  /** Called once a server was started and there is only waiting left to do. */
  onWaiting?: () => void;
}

/**
 * Joins the PostgreSQL server of a data folder, or starts it. It runs until every process that opened it has closed it
 * or died. The first start takes about a second, a restart about 50 ms. @throws StartError if the folder is not
 * writable, there are no binaries for this machine, the disk is full or the data are of another version.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const [found, installed] = await Promise.all([findDatabasePlaces(options.dataDir), findPackage(options.packageDir)]);
  const settings: ServerSettings = { ...defaultServerSettings, ...options };
  const places = { ...found, cluster: options.cluster ?? clusterFolder(found, installed), settings };
  let hold = await takeHold(places, installed, options);
  let renewal: Promise<void> | undefined;
  const logFile = path.join(places.folder, "server.log");
  const checkLog = () => {
    try {
      trimLog(logFile);
    } catch (error) {
      // A log that cannot be truncated must not keep the shop from running.
      options.log(`Cannot empty ${logFile}: ${String(error)}`);
    }
  };
  const logCheck = setInterval(checkLog, logCheckInterval).unref();

  let isClosed = false;
  const renew = async () => {
    const renewed = await takeHold(places, installed, { ...options, onWaiting: () => {} });
    closeSync(isClosed ? renewed.pipe : hold.pipe);
    if (!isClosed) hold = renewed;
  };
  const connection = { host: places.socketFolder, port: socketPort, user: databaseRole, database: databaseName };
  const { recoveryDir, recoveryDays } = settings;
  return {
    connection,
    folder: places.folder,
    backUpBaseIfDue:
      recoveryDir === null ? null : (now) => backUpBaseIfDue({ connection, places, recoveryDir, recoveryDays, now }),
    ensureRunning() {
      renewal ??= renew().finally(() => {
        renewal = undefined;
      });
      return renewal;
    },
    async close() {
      clearInterval(logCheck);
      // Reconnecting may take minutes while a server recovers; it releases the server by itself.
      isClosed = true;
      await letGo(places, hold);
    },
  };
}

/**
 * Returns where the database of a data folder is or will be; creates the data folder if missing. @throws StartError if
 * it cannot be written.
 */
export async function locateDatabase(
  dataDir: string,
): Promise<{ folder: string; socket: string; outsideDataDir: boolean }> {
  const { folder, socketFolder, outsideDataDir } = await findDatabasePlaces(dataDir);
  return { folder, socket: path.join(socketFolder, `.s.PGSQL.${socketPort}`), outsideDataDir };
}

async function takeHold(
  places: ServerPlaces,
  installed: PostgresBinaries,
  { cluster, log, onWaiting = () => {} }: Pick<EmbeddedPostgresOptions, "cluster" | "log" | "onWaiting">,
): Promise<Hold> {
  if (places.socketFolder !== places.folder) await makePrivateFolder(places.socketFolder, places.user);
  let binary: string | undefined;
  const start = async () => {
    binary ??= await prepareStart();
    return startServer(places, binary, onWaiting);
  };
  const prepareStart = async () => {
    const binaries = await prepareBinaries(installed, places, log);
    if (cluster === undefined) await ensureCluster(places, binaries, log);
    await reportOthers(places, log);
    if (places.outsideDataDir) await writeReadme(places.dataDir, places.folder, places.user?.name ?? "");
    return path.join(binaries.folder, "bin/postgres");
  };
  return await joinOrStart(places, start);
}

/** Reports copies of other clusters in RECOVERY_DIR, which only an operator can delete or restore. */
async function reportOthers({ cluster, settings }: ServerPlaces, log: (message: string) => void): Promise<void> {
  const { recoveryDir, recoverTo } = settings;
  if (recoveryDir === null || recoverTo) return;
  const own = await readSystemIdentifier(cluster);
  for (const { systemIdentifier, newest } of await listRecoverable(recoveryDir))
    if (systemIdentifier !== own)
      log(
        `${recoveryDir} also contains database ${systemIdentifier}, last copied at ${newest.takenAt.toISOString()}: return to it with "npm run shop -- restore-to latest --database ${systemIdentifier}", or delete its folder.`,
      );
}

/** @param start starts the server; undefined if another one has, or had until now, the data */
async function joinOrStart(places: ServerPlaces, start: () => Promise<Hold | undefined>): Promise<Hold> {
  const deadline = performance.now() + retryMs;
  const clearUnguarded = watchUnguarded(places);
  for (let pause = pollInterval; ; pause = Math.min(pause * 2, 100)) {
    const joined = await joinServer(places);
    if (joined) return joined;
    const endTurn = takeTurn(places.folder);
    if (!endTurn) {
      await delay(turnPollMs);
      continue;
    }
    const started = await start().finally(endTurn);
    if (started) {
      removeLeftovers(places.folder);
      return started;
    }
    clearUnguarded();
    if (performance.now() > deadline) {
      throw new StartError(
        `The database in ${places.folder} is in use by process ${readLockFile(places.cluster)?.server}, which does not respond: end that process and start again, or set another DATA_DIR.`,
      );
    }
    await delay(pause);
  }
}

/**
 * Lets one process at a time start the server: after a crash all serving processes try at once, each with several programs. This
 * only saves work; PostgreSQL's own lock file decides. So a turn that takes long, or whose process died, counts as ended.
 * @returns undefined while it is another's turn; otherwise a function that ends this one
 */
function takeTurn(folder: string): (() => void) | undefined {
  const file = path.join(folder, "starting");
  try {
    const holder = Number(readOptional(file));
    const since = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const age = Date.now() - since;
    // A container's processes have the same ids after a restart.
    const isLeftover = holder === process.pid && since < performance.timeOrigin;
    if (age >= 0 && age < turnMs && isAlive(holder) && !isLeftover) return undefined;
    rmSync(file, { force: true });
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    // Such as a full disk, which the start itself reports.
    return errorCode(error) === "EEXIST" ? undefined : () => {};
  }
  return () => rmSync(file, { force: true });
}

/** Removes leftovers of processes that were killed while joining or starting. */
function removeLeftovers(folder: string): void {
  trimLog(path.join(folder, "server.log"));
  for (const name of readdirSync(folder)) {
    if (!/^(joined|holders|pg_ident\.conf)\./.test(name)) continue;
    const file = path.join(folder, name);
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - changed > retryMs) rmSync(file, { force: true });
  }
}

async function letGo(places: ServerPlaces, hold: Hold): Promise<void> {
  closeSync(hold.pipe);
  const begin = performance.now();
  while (isAlive(hold.server)) {
    const lock = readLockFile(places.cluster);
    const isStopping = lock?.server !== hold.server || lock.state === "stopping";
    // If others hold the server too, it keeps running and we leave after a short wait.
    if (performance.now() - begin > (isStopping ? retryMs : noticeTime)) return;
    await delay(pollInterval);
  }
}

/** Returns whether a process runs that belongs to this user. */
export function isAlive(server: number): boolean {
  try {
    return process.kill(server, 0);
  } catch {
    // The process is gone, or its id now belongs to another user's process.
    return false;
  }
}
