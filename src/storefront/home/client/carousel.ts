import { nearestSlide, scrollToSlide } from "../../product/client/gallery/strip.ts";

/** Tolerance of scroll positions, in px: browsers scroll by fractions of a pixel. */
const tolerancePx = 2;

/** The strip rests this long after the last scroll event. Older browsers have no scrollend. */
const restMs = 200;

/** Shows the buttons that scroll the strip by one slide, unless all slides are in view. */
export function startCarousel(element: HTMLElement, signal: AbortSignal): void {
  const strip = element.querySelector<HTMLElement>(".slides");
  const steps = element.querySelector<HTMLElement>(".slides-steps");
  const [back, on] = element.querySelectorAll<HTMLButtonElement>(".slides-step");
  if (!strip || !steps || !back || !on) return;
  /** The slide to which a button is scrolling the strip; the next click starts from it. */
  let target: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitForRest = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (target = undefined), restMs);
  };
  const update = () => {
    const scrollable = strip.scrollWidth - strip.clientWidth;
    const scrolled = Math.abs(strip.scrollLeft);
    steps.hidden = scrollable < tolerancePx;
    back.ariaDisabled = String(scrolled < tolerancePx);
    on.ariaDisabled = String(scrollable - scrolled < tolerancePx);
  };
  const onClick = (event: Event) => {
    const button = (event.target as Element).closest(".slides-step");
    if (!button || button.ariaDisabled === "true") return;
    const from = target ?? nearestSlide(strip);
    const next = button === on ? from?.nextElementSibling : from?.previousElementSibling;
    if (!(next instanceof HTMLElement)) return;
    scrollToSlide((target = next), strip);
    waitForRest();
  };
  element.addEventListener("click", onClick, { signal });
  strip.addEventListener("scroll", update, { passive: true, signal });
  strip.addEventListener("scroll", waitForRest, { passive: true, signal });
  const observer = new ResizeObserver(update);
  observer.observe(strip);
  signal.addEventListener("abort", () => observer.disconnect());
}
