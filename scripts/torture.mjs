// `npm run torture`: kills, freezes and cuts off the production build while buyers buy, for 12 minutes; prints a table.
//   -- --full         45 minutes
//   -- --minutes <n>  another time; every fault strikes at least once

import { ensureBuilt, ensureInstalled, requireNode } from "./project.mjs";
import { fail } from "./say.mjs";

const [option, value] = process.argv.slice(2);
const minutes = option === "--full" ? 45 : option === "--minutes" ? Number(value) : 12;
if (!(minutes >= 0) || ![undefined, "--full", "--minutes"].includes(option)) fail("Use --full or --minutes <n>.");
requireNode();
await ensureInstalled({ dev: true });
await ensureBuilt();
process.env.NODE_ENV = "production";
const { register } = await import("tsx/esm/api");
register();
const { torture } = await import("../tests/torture/run.ts");
const isWhole = await torture(minutes);
process.exitCode = isWhole ? 0 : 1;
