import { stat } from "node:fs/promises";
import { StartError } from "#platform/start-error.ts";

/** @throws StartError if nothing was named after `command`, or there is no such file or folder */
export async function refuseMissingFile(
  command: string,
  path: string,
  kind: "file" | "folder" = "file",
): Promise<void> {
  if (path === "") throw new StartError(`Name the ${kind}: npm run shop -- ${command} ${kind.toUpperCase()}`);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new StartError(`The ${kind} ${path} does not exist`);
  if (kind === "file" && found.isDirectory())
    throw new StartError(`${path} is a folder: npm run shop -- ${command} takes one file`);
  if (kind === "folder" && !found.isDirectory())
    throw new StartError(`${path} is a file: npm run shop -- ${command} takes the folder that contains it`);
}
