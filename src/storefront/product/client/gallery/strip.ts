const stripSelector = ".gallery-strip";

/** Class of a gallery after one of its thumbnails was clicked. */
export const usedClass = "is-used";

/** Dispatched at a gallery before a slide is shown, with the slide as `detail`. Preventing it prevents the scrolling. */
export const slideEvent = "shop-slide";

/** Scrolls the strip, but not the page, to a slide. */
export function showSlide(gallery: HTMLElement, slide: HTMLElement): void {
  const strip = stripOf(gallery);
  if (!strip) return;
  const event = new CustomEvent(slideEvent, { cancelable: true, detail: slide });
  if (gallery.dispatchEvent(event)) scrollToSlide(slide, strip);
  markCurrent(gallery, slide);
}

export function stripOf(gallery: HTMLElement): HTMLElement | null {
  return gallery.querySelector<HTMLElement>(stripSelector);
}

/** Scrolls the strip to a slide; without animation if the shopper prefers reduced motion. */
export function scrollToSlide(slide: HTMLElement, strip: HTMLElement): void {
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  strip.scrollTo({ left: scrollLeftOf(slide, strip), behavior: isReduced ? "instant" : "smooth" });
}

/** Returns the `scrollLeft` of the strip (px, negative in right-to-left text) at which it shows a slide. */
export function scrollLeftOf(slide: HTMLElement, strip: HTMLElement): number {
  const first = strip.firstElementChild;
  return first instanceof HTMLElement ? slide.offsetLeft - first.offsetLeft : 0;
}

/** Tells whether the shopper has moved the strip, by hand or by a thumbnail; it may still be moving. */
export function isMoved(gallery: HTMLElement): boolean {
  const strip = stripOf(gallery);
  const first = strip?.querySelector<HTMLElement>(":scope > :not(.slide-copy)");
  if (!strip || !first || gallery.classList.contains(usedClass) || strip.querySelector(":target")) return true;
  return Math.abs(strip.scrollLeft - scrollLeftOf(first, strip)) >= 1;
}

/** Marks the thumbnail of a slide, and links the full-size button to its picture. */
export function markCurrent(gallery: HTMLElement, slide: Element): void {
  linkFullSize(gallery, slide);
  for (const link of gallery.querySelectorAll<HTMLAnchorElement>(".flex-control-nav a")) {
    const isShown = link.hash === `#${slide.id}`;
    if (isShown) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    link.querySelector("img")?.classList.toggle("flex-active", isShown);
  }
}

function linkFullSize(gallery: HTMLElement, slide: Element): void {
  const picture = slide.querySelector("a");
  const link = gallery.querySelector<HTMLAnchorElement>(".woocommerce-product-gallery__trigger");
  if (link && picture) link.href = picture.href;
}

/** Links the full-size button to the current picture. Call after a picture was replaced. */
export function updateFullSizeLink(gallery: HTMLElement): void {
  const strip = stripOf(gallery);
  const current = strip && nearestSlide(strip);
  if (current) linkFullSize(gallery, current);
}

/** Returns the slide closest to the scroll position. */
export function nearestSlide(strip: HTMLElement): HTMLElement | undefined {
  const slides = [...strip.children].filter((child) => child instanceof HTMLElement);
  const distanceOf = (slide: HTMLElement) => Math.abs(scrollLeftOf(slide, strip) - strip.scrollLeft);
  return slides.toSorted((a, b) => distanceOf(a) - distanceOf(b))[0];
}
