import { type StartOptions, start } from "./main.ts";

// One of several processes that answer requests; the argument is what the process that forks them was started with.
await start(JSON.parse(process.argv[2] ?? "{}") as StartOptions);
