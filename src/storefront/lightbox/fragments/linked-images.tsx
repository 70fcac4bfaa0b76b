import type { ReactNode } from "react";
import { useLocale } from "#ui/locale.tsx";
import { lightboxTexts } from "./lightbox-texts.ts";
import { shareTexts } from "./share-texts.ts";

interface LinkedImagesProps {
  /** The HTML of the children. */
  html: string;
  /** Title of the article or page, which names the lightbox. */
  title: string;
  children: ReactNode;
}

const imageLink = /<a\s[^>]*\bhref="[^"]+\.(?:jpe?g|png|webp|avif|gif)(?:[?#][^"]*)?"/i;

/** Wraps text whose links to images open in a lightbox. Adds nothing to a text without any. */
export function LinkedImages({ html, title, children }: LinkedImagesProps) {
  const { t } = useLocale();
  if (!imageLink.test(html)) return children;
  const label = t("lightbox.imagesOf", { title });
  return (
    <shop-images
      data-lightbox={lightboxTexts(t, label, t("lightbox.imageFailed"))}
      data-share={JSON.stringify(shareTexts(t))}
      data-thumbnail={t("lightbox.thumbnail", { number: "{number}" })}
    >
      {children}
    </shop-images>
  );
}
