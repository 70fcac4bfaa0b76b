import type { Page } from "playwright-core";

/** Sums up all layout shifts, including those right after input. Call it before opening the page. */
export async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    const add = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
    };
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  });
  return async () => {
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    return page.evaluate(() => (window as never as { shifts: { sum: number } }).shifts.sum);
  };
}
