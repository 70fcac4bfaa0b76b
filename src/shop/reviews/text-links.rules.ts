/** A part of a text: a web address, or what is between two of them. */
interface TextPart {
  text: string;
  isLink: boolean;
}

/** Web addresses within a text, without trailing punctuation. */
const address = /\bhttps?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/gi;

/** What links in visitors' texts tell search engines and browsers. */
export const visitorLinkRel = "nofollow ugc noopener noreferrer";

/** Splits a visitor's plain text at its web addresses, which pages and the API show as links. */
export function splitAtLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    parts.push({ text: text.slice(end, index), isLink: false }, { text: found, isLink: URL.canParse(found) });
    end = index + found.length;
  }
  return [...parts, { text: text.slice(end), isLink: false }];
}
