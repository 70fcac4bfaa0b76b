import { randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "#platform/error-code.ts";
import { readOptional } from "./optional-file.ts";

/** Name of the running server's pipe, next to its data. Holding it open for writing keeps the server running. */
export const holdersPipe = "holders";
/** Polling interval (ms) for files. */
export const pollInterval = 3;

/** A process's hold on the server. */
export interface Hold {
  /** The process id of PostgreSQL. */
  server: number;
  /** The writing end of the holders' pipe. */
  pipe: number;
}

/** Returns a random token, also used in temporary names. */
export const makeToken = (): string => randomBytes(8).toString("hex");

/** If we are root, the folder belongs to another user: do not follow a symbolic link in place of the pipe. */
const noLink = constants.O_NOFOLLOW;

/**
 * Opens a pipe for writing without waiting. @returns the descriptor, or undefined if there is no pipe or no reader,
 * which means that no server is running.
 */
export function openForWriting(pipe: string): number | undefined {
  try {
    return checked(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK | noLink));
  } catch (error) {
    if (["ENOENT", "ENXIO"].includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** Opens both ends of a new pipe that no other process has open. */
export function openBothEnds(pipe: string): { read: number; write: number } {
  // Opened for both, the pipe has a reader and a writer, so neither of the next two calls blocks.
  const both = checked(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK | noLink));
  try {
    const read = openSync(pipe, constants.O_RDONLY | noLink);
    return { read, write: openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK | noLink) };
  } finally {
    closeSync(both);
  }
}

function checked(descriptor: number): number {
  if (fstatSync(descriptor).isFIFO()) return descriptor;
  closeSync(descriptor);
  throw new Error("The holders' pipe has been replaced by another kind of file.");
}

/** Writes a line into the pipe. @returns false if it has no reader. */
export function writeLine(pipe: number, line: string): boolean {
  try {
    writeSync(pipe, `${line}\n`);
    return true;
  } catch (error) {
    if (errorCode(error) === "EPIPE") return false;
    throw error;
  }
}

/**
 * Asks the guardian to confirm that it counts us as a holder. @param milliseconds how long to wait for the answer.
 * @returns PostgreSQL's process id, or undefined if the guardian has gone or does not answer.
 */
export async function askForServer(folder: string, pipe: number, milliseconds: number): Promise<number | undefined> {
  const token = makeToken();
  const answer = path.join(folder, `joined.${token}`);
  const deadline = performance.now() + milliseconds;
  if (!writeLine(pipe, token)) return undefined;
  while (performance.now() < deadline) {
    const server = readOptional(answer);
    if (server?.endsWith("\n")) {
      rmSync(answer, { force: true });
      return Number(server);
    }
    // An empty line requests nothing; it fails if the reader has gone.
    if (!writeLine(pipe, "")) return undefined;
    await delay(pollInterval);
  }
  return undefined;
}
