import { cut, type Fields, textOf } from "../../wc-ajax/fields.ts";

/** A part of the page that the client wants again. */
export interface RequestedFragment {
  /** The classes of its element joined by dots; the answer repeats it. */
  key: string;
  /** The options that the page gave with it. Untrusted. */
  options: ReadonlyMap<string, string>;
}

/** Limits of one request: a long listing has fewer fragments, and a fragment fewer options. */
const maxFragments = 200;
const maxOptions = 100;
const maxKeyLength = 1000;
const maxValueLength = 1000;

/** A field's name: key and option may contain anything but the brackets between and after them. */
const fieldName = /^fragments\[((?:(?!\]\[).)+)\]\[([^[\]]+)\]$/su;

/** Returns the fragments of the fields `fragments[KEY][OPTION]`, in the order of the request. */
export function requestedFragments(fields: Fields): RequestedFragment[] {
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
  return Array.from(found, ([key, options]) => ({ key, options }));
}
