/**
 * Holds an embedded database, for tests that kill the process. Arguments: DATA_DIR, task, package folder.
 * Writes a line of JSON once connected, and with the task "write" one for each acknowledged row.
 */
import pg from "pg";
import { openEmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";

const [dataDir = "", task = "hold", packageDir] = process.argv.slice(2);
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

try {
  const database = await openEmbeddedPostgres({ dataDir, ...(packageDir && { packageDir }), log: () => undefined });
  const client = new pg.Client(database.connection);
  // The tests kill servers; this process must keep running.
  client.on("error", () => undefined);
  await client.connect();
  const stop = async () => {
    await client.end();
    await database.close();
    process.exit(0);
  };
  process.once("SIGTERM", () => void stop());
  const { rows } = await client.query(
    "select pg_backend_pid() as backend, current_setting('data_directory') as cluster",
  );
  say({ ...rows[0], host: database.connection.host, folder: database.folder });
  if (task === "write") {
    await client.query("create table if not exists acknowledged (n bigint primary key)");
    const { rows } = await client.query("select coalesce(max(n), 0)::int as last from acknowledged");
    for (let n = Number(rows[0].last) + 1; ; n += 1) {
      await client.query("insert into acknowledged values ($1)", [n]);
      say({ acknowledged: n });
    }
  }
  setInterval(() => undefined, 60_000);
} catch (error) {
  say({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  process.exitCode = 1;
}
