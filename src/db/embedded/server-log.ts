import { closeSync, constants, fstatSync, ftruncateSync, openSync } from "node:fs";
import { errorCode } from "#platform/error-code.ts";

/** The size at which the server's log is emptied, in bytes. */
export const longestLog = 5 * 1024 * 1024;

/**
 * Empties PostgreSQL's log when it has grown too long. Its writers append, so they go on at the beginning.
 * The folder belongs to another user when we are root, so a link in the place of the log is not followed.
 */
export function trimLog(file: string): void {
  let log: number;
  try {
    log = openSync(file, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  try {
    const { size, nlink } = fstatSync(log);
    if (size > longestLog && nlink === 1) ftruncateSync(log, 0);
  } finally {
    closeSync(log);
  }
}
