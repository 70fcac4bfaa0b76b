import { scrollLeftOf } from "./strip.ts";

/** Source: storefront specification 9, "Gallery slider". */
const slideMs = 500;

/** Events of the shopper that end the animation. */
const takeovers = ["pointerdown", "wheel", "touchstart"] as const;

/**
 * Scrolls a strip to a slide in 500 ms, or at once if asked to or if the shopper prefers reduced motion. Scrolling by hand and
 * a call for another slide end it.
 */
export function slideTo(slide: HTMLElement, strip: HTMLElement, behavior?: "instant"): void {
  strip.dispatchEvent(new Event("shop-slide-end"));
  const jump = (left: number) => strip.scrollTo({ left, behavior: "instant" });
  const target = () => scrollLeftOf(slide, strip);
  const from = strip.scrollLeft;
  const isReduced = behavior === "instant" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (isReduced || Math.abs(target() - from) < 1) return jump(target());
  const running = new AbortController();
  const { signal } = running;
  const end = () => {
    running.abort();
    strip.classList.remove("is-sliding");
  };
  let start: number | undefined;
  const draw = (now: number) => {
    if (signal.aborted) return;
    start ??= now;
    const part = Math.min((now - start) / slideMs, 1);
    jump(from + (target() - from) * ((1 - Math.cos(part * Math.PI)) / 2));
    if (part < 1) requestAnimationFrame(draw);
    else end();
  };
  // Without snapping, which would hold the strip at the nearest slide.
  strip.classList.add("is-sliding");
  for (const name of [...takeovers, "shop-slide-end"]) strip.addEventListener(name, end, { signal, passive: true });
  requestAnimationFrame(draw);
}
