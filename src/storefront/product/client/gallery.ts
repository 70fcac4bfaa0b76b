const gallerySelector = ".woocommerce-product-gallery";
const stripSelector = ".gallery-strip";

/** Class of a gallery after one of its thumbnails was clicked. */
const usedClass = "is-used";

/** Makes thumbnails scroll the strip of pictures, and marks the thumbnail of the picture shown. */
export function startGallery(): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(".flex-control-nav a");
    const gallery = link?.closest<HTMLElement>(gallerySelector);
    const slide = gallery?.querySelector<HTMLElement>(`[id="${link?.hash.slice(1)}"]`);
    if (!gallery || !slide) return;
    event.preventDefault();
    gallery.classList.add(usedClass);
    showSlide(gallery, slide);
  });
  for (const gallery of document.querySelectorAll<HTMLElement>(gallerySelector)) {
    trackStrip(gallery);
    // A thumbnail clicked before this code had loaded, as a plain link.
    const slide = gallery.querySelector<HTMLElement>(":target");
    if (slide) showSlide(gallery, slide);
  }
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
function trackStrip(gallery: HTMLElement): void {
  const strip = gallery.querySelector<HTMLElement>(stripSelector);
  if (!strip || strip.children.length < 2) return;
  // The observer does not notice a scroll back before the next slide was visible.
  strip.addEventListener("scrollend", () => {
    const current = nearestSlide(strip);
    if (current) markCurrent(gallery, current);
  });
  const observer = new IntersectionObserver(
    (entries) => {
      const current = entries.find(({ isIntersecting }) => isIntersecting);
      if (current) markCurrent(gallery, current.target);
    },
    { root: strip, threshold: 0.6 },
  );
  for (const slide of strip.children) observer.observe(slide);
}

/** Returns the slide closest to the scroll position. */
export function nearestSlide(strip: HTMLElement): HTMLElement | undefined {
  const slides = [...strip.children].filter((child) => child instanceof HTMLElement);
  const distanceOf = (slide: HTMLElement) => Math.abs(scrollLeftOf(slide, strip) - strip.scrollLeft);
  return slides.toSorted((a, b) => distanceOf(a) - distanceOf(b))[0];
}
