import { pictureOf } from "./slide-picture.ts";
import { nearestSlide, showSlide, stripOf } from "./strip.ts";

/** Opens the gallery's pictures in the lightbox, whose code is loaded by then. */
export class FullScreen {
  readonly #gallery: HTMLElement;
  #isOpening = false;

  constructor(gallery: HTMLElement) {
    this.#gallery = gallery;
  }

  /**
   * Opens the lightbox on a slide, or on the active one. If its code cannot be loaded, follows the link to the picture.
   * @param opener gets the focus back
   */
  open(opener: HTMLAnchorElement, slide: HTMLElement | null): void {
    if (this.#isOpening) return;
    this.#isOpening = true;
    void this.#open(opener, slide).finally(() => {
      this.#isOpening = false;
    });
  }

  async #open(opener: HTMLAnchorElement, chosen: HTMLElement | null): Promise<void> {
    const part = await import("../../../lightbox/client/lightbox.ts").catch(() => undefined);
    if (!part) return window.location.assign(opener.href);
    const strip = stripOf(this.#gallery);
    const isSlider = strip !== null && strip.scrollWidth > strip.clientWidth;
    const active = chosen ?? (isSlider ? nearestSlide(strip) : strip?.firstElementChild);
    const shown = [...(strip?.children ?? [])].flatMap((slide) => {
      const picture = pictureOf(slide);
      return picture && slide instanceof HTMLElement ? [{ slide, picture }] : [];
    });
    const at = shown.findIndex(({ slide }) => slide === active);
    part.openLightbox({
      pictures: shown.map(({ picture }) => picture),
      at: Math.max(at, 0),
      opener,
      texts: this.#gallery.closest<HTMLElement>("[data-lightbox]")?.dataset.lightbox ?? "{}",
      onClose: (last) => {
        const slide = shown[last]?.slide;
        if (slide && isSlider) showSlide(this.#gallery, slide);
      },
    });
  }
}
