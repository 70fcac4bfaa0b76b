import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { arch, platform } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const browsers = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * Returns the path of the browser for tests and benchmarks: CHROMIUM if set; else a headless shell, which opens a new
 * visitor's page in a third of the time of a full browser, from the PATH or from @sparticuz/chromium (Linux x64,
 * unpacked into the temporary folder); else a full browser from the PATH.
 * @throws Error when none is found
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

/** Returns undefined on other platforms, and when a system library is missing. */
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

/** For running as root, without network access or a display. playwright-core creates a new profile folder itself. */
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
