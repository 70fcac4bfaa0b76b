import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import { relateArticles as relate } from "#shop/content/related/relate-articles.ts";

/** Job `relate-articles`, every minute: relates posts and products by their texts, if one has changed. Safe to run twice. */
export function relateArticles({ db }: { db: Database }): Task {
  return () => relate(db);
}
