import type { JobHelpers, Task } from "graphile-worker";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { request } from "undici";
import type { Database } from "#db/database.ts";
import { getSettings } from "#shop/settings/settings.ts";

export interface PurgeSharedCacheDependencies {
  db: Database;
}

const payloadShape = Compile(Type.Object({ tags: Type.Array(Type.String()), isSecond: Type.Optional(Type.Boolean()) }));

/** How long (ms) a shared cache may take to answer. */
const patience = 10_000;

/** After this time (ms) no process of the shop answers with a page of before the change any more. */
const settling = 2_000;

/**
 * Job `purge-shared-cache`: tells the cache in front of the shop which pages are old, by their surrogate keys. Twice: what
 * it fetched anew in the moment before every process had heard of the change may be old again. Safe to run more often.
 * @throws when the cache is out of reach or refuses, so that it is tried again.
 */
export function purgeSharedCache({ db }: PurgeSharedCacheDependencies): Task {
  return async (payload, { addJob }: Pick<JobHelpers, "addJob">) => {
    const { tags, isSecond } = payloadShape.Parse(payload);
    const { shared_cache_purge_url: url } = await getSettings(db);
    if (url === "") return;
    const answer = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json", "surrogate-key": tags.join(" ") },
      body: JSON.stringify({ tags }),
      headersTimeout: patience,
      bodyTimeout: patience,
    });
    await answer.body.dump();
    if (answer.statusCode >= 300) throw new Error(`The shared cache answered a purge with ${answer.statusCode}`);
    if (!isSecond)
      await addJob("purge-shared-cache", { tags, isSecond: true }, { runAt: new Date(Date.now() + settling) });
  };
}
