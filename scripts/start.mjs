// `npm start`: does what is missing (install, build; the shop itself sees to database and demo), then serves.
import module from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt, ensureInstalled, projectDir, requireNode } from "./project.mjs";

requireNode();
await ensureInstalled({ dev: false });
const buildDir = await ensureBuilt();
// Node 22 keeps compiled code between starts; older ones have no such thing.
module.enableCompileCache?.();
process.env.NODE_ENV ??= "production";
const { start } = await import(pathToFileURL(join(buildDir, "server/main.js")).href);
await start({ projectDir, buildDir, workerFile: join(buildDir, "server/worker.js") });
