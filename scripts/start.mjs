// `npm start`: installs and builds if needed, then serves. The shop itself sets up the database and the demo.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadBuild } from "./load-build.mjs";
import { ensureBuilt, ensureInstalled, projectDir, requireNode } from "./project.mjs";

requireNode();
await ensureInstalled({ dev: false });
const buildDir = await ensureBuilt();
process.env.NODE_ENV ??= "production";
const { indexVersion } = JSON.parse(readFileSync(join(buildDir, "build.json"), "utf8"));
const { start } = loadBuild(join(buildDir, "server/main.js"), { keeps: true });
await start({ projectDir, buildDir, workerFile: join(buildDir, "server/worker.mjs"), indexVersion });
