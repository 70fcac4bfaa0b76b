import { type Answer, ask } from "./requests.ts";

let host = 0;

/**
 * Asks for a page in a way in which nobody has before: each request has a host of its own, any loopback name being one of
 * the shop's, so no two share a page of the cache. It comes uncompressed.
 */
export function askUncached(origin: string, path: string): Promise<Answer> {
  host += 1;
  const { port } = new URL(origin);
  return ask(origin, { path, headers: { host: `v${host}.localhost:${port}`, "accept-encoding": "identity" } });
}
