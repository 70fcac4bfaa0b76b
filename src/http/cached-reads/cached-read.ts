import type { Tag } from "#db/changes.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";

/**
 * Returns a version of `read` that caches its result until one of the tags changes. For values without parameters;
 * values that depend on a request need a `Cache`.
 */
export function cachedRead<Answer>(
  freshness: Freshness,
  tags: readonly Tag[],
  read: () => Promise<Answer>,
): () => Promise<Answer> {
  const cache = new Cache<"answer", { answer: Answer }>(freshness, { tagsOf: () => tags, maxSize: 1 });
  const load = async () => ({ answer: await read() });
  return async () => (await cache.load("answer", load)).answer;
}
