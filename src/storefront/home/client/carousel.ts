import { nearestSlide, scrollLeftOf, scrollToSlide } from "../../product/client/gallery/strip.ts";

/** Tolerance of scroll positions, in px: browsers scroll by fractions of a pixel. */
const tolerancePx = 2;

/** The strip rests this long after the last scroll event. Older browsers have no scrollend. */
const restMs = 200;

/**
 * Shows the buttons and dots that scroll the strip, unless all slides are in view. Arrow keys do the same. With `data-autoplay`
 * (seconds) it moves by itself until it is touched, focused or paused; never if the shopper prefers reduced motion.
 */
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
  const dots = [...element.querySelectorAll<HTMLButtonElement>(".slides-dots [data-slide]")];
  const go = (next: Element | null | undefined) => {
    if (!(next instanceof HTMLElement)) return;
    scrollToSlide((target = next), strip);
    waitForRest();
  };
  const step = (by: 1 | -1) => {
    const slides = [...strip.children].filter((child) => child instanceof HTMLElement);
    const from = target ? positionOf(target, strip) : Math.abs(strip.scrollLeft);
    const isFurther = (slide: HTMLElement) => by * (positionOf(slide, strip) - from) >= tolerancePx;
    go(by === 1 ? slides.find(isFurther) : slides.findLast(isFurther));
  };
  const update = () => {
    const scrollable = strip.scrollWidth - strip.clientWidth;
    const scrolled = Math.abs(strip.scrollLeft);
    steps.hidden = scrollable < tolerancePx;
    back.ariaDisabled = String(scrolled < tolerancePx);
    on.ariaDisabled = String(scrollable - scrolled < tolerancePx);
    markDot(dots, strip, scrollable - scrolled < tolerancePx);
    const row = dots[0]?.parentElement;
    if (row) row.hidden = steps.hidden;
  };
  const onClick = (event: Event) => {
    const pressed = event.target as Element;
    const dot = dots.findIndex((one) => one === pressed);
    if (dot >= 0) return go(strip.children[dot]);
    const button = pressed.closest(".slides-step");
    if (!button || button.ariaDisabled === "true") return;
    step(button === on ? 1 : -1);
  };
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    step(getComputedStyle(strip).direction === "rtl" ? (by === 1 ? -1 : 1) : by);
  };
  strip.addEventListener("keydown", onKey, { signal });
  element.addEventListener("click", onClick, { signal });
  strip.addEventListener("scroll", update, { passive: true, signal });
  strip.addEventListener("scroll", waitForRest, { passive: true, signal });
  const observer = new ResizeObserver(update);
  observer.observe(strip);
  signal.addEventListener("abort", () => observer.disconnect());
  startAutoplay(element, strip, { step, restart: () => go(strip.firstElementChild) }, signal);
}

/** Returns how far (px) the strip is scrolled to show a slide. The last ones share the end if several fit in. */
function positionOf(slide: HTMLElement, strip: HTMLElement): number {
  return Math.min(Math.abs(scrollLeftOf(slide, strip)), strip.scrollWidth - strip.clientWidth);
}

function markDot(dots: readonly HTMLElement[], strip: HTMLElement, isAtEnd: boolean): void {
  if (dots.length === 0) return;
  const shown = isAtEnd ? dots.length - 1 : [...strip.children].indexOf(nearestSlide(strip) ?? strip);
  for (const [index, dot] of dots.entries()) {
    if (index === shown) dot.setAttribute("aria-current", "true");
    else dot.removeAttribute("aria-current");
  }
}

function startAutoplay(
  element: HTMLElement,
  strip: HTMLElement,
  { step, restart }: { step: (by: 1 | -1) => void; restart: () => void },
  signal: AbortSignal,
): void {
  const seconds = Number(element.dataset.autoplay);
  const pause = element.querySelector<HTMLElement>(".slides-pause");
  if (!seconds || !pause || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const stopped = new AbortController();
  const stop = () => {
    clearInterval(timer);
    pause.hidden = true;
    stopped.abort();
  };
  const timer = setInterval(() => {
    if (document.hidden) return;
    if (strip.scrollWidth - strip.clientWidth - Math.abs(strip.scrollLeft) < tolerancePx) restart();
    else step(1);
  }, seconds * 1000);
  pause.hidden = false;
  for (const sign of ["pointerdown", "focusin", "wheel", "touchstart"])
    element.addEventListener(sign, stop, { passive: true, signal: stopped.signal });
  signal.addEventListener("abort", stop, { signal: stopped.signal });
}
