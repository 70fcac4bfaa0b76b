import { randomBytes } from "node:crypto";
import { closeSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { errorCode } from "#platform/error-code.ts";
import { syncFolder } from "#platform/folders.ts";
import { StartError } from "#platform/start-error.ts";
import { clusterFolder, recoveringSuffix, replacedSuffix } from "../cluster.ts";
import { type DatabasePlaces, findDatabasePlaces, makePrivateFolder } from "../database-places.ts";
import { runAsDatabaseUser } from "../database-user.ts";
import { isAlive, openEmbeddedPostgres } from "../embedded-postgres.ts";
import { readOptional } from "../optional-file.ts";
import { findPackage } from "../postgres-binaries.ts";
import type { ServerSettings } from "../postgres-settings.ts";
import { joinServer, readLockFile, type ServerPlaces, shopIsRunning } from "../server-process.ts";
import { archivedMarker } from "./base-backup.ts";
import {
  type BaseBackup,
  listBaseBackups,
  listRecoverable,
  type RecoveryFolder,
  readSystemIdentifier,
  recoveryFolder,
} from "./recovery-folder.ts";
import { chooseStart, noteTimeline, readTimelines, recordTimeline } from "./timelines.ts";

export interface RecoverOptions extends Pick<ServerSettings, "sharedBuffersMb" | "recoveryDays"> {
  dataDir: string;
  recoveryDir: string;
  /** The cluster below RECOVERY_DIR; undefined: this DATA_DIR's, or the only one. */
  systemIdentifier: string | undefined;
  /** The moment to return to; null: the end of the log. */
  to: Date | null;
  /** Called on the recovered database before anything else uses it, with the moment of the last change in it. */
  afterwards: (client: pg.Client, lastChange: Date) => Promise<void>;
  log: (message: string) => void;
}

/**
 * Unpacks a base backup from before a moment next to the cluster and replays the log up to that moment, on the timeline that was
 * in use then. Then swaps it with the cluster, which is kept: whatever fails or is killed before changes nothing.
 * @returns where the old cluster is; null if there was none. @throws StartError if a process uses the database, or the moment
 * is not covered
 */
export async function recover(options: RecoverOptions): Promise<string | null> {
  const { dataDir, to, log, recoveryDir, sharedBuffersMb, recoveryDays } = options;
  const startedAt = new Date();
  const [found, installed] = await Promise.all([findDatabasePlaces(dataDir), findPackage(undefined)]);
  const cluster = clusterFolder(found, installed);
  const settings = { sharedBuffersMb, recoveryDir, recoveryDays };
  const places = { ...found, cluster, settings };
  await refuseRunning(places);
  await removeKilled(found);
  const recovery = await chooseCluster(options, cluster);
  const isSame = (await readSystemIdentifier(cluster)) === path.basename(recovery.folder);
  if (isSame) await recordTimeline(recovery, cluster);
  const { base, timeline, isNewest } = await chooseCopy(recovery, to);
  log(`Unpacking the copy of ${base.takenAt.toISOString()}.`);
  const unpacked = await unpack(found, cluster, base, recovery, isSame);
  log("Replaying the log.");
  try {
    // It may have been started during the unpacking or, below, the replay.
    await refuseRunning(places);
    const recovered = await replay(
      { ...options, cluster: unpacked },
      { ...settings, recoverTo: { moment: to, timeline } },
      base,
    ).catch(explainShortLog(path.join(found.folder, "server.log"), isNewest));
    const { lastChange } = recovered;
    log(`The last change in it was made at ${lastChange.toISOString()}.`);
    const forkedAt = to ?? new Date(Math.max(lastChange.getTime(), base.takenAt.getTime()));
    await refuseRunning(places);
    await noteTimeline(unpacked, { timeline: recovered.timeline, startedAt, parent: timeline, forkedAt });
    // The log has a new timeline: the next start takes a new base backup.
    await rm(archivedMarker(found.folder), { force: true });
    const kept = await replace(cluster, unpacked);
    await recordTimeline(recovery, cluster);
    return kept;
  } catch (error) {
    await rm(unpacked, { recursive: true, force: true });
    throw error;
  }
}

async function refuseRunning(places: ServerPlaces): Promise<void> {
  if (places.socketFolder !== places.folder) await makePrivateFolder(places.socketFolder, places.user);
  const joined = await joinServer(places);
  if (!joined) return;
  closeSync(joined.pipe);
  throw new StartError(shopIsRunning);
}

/** Deletes the clusters of recoveries that were killed. */
async function removeKilled({ folder }: DatabasePlaces): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.includes(recoveringSuffix)) continue;
    const server = readLockFile(path.join(folder, name))?.server;
    if (server === undefined || !isAlive(server)) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** @throws StartError if it is not clear which cluster is meant */
