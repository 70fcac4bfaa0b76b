// `npm start`: installs and builds if needed, then serves. The shop itself sets up the database and the demo.
import { readFileSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt, ensureInstalled, projectDir, requireNode } from "./project.mjs";

requireNode();
await ensureInstalled({ dev: false });
const buildDir = await ensureBuilt();
// Node 22 and newer keep compiled code between starts.
module.enableCompileCache?.();
process.env.NODE_ENV ??= "production";
const { indexVersion } = JSON.parse(readFileSync(join(buildDir, "build.json"), "utf8"));
const { start } = await import(pathToFileURL(join(buildDir, "server/main.js")).href);
await start({ projectDir, buildDir, workerFile: join(buildDir, "server/worker.js"), indexVersion });
