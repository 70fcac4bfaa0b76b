import { Day } from "#ui/day.tsx";
import { useLocale } from "#ui/locale.tsx";
import { Picture } from "#ui/picture.tsx";

/** A related post or product. */
export interface RelatedItem {
  id: number;
  href: string;
  title: string;
  author: string;
  /** Null on products. */
  date: Date | null;
  /** As in WordPress ("video"); null: standard. */
  format: string | null;
  /** Plain text. */
  excerpt: string;
  /** Why it is related, such as its category. */
  context: string;
  /** The list of what shares it; null: none. */
  contextHref: string | null;
  picture: Parameters<typeof Picture>[0]["picture"] | null;
}

/** How related posts are shown. */
export interface RelatedLook {
  hasThumbnails: boolean;
  hasDate: boolean;
  hasContext: boolean;
  layout: "grid" | "list";
}

export interface RelatedPostsProps {
  /** The page's post or product. */
  originId: number;
  items: readonly RelatedItem[];
  look: RelatedLook;
}

/**
 * Renders related posts with the protocol's names. Scripts that know them ask for nothing then; without items they find an empty,
 * hidden container. Source: wire notes 15.1.
 */
export function RelatedPosts({ originId, items, look }: RelatedPostsProps) {
  const { t } = useLocale();
  const isVisual = look.hasThumbnails;
  const hasPictures = isVisual && items.some(({ picture }) => picture !== null);
  return (
    <section
      id="jp-relatedposts"
      className="jp-relatedposts"
      hidden={items.length === 0}
      aria-labelledby="related-headline"
    >
      <h2 id="related-headline" className="jp-relatedposts-headline">
        {t("content.readNext")}
      </h2>
      {items.length > 0 && (
        <div
          className={`jp-relatedposts-items jp-relatedposts-items-${isVisual ? "visual" : "minimal"} jp-relatedposts-${look.layout}`}
        >
          {items.map((item, position) => (
            <Item key={item.id} {...{ item, position, originId, look, hasPictures }} />
          ))}
        </div>
      )}
    </section>
  );
}

interface ItemProps {
  item: RelatedItem;
  position: number;
  originId: number;
  look: RelatedLook;
  /** Whether pictures are shown: an item without one has a placeholder then. */
  hasPictures: boolean;
}

function Item({ item, position, originId, look, hasPictures }: ItemProps) {
  const link = {
    className: "jp-relatedposts-post-a",
    href: item.href,
    "data-origin": originId,
    "data-position": position,
  };
  return (
    <article
      className={`jp-relatedposts-post jp-relatedposts-post${position} jp-relatedposts-post-${hasPictures ? "thumbs" : "nothumbs"}`}
      data-post-id={item.id}
      data-post-format={item.format ?? "false"}
    >
      {hasPictures && (
        <a {...link} tabIndex={-1} aria-hidden="true">
          {item.picture ? (
            <Picture
              picture={item.picture}
              alt=""
              sizes="(min-width: 40rem) 30vw, 92vw"
              className="jp-relatedposts-post-img"
            />
          ) : (
            <span className="post-blank" />
          )}
        </a>
      )}
      <h3 className="jp-relatedposts-post-title">
        <a {...link}>{item.title}</a>
      </h3>
      {item.excerpt && (
        <p className="jp-relatedposts-post-excerpt" dir="auto">
          {item.excerpt}
        </p>
      )}
      {look.hasDate && item.date && (
        <p className="jp-relatedposts-post-date">
          <Day date={item.date} />
        </p>
      )}
      {look.hasContext && <p className="jp-relatedposts-post-context">{item.context}</p>}
    </article>
  );
}
