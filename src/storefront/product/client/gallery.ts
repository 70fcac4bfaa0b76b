import { defineWidget } from "../../client/widget.ts";

const stripSelector = ".gallery-strip";

/** Class of a gallery after one of its thumbnails was clicked. */
const usedClass = "is-used";

/** Defines `<shop-gallery>`: its thumbnails scroll the strip of pictures, and the thumbnail of the picture shown is marked. */
export function defineGallery(): void {
  defineWidget("shop-gallery", (element, signal) => {
    const gallery = element.querySelector<HTMLElement>(".woocommerce-product-gallery");
    if (gallery) startGallery(gallery, signal);
  });
}

function startGallery(gallery: HTMLElement, signal: AbortSignal): void {
  const onClick = (event: Event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(".flex-control-nav a");
    const slide = link && gallery.querySelector<HTMLElement>(`[id="${link.hash.slice(1)}"]`);
    if (!slide) return;
    event.preventDefault();
    gallery.classList.add(usedClass);
    showSlide(gallery, slide);
  };
  gallery.addEventListener("click", onClick, { signal });
  trackStrip(gallery, signal);
  // A thumbnail clicked before this code had loaded, as a plain link.
  const slide = gallery.querySelector<HTMLElement>(":target");
  if (slide) showSlide(gallery, slide);
}

/** Scrolls the strip, but not the page, to a slide. */
export function showSlide(gallery: HTMLElement, slide: HTMLElement): void {
  const strip = gallery.querySelector<HTMLElement>(stripSelector);
  if (!strip) return;
  scrollToSlide(slide, strip);
  markCurrent(gallery, slide);
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
  const strip = gallery.querySelector<HTMLElement>(stripSelector);
  const first = strip?.querySelector<HTMLElement>(":scope > :not(.slide-copy)");
  if (!strip || !first || gallery.classList.contains(usedClass) || strip.querySelector(":target")) return true;
  return Math.abs(strip.scrollLeft - scrollLeftOf(first, strip)) >= 1;
}

/** Marks the thumbnail of a slide, and links the full-size button to its picture. */
function markCurrent(gallery: HTMLElement, slide: Element): void {
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
  const strip = gallery.querySelector<HTMLElement>(stripSelector);
  const current = strip && nearestSlide(strip);
  if (current) linkFullSize(gallery, current);
}

/** Marks the current thumbnail when the strip is scrolled. */
function trackStrip(gallery: HTMLElement, signal: AbortSignal): void {
  const strip = gallery.querySelector<HTMLElement>(stripSelector);
  if (!strip || strip.children.length < 2) return;
  const onScrollEnd = () => {
    const current = nearestSlide(strip);
    if (current) markCurrent(gallery, current);
  };
  // The observer does not notice a scroll back before the next slide was visible.
  strip.addEventListener("scrollend", onScrollEnd, { signal });
  const observer = new IntersectionObserver(
    (entries) => {
      const current = entries.find(({ isIntersecting }) => isIntersecting);
      if (current) markCurrent(gallery, current.target);
    },
    { root: strip, threshold: 0.6 },
  );
  for (const slide of strip.children) observer.observe(slide);
  signal.addEventListener("abort", () => observer.disconnect());
}

/** Returns the slide closest to the scroll position. */
export function nearestSlide(strip: HTMLElement): HTMLElement | undefined {
  const slides = [...strip.children].filter((child) => child instanceof HTMLElement);
  const distanceOf = (slide: HTMLElement) => Math.abs(scrollLeftOf(slide, strip) - strip.scrollLeft);
  return slides.toSorted((a, b) => distanceOf(a) - distanceOf(b))[0];
}
