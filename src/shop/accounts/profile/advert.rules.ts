/**
 * Endings of web addresses that mail programs turn into links. Without those that end ordinary words: "St.no 4",
 * "Flat.is", "Md.my".
 */
const endings =
  "com|net|org|info|biz|shop|store|site|online|website|app|dev|top|xyz|club|vip|win|bid|link|click|live|icu|cfd|lol|" +
  "pk|ru|cn|io|uk|de|fr|eu|ae|tk|ml|ga|gq|cc|ws|ly|gl|page|cloud|tech|space|fun|pro|loan|work|bet|casino|one|world";

/** A web address, written as one or so that programs make one of it. */
const link = new RegExp(
  String.raw`https?:|\bhxxps?\b|www\.|//[\p{L}\p{N}-]+\.|\b[\p{L}\p{N}-]{2,}\.(?:${endings})(?![\p{L}\p{N}]|\.\p{L})`,
  "iu",
);

/** An amount of money: a sign before a number, or a code before a number of four digits or more. */
const money =
  /[$€£₨₹]\s?\d|\d\s?[$€£₨₹]|(?<![\p{L}\p{N}])(?:rs|pkr|usd|eur|gbp|inr)\.?\s?(?:\d{1,3}(?:,\d{2,3})+|\d{4,})/iu;

/** What advertisements and frauds say, and no name or address does. */
const calls =
  /\byou(?:['’]ve|r|'re| have| are)? (?:just )?(?:won|win|winner)\b|\bcongratulations\b|\bclick (?:here|now|below|this|the)\b|\bclaim (?:your|now|it|here)\b|\b(?:free|cash) (?:gift|prize|bonus|money)s?\b|\bverify your\b|\blimited offer\b/iu;

/** Characters that hide words from a search: invisible ones. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u200b]/gu;

/**
 * Returns whether a name or a line of an address advertises: it contains a link, an amount of money, or a call to
 * act. Shops mail such lines to whatever address a guest types, so they would carry a stranger's message.
 */
export function isAdvert(line: string): boolean {
  const text = line.normalize("NFKC").replace(unseen, "");
  return link.test(text) || money.test(text) || calls.test(text);
}
