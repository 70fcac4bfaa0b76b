import type { OpenDatabase } from "#db/open.ts";
import { withServer } from "../in-process-server.ts";
import type { Kind } from "./kinds.ts";

/** The server plans a prepared statement five times before it may reuse a generic plan; the sixth is what the shop runs on. */
const requests = 6;

const explainSettings = `load 'auto_explain';
  set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_buffers = on;
  set auto_explain.log_level = notice; set auto_explain.log_parameter_max_length = 200`;

/**
 * Prints the executed plans of all statements of one request of each kind, which PostgreSQL's auto_explain sends to the
 * connection. Uses a second server in this process on the running shop's database.
 */
export function printPlans(dataDir: string, buildDir: string, kinds: readonly Kind[]): Promise<void> {
  const plans: string[] = [];
  return withServer(
    dataDir,
    buildDir,
    async (app) => {
      for (const { name, paths } of kinds) {
        const [url = "/"] = paths;
        for (let count = 0; count < requests; count++) {
          plans.length = 0;
          await app.inject({ url, headers: { host: `plan${count}.localhost`, "accept-encoding": "identity" } });
        }
        process.stdout.write(`\n# ${name}: ${url}\n\n${plans.join("\n\n")}\n`);
      }
    },
    (database) => collectPlans(database, plans),
  );
}

function collectPlans({ pool }: OpenDatabase, plans: string[]): void {
  pool.on("connect", (client) => {
    client.on("notice", ({ message = "" }) => {
      if (message.includes("plan:")) plans.push(message);
    });
    // Runs before any other statement; on failure the error is printed in place of the plans.
    client.query(explainSettings).catch((error: unknown) => plans.push(String(error)));
  });
}
