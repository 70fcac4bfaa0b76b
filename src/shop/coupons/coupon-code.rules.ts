/** Letters of other alphabets, and digits, that look like a Latin letter; and Latin ones that look like each other. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...pairs("авекмнорстухісјѕԁԛԝһӏ", "abekmhopctyxicjsdqwhl"),
  ...pairs("αβεζηικμνορτυχ", "abezhikmvoptyx"),
  ...pairs("oil|", "0111"),
};

function pairs(from: string, to: string): Record<string, string> {
  const targets = Array.from(to);
  return Object.fromEntries(Array.from(from).map((letter, place) => [letter, folded(targets[place] ?? letter)]));
}

/** "o" and "0", "i", "l" and "1" cannot be told apart on a leaflet. */
function folded(letter: string): string {
  return letter === "o" ? "0" : letter === "i" || letter === "l" ? "1" : letter;
}

/**
 * A coupon's code as it is looked up: case, spaces, invisible characters and full-width forms make no difference, nor does a
 * letter for one that looks like it, nor the digits of Arabic and Urdu. Two codes with the same key are one code.
 */
export function couponKey(code: string): string {
  const plain = code.normalize("NFKC").toLowerCase().normalize("NFKC");
  const visible = plain.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]/gu, "").replace(/\p{Pd}/gu, "-");
  return Array.from(visible, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const isArabicDigit = (code >= 0x660 && code <= 0x669) || (code >= 0x6f0 && code <= 0x6f9);
    return isArabicDigit ? String(code & 15) : (lookAlikes[letter] ?? letter);
  }).join("");
}
