/** Letters of other alphabets that look like a Latin one in upper or lower case. */
const lookAlikes: Readonly<Record<string, string>> = {
  ...pairs("авекмнорстухісјѕԁԛԝһӏ", "abekmhopctyxicjsdqwhl"),
  ...pairs("αβεζηικμνορτυχ", "abezhikmnoptyx"),
  ...pairs("oil|", "0111"),
  // Arabic keyboard letters for Urdu ones, and the final sigma.
  ...pairs("يىكهھەةۀς", "ییکہہہۃۂσ"),
};

function pairs(from: string, to: string): Record<string, string> {
  const targets = Array.from(to);
  return Object.fromEntries(Array.from(from).map((letter, place) => [letter, folded(targets[place] ?? letter)]));
}

/** Maps characters that look the same in print: "o" and "0"; "i", "l" and "1". */
function folded(letter: string): string {
  return letter === "o" ? "0" : letter === "i" || letter === "l" ? "1" : letter;
}

/** Invisible or combining characters: spaces, blanks, marks (harakat included), the tatweel. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u2800\u0640]/gu;

/**
 * Returns the key by which a coupon code is looked up. It ignores case, spaces, invisible characters, marks and
 * full-width forms, and treats look-alike letters and Arabic or Urdu digits as equal. Codes with the same key are the
 * same code. Idempotent.
 */
export function couponKey(code: string): string {
  let key = code;
  // Removing characters may leave others that compose.
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
