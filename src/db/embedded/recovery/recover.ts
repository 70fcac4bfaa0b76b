import { randomBytes } from "node:crypto";
import { closeSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { errorCode } from "#platform/error-code.ts";
import { syncFolder } from "#platform/folders.ts";
import { StartError } from "#platform/start-error.ts";
import { clusterFolder } from "../cluster.ts";
import { findDatabasePlaces, makePrivateFolder } from "../database-places.ts";
import { runAsDatabaseUser } from "../database-user.ts";
import { openEmbeddedPostgres } from "../embedded-postgres.ts";
import { findPackage } from "../postgres-binaries.ts";
import type { ServerSettings } from "../postgres-settings.ts";
import { joinServer, type ServerPlaces } from "../server-process.ts";
import { archivedMarker } from "./base-backup.ts";
import { type BaseBackup, listBaseBackups, recoveryFolder } from "./recovery-folder.ts";

export interface RecoverOptions extends Pick<ServerSettings, "sharedBuffersMb" | "recoveryDays"> {
  dataDir: string;
  recoveryDir: string;
  /** The moment to return to; null: the end of the log. */
  to: Date | null;
  /** Called on the recovered database before anything else uses it. */
  afterwards: (client: pg.Client) => Promise<void>;
  log: (message: string) => void;
}

/**
 * Puts the newest base backup before a moment in the place of the cluster and replays the log up to that moment. The old
 * cluster is kept next to it; if anything fails, it is put back. @returns where it is; null if there was none.
 * @throws StartError if a process uses the database, or the moment is not covered
 */
export async function recover(options: RecoverOptions): Promise<string | null> {
  const { dataDir, recoveryDir, to, log } = options;
  const [found, installed] = await Promise.all([findDatabasePlaces(dataDir), findPackage(undefined)]);
  const { sharedBuffersMb, recoveryDays } = options;
  const settings: ServerSettings = { sharedBuffersMb, recoveryDir, recoveryDays, recoverTo: to ?? "latest" };
  const places = { ...found, cluster: clusterFolder(found, installed), settings };
  await refuseRunning(places);
  const base = await chooseBase(recoveryDir, to);
  log(`Unpacking the copy of ${base.takenAt.toISOString()}.`);
  const unpacked = await unpack(places, base, recoveryDir);
  const kept = await replace(places.cluster, unpacked);
  log("Replaying the log.");
  try {
    await replay(options, settings);
  } catch (error) {
    await rm(places.cluster, { recursive: true });
    if (kept) await rename(kept, places.cluster);
    throw error;
  }
  // The log has a new timeline: the next start takes a new base backup.
  await rm(archivedMarker(places.folder), { force: true });
  return kept;
}

async function refuseRunning(places: ServerPlaces): Promise<void> {
  if (places.socketFolder !== places.folder) await makePrivateFolder(places.socketFolder, places.user);
  const joined = await joinServer(places);
  if (!joined) return;
  closeSync(joined.pipe);
  throw new StartError("The shop is running: stop it, then try again.");
}

async function chooseBase(recoveryDir: string, to: Date | null): Promise<BaseBackup> {
  const bases = await listBaseBackups(recoveryDir).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  const base = bases.filter(({ takenAt }) => to === null || takenAt <= to).at(-1);
  if (base) return base;
  const [oldest] = bases;
  throw new StartError(
    oldest
      ? `The database can be restored to ${oldest.takenAt.toISOString()} and later.`
      : `${recoveryDir} contains no copy of the database: set RECOVERY_DIR to the folder that has one, or restore a backup.`,
  );
}

/** Unpacks a copy; adds the segments that the cluster had not archived yet, if it can still be read. */
const unpackScript = `umask 077
mkdir "$3" && tar -xzf "$1/data.tar.gz" -C "$3" && cp "$1/backup_label" "$3/" && touch "$3/recovery.signal" || exit
for segment in "$4"/pg_wal/*; do
  name=\${segment##*/}
  if [ -f "$segment" ] && [ ! -f "$2/$name.gz" ]; then cp "$segment" "$3/pg_wal/$name" || exit; fi
done`;

async function unpack(places: ServerPlaces, base: BaseBackup, recoveryDir: string): Promise<string> {
  const target = `${places.cluster}.new-${randomBytes(6).toString("hex")}`;
  const { wal } = recoveryFolder(recoveryDir);
  const args = [base.folder, wal, target, places.cluster];
  const { status, output } = await runAsDatabaseUser(places.user, unpackScript, args);
  if (status === 0) return target;
  await rm(target, { recursive: true, force: true });
  throw new StartError(`Cannot unpack ${base.folder} (${output.trim()}); nothing was changed.`);
}

/** Moves the unpacked cluster into place. @returns where the old one is now */
async function replace(cluster: string, unpacked: string): Promise<string | null> {
  const kept = `${cluster}.before-${randomBytes(3).toString("hex")}`;
  const hadOne = await rename(cluster, kept).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === "ENOENT") return false;
      throw error;
    },
  );
  await rename(unpacked, cluster);
  await syncFolder(path.dirname(cluster));
  return hadOne ? kept : null;
}

async function replay({ dataDir, to, log, afterwards }: RecoverOptions, settings: ServerSettings): Promise<void> {
  const server = await openEmbeddedPostgres({ dataDir, ...settings, log }).catch((error: unknown) => {
    if (error instanceof StartError && /recovery ended before/.test(error.message))
      throw new StartError(
        `The log does not reach ${to?.toISOString()}: choose an earlier moment, or "latest"; nothing was changed.`,
      );
    throw error;
  });
  try {
    const client = new pg.Client(server.connection);
    await client.connect();
    try {
      await afterwards(client);
    } finally {
      await client.end();
    }
  } finally {
    await server.close();
  }
}
