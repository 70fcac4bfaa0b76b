import { chromium, type Page } from "playwright-core";
import { chromiumFlags, findChromium } from "../tests/support/chromium.ts";
import { atEnd } from "./ending.ts";
import type { Figure } from "./figure.ts";
import type { Shop } from "./shop.ts";

/** A slow phone against this machine. */
const slowDown = 6;
const choices = 24;

interface Seen {
  /** Ms from a key to the next picture on the screen, by interaction. */
  delays: number[];
  shift: number;
}

/** Choices by key in a browser that is slowed down: how soon they are seen, and whether anything moves. */
export async function measureChoices({ origin }: Shop, path: string): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: [...chromiumFlags] });
  const close = atEnd(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(observe);
  await page.goto(origin + path);
  await page.waitForSelector(".woocommerce-variation-add-to-cart-disabled");
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await chooseByKeys(page);
  const { delays, shift } = await page.evaluate(() => (window as never as { seen: Seen }).seen);
  await close();
  return [
    { what: `choice among 1,000, ${slowDown} x slower`, values: delays, unit: "ms", bar: { atMost: 100 } },
    { what: "  the slowest (INP)", values: [Math.max(...delays)], unit: "ms", bar: { atMost: 100 } },
    { what: "  layout shift (CLS)", values: [shift], unit: "", bar: { atMost: 0 } },
  ];
}

async function chooseByKeys(page: Page): Promise<void> {
  const lists = await page.locator(".variations select").all();
  for (let turn = 0; turn < choices; turn++) {
    await lists[turn % lists.length]?.focus();
    await page.keyboard.press(turn < lists.length || turn % 3 !== 0 ? "ArrowDown" : "ArrowUp");
    await page.waitForTimeout(700);
  }
}

/** Runs in the page, before its scripts. Every shift counts, whatever came before it. */
function observe(): void {
  const seen: Seen = { delays: [], shift: 0 };
  Object.assign(window, { seen });
  const byInteraction = new Map<number, number>();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
      if (!entry.interactionId) continue;
      byInteraction.set(entry.interactionId, Math.max(entry.duration, byInteraction.get(entry.interactionId) ?? 0));
      seen.delays = [...byInteraction.values()];
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}
