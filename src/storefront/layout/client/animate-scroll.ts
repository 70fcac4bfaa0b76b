import { shopperScrolls } from "./shopper-scrolls.ts";

/** Scrolls the page with one position per frame. See `scrollPage`. */
export function animateScroll(topOf: () => number, durationMs: number): Promise<boolean> {
  const from = window.scrollY;
  const stop = shopperScrolls();
  return new Promise((resolve) => {
    let start: number | undefined;
    const draw = (now: number) => {
      if (stop.aborted) return resolve(false);
      start ??= now;
      const part = Math.min((now - start) / durationMs, 1);
      const eased = (1 - Math.cos(part * Math.PI)) / 2;
      window.scrollTo({ top: from + (topOf() - from) * eased, behavior: "instant" });
      if (part < 1) requestAnimationFrame(draw);
      else resolve(true);
    };
    requestAnimationFrame(draw);
  });
}
