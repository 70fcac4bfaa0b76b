import type { JobHelpers, Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { finalPurgeMs } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { getSettings } from "#shop/settings/settings.ts";

export interface PurgeSharedCacheDependencies {
  db: Database;
}

/** `url`: of the cache; default: that of the settings. */
const payloadShape = Compile(
  Type.Object({
    tags: Type.Array(Type.String()),
    url: Type.Optional(Type.String()),
    isSecond: Type.Optional(Type.Boolean()),
  }),
);

/** Timeout (ms) of a purge request. */
const timeoutMs = 10_000;

/**
 * Job `purge-shared-cache`: purges pages from the cache in front of the shop by surrogate key. It runs twice, because the cache
 * may refetch an outdated page from a process that has not read the change yet; for frequent changes, which are announced quietly, only
 * the second time. Safe to run more often.
 * @throws if the cache is unreachable or refuses, so that the job is retried
 */
export function purgeSharedCache({ db }: PurgeSharedCacheDependencies): Task {
  return async (payload, { addJob }: Pick<JobHelpers, "addJob">) => {
    const { isSecond, ...purge } = payloadShape.Parse(payload);
    const { tags, url = (await getSettings(db)).shared_cache_purge_url } = purge;
    if (url === "") return;
    // Loaded here because it takes 2 MB, and most shops have no shared cache.
    const { request } = await import("undici");
    const answer = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json", "surrogate-key": tags.join(" ") },
      body: JSON.stringify({ tags }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    await answer.body.dump();
    if (answer.statusCode >= 300) throw new Error(`The shared cache answered a purge with ${answer.statusCode}`);
    if (!isSecond)
      await addJob("purge-shared-cache", { ...purge, isSecond: true }, { runAt: new Date(Date.now() + finalPurgeMs) });
  };
}
