import type { openLightbox } from "../../../lightbox/client/lightbox.ts";
import { lightboxOpener } from "../../../lightbox/client/lightbox-opener.ts";
import { pictureOf } from "./slide-picture.ts";
import { nearestSlide, showSlide, stripOf } from "./strip.ts";

/** Opens a gallery's lightbox on a slide, or on the active one (null). The link gets the focus back. */
export type OpenFullScreen = (link: HTMLAnchorElement, slide: HTMLElement | null) => void;

export function fullScreenOf(gallery: HTMLElement): OpenFullScreen {
  const open = lightboxOpener(() => import("../../../lightbox/client/lightbox.ts"));
  return (link, slide) => open(link, (part) => part.openLightbox(lightboxOf(gallery, link, slide)));
}

function lightboxOf(
  gallery: HTMLElement,
  opener: HTMLElement,
  chosen: HTMLElement | null,
): Parameters<typeof openLightbox>[0] {
  const strip = stripOf(gallery);
  const isSlider = strip !== null && strip.scrollWidth > strip.clientWidth;
  const active = chosen ?? (isSlider ? nearestSlide(strip) : strip?.firstElementChild);
  const shown = [...(strip?.children ?? [])].flatMap((slide) => {
    const picture = pictureOf(slide);
    return picture && slide instanceof HTMLElement ? [{ slide, picture }] : [];
  });
  const at = shown.findIndex(({ slide }) => slide === active);
  return {
    pictures: shown.map(({ picture }) => picture),
    at: Math.max(at, 0),
    opener,
    texts: gallery.closest<HTMLElement>("[data-lightbox]")?.dataset.lightbox ?? "{}",
    onClose: (last) => {
      const slide = shown[last]?.slide;
      if (!slide || !isSlider) return undefined;
      showSlide(gallery, slide);
      // A link on another slide is out of sight now.
      return opener.closest(".woocommerce-product-gallery__image") && slide.querySelector("a");
    },
  };
}
