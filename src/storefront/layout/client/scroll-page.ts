/**
 * Scrolls the page in a fixed time; at once if the shopper prefers reduced motion. The shopper's own scrolling stops it.
 * @param topOf returns the scroll position in px; asked again while scrolling, because content above may still load
 * @returns false if the shopper stopped it
 */
export async function scrollPage(topOf: () => number, durationMs: number): Promise<boolean> {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    const part = await import("./animate-scroll.ts").catch(reportError);
    if (part) return part.animateScroll(topOf, durationMs);
  }
  window.scrollTo({ top: topOf(), behavior: "instant" });
  return true;
}
