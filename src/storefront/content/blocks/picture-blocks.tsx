import type { Picture as ShopPicture } from "#shop/catalogue/pictures/picture.ts";
import { textOfHtml } from "#shop/contact/html-text.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { Picture } from "#ui/picture.tsx";
import type { BlockData, BlockType } from "./block.ts";

/** Returns pictures by their ids and names; those that are missing are left out. */
export function picturesOf(names: readonly string[], data: BlockData): readonly ShopPicture[] {
  return names.flatMap((name) => data.picture(name) ?? []);
}

const namesOf = (values: { ids: readonly number[]; pictures: readonly string[] }) => [
  ...values.ids.map(String),
  ...values.pictures,
];

/** Spreads pictures over as few rows as hold them, the shorter rows first. @returns for each, how many are in its row */
function rowsOf(count: number, columns: number): readonly number[] {
  const rows = Math.ceil(count / columns);
  const short = Math.floor(count / rows);
  const longRows = count % rows;
  const sizes = Array.from({ length: rows }, (_, row) => (row < rows - longRows ? short : short + 1));
  return sizes.flatMap((size) => Array.from({ length: size }, () => size));
}

/** `[gallery]`: pictures in columns, which open in the lightbox. */
export const galleryBlock: BlockType<"gallery"> = {
  needs: (values) => ({ pictures: namesOf(values) }),
  Block({ values, shown: { data } }) {
    const { t } = useLocale();
    const pictures = picturesOf(namesOf(values), data);
    if (pictures.length === 0) return null;
    const inRow = rowsOf(pictures.length, values.columns);
    const fewest = Math.min(...inRow);
    const sizes = `(min-width: 45rem) ${Math.ceil(42 / fewest)}rem, ${pictures.length === 1 ? "92vw" : "46vw"}`;
    return (
      <div className={`gallery block block-gallery block-gallery--${values.columns}`}>
        {pictures.map((picture, index) => (
          <figure key={picture.id} className={`gallery-item gallery-item--of-${inRow[index]}`}>
            {values.link === "file" ? (
              <a
                href={mediaSrc(picture)}
                data-elementor-lightbox-title={picture.caption || picture.alt || undefined}
                aria-label={
                  picture.alt ? undefined : t("content.block.picture", { number: index + 1, total: pictures.length })
                }
              >
                <Picture picture={picture} sizes={sizes} />
              </a>
            ) : (
              <Picture picture={picture} sizes={sizes} />
            )}
            {picture.caption && <figcaption>{textOfHtml(picture.caption)}</figcaption>}
          </figure>
        ))}
      </div>
    );
  },
};

/** A picture, perhaps linked, and what follows. */
const captioned = /^(\s*(?:<a\b[^<>]*>\s*)?(?:<picture>[\s\S]*?<\/picture>|<img\b[^<>]*>)(?:\s*<\/a>)?)([\s\S]*)$/;

/** `[caption]`: a picture with the text below it. */
export const captionBlock: BlockType<"caption"> = {
  Block({ values, shown: { content } }) {
    const [, picture = "", text = ""] = captioned.exec(content) ?? [];
    if (picture === "") return <div dangerouslySetInnerHTML={{ __html: content }} />;
    return (
      <figure className="wp-caption block">
        <div dangerouslySetInnerHTML={{ __html: picture }} />
        <figcaption className="wp-caption-text">{values.caption || textOfHtml(text).trim()}</figcaption>
      </figure>
    );
  },
};
