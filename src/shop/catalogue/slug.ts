/** Letters that Unicode decomposition does not split. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  þ: "th",
  ð: "d",
};

/** The maximum length of a slug, so that it fits an index entry. */
const maxLength = 180;

/**
 * Returns the URL form of a name as the protocol's shops make it: without accents, lower case, blanks, dots and slashes
 * as hyphens, without other punctuation ("L-lysine 1.5 g" is "l-lysine-1-5-g"). Keeps letters of other scripts.
 * @returns `fallback` if nothing is left
 */
export function slugOf(name: string, fallback = "item"): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(/[ßæœøłđþð]/g, (letter) => letters[letter] ?? letter)
    .replace(/[\s./\u2010-\u2015]+/g, "-")
    .replace(/[^\p{L}\p{M}\p{N}_-]/gu, "")
    .replace(/-{2,}/g, "-")
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, "");
  return slug || fallback;
}

/** Returns `base`, or `base` with the first free number from 2 on. */
export function freeSlug(base: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(base)) return base;
  for (let number = 2; ; number += 1) if (!isTaken(`${base}-${number}`)) return `${base}-${number}`;
}
