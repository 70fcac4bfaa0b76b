import { chromium, type Page } from "playwright-core";
import { chromiumFlags, findChromium } from "../tests/support/chromium.ts";
import { atEnd } from "./ending.ts";

/** How much slower than this machine. */
export const slowDown = 6;

/** What the shopper of a slow phone went through, over all pages that he opened. */
export interface Felt {
  /** Ms from a key or a tap to the next picture on the screen, by interaction; of those under 16 ms only the first of a page. */
  delays: number[];
  /** Sum of all layout shifts, whatever came before them. */
  shift: number;
}

export interface SlowPhone {
  page: Page;
  /** @throws what a page threw. */
  felt: () => Promise<Felt>;
  close: () => Promise<void>;
}

/** A page in a browser of its own that is slowed down once `ready` is there. */
export async function openSlowPhone(url: string, ready: string, width = 360): Promise<SlowPhone> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: [...chromiumFlags] });
  const close = atEnd(() => browser.close());
  const page = await browser.newPage({ viewport: { width, height: 740 }, hasTouch: true });
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(observe);
  await page.goto(url);
  await page.waitForSelector(ready);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  const felt = async () => {
    if (errors[0]) throw errors[0];
    return page.evaluate(() => {
      const pages = Object.entries(sessionStorage).filter(([key]) => key.startsWith("felt "));
      const all = pages.map(([, value]) => JSON.parse(value as string) as Felt);
      return { delays: all.flatMap(({ delays }) => delays), shift: all.reduce((sum, { shift }) => sum + shift, 0) };
    });
  };
  return { page, felt, close };
}

/**
 * Runs in each page, before its scripts; what it sees stays when the page goes. No function of it has a name: how they are
 * compiled here, named ones need a helper that the page has not.
 */
function observe(): void {
  const felt: Felt = { delays: [], shift: 0 };
  const byInteraction = new Map<number, number>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number; value?: number })[]) {
      felt.shift += entry.value ?? 0;
      if (entry.interactionId)
        byInteraction.set(entry.interactionId, Math.max(entry.duration, byInteraction.get(entry.interactionId) ?? 0));
    }
    felt.delays = [...byInteraction.values()];
    sessionStorage.setItem(`felt ${performance.timeOrigin}`, JSON.stringify(felt));
  });
  observer.observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  observer.observe({ type: "layout-shift", buffered: true });
}
