/** Letters that decomposition leaves whole. */
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

/** The most characters of a slug: an index entry must hold it. */
const longest = 180;

/**
 * The URL form of a name as the field's shops make it: accents off, lower case, blanks, dots and slashes to hyphens, other
 * signs dropped ("L-lysine 1.5 g" is "l-lysine-1-5-g"). Letters of other scripts stay.
 * @returns `fallback` when nothing is left.
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
    .slice(0, longest)
    .replace(/^-+|-+$/g, "");
  return slug || fallback;
}

/** `base`, or `base` with the first free number from 2 on. */
export function freeSlug(base: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(base)) return base;
  for (let number = 2; ; number += 1) if (!isTaken(`${base}-${number}`)) return `${base}-${number}`;
}
