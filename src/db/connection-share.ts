import { StartError } from "#platform/start-error.ts";

/** Connections that the shop leaves for its commands, backups and whoever looks after the database. */
const reserve = 10;
/** The process that starts the others: migrations, jobs and their locks. */
const forJobs = 8;
/** Each serving process follows the change log on a connection next to its pool. */
const forChanges = 1;
/** Larger pools are no faster, and each connection costs PostgreSQL 3 to 8 MB. A process on its own runs the jobs as well. */
const most = { alone: 12, serving: 10 };
/** With one, a request that needs a second while it holds the first would wait for ever. */
const least = 2;

/**
 * The size of a process' pool, so that all together keep within what the server allows.
 * @param limit connections that the server takes from the shop's user.
 * @throws StartError when there are too few for so many processes.
 */
export function connectionShare(limit: number, processes: number, role: "primary" | "serving"): number {
  if (processes === 1) return Math.max(least, Math.min(most.alone, limit - reserve - forChanges));
  const share = Math.floor((limit - reserve - forJobs) / processes) - forChanges;
  if (share < least)
    throw new StartError(
      `The database takes ${limit} connections, too few for ${processes} processes: set PROCESSES to ${Math.max(1, Math.floor((limit - reserve - forJobs) / (least + forChanges)))} or less, or raise the server's max_connections.`,
    );
  return role === "primary" ? forJobs : Math.min(most.serving, share);
}
