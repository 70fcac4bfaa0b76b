/** Web addresses within a text; what may follow one in a sentence is left out. */
const address = /\bhttps?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/gi;

/** Renders what a visitor wrote, as text. Its links tell search engines not to follow them. */
export function ReviewText({ text }: { text: string }) {
  const parts: { text: string; isLink: boolean }[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    parts.push({ text: text.slice(end, index), isLink: false }, { text: found, isLink: URL.canParse(found) });
    end = index + found.length;
  }
  parts.push({ text: text.slice(end), isLink: false });
  return (
    <p className="review-body" dir="auto">
      {parts.map((part, index) =>
        part.isLink ? (
          <a key={index} href={part.text} rel="nofollow ugc noopener noreferrer">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
