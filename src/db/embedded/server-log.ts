import { closeSync, constants, fstatSync, ftruncateSync, openSync } from "node:fs";
import { errorCode } from "#platform/error-code.ts";

/** The size (bytes) at which the server's log is truncated. */
export const maxLogBytes = 5 * 1024 * 1024;

/**
 * Truncates PostgreSQL's log when it has grown too large. Its writers append, so they continue at the beginning. If we
 * are root the folder belongs to another user, so a symbolic link in place of the log is not followed.
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
    if (size > maxLogBytes && nlink === 1) ftruncateSync(log, 0);
  } finally {
    closeSync(log);
  }
}
