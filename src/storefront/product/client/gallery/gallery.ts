import { closest } from "../../../client/closest.ts";
import { dispatch, listen } from "../../../client/events.ts";
import { hasModifier } from "../../../client/intercept.ts";
import { isLeft, startUnlessLeft, whenOthersStarted } from "../../../client/other-scripts.ts";
import { parameters } from "../../../client/requests/parameters.ts";
import { defineWidget } from "../../../client/widget.ts";
import { fullScreenOf } from "./full-screen.ts";
import { fitHeight, keepHeight } from "./gallery-height.ts";
import { slideTo } from "./slide-to.ts";
import { markCurrent, nearestSlide, showSlide, slideEvent, stripOf, usedClass } from "./strip.ts";
import { Zoom } from "./zoom.ts";

/**
 * Defines `<shop-gallery>`: thumbnails that slide the strip of pictures, zoom and the full-screen view, each if its setting is
 * on. Leaves everything to the original script if the page has it.
 */
export function defineGallery(): void {
  defineWidget("shop-gallery", (element, signal) => {
    const gallery = element.querySelector<HTMLElement>(".woocommerce-product-gallery");
    if (!gallery) return;
    startUnlessLeft("gallery", signal, (signal) => {
      startGallery(gallery, signal);
      signal.addEventListener("abort", dressOriginal);
    });
    whenOthersStarted(dressOriginal);
  });
}

/** Loads the styles of the original lightbox, whose script brings none. */
function dressOriginal(): void {
  if (!isLeft("gallery")) return;
  import("../../../lightbox/client/styles.ts").then((part) => part.adoptLightboxStyles(), reportError);
}

/** Dispatches the original script's events, for scripts that extend the gallery. Source: wire notes 4.5. */
function startGallery(gallery: HTMLElement, signal: AbortSignal): void {
  const switches = parameters("wc_single_product_params");
  dispatch(gallery, "wc-product-gallery-before-init", [gallery, switches]);
  if (switches?.flexslider_enabled) startSlides(gallery, signal);
  // Touching a picture zooms, if it can; otherwise it opens the full-screen view.
  const zoom = switches?.zoom_enabled ? new Zoom(gallery, signal) : undefined;
  const openFullScreen = switches?.photoswipe_enabled ? fullScreenOf(gallery) : undefined;
  const onClick = (event: MouseEvent) => {
    const link = closest<HTMLAnchorElement>(event, "a");
    if (!link || event.defaultPrevented || hasModifier(event)) return;
    const isTrigger = link.matches(".woocommerce-product-gallery__trigger");
    const slide = link.closest<HTMLElement>(".woocommerce-product-gallery__image");
    if (slide && zoom?.toggle(event, slide)) event.preventDefault();
    else if (openFullScreen && (isTrigger || slide)) {
      event.preventDefault();
      zoom?.end();
      openFullScreen(link, slide);
    }
  };
  gallery.addEventListener("click", onClick, { signal });
  dispatch(gallery, "wc-product-gallery-after-init", [gallery, switches]);
}

function startSlides(gallery: HTMLElement, signal: AbortSignal): void {
  const strip = stripOf(gallery);
  if (!strip || strip.children.length < 2) return;
  const onClick = (event: MouseEvent) => {
    const link = closest<HTMLAnchorElement>(event, ".flex-control-nav a");
    if (!link || hasModifier(event)) return;
    event.preventDefault();
    gallery.classList.add(usedClass);
    showSlideOf(gallery, link);
  };
  const onSlide = (event: Event) => {
    event.preventDefault();
    const { detail: slide } = event as CustomEvent<HTMLElement>;
    slideTo(slide, strip);
    fitHeight(strip, slide);
    markMedia(gallery, slide);
  };
  // Browsers do not scroll to every slide that gets the focus: not to those that start beyond the window's edge, say.
  const onFocus = (event: Event) => {
    const slide = [...strip.children].find((child) => child.contains(event.target as Node));
    if (slide instanceof HTMLElement && slide.querySelector(":focus-visible")) slideTo(slide, strip, "instant");
  };
  gallery.addEventListener("click", onClick, { signal });
  gallery.addEventListener(slideEvent, onSlide, { signal });
  strip.addEventListener("focusin", onFocus, { signal });
  keepHeight(strip, signal);
  trackStrip(gallery, strip, signal);
  // Sent by the original variation script to show a picture of the gallery, or the first one again.
  listen(gallery, "flexslider-click", (_, target) => showSlideOf(gallery, (target as Element).closest("a")), signal);
  const toFirst = () => strip.firstElementChild instanceof HTMLElement && showSlide(gallery, strip.firstElementChild);
  listen(gallery, "woocommerce_gallery_reset_slide_position", toFirst, signal);
  // A thumbnail clicked before this code had loaded, as a plain link.
  const slide = gallery.querySelector<HTMLElement>(":target");
  if (slide) showSlide(gallery, slide);
}

/** Hides the full-size button on a video or spin set, which has controls of its own. */
function markMedia(gallery: HTMLElement, slide: HTMLElement): void {
  gallery.classList.toggle("shows-media", slide.matches(".gallery-media"));
}

function showSlideOf(gallery: HTMLElement, thumbnail: HTMLAnchorElement | null): void {
  const slide = thumbnail && gallery.querySelector<HTMLElement>(`[id="${thumbnail.hash.slice(1)}"]`);
  if (slide) showSlide(gallery, slide);
}

/** Marks the current thumbnail when the strip is scrolled. */
function trackStrip(gallery: HTMLElement, strip: HTMLElement, signal: AbortSignal): void {
  const show = (current: HTMLElement | undefined) => {
    // On the way to another slide.
    if (!current || strip.classList.contains("is-sliding")) return;
    markCurrent(gallery, current);
    markMedia(gallery, current);
    fitHeight(strip, current);
  };
  // The observer does not notice a scroll back before the next slide was visible.
  strip.addEventListener("scrollend", () => show(nearestSlide(strip)), { signal });
  const observer = new IntersectionObserver(
    // A busy browser reports several slides in one call, the newest last.
    (entries) => show(entries.findLast(({ isIntersecting }) => isIntersecting)?.target as HTMLElement | undefined),
    { root: strip, threshold: 0.6 },
  );
  for (const slide of strip.children) observer.observe(slide);
  signal.addEventListener("abort", () => observer.disconnect());
}
