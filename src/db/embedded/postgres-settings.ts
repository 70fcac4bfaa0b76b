import { totalmem } from "node:os";
import type { RecoveryFolder } from "./recovery/recovery-folder.ts";

/** What an operator decides about the embedded server. */
export interface ServerSettings {
  /** Memory for pages of tables and indexes (MB); null: by the machine's memory. */
  sharedBuffersMb: number | null;
  /** Folder of point-in-time recovery; null: the log is not archived. */
  recoveryDir: string | null;
  /** How many days back the database can be restored. */
  recoveryDays: number;
  /** Set for a start that replays the archived log. */
  recoverTo?: RecoveryTarget;
}

export interface RecoveryTarget {
  /** Null: the end of the log. */
  moment: Date | null;
  /** Eight hexadecimal digits. */
  timeline: string;
}

export const defaultServerSettings: ServerSettings = { sharedBuffersMb: null, recoveryDir: null, recoveryDays: 7 };

/**
 * Settings of the embedded PostgreSQL: durable, small, and the same on every machine. Given on the command line at each
 * start, so that a new version of the shop need not edit files in an old database folder.
 */
const settings: Readonly<Record<string, string>> = {
  // Reachable only through the socket, by the folder's owner and root.
  listen_addresses: "",
  unix_socket_permissions: "0700",
  // A confirmed order is on the disk.
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  // One machine, no replicas: less WAL, two background processes fewer.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  min_wal_size: "64MB",
  max_wal_size: "256MB",
  // A shop on a small machine: under 100 MB for all PostgreSQL processes together. Enough connections for 64 serving
  // processes; an unused one costs about 20 kB.
  max_connections: "240",
  work_mem: "4MB",
  maintenance_work_mem: "16MB",
  temp_buffers: "1MB",
  wal_buffers: "1MB",
  io_method: "sync",
  max_worker_processes: "2",
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  autovacuum_max_workers: "1",
  autovacuum_naptime: "30s",
  jit: "off",
  // Planner estimates for the operating system's cache and an SSD.
  effective_cache_size: "512MB",
  random_page_cost: "1.1",
  // The same messages and formats on every machine.
  timezone: "UTC",
  log_timezone: "UTC",
  datestyle: "ISO, MDY",
  lc_messages: "C",
  // Logs starts, stops and crashes; failed statements are logged by the shop.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
  log_autovacuum_min_duration: "-1",
};

/** Quotes a path for a shell command in which PostgreSQL replaces what follows a percent sign. */
const shellPath = (file: string) => `'${file.replaceAll("%", "%%").replaceAll("'", "'\\''")}'`;

/**
 * Settings that archive the log, compressed because a minute's segment is mostly empty. The command succeeds for a segment
 * that is archived already, which happens after a crash, and fails for another one of the same name.
 */
function archiveSettings({ wal }: RecoveryFolder): Record<string, string> {
  const file = `${shellPath(wal)}/%f.gz`;
  return {
    wal_level: "replica",
    archive_mode: "on",
    archive_timeout: "60s",
    archive_command: `f=${file}; if [ -f "$f" ]; then gzip -dc "$f" | cmp -s - '%p'; else gzip -1 <'%p' >"$f.part" && { sync "$f.part" 2>/dev/null || sync; } && mv "$f.part" "$f"; fi`,
  };
}

/** Settings of a start that replays the archived log and then accepts connections on a new timeline. */
function recoverySettings({ wal }: RecoveryFolder, { moment, timeline }: RecoveryTarget): Record<string, string> {
  const file = `${shellPath(wal)}/%f`;
  return {
    restore_command: `for f in ${file}.gz ${file}.tail.gz; do if [ -f "$f" ]; then gzip -dc "$f" >'%p'; exit; fi; done; exit 1`,
    hot_standby: "off",
    // Decimal, because leading zeros make it octal.
    recovery_target_timeline: String(Number.parseInt(timeline, 16)),
    // With "T" and "Z" the setting is refused.
    ...(moment && {
      recovery_target_time: moment.toISOString().replace("T", " ").replace("Z", "+00"),
      recovery_target_action: "promote",
    }),
  };
}

/** A 64th of the memory (MB): enough for the hot part of a shop, little next to what else runs on the machine. */
const buffersOf = (memoryBytes: number) => Math.min(Math.max(Math.floor(memoryBytes / 64 / 2 ** 20), 24), 1024);

/** Returns the memory (bytes) that this process and its children may use: the machine's, or the container's limit. */
function availableMemory(): number {
  // 0 or a huge number where there is no limit.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** Where a server has its files. */
interface ServerFolders {
  cluster: string;
  socketFolder: string;
  port: number;
  /** Null: the log is not archived. */
  recovery: RecoveryFolder | null;
}

/** Returns the arguments of `postgres`. */
export function postgresArguments(
  { cluster, socketFolder, port, recovery }: ServerFolders,
  { sharedBuffersMb, recoverTo }: Pick<ServerSettings, "sharedBuffersMb" | "recoverTo">,
  memoryBytes = availableMemory(),
): string[] {
  // Quoted, because a comma separates folders in this setting.
  const quoted = `"${socketFolder.replaceAll('"', '""')}"`;
  const all = {
    ...settings,
    unix_socket_directories: quoted,
    port: String(port),
    shared_buffers: `${sharedBuffersMb ?? buffersOf(memoryBytes)}MB`,
    ...(recovery && archiveSettings(recovery)),
    ...(recovery && recoverTo && recoverySettings(recovery, recoverTo)),
  };
  return ["-D", cluster, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}
