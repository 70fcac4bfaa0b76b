import type { Page } from "playwright-core";

export interface LayoutShift {
  value: number;
  /** For each element that moved: the start of its HTML, and its rectangle before and after. */
  moved: string[];
}

type Entry = PerformanceEntry & {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/** Records all layout shifts of the current page, including those right after input. Call it before opening the page. */
export async function recordShifts(page: Page): Promise<() => Promise<LayoutShift[]>> {
  await page.addInitScript(() => {
    const shifts: LayoutShift[] = [];
    Object.assign(window, { shifts });
    const add = (list: PerformanceObserverEntryList) => {
      for (const { value, sources } of list.getEntries() as Entry[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const html = node instanceof Element ? node.outerHTML : node?.textContent;
          const [before, after] = [previousRect, currentRect].map((at) => `${at.x},${at.y} ${at.width}x${at.height}`);
          return `${html?.slice(0, 100)}: ${before} -> ${after}`;
        });
        shifts.push({ value, moved });
      }
    };
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  });
  return async () => {
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    return page.evaluate(() => (window as never as { shifts: LayoutShift[] }).shifts);
  };
}

/** Sums up what `recordShifts` records. */
export async function countShifts(page: Page): Promise<() => Promise<number>> {
  const shifts = await recordShifts(page);
  return async () => (await shifts()).reduce((sum, { value }) => sum + value, 0);
}
