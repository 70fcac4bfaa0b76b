/**
 * How the embedded PostgreSQL runs: durable, small, and the same on every machine. Given on the command line at each
 * start, so a new version of the shop needs no edit of files in an old database folder.
 */
const settings: Readonly<Record<string, string>> = {
  // Nobody but the folder's owner (and root) reaches it.
  listen_addresses: "",
  unix_socket_permissions: "0700",
  // An acknowledged order is on the disk.
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  // One machine, no replicas: less to write, two background processes fewer.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  min_wal_size: "64MB",
  max_wal_size: "256MB",
  // A database of one shop on a small machine: under 100 MB for all processes together.
  // Enough for 64 processes; one that is not used costs some 20 kB.
  max_connections: "240",
  shared_buffers: "24MB",
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
  // The cache of the operating system and the disk of today.
  effective_cache_size: "512MB",
  random_page_cost: "1.1",
  // The same text on every machine.
  timezone: "UTC",
  log_timezone: "UTC",
  datestyle: "ISO, MDY",
  lc_messages: "C",
  // Starts, stops and crashes; statements that fail are the shop's to report.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
  log_autovacuum_min_duration: "-1",
};

/** The arguments of `postgres` for a data folder and a socket folder. */
export function postgresArguments(cluster: string, socketFolder: string, port: number): string[] {
  // A comma separates folders in this list, and a quotation mark would end a quoted one.
  const quoted = `"${socketFolder.replaceAll('"', '""')}"`;
  const all = { ...settings, unix_socket_directories: quoted, port: String(port) };
  return ["-D", cluster, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}
