import { type Answer, ask } from "./requests.ts";

let host = 0;

/**
 * Requests a page, uncompressed, that cannot be cached: each request has a new host name. The shop accepts any loopback name
 * and caches pages per host.
 */
export function askUncached(origin: string, path: string): Promise<Answer> {
  host += 1;
  const { port } = new URL(origin);
  return ask(origin, { path, headers: { host: `v${host}.localhost:${port}`, "accept-encoding": "identity" } });
}
