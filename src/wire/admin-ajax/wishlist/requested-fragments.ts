import type { FragmentOptions } from "#storefront/wishlist/fragments/render-fragments.tsx";
import { cut, type Fields, textOf } from "../../wc-ajax/fields.ts";

/** Limits of one request: a long listing has fewer fragments, and a fragment fewer options. */
const maxFragments = 200;
const maxOptions = 100;
const maxKeyLength = 1000;
const maxValueLength = 1000;

const prefix = "fragments[";

/**
 * Returns the options of the fields `fragments[KEY][OPTION]` by key, in the order of the request. A key is the classes of the
 * fragment's element, joined by dots. Untrusted.
 */
export function requestedFragments(fields: Fields): Map<string, FragmentOptions> {
  const found = new Map<string, Map<string, string>>();
  for (const name of Object.keys(fields)) {
    if (!name.startsWith(prefix) || name.length > 2 * maxKeyLength) continue;
    const { key, option } = partsOf(name);
    if (key === "" || !/^[^[\]]+$/.test(option) || key.length > maxKeyLength) continue;
    const options = found.get(key) ?? new Map<string, string>();
    if (options.size === 0 && found.size >= maxFragments) continue;
    if (options.size < maxOptions) options.set(option, cut(textOf(fields, name), maxValueLength));
    found.set(key, options);
  }
  return new Map(Array.from(found, ([key, options]) => [key, Object.fromEntries(options)]));
}

/** Returns the parts of a field's name, empty if it has another form: the key ends at the first `][`. */
function partsOf(name: string): { key: string; option: string } {
  const end = name.indexOf("][", prefix.length);
  if (end < 0 || !name.endsWith("]")) return { key: "", option: "" };
  return { key: name.slice(prefix.length, end), option: name.slice(end + 2, -1) };
}
