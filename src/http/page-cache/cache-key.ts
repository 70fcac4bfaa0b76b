/** Longest key (characters) under which a page is kept; a longer one is answered without the cache. */
export const longestKey = 2000;

/** Longest raw URL (characters) that is looked at: parsing is work, and nobody links to such an address. */
const longestUrl = 4000;

/**
 * The query parameters that change a route's page: exact names, or prefixes ending in "*" (`attribute_*`). One that ends
 * in "[]" (`filter_*[]`) is a list: when it is repeated, its values are joined by commas. Everything else (utm_source,
 * fbclid, what a stranger invents) does not split the cache, and the page never sees it.
 */
export type PageParameters = readonly string[];

export interface PageAddress {
  /** Under which the page is kept: host, path and the kept parameters, in one spelling. */
  key: string;
  /** The kept parameters, sorted by name, each once. */
  query: URLSearchParams;
}

/**
 * The address of a page as the cache knows it. `url` is the raw request target ("/shop/?paged=2").
 * @returns undefined when the address cannot be kept: too long, not a path, or one that does not decode.
 */
export function pageAddress(host: string, url: string, parameters: PageParameters): PageAddress | undefined {
  if (url.length > longestUrl || !url.startsWith("/")) return undefined;
  const mark = url.indexOf("?");
  const path = canonicalPath(mark < 0 ? url : url.slice(0, mark));
  if (path === undefined) return undefined;
  const query = keptParameters(mark < 0 ? "" : url.slice(mark + 1), parameters);
  const text = query.toString();
  const key = inOnePiece(text === "" ? `${host}${path}` : `${host}${path}?${text}`);
  return key.length > longestKey ? undefined : { key, query };
}

/**
 * The same text. One that was put together keeps its pieces, dozens of them for an encoded query, until somebody looks at
 * its letters: thousands of keys are kept, and the collector would walk through all their pieces.
 */
function inOnePiece(text: string): string {
  text.charCodeAt(0);
  return text;
}

/** The declared parameters of a query string, in one spelling; of a repeated name the first, which is what pages read, or all of a list. Never throws: a broken escape is kept as its replacement sign. */
export function keptParameters(query: string, parameters: PageParameters): URLSearchParams {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) {
    const declared = parameters.find((one) => isMeant(name, one));
    if (declared === undefined) continue;
    const before = kept.get(name);
    if (before === null) kept.append(name, value);
    else if (declared.endsWith("[]")) kept.set(name, `${before},${value}`);
  }
  kept.sort();
  return kept;
}

function isMeant(name: string, declared: string): boolean {
  const wanted = declared.replace(/\[\]$/, "");
  return wanted.endsWith("*") ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
}

/** A path decoded and encoded again, so that `/%73hop/` and `/shop/` are one; undefined when it does not decode. */
export function canonicalPath(path: string): string | undefined {
  try {
    return path
      .split("/")
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join("/");
  } catch {
    return undefined;
  }
}
