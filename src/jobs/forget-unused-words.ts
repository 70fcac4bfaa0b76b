import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import { forgetUnusedWords } from "#shop/catalogue/forget-unused-words.ts";

/** Job `forget-unused-words`, every night: words that no product has any more are taken for none typed wrong. Safe to run twice. */
export function forgetWords({ db }: { db: Database }): Task {
  return () => forgetUnusedWords(db);
}
