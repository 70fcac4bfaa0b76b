import { pictureOf } from "./slide-picture.ts";
import { nearestSlide } from "./strip.ts";

/** Makes the strip as high as a slide's picture. Does nothing while all pictures have the same proportions. */
export function fitHeight(strip: HTMLElement, slide: HTMLElement): void {
  const first = strip.firstElementChild;
  const own = ratioOf(slide);
  const usual = first && ratioOf(first);
  if (!own || !usual || (Math.abs(own - usual) < 0.01 && strip.style.blockSize === "")) return;
  strip.style.blockSize = `${strip.clientWidth / own}px`;
}

/** Adjusts the height when the strip's width changes. */
export function keepHeight(strip: HTMLElement, signal: AbortSignal): void {
  let width = strip.clientWidth;
  const observer = new ResizeObserver(() => {
    if (strip.clientWidth === width) return;
    width = strip.clientWidth;
    const current = nearestSlide(strip);
    if (current) fitHeight(strip, current);
  });
  observer.observe(strip);
  signal.addEventListener("abort", () => {
    observer.disconnect();
    strip.style.blockSize = "";
  });
}

/** Returns width / height of a slide's picture, which may not have loaded; undefined without a picture. */
function ratioOf(slide: Element): number | undefined {
  const picture = pictureOf(slide);
  return picture && picture.width > 0 && picture.height > 0 ? picture.width / picture.height : undefined;
}
