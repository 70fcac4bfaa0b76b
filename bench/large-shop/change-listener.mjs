// Listens for change notifications in a separate process, so that nothing delays it, and sends its parent the time (ms since
// 1970) of each. Argument: the database connection and the channel, as JSON.
import { performance } from "node:perf_hooks";
import pg from "pg";

const [connection, channel] = JSON.parse(process.argv[2]);
const client = new pg.Client(connection);
client.on("notification", () => process.send(performance.timeOrigin + performance.now()));
await client.connect();
await client.query(`listen ${channel}`);
process.send(0);
process.on("disconnect", () => void client.end());
