import { splitAtLinks, visitorLinkRel } from "#shop/reviews/text-links.rules.ts";

/** Renders what a visitor wrote, as text. Its links tell search engines not to follow them. */
export function ReviewText({ text }: { text: string }) {
  return (
    <p className="review-body" dir="auto">
      {splitAtLinks(text).map((part, index) =>
        part.isLink ? (
          <a key={index} href={part.text} rel={visitorLinkRel}>
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
