const gallerySelector = ".woocommerce-product-gallery";
const stripSelector = ".gallery-strip";

/** Galleries whose thumbnails were pressed. */
const asked = new WeakSet<HTMLElement>();

/** Thumbnails move the strip of pictures, and the one whose picture is shown is marked, however the strip was moved. */
export function startGallery(): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(".flex-control-nav a");
    const gallery = link?.closest<HTMLElement>(gallerySelector);
    const slide = gallery?.querySelector<HTMLElement>(`[id="${link?.hash.slice(1)}"]`);
    if (!gallery || !slide) return;
    event.preventDefault();
    asked.add(gallery);
    showSlide(gallery, slide);
  });
  for (const gallery of document.querySelectorAll<HTMLElement>(gallerySelector)) {
    followStrip(gallery);
    // A thumbnail that was followed as a plain link before this ran.
    const slide = gallery.querySelector<HTMLElement>(":target");
    if (slide) showSlide(gallery, slide);
  }
}

/** Moves the strip to a picture without moving the page. */
export function showSlide(gallery: HTMLElement, slide: HTMLElement): void {
  const strip = gallery.querySelector<HTMLElement>(stripSelector);
  if (!strip) return;
  glideTo(slide, strip);
  markShown(gallery, slide);
}

/** Moves the strip to a slide before the shopper's eyes, or at once where he wants no motion. */
export function glideTo(slide: HTMLElement, strip: HTMLElement): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  strip.scrollTo({ left: placeOf(slide, strip), behavior: isStill ? "instant" : "smooth" });
}

/** How far the strip is scrolled (px, in its writing direction's sense) when it stands at a slide. */
export function placeOf(slide: HTMLElement, strip: HTMLElement): number {
  const first = strip.firstElementChild;
  return first instanceof HTMLElement ? slide.offsetLeft - first.offsetLeft : 0;
}

/** Whether the shopper has moved the strip, by hand or by a thumbnail, though it may still be on its way. */
export function isMoved(gallery: HTMLElement): boolean {
  const strip = gallery.querySelector<HTMLElement>(stripSelector);
  const first = strip?.querySelector<HTMLElement>(":scope > :not(.slide-copy)");
  if (!strip || !first || asked.has(gallery) || strip.querySelector(":target")) return true;
  return Math.abs(strip.scrollLeft - placeOf(first, strip)) >= 1;
}

/** Marks the thumbnail of the picture that is shown, and lets the way to the full size lead to that picture. */
function markShown(gallery: HTMLElement, slide: Element): void {
  leadToFullSize(gallery, slide);
  for (const link of gallery.querySelectorAll<HTMLAnchorElement>(".flex-control-nav a")) {
    const isShown = link.hash === `#${slide.id}`;
    if (isShown) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    link.querySelector("img")?.classList.toggle("flex-active", isShown);
  }
}

function leadToFullSize(gallery: HTMLElement, slide: Element): void {
  const picture = slide.querySelector("a");
  const link = gallery.querySelector<HTMLAnchorElement>(".woocommerce-product-gallery__trigger");
  if (link && picture) link.href = picture.href;
}

/** Another picture stands in the place of one, which may be the shown one. */
export function pictureReplaced(gallery: HTMLElement): void {
  const strip = gallery.querySelector<HTMLElement>(stripSelector);
  const shown = strip && nearestSlide(strip);
  if (shown) leadToFullSize(gallery, shown);
}

/** A finger or the arrow keys move the strip too. */
function followStrip(gallery: HTMLElement): void {
  const strip = gallery.querySelector<HTMLElement>(stripSelector);
  if (!strip || strip.children.length < 2) return;
  // A strip turned back before the next picture came into view tells the observer nothing.
  strip.addEventListener("scrollend", () => {
    const shown = nearestSlide(strip);
    if (shown) markShown(gallery, shown);
  });
  const observer = new IntersectionObserver(
    (entries) => {
      const shown = entries.find(({ isIntersecting }) => isIntersecting);
      if (shown) markShown(gallery, shown.target);
    },
    { root: strip, threshold: 0.6 },
  );
  for (const slide of strip.children) observer.observe(slide);
}

/** The picture that the strip stands at, in either reading direction. */
export function nearestSlide(strip: HTMLElement): HTMLElement | undefined {
  const slides = [...strip.children].filter((child) => child instanceof HTMLElement);
  const distanceOf = (slide: HTMLElement) => Math.abs(placeOf(slide, strip) - strip.scrollLeft);
  return slides.toSorted((a, b) => distanceOf(a) - distanceOf(b))[0];
}
