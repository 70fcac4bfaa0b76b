import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { WordSets } from "../catalogue/index/sets/word-sets.ts";
import { TimeSlices } from "../catalogue/index/time-slices.ts";
import { indexedWords } from "../catalogue/search/indexed-words.ts";
import { byFit, fitsWithin, matching } from "../catalogue/search/match-search.ts";
import { relaxSearch } from "../catalogue/search/relax-search.ts";
import type { SearchTerms } from "../catalogue/search/search-terms.ts";
import { TermMatches } from "../catalogue/search/term-matches.ts";
import type { Article } from "./article.ts";

/** A page or article that a search finds. */
export interface FoundArticle {
  id: number;
  type: Article["type"];
  slug: string;
  title: string;
  excerpt: string;
}

interface Row extends FoundArticle {
  [column: string]: unknown;
  publishedAt: number;
  nameKey: string;
  words: string;
  shortWords: string;
  longWords: string;
}

/** The pages and articles that are published or scheduled, for searching. A shop has few: they are kept in memory. */
export class ArticleIndex {
  readonly #articles: readonly Row[];
  readonly #sets = new WordSets();
  readonly #names: readonly Buffer[];

  private constructor(articles: readonly Row[]) {
    this.#articles = articles;
    this.#names = articles.map(({ nameKey }) => Buffer.from(nameKey));
    for (const [slot, article] of articles.entries()) this.#sets.put(slot, indexedWords(article));
  }

  static async read(db: Database): Promise<ArticleIndex> {
    const { rows } = await db.execute<Row>(sql`
      select a.id::float8 as id, a.type, a.slug, a.title, a.excerpt, (extract(epoch from a.published_at) * 1000)::float8 as "publishedAt",
        s.name as "nameKey", s.words, s.short_words as "shortWords", s.long_words as "longWords"
      from article_search s join articles a on a.id = s.article_id
      where a.status = 'publish' order by a.published_at desc, a.id desc`);
    const index = new ArticleIndex(rows);
    await index.#sets.mergeAll(new TimeSlices());
    return index;
  }

  /**
   * Returns the first `most` that fit a search at `now`, best first and newest first among equals. Those that have the words only
   * in their texts come only if there are no others.
   */
  find(terms: SearchTerms, now: Date, most: number): FoundArticle[] {
    const matches = new TermMatches(this.#sets, terms);
    const groups = [...byFit(matching(matches), matches, this)];
    const inTexts = groups.pop();
    const found = groups.flatMap((group) => this.#published(group.members(), now));
    return (found.length > 0 ? found : this.#published(inTexts?.members() ?? [], now)).slice(0, most);
  }

  /** Returns whether a title has all words of a search, or a meaning of each of its phrases. */
  isNamed(terms: SearchTerms, now: Date): boolean {
    return this.#published(fitsWithin(new TermMatches(this.#sets, terms), "name").members(), now).length > 0;
  }

  /** Returns a search for as many of the words as one of them has. */
  relax(terms: SearchTerms): SearchTerms | undefined {
    return relaxSearch(new TermMatches(this.#sets, terms));
  }

  /** See `EntryColumns`. */
  matchName(slot: number, text: Uint8Array): "equal" | "beginning" | undefined {
    const name = this.#names[slot];
    if (!name || Buffer.compare(name.subarray(0, text.length), text) !== 0) return undefined;
    return name.length === text.length ? "equal" : "beginning";
  }

  #published(slots: readonly number[], now: Date): Row[] {
    return slots.flatMap((slot) => this.#articles[slot] ?? []).filter((one) => one.publishedAt <= now.getTime());
  }
}
