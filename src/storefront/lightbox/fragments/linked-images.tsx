import type { ReactNode } from "react";
import { useLocale } from "#ui/locale.tsx";
import { lightboxTexts } from "./lightbox-texts.ts";
import { shareTexts } from "./share-texts.ts";

interface LinkedImagesProps {
  /** Whether the children have links to images. */
  areThere: boolean;
  /** Title of the article or page, which names the lightbox. */
  title: string;
  children: ReactNode;
}

/** Wraps text whose links to images open in a lightbox. Adds nothing to a text without any. */
export function LinkedImages({ areThere, title, children }: LinkedImagesProps) {
  const { t } = useLocale();
  if (!areThere) return children;
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
