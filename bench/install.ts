import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "./figure.ts";
import { projectDir } from "./shop.ts";

interface LockFile {
  packages: Record<string, { dev?: boolean }>;
}

/** Measures the packages' size on disk: those needed at run time according to the lock file, and all of node_modules. */
export async function measureInstall(): Promise<Figure[]> {
  const lock = JSON.parse(readFileSync(join(projectDir, "package-lock.json"), "utf8")) as LockFile;
  const needed = Object.entries(lock.packages).filter(([path, { dev }]) => path !== "" && !dev);
  const bytes = needed.reduce((sum, [path]) => sum + bytesOnDisk(join(projectDir, path), true), 0);
  const all = bytesOnDisk(join(projectDir, "node_modules"), false);
  return [
    { what: "install, what npm start needs", values: [bytes / 1e6], unit: "MB", bar: { atMost: 320 } },
    { what: "install, everything", values: [all / 1e6], unit: "MB", bar: { atMost: 800 } },
  ];
}

/** Like du. Omits nested packages that are listed, and counted, separately. */
function bytesOnDisk(path: string, withoutNested: boolean): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // Optional packages for other platforms are in the lock file but not on disk.
  if (!stats) return 0;
  // st_blocks counts units of 512 bytes, independent of the block size.
  const own = stats.blocks * 512;
  if (!stats.isDirectory()) return own;
  return readdirSync(path)
    .filter((name) => !(withoutNested && name === "node_modules"))
    .reduce((sum, name) => sum + bytesOnDisk(join(path, name), withoutNested), own);
}
