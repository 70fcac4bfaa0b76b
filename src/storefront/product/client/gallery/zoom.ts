import { closest } from "../../../client/closest.ts";
import { listen } from "../../../client/events.ts";
import { pictureOf } from "./slide-picture.ts";

const slideSelector = ".woocommerce-product-gallery__image";

/**
 * Shows the large version of a picture while the mouse is over it, or from one tap to the next; the pointer's position selects the
 * part that is shown. Each slide is checked, because only pictures that are wider than the gallery are enlarged.
 */
export class Zoom {
  readonly #gallery: HTMLElement;
  #slide: HTMLElement | undefined;
  #image: HTMLImageElement | undefined;
  /** Whether the last press was by finger or pen. Not every browser says so in the click. */
  #isTouched = matchMedia("(hover: none)").matches;

  constructor(gallery: HTMLElement, signal: AbortSignal) {
    this.#gallery = gallery;
    const onOver = (event: PointerEvent) => {
      const slide = closest(event, slideSelector);
      if (event.pointerType === "mouse" && slide && slide !== this.#slide) this.#start(slide, event);
    };
    const onMove = (event: PointerEvent) => this.#move(event);
    const onOut = ({ pointerType, relatedTarget }: PointerEvent) => {
      const isInside = relatedTarget instanceof Node && this.#slide?.contains(relatedTarget);
      if (pointerType === "mouse" && !isInside) this.end();
    };
    gallery.addEventListener("pointerdown", ({ pointerType }) => (this.#isTouched = pointerType !== "mouse"), {
      signal,
    });
    gallery.addEventListener("pointerover", onOver, { signal });
    gallery.addEventListener("pointermove", onMove, { signal });
    gallery.addEventListener("pointerout", onOut, { signal });
    gallery.addEventListener("keydown", ({ key }) => key === "Escape" && this.end(), { signal });
    // Another picture has taken the place of one.
    listen(gallery, "woocommerce_gallery_init_zoom", () => this.end(), signal);
    signal.addEventListener("abort", () => this.end());
    this.#startUnderMouse();
  }

  /** Starts on the slide under a mouse that came before this code. Its middle is shown until the mouse moves again. */
  #startUnderMouse(): void {
    const slide = matchMedia("(hover: hover)").matches && this.#gallery.querySelector(`${slideSelector}:hover`);
    if (!(slide instanceof HTMLElement)) return;
    const { left, top, width, height } = slide.getBoundingClientRect();
    this.#start(slide, { clientX: left + width / 2, clientY: top + height / 2 });
  }

  /** Starts or ends the zoom of a slide. @returns false if it was not touched, or has no larger picture */
  toggle(event: MouseEvent, slide: HTMLElement): boolean {
    const isByKey = slide.querySelector(":focus-visible") !== null;
    if (!this.#isTouched || isByKey || !this.#isZoomable(slide)) return false;
    if (this.#slide === slide) this.end();
    else this.#start(slide, event);
    return true;
  }

  end(): void {
    this.#slide?.classList.remove("is-zoomed");
    this.#image?.remove();
    this.#slide = this.#image = undefined;
  }

  #isZoomable(slide: HTMLElement): boolean {
    return (pictureOf(slide)?.width ?? 0) > this.#gallery.clientWidth;
  }

  #start(slide: HTMLElement, at: Pick<MouseEvent, "clientX" | "clientY">): void {
    this.end();
    const picture = this.#isZoomable(slide) ? pictureOf(slide) : undefined;
    if (!picture) return;
    const image = document.createElement("img");
    image.className = "zoomImg";
    image.alt = "";
    image.width = picture.width;
    image.height = picture.height;
    image.addEventListener("load", () => image.classList.add("is-loaded"));
    image.src = picture.src;
    this.#slide = slide;
    this.#image = image;
    slide.append(image);
    slide.classList.add("is-zoomed");
    this.#move(at);
  }

  #move({ clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">): void {
    const [slide, image] = [this.#slide, this.#image];
    if (!slide || !image) return;
    const { left, top, width, height } = slide.getBoundingClientRect();
    const part = (at: number, size: number) => Math.min(Math.max(at / size, 0), 1);
    const x = (width - image.width) * part(clientX - left, width);
    const y = Math.min(height - image.height, 0) * part(clientY - top, height);
    image.style.transform = `translate(${x}px, ${y}px)`;
  }
}