async function chooseCluster({ recoveryDir, ...options }: RecoverOptions, cluster: string): Promise<RecoveryFolder> {
  const all = await listRecoverable(recoveryDir);
  const wanted = options.systemIdentifier ?? (await readSystemIdentifier(cluster));
  const chosen = all.find(({ systemIdentifier }) => systemIdentifier === wanted);
  if (chosen) return recoveryFolder(recoveryDir, chosen.systemIdentifier);
  const list = all.map(
    ({ systemIdentifier, oldest, newest }) =>
      `${systemIdentifier} (copies of ${oldest.takenAt.toISOString()} to ${newest.takenAt.toISOString()})`,
  );
  if (all.length === 0)
    throw new StartError(
      `${recoveryDir} contains no copy of a database: set RECOVERY_DIR to the folder that has one, or restore a backup.`,
    );
  if (all[0] && all.length === 1 && wanted === undefined) return recoveryFolder(recoveryDir, all[0].systemIdentifier);
  throw new StartError(
    wanted === undefined
      ? `${recoveryDir} contains several databases, ${list.join(", ")}: choose one with --database.`
      : `${recoveryDir} contains no copy of database ${wanted}, but ${list.join(", ")}: choose one with --database.`,
  );
}

async function chooseCopy(recovery: RecoveryFolder, to: Date | null) {
  const bases = await listBaseBackups(recovery);
  const chosen = chooseStart(bases, await readTimelines(recovery), to);
  if (chosen) return chosen;
  throw new StartError(`The database can be restored to ${bases[0]?.takenAt.toISOString()} and later.`);
}

/**
 * Saves the segments that the cluster has not archived, if it is the same one and can still be read: this recovery needs them,
 * and later ones may. Then unpacks the copy.
 */
const unpackScript = `umask 077
if [ -n "$4" ]; then
  for segment in "$4"/pg_wal/*; do
    name=\${segment##*/}
    case $name in *.partial | *.backup) continue ;; esac
    if [ -f "$segment" ] && [ ! -f "$2/$name.gz" ]; then
      gzip -1 <"$segment" >"$2/$name.part" && mv "$2/$name.part" "$2/$name.tail.gz" || exit
    fi
  done
fi
mkdir "$3" && tar -xzf "$1/data.tar.gz" -C "$3" && cp "$1/backup_label" "$3/" && touch "$3/recovery.signal"`;

async function unpack(
  { user }: DatabasePlaces,
  cluster: string,
  base: BaseBackup,
  { wal }: RecoveryFolder,
  isSame: boolean,
): Promise<string> {
  const target = `${cluster}${recoveringSuffix}${randomBytes(6).toString("hex")}`;
  const args = [base.folder, wal, target, isSame ? cluster : ""];
  const { status, output } = await runAsDatabaseUser(user, unpackScript, args);
  if (status === 0) return target;
  await rm(target, { recursive: true, force: true });
  throw new StartError(`Cannot unpack ${base.folder} (${output.trim()}); nothing was changed.`);
}

/** Moves the unpacked cluster into place. @returns where the old one is now */
async function replace(cluster: string, unpacked: string): Promise<string | null> {
  const kept = `${cluster}${replacedSuffix}${randomBytes(3).toString("hex")}`;
  const hadOne = await rename(cluster, kept).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === "ENOENT") return false;
      throw error;
    },
  );
  try {
    await rename(unpacked, cluster);
  } catch (error) {
    if (hadOne) await rename(kept, cluster);
    throw error;
  }
  await syncFolder(path.dirname(cluster));
  return hadOne ? kept : null;
}

interface Recovered {
  /** The new timeline. */
  timeline: string;
  lastChange: Date;
}

async function replay(
  { dataDir, cluster, log, afterwards }: RecoverOptions & { cluster: string },
  settings: ServerSettings,
  base: BaseBackup,
): Promise<Recovered> {
  const server = await openEmbeddedPostgres({ dataDir, cluster, ...settings, log });
  try {
    const client = new pg.Client(server.connection);
    await client.connect();
    try {
      const { rows } = await client.query<{ timeline: string; last: Date | null }>(
        `select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline, pg_last_xact_replay_timestamp() as last`,
      );
      const [{ timeline, last } = { timeline: "", last: null }] = rows;
      // Nothing was changed after the copy.
      const lastChange = last ?? base.takenAt;
      await afterwards(client, lastChange);
      return { timeline, lastChange };
    } finally {
      await client.end();
    }
  } finally {
    await server.close();
  }
}

/** Returns a function that rethrows an error, with PostgreSQL's last message about the log's end if the log is too short. */
const explainShortLog = (serverLog: string, isNewest: boolean) => (error: unknown) => {
  if (!(error instanceof StartError && /recovery ended before/.test(error.message))) throw error;
  const [, end] =
    [...(readOptional(serverLog) ?? "").matchAll(/last completed transaction was at log time (.+)/g)].at(-1) ?? [];
  throw new StartError(
    `The log ends with a change of ${end ?? "before"}: choose an earlier moment${isNewest ? ', or "latest"' : ""}; nothing was changed.`,
  );
};
