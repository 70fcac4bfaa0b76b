import type { Tag } from "#db/changes.ts";
import { Cache } from "../cache.ts";
import type { Freshness } from "../freshness.ts";

/**
 * Returns `read`, answered from memory until something changes that the tags name. For questions that are known when the shop
 * starts; answers that depend on a request belong in a `Cache` of their own.
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
