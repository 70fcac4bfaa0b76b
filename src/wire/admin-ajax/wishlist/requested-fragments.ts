import type { FragmentOptions } from "#storefront/wishlist/fragments/render-fragments.tsx";
import { cut, type Fields, textOf } from "../../wc-ajax/fields.ts";

/** Limits of one request: a long listing has fewer fragments, and a fragment fewer options. */
const maxFragments = 200;
const maxOptions = 100;
const maxKeyLength = 1000;
const maxValueLength = 1000;

/** A field's name: key and option may contain anything but the brackets between and after them. */
const fieldName = /^fragments\[((?:(?!\]\[).)+)\]\[([^[\]]+)\]$/su;

/**
 * Returns the options of the fields `fragments[KEY][OPTION]` by key, in the order of the request. A key is the classes of the
 * fragment's element, joined by dots. Untrusted.
 */
export function requestedFragments(fields: Fields): Map<string, FragmentOptions> {
  const found = new Map<string, Map<string, string>>();
  for (const name of Object.keys(fields)) {
    if (!name.startsWith("fragments[") || name.length > 2 * maxKeyLength) continue;
    const [, key, option] = fieldName.exec(name) ?? [];
    if (key === undefined || option === undefined || key.length > maxKeyLength) continue;
    const options = found.get(key) ?? new Map<string, string>();
    if (options.size === 0 && found.size >= maxFragments) continue;
    if (options.size < maxOptions) options.set(option, cut(textOf(fields, name), maxValueLength));
    found.set(key, options);
  }
  return new Map(Array.from(found, ([key, options]) => [key, Object.fromEntries(options)]));
}
