import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { StartError } from "#platform/start-error.ts";

/** Rejects an output file whose folder does not exist. */
export function refuseMissingFolder(file: string): void {
  const folder = dirname(resolve(file));
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new StartError(`The folder ${folder} does not exist: create it, or choose a file in another one.`);
}
