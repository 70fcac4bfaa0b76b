// `npm run bench [-- part ...]`: installs, builds, measures the production build on this machine and prints one table.
// The parts, all of them by default: start, hit, miss, cart, variations, memory, catalogue, lighthouse, install.
// `-- million` (a shop with 1,000,000 products, some 20 minutes) runs only when it is named.
// `-- catalogue --plans` prints the plans of the statements behind listings and search as well.
import { ensureBuilt, ensureInstalled, requireNode } from "./project.mjs";

requireNode();
await ensureInstalled({ dev: true });
const buildDir = await ensureBuilt();
process.env.NODE_ENV = "production";
const { register } = await import("tsx/esm/api");
register();
const { runBench } = await import("../bench/run.ts");
await runBench(process.argv.slice(2), buildDir);
