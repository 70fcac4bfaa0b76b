import type { OpenDatabase } from "#db/open.ts";
import { withServer } from "../in-process-server.ts";
import type { Kind } from "./kinds.ts";

/** The server plans a prepared statement anew five times, then may keep one plan: what the shop runs on is the sixth. */
const requests = 6;

const explainSettings = `load 'auto_explain';
  set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_buffers = on;
  set auto_explain.log_level = notice; set auto_explain.log_parameter_max_length = 200`;

/**
 * Prints the plans, as they were run, of all statements that a request of each kind takes, by PostgreSQL's auto_explain,
 * which sends them to the connection. The server is built here once more, on the database of the shop that runs.
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
    // It is sent before anything else; when it fails, so does what is missing: the plans.
    client.query(explainSettings).catch((error: unknown) => plans.push(String(error)));
  });
}
