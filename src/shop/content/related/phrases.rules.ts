/** The most words of a product's name that a text is searched for. */
const mostWords = 12;

/** Shorter names are too common as words. */
const shortestName = 4;

/**
 * Yields everything in a normalized text that can be a product's name, with the place of its first word; repeated ones again.
 * @param firstWords only phrases that begin with one of these words
 */
export function* phrasesIn(text: string, firstWords?: ReadonlySet<string>): Generator<[phrase: string, place: number]> {
  const words = text.split(" ");
  for (const [place, word] of words.entries()) {
    if (firstWords && !firstWords.has(word)) continue;
    let phrase = "";
    for (const next of words.slice(place, place + mostWords)) {
      phrase = phrase === "" ? next : `${phrase} ${next}`;
      if (phrase.length >= shortestName) yield [phrase, place];
    }
  }
}

/** Returns the slugs of the products to which the links of sanitised HTML lead. */
export function productSlugsIn(html: string): string[] {
  const links = html.matchAll(/\shref="(?:https?:\/\/[^/"]+)?\/product\/([^/"?#]+)/gi);
  return [...new Set([...links].flatMap(([, slug = ""]) => decoded(slug) ?? []))];
}

function decoded(segment: string): string | undefined {
  try {
    const slug = decodeURIComponent(segment);
    return slug.includes("\0") ? undefined : slug;
  } catch {
    return undefined;
  }
}
