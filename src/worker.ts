import { type StartOptions, start } from "./main.ts";

// Entry point of a serving process. The argument holds the primary's start options as JSON.
await start(JSON.parse(process.argv[2] ?? "{}") as StartOptions);
