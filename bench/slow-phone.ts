import { chromium, type Page } from "playwright-core";
import { chromiumFlags, findChromium } from "../tests/support/chromium.ts";
import { onExit } from "./cleanup.ts";

/** Factor by which the CPU is slowed down. */
export const slowDown = 6;

/** Measured over all pages opened so far. */
export interface PageMetrics {
  /** Ms from a key press or tap to the next paint, per interaction. Of those under 16 ms, only a page's first is reported. */
  delays: number[];
  /** Sum of all layout shifts, including those right after input. */
  shift: number;
}

export interface SlowPhone {
  page: Page;
  /** @throws the first uncaught error of the page */
  metrics: () => Promise<PageMetrics>;
  close: () => Promise<void>;
}

/** Opens a page in its own browser and slows it down once the selector `ready` matches. */
export async function openSlowPhone(url: string, ready: string, width = 360): Promise<SlowPhone> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: [...chromiumFlags] });
  const close = onExit(() => browser.close());
  const page = await browser.newPage({ viewport: { width, height: 740 }, hasTouch: true });
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(observe);
  await page.goto(url);
  await page.waitForSelector(ready);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  const metrics = async () => {
    if (errors[0]) throw errors[0];
    return page.evaluate(() => {
      const pages = Object.entries(sessionStorage).filter(([key]) => key.startsWith("metrics "));
      const all = pages.map(([, value]) => JSON.parse(value as string) as PageMetrics);
      return { delays: all.flatMap(({ delays }) => delays), shift: all.reduce((sum, { shift }) => sum + shift, 0) };
    });
  };
  return { page, metrics, close };
}

/**
 * Runs in each page before its scripts; keeps results across pages in sessionStorage. Contains no named functions, because
 * the compiler gives those a helper that does not exist in the page.
 */
function observe(): void {
  const metrics: PageMetrics = { delays: [], shift: 0 };
  const byInteraction = new Map<number, number>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number; value?: number })[]) {
      metrics.shift += entry.value ?? 0;
      if (entry.interactionId)
        byInteraction.set(entry.interactionId, Math.max(entry.duration, byInteraction.get(entry.interactionId) ?? 0));
    }
    metrics.delays = [...byInteraction.values()];
    sessionStorage.setItem(`metrics ${performance.timeOrigin}`, JSON.stringify(metrics));
  });
  observer.observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  observer.observe({ type: "layout-shift", buffered: true });
}
