/** Letters of other alphabets that look like a Latin one, as they are written in capitals or in small letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...pairs("авекмнорстухісјѕԁԛԝһӏ", "abekmhopctyxicjsdqwhl"),
  ...pairs("αβεζηικμνορτυχ", "abezhikmnoptyx"),
  ...pairs("oil|", "0111"),
  // What an Arabic keyboard writes for the Urdu letters; and a sigma at the end of a word.
  ...pairs("يىكهھەةۀς", "ییکہہہۃۂσ"),
};

function pairs(from: string, to: string): Record<string, string> {
  const targets = Array.from(to);
  return Object.fromEntries(Array.from(from).map((letter, place) => [letter, folded(targets[place] ?? letter)]));
}

/** "o" and "0", "i", "l" and "1" cannot be told apart on a leaflet. */
function folded(letter: string): string {
  return letter === "o" ? "0" : letter === "i" || letter === "l" ? "1" : letter;
}

/** What nobody sees, or takes for a part of a letter: spaces, blanks, marks (harakat among them), the tatweel. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u2800\u0640]/gu;

/**
 * A coupon's code as it is looked up: case, spaces, invisible characters, marks and full-width forms make no difference, nor
 * does a letter for one that looks like it, nor the digits of Arabic and Urdu. Two codes with the same key are one code, and
 * a key is its own.
 */
export function couponKey(code: string): string {
  let key = code;
  // What is left when signs are gone can be composed once more.
  for (let before = ""; before !== key; ) {
    before = key;
    key = simpler(key);
  }
  return key;
}

function simpler(code: string): string {
  const plain = code.normalize("NFKC").toLowerCase().normalize("NFKC");
  const visible = plain.replace(unseen, "").replace(/[\p{Pd}\u2212]/gu, "-");
  return Array.from(visible, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const isArabicDigit = (code >= 0x660 && code <= 0x669) || (code >= 0x6f0 && code <= 0x6f9);
    return isArabicDigit ? String(code & 15) : (lookAlikes[letter] ?? letter);
  }).join("");
}
