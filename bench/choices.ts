import type { Page } from "playwright-core";
import type { Figure } from "./figure.ts";
import type { Shop } from "./shop.ts";
import { openSlowPhone, slowDown } from "./slow-phone.ts";

const choices = 24;

/** Measures choosing variations by keyboard in a slowed-down browser: delay until painted, and layout shifts. */
export async function measureChoices({ origin }: Shop, path: string): Promise<Figure[]> {
  const { page, metrics, close } = await openSlowPhone(origin + path, ".woocommerce-variation-add-to-cart-disabled");
  await chooseByKeys(page);
  const { delays, shift } = await metrics();
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
