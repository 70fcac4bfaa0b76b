import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chromiumFlags, findChromium } from "../tests/support/chromium.ts";
import { onExit } from "./cleanup.ts";

export interface OpenChromium {
  /** The DevTools port. */
  port: number;
  stop(): Promise<void>;
}

/** Starts a headless browser with an empty profile in `folder`. @param more further flags */
export async function openChromium(folder: string, more: readonly string[] = []): Promise<OpenChromium> {
  const profile = join(folder, "browser-profile");
  const flags = [...chromiumFlags, ...more, `--user-data-dir=${profile}`, "--remote-debugging-port=0", "about:blank"];
  const child = spawn(await findChromium(), flags, { stdio: "ignore" });
  const stop = onExit(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill();
    await ended;
  });
  return { port: await announcedPort(child, join(profile, "DevToolsActivePort")), stop };
}

/** Reads the port from a file in the profile, which Chromium creates empty and then fills. */
async function announcedPort(child: ChildProcess, file: string): Promise<number> {
  for (let attempt = 0; attempt < 600 && child.exitCode === null; attempt++) {
    await delay(50);
    const port = existsSync(file) && /^(\d+)\n/.exec(readFileSync(file, "utf8"))?.[1];
    if (port) return Number(port);
  }
  throw new Error("Chromium did not start");
}
