import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { arch, platform } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const browsers = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * The browser that tests and measurements drive: the one that CHROMIUM names; else a headless shell, which has a page
 * of a new visitor in a third of a whole browser's time: one on the PATH, or the one packed in @sparticuz/chromium
 * (Linux on x64), which is unpacked into the temporary folder; else a whole browser on the PATH.
 * @throws when there is none
 */
export async function findChromium(): Promise<string> {
  const found = process.env.CHROMIUM || firstOnPath(shells) || (await packedChromium()) || firstOnPath(browsers);
  if (found) return found;
  throw new Error("No browser was found. Install Chromium, or name one: CHROMIUM=/path/to/chromium npm test");
}

function firstOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** None where it was not made for the machine, or misses a library of the system's. */
async function packedChromium(): Promise<string | undefined> {
  if (platform() !== "linux" || arch() !== "x64") return undefined;
  const { default: packed } = await import("@sparticuz/chromium");
  const path = await packed.executablePath();
  const starts = await promisify(execFile)(path, ["--version"]).then(
    () => true,
    () => false,
  );
  return starts ? path : undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Run as root, in a closed network, without a screen. playwright-core itself adds a new profile folder. */
export const chromiumFlags: readonly string[] = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
