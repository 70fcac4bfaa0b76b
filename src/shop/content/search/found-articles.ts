import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { Bitmap } from "../../catalogue/index/sets/bitmap.ts";
import { WordSets } from "../../catalogue/index/sets/word-sets.ts";
import { TimeSlices } from "../../catalogue/index/time-slices.ts";
import { indexedWords } from "../../catalogue/search/indexed-words.ts";
import { byFit, fitsWithin, matching } from "../../catalogue/search/match-search.ts";
import { relaxSearch } from "../../catalogue/search/relax-search.ts";
import type { SearchTerms } from "../../catalogue/search/search-terms.ts";
import { TermMatches } from "../../catalogue/search/term-matches.ts";
import type { Article } from "../article.ts";

/** A page or article that a search finds. */
export interface FoundArticle {
  id: number;
  type: Article["type"];
  slug: string;
  title: string;
  excerpt: string;
}

/** What a search finds, best first and newest first among equals. */
export interface ArticleResults {
  all: readonly FoundArticle[];
  /** Without those that have the words only in their texts, unless there are no others. */
  best: readonly FoundArticle[];
}

interface Row extends FoundArticle {
  [column: string]: unknown;
  isPublic: boolean;
  publishedAt: number;
  nameKey: string;
  words: string;
  shortWords: string;
  longWords: string;
}

/** The pages and articles of every status, for searching. A shop has few: they are kept in memory. */
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
      select a.id::float8 as id, a.type, a.slug, a.title, a.excerpt, a.status = 'publish' as "isPublic", (extract(epoch from a.published_at) * 1000)::float8 as "publishedAt",
        s.name as "nameKey", s.words, s.short_words as "shortWords", s.long_words as "longWords"
      from article_search s join articles a on a.id = s.article_id order by a.published_at desc, a.id desc`);
    const index = new ArticleIndex(rows);
    await index.#sets.mergeAll(new TimeSlices());
    return index;
  }

  /** Finds those that are published at `now`. */
  find(terms: SearchTerms, now: Date): ArticleResults {
    const groups = this.#fitting(terms).map((group) => group.filter((one) => isPublished(one, now)));
    const [all, best] = [groups.flat(), groups.slice(0, -1).flat()];
    return { all, best: best.length > 0 ? best : all };
  }

  /** Returns those that are published at `now`, newest first. */
  list(now: Date): FoundArticle[] {
    return this.#articles.filter((one) => isPublished(one, now));
  }

  /** Returns the ids of all that fit a search, whatever their status, in the same order. */
  findIds(terms: SearchTerms): number[] {
    return this.#fitting(terms).flatMap((group) => group.map(({ id }) => id));
  }

  /** Returns whether a title has all words of a search, or a meaning of each of its phrases. */
  isNamed(terms: SearchTerms, now: Date): boolean {
    const named = fitsWithin(new TermMatches(this.#sets, terms), "name");
    return this.#at(named.members()).some((one) => isPublished(one, now));
  }

  /** Returns a search for as many of the words as one that is published at `now` has. */
  relax(terms: SearchTerms, now: Date): SearchTerms | undefined {
    const published = new Bitmap();
    for (const [slot, article] of this.#articles.entries()) if (isPublished(article, now)) published.add(slot);
    return relaxSearch(new TermMatches(this.#sets, terms), published);
  }

  /** See `EntryColumns`. */
  matchName(slot: number, text: Uint8Array): "equal" | "beginning" | undefined {
    const name = this.#names[slot];
    if (!name || Buffer.compare(name.subarray(0, text.length), text) !== 0) return undefined;
    return name.length === text.length ? "equal" : "beginning";
  }

  /** Best first; the last group has the words only in their texts. */
  #fitting(terms: SearchTerms): Row[][] {
    const matches = new TermMatches(this.#sets, terms);
    return [...byFit(matching(matches), matches, this)].map((group) => this.#at(group.members()));
  }

  #at(slots: readonly number[]): Row[] {
    return slots.flatMap((slot) => this.#articles[slot] ?? []);
  }
}

function isPublished({ isPublic, publishedAt }: Row, now: Date): boolean {
  return isPublic && publishedAt <= now.getTime();
}
