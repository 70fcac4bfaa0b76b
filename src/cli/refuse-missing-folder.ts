import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StartError } from "#platform/start-error.ts";

/** Refuses a file to write that would stand in a folder that does not exist. */
export function refuseMissingFolder(file: string): void {
  const folder = dirname(resolve(file));
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new StartError(`There is no folder ${folder}: make it, or name a file in another.`);
}
