/** A text to be compared. Words are stems, separated by blanks. */
export interface ComparedText {
  id: number;
  isArticle: boolean;
  /** Whether others may be related to it: posts and products. */
  isCandidate: boolean;
  /** Of its title and terms, its excerpt, and its body. */
  words: string;
  shortWords: string;
  longWords: string;
  /** Ids. */
  categories: readonly number[];
}

/** What is related to an article, best first. */
export interface Related {
  articleIds: number[];
  productIds: number[];
}

/** Related posts and products kept for each article; a page shows some of them. */
const kept = { posts: 9, products: 6 };

/** The most telling words of a text, by which it is compared. */
const wordsOfText = 40;

/** How alike (cosine, 0 to 1) a product's words must be. */
const leastLikeness = 0.05;

/** The most texts that are compared because of the same word, so that common words do not cost too much time. */
const textsOfWord = 2000;

/** Returns a text's words with their weights, by their places: title and terms 4, excerpt 2, body 1. Numbers do not count. */
function weightsOf({ words, shortWords, longWords }: ComparedText): Map<string, number> {
  const weights = new Map<string, number>();
  for (const [text, weight] of [
    [words, 4],
    [shortWords, 2],
    [longWords, 1],
  ] as const)
    for (const word of text.split(" "))
      if (word.length > 2 && !weights.has(word) && !/^\d+$/.test(word)) weights.set(word, weight);
  return weights;
}

/** Counts in how many texts each word is. */
export class WordCounts {
  readonly #counts = new Map<string, number>();
  #texts = 0;

  add(text: ComparedText): void {
    this.#texts += 1;
    for (const word of weightsOf(text).keys()) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  /** Returns the rarity of each word by which texts can be compared: those of several texts, but not of all. */
  rarities(): Map<string, number> {
    const rarities = new Map<string, number>();
    for (const [word, count] of this.#counts)
      if (count > 1 && count < this.#texts) rarities.set(word, Math.log(this.#texts / count));
    return rarities;
  }
}

interface Vector {
  id: number;
  isArticle: boolean;
  categories: readonly number[];
  /** The most telling words, with their values, whose squares add up to 1. */
  values: readonly (readonly [word: string, value: number])[];
}

/** Compares texts by their most telling words: each word counts by its weight and its rarity. */
export class Likeness {
  readonly #rarities: ReadonlyMap<string, number>;
  readonly #vectors: Vector[] = [];
  /** The candidates with a word: their places in `#vectors`, and values. */
  readonly #having = new Map<string, { places: number[]; values: number[] }>();

  constructor(rarities: ReadonlyMap<string, number>) {
    this.#rarities = rarities;
  }

  /** Adds a text. Of the texts with a very common word only the first `textsOfWord` count, so add the best candidates first. */
  add(text: ComparedText): void {
    const rated = [...weightsOf(text)].flatMap(([word, weight]) => {
      const rarity = this.#rarities.get(word);
      return rarity === undefined ? [] : [[word, weight * rarity] as const];
    });
    const telling = rated.toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, wordsOfText);
    const length = Math.hypot(...telling.map(([, value]) => value));
    const values = telling.map(([word, value]) => [word, value / length] as const);
    const { id, isArticle, isCandidate, categories } = text;
    const place = this.#vectors.push({ id, isArticle, categories, values }) - 1;
    if (!isCandidate) return;
    for (const [word, value] of values) {
      const having = this.#having.get(word) ?? { places: [], values: [] };
      this.#having.set(word, having);
      if (having.places.length === textsOfWord) continue;
      having.places.push(place);
      having.values.push(value);
    }
  }

  /** Finds what is related to each article, one after the other. */
  *relate(): Generator<[articleId: number, related: Related]> {
    const scores = new Float64Array(this.#vectors.length);
    for (const [own, vector] of this.#vectors.entries()) {
      if (!vector.isArticle) continue;
      const found = new Set<number>();
      for (const [word, value] of vector.values) {
        const { places, values } = this.#having.get(word) ?? { places: [], values: [] };
        for (const [at, place] of places.entries()) {
          scores[place] = (scores[place] ?? 0) + value * (values[at] ?? 0);
          found.add(place);
        }
      }
      found.delete(own);
      yield [vector.id, this.#best(vector, found, scores)];
      scores.fill(0);
    }
  }

  #best({ categories }: Vector, found: ReadonlySet<number>, scores: Float64Array): Related {
    const own = new Set(categories);
    const articles: Candidate[] = [];
    const products: Candidate[] = [];
    for (const place of found) {
      const other = this.#vectors[place];
      const likeness = scores[place] ?? 0;
      if (!other || (!other.isArticle && likeness < leastLikeness)) continue;
      const candidate = { id: other.id, isNear: other.categories.some((id) => own.has(id)), likeness };
      if (other.isArticle) keepBest(articles, candidate, kept.posts);
      else keepBest(products, candidate, kept.products);
    }
    return { articleIds: articles.map(({ id }) => id), productIds: products.map(({ id }) => id) };
  }
}

interface Candidate {
  id: number;
  /** Whether it has a category in common. */
  isNear: boolean;
  likeness: number;
}

/** Adds a candidate to a list of the best, in their order, unless `most` are better. */
function keepBest(list: Candidate[], candidate: Candidate, most: number): void {
  let place = list.length;
  for (let before = list[place - 1]; before && isBetter(candidate, before); before = list[place - 1]) place -= 1;
  if (place === most) return;
  list.splice(place, 0, candidate);
  if (list.length > most) list.pop();
}

function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.isNear !== other.isNear) return one.isNear;
  return one.likeness === other.likeness ? one.id > other.id : one.likeness > other.likeness;
}
