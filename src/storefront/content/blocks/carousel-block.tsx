import type { ReactNode } from "react";
import type { Picture as ShopPicture } from "#shop/catalogue/pictures/picture.ts";
import { textOfHtml } from "#shop/contact/html-text.rules.ts";
import { useLocale } from "#ui/locale.tsx";
import { mediaSrc } from "#ui/media-src.ts";
import { Picture } from "#ui/picture.tsx";
import { SlideSteps } from "../../home/fragments/slide-steps.tsx";
import { ProductCard } from "../../product-card/fragments/product-card.tsx";
import type { BlockType } from "./block.ts";
import { picturesOf } from "./picture-blocks.tsx";
import { chosenCards, chosenProductNeeds } from "./product-blocks.tsx";

const slideSizes = "(min-width: 64.0625rem) 16rem, (min-width: 48rem) 46vw, 84vw";

/**
 * `[carousel]`: pictures or products side by side, three by default, two on tablets, one on phones. It scrolls by itself only if
 * asked to, and stops for good once the reader touches it. Source: wire notes 19.
 */
export const carouselBlock: BlockType<"carousel"> = {
  needs: (values) => (values.pictures.length > 0 ? { pictures: values.pictures } : chosenProductNeeds(values)),
  Block({ values, shown: { data, number } }) {
    const pictures = picturesOf(values.pictures, data);
    const cards = values.pictures.length > 0 ? [] : chosenCards(values, data);
    const count = pictures.length + cards.length;
    if (count === 0) return null;
    const strip = `slides-${number}`;
    return (
      <Frame strip={strip} title={values.title} autoplay={values.autoplay} count={count}>
        <ul
          id={strip}
          className={`slides block-slides--${values.slides}${cards.length > 0 ? " slides--cards products" : ""}`}
          role="list"
        >
          {pictures.map((picture, index) => (
            <PictureSlide key={picture.id} picture={picture} number={index + 1} total={count} />
          ))}
          {cards.map((card) => (
            <ProductCard key={card.id} card={card} />
          ))}
        </ul>
      </Frame>
    );
  },
};

interface FrameProps {
  /** Id of the strip. */
  strip: string;
  title: string;
  /** In seconds. */
  autoplay: number | null;
  /** Number of slides. */
  count: number;
  children: ReactNode;
}

function Frame({ strip, title, autoplay, count, children }: FrameProps) {
  const { t } = useLocale();
  return (
    <section className="block block-carousel" aria-label={title || t("content.block.slides")}>
      <shop-carousel data-autoplay={autoplay ?? undefined}>
        <div className="section-head">
          {title && <p className="block-title">{title}</p>}
          {autoplay !== null && (
            <button type="button" className="slides-pause link" hidden>
              {t("content.block.pause")}
            </button>
          )}
          <SlideSteps strip={strip} />
        </div>
        {children}
        <div className="slides-dots" hidden>
          {Array.from({ length: count }, (_, index) => (
            <button
              key={index}
              type="button"
              data-slide={index}
              aria-controls={strip}
              aria-label={t("content.block.slide", { number: index + 1, total: count })}
            />
          ))}
        </div>
      </shop-carousel>
    </section>
  );
}

function PictureSlide({ picture, number, total }: { picture: ShopPicture; number: number; total: number }) {
  const { t } = useLocale();
  return (
    <li>
      <a
        href={mediaSrc(picture)}
        data-elementor-lightbox-title={picture.caption || picture.alt || undefined}
        aria-label={picture.alt ? undefined : t("content.block.picture", { number, total })}
      >
        <Picture picture={picture} sizes={slideSizes} />
      </a>
      {picture.caption && <p>{textOfHtml(picture.caption)}</p>}
    </li>
  );
}
