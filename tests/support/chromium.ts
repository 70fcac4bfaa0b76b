import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * The browser that tests and measurements drive: the one that CHROMIUM names, else one on the PATH, else the one packed
 * in @sparticuz/chromium (Linux on x64), which is unpacked into the temporary folder.
 */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM;
  if (named) return named;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (installed) return installed;
  const { default: packed } = await import("@sparticuz/chromium");
  return packed.executablePath();
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
