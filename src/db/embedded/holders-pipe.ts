import { randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "#platform/error-code.ts";
import { readOptional } from "./optional-file.ts";

/** The pipe of the server that runs, beside its data. Holding it open for writing keeps the server running. */
export const holdersPipe = "holders";
/** How often a file is looked at while waiting, in milliseconds. */
export const pollInterval = 3;

/** One process's hold on the server. */
export interface Hold {
  /** The process number of PostgreSQL. */
  server: number;
  /** The open end of the holders' pipe. */
  pipe: number;
}

/** A new random token, also part of temporary names. */
export const makeToken = (): string => randomBytes(8).toString("hex");

/** The folder belongs to another user when we are root: a link in the place of the pipe is not followed. */
const noLink = constants.O_NOFOLLOW;

/**
 * Opens a pipe for writing without waiting.
 * @returns the descriptor, or undefined when there is no pipe or nobody reads it, which means that no server runs.
 */
export function openForWriting(pipe: string): number | undefined {
  try {
    return checked(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK | noLink));
  } catch (error) {
    if (["ENOENT", "ENXIO"].includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** Opens both ends of a new pipe that nobody has open yet. */
export function openBothEnds(pipe: string): { read: number; write: number } {
  // Open for both, the pipe has a reader and a writer, so neither of the next two calls waits.
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
  throw new Error("The file in the place of the holders' pipe is no pipe.");
}

/** Writes a line into the pipe; false when nobody reads it any more. */
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
 * Asks the guardian at the other end to confirm that it counts us.
 * @param milliseconds how long to wait for the answer.
 * @returns PostgreSQL's process number, or undefined when the guardian has gone or does not answer.
 */
export async function askForServer(folder: string, pipe: number, milliseconds: number): Promise<number | undefined> {
  const token = makeToken();
  const answer = path.join(folder, `joined.${token}`);
  const deadline = Date.now() + milliseconds;
  if (!writeLine(pipe, token)) return undefined;
  while (Date.now() < deadline) {
    const server = readOptional(answer);
    if (server?.endsWith("\n")) {
      rmSync(answer, { force: true });
      return Number(server);
    }
    // An empty line asks for nothing; it fails when the reader has gone.
    if (!writeLine(pipe, "")) return undefined;
    await delay(pollInterval);
  }
  return undefined;
}
