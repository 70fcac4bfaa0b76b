/** Longest key (characters) of a cached page; longer ones bypass the cache. */
export const maxKeyLength = 2000;

/** Longest raw URL (characters) that is parsed; real links are shorter. */
const maxUrlLength = 4000;

/**
 * The query parameters that change a route's page: exact names, or prefixes ending in "*" (`attribute_*`). A name that
 * ends in "[]" (`filter_*[]`) is a list: repeated values are joined by commas. All others (utm_source, fbclid, invented
 * ones) are not part of the cache key, and the page never sees them.
 */
export type PageParameters = readonly string[];

export interface PageAddress {
  /** The page's cache key: normalized host, path and declared parameters. */
  key: string;
  /** The declared parameters, sorted by name, each once. */
  query: URLSearchParams;
}

/**
 * Returns the cache key and query of a page. `url` is the raw request target ("/shop/?paged=2"). @returns undefined if
 * the URL cannot be cached: too long, not a path, or not decodable.
 */
export function pageAddress(host: string, url: string, parameters: PageParameters): PageAddress | undefined {
  if (url.length > maxUrlLength || !url.startsWith("/")) return undefined;
  const mark = url.indexOf("?");
  const path = canonicalPath(mark < 0 ? url : url.slice(0, mark));
  if (path === undefined) return undefined;
  const query = declaredParameters(mark < 0 ? "" : url.slice(mark + 1), parameters);
  const text = query.toString();
  const key = flattened(text === "" ? `${host}${path}` : `${host}${path}?${text}`);
  return key.length > maxKeyLength ? undefined : { key, query };
}

/**
 * Returns the same text as a flat string. A concatenated one keeps its pieces (dozens for an encoded query) until its
 * characters are read: thousands of keys are cached, and garbage collection would visit all pieces.
 */
function flattened(text: string): string {
  text.charCodeAt(0);
  return text;
}

/**
 * Returns the declared parameters of a query string, normalized: of a repeated name the first value, which is what
 * pages read, or all values of a list. Never throws: a broken escape becomes the replacement character.
 */
export function declaredParameters(query: string, parameters: PageParameters): URLSearchParams {
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

/**
 * Decodes a path and encodes it again, so that `/%73hop/` and `/shop/` are the same; undefined if it cannot be decoded.
 */
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
