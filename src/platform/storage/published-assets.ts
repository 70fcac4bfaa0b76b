import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type FileStorage, readStored } from "./storage.ts";

/**
 * The browser's files of every build that a host runs or ran recently, in the shared storage: `builds/<name>.json` lists the
 * files of one, `files/` has them. During an update a page of one build may be followed by a request to a host with the other
 * one, and pages that are open or in browsers' caches still load the files of the build before.
 */
const builds = "builds/";
const files = "files/";

/** How long (ms) a build's files are kept after another build was started. */
const keptMs = 24 * 60 * 60_000;

/** Returns the key of a published file. */
export const publishedKey = (file: string) => files + file;

/** Lists the browser's files of a build, without their compressed copies; none in development. */
export function listAssets(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !/\.(br|gz)$/.test(name));
  } catch {
    // Served by the development server, or by a test that has no build.
    return [];
  }
}

/**
 * Publishes the files of this host's build that are not there yet. The caller keeps others from cleaning meanwhile.
 * @param buildDir its name tells builds apart
 */
export async function publishAssets(storage: FileStorage, buildDir: string): Promise<void> {
  const folder = join(buildDir, "client/assets");
  const names = listAssets(folder);
  if (names.length === 0) return;
  await storage.put(`${builds}${basename(buildDir)}.json`, Buffer.from(JSON.stringify(names)));
  const known = new Set<string>();
  for await (const { key } of storage.list(files)) known.add(key);
  for (const name of names)
    if (!known.has(publishedKey(name))) await storage.put(publishedKey(name), await readFile(join(folder, name)));
}

/**
 * Deletes the files of builds after which another one was started more than a day ago. No host may publish meanwhile: its files
 * might be among them.
 */
export async function deleteOldAssets(storage: FileStorage, now: Date): Promise<void> {
  const known: { key: string; startedAt: number }[] = [];
  for await (const { key, modifiedAt } of storage.list(builds)) known.push({ key, startedAt: modifiedAt.getTime() });
  known.sort((one, other) => one.startedAt - other.startedAt);
  const isOld = (_: unknown, index: number) => (known[index + 1]?.startedAt ?? now.getTime()) <= now.getTime() - keptMs;
  const old = known.filter(isOld);
  if (old.length === 0) return;
  const needed = new Set<string>();
  for (const build of known)
    if (!old.includes(build))
      for (const name of JSON.parse(String(await readStored(storage, build.key))) as string[])
        needed.add(publishedKey(name));
  for await (const { key } of storage.list(files)) if (!needed.has(key)) await storage.delete(key);
  for (const { key } of old) await storage.delete(key);
}
