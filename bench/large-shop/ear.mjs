// Listens for changes of a shop in a process of its own, so that nothing else delays it: tells its parent when (ms since 1970)
// it heard of each. Its arguments are the database's connection and the channel, as JSON.
import { performance } from "node:perf_hooks";
import pg from "pg";

const [connection, channel] = JSON.parse(process.argv[2]);
const client = new pg.Client(connection);
client.on("notification", () => process.send(performance.timeOrigin + performance.now()));
await client.connect();
await client.query(`listen ${channel}`);
process.send(0);
process.on("disconnect", () => void client.end());
