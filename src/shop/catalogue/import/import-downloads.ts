import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { copyContent } from "../pictures/picture-file.ts";
import { findFileWithin } from "./import-pictures.ts";

/** The folder beside a product list in which downloads stand; its name is left out of their paths here. */
export const downloadsFolder = "downloads/";

/**
 * Copies a download into the private folder. URLs stay what they are.
 * @returns its path below `downloadsDir`, or undefined when there is no such file beside the list.
 */
export async function importDownload(
  folder: string,
  source: string,
  downloadsDir: string,
): Promise<string | undefined> {
  if (/^https?:\/\//i.test(source)) return source;
  const file = await findFileWithin(folder, source);
  if (!file) return undefined;
  const path = relative(resolve(folder), resolve(folder, source)).split(sep).join("/");
  if (path.startsWith("..")) return undefined;
  const wanted = path.startsWith(downloadsFolder) ? path.slice(downloadsFolder.length) : path;
  const hash = await hashOfFile(file);
  const taken = await stat(join(downloadsDir, wanted)).catch(() => undefined);
  const isOther = taken && (await hashOfFile(join(downloadsDir, wanted))) !== hash;
  const target = isOther ? `${hash.slice(0, 12)}/${wanted.split("/").at(-1)}` : wanted;
  await copyContent(file, downloadsDir, target);
  return target;
}

async function hashOfFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}
