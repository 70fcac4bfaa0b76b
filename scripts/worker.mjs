// A serving process of a build, which contains this file. The argument holds the primary's start options as JSON.
import { join } from "node:path";
import { loadBuild } from "./load-build.mjs";

const options = JSON.parse(process.argv[2] ?? "{}");
const { start } = loadBuild(join(import.meta.dirname, "main.js"), { keeps: options.savesIndex });
await start(options);
