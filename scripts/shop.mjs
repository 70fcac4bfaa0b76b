// `npm run shop -- <command>`: runs one command on the shop's data; `--help` lists them.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt, ensureInstalled, projectDir, requireNode } from "./project.mjs";

// A reader such as `| head` may close the pipe early; that is no error.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
});

requireNode();
await ensureInstalled({ dev: false });
const buildDir = await ensureBuilt();
const { runShopCommand } = await import(pathToFileURL(join(buildDir, "server/shop.js")).href);
process.exitCode = await runShopCommand(projectDir, process.argv.slice(2));
