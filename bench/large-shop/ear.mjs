// Listens for changes of a shop in a process of its own, so that nothing else delays it: tells its parent, for each one that
// it hears of, what changed and when (ms since 1970). Its argument is the database's connection as JSON.
import { performance } from "node:perf_hooks";
import pg from "pg";

const [connection, channel] = JSON.parse(process.argv[2]);
const client = new pg.Client(connection);
client.on("notification", ({ payload }) => process.send({ payload, at: performance.timeOrigin + performance.now() }));
await client.connect();
await client.query(`listen ${channel}`);
process.send({ payload: "", at: 0 });
// Whoever asked is gone.
process.on("disconnect", () => void client.end());
