// `npm run bench [-- part ...]`: installs, builds, measures the production build on this machine and prints one table.
// Parts (default: all but million and soak): start, hit, miss, cart, shedding, wishlist, forms, tracking, newsletter, related, reviews, variations, api, wordpress, memory, catalogue, lighthouse, install, million, soak.
// `-- soak` sends 1,000,000 visits of programs, or SOAK_VISITS, and measures the database.
// `-- million` measures a shop with 1,000,000 products, which takes about 20 minutes.
// `-- catalogue --plans` also prints the query plans of listings and search.
import { ensureBuilt, ensureInstalled, requireNode } from "./project.mjs";

requireNode();
await ensureInstalled({ dev: true });
const buildDir = await ensureBuilt();
process.env.NODE_ENV = "production";
const { register } = await import("tsx/esm/api");
register();
const { runBench } = await import("../bench/run.ts");
await runBench(process.argv.slice(2), buildDir);
