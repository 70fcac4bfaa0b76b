// The jobs that maintain the search index. All are safe to run twice.
import type { Task } from "graphile-worker";
import type { Database } from "#db/database.ts";
import { forgetUnusedWords } from "#shop/catalogue/forget-unused-words.ts";
import { indexNextProducts, rankSoldProducts } from "#shop/catalogue/index-products.ts";
import { indexAllArticles } from "#shop/content/search/index-articles.ts";

/** Products per transaction, to keep locks short. */
const batch = 500;

/** Job `index-products`: rebuilds the search index after a change that affects all products, pages and articles. */
export function indexAllProducts({ db }: { db: Database }): Task {
  return async () => {
    let last: number | undefined = 0;
    while (last !== undefined) last = await indexNextProducts(db, last, batch);
    await indexAllArticles(db);
  };
}

/** Job `rank-sold-products`, every hour: updates the sales ranks that order equal search results. */
export function rankSold({ db }: { db: Database }): Task {
  return () => rankSoldProducts(db);
}

/** Job `forget-unused-words`, every night: removes unused words from the search's spelling suggestions. */
export function forgetWords({ db }: { db: Database }): Task {
  return () => forgetUnusedWords(db);
}
