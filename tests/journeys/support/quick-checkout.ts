import type { Page } from "playwright-core";
import { expect } from "vitest";
import { routes } from "#routes";
import { choose } from "./buying-box.ts";

export const popup = "#quick-checkout[open]";
export const panel = `${popup} .qcfw-checkout-product-modal`;
export const strip = "#qcfw-checkout-image-slider";
export const call = /admin-ajax\.php$/;

/** The fields of a variation that these tests read. */
export interface WireVariation {
  attributes: Record<string, string>;
  image: { src: string };
}

export const buyNow = (page: Page, name: string) => page.getByRole("button", { name: `Buy now: “${name}”` }).first();

/** Opens the quick checkout of a product from the list, and waits for its form. */
export async function openQuickCheckout(page: Page, name = "Growing Protein", path = routes.shop()): Promise<void> {
  await page.goto(path);
  await buyNow(page, name).click();
  await page.waitForSelector(panel);
}

export const chooseInPopup = (page: Page, attribute: string, value: string) => choose(page, attribute, value, popup);

/** Returns the number, from 1, of the picture in the middle of the strip. */
export async function shownPicture(page: Page): Promise<number> {
  return page.locator(strip).evaluate((element) => {
    const { left, width } = element.getBoundingClientRect();
    const isShown = (slide: Element) => {
      const box = slide.getBoundingClientRect();
      return box.left < left + width / 2 && box.right > left + width / 2;
    };
    return [...element.querySelectorAll(".qcfw-checkout-product-image")].findIndex(isShown) + 1;
  });
}

/** Clicks a control of the strip and waits until this picture is shown and its dot is marked. */
export async function move(page: Page, control: string, number: number): Promise<void> {
  await page.getByRole("button", { name: control }).click();
  await page.waitForSelector(`.slide-dots button:nth-child(${number})[aria-current]`);
  await expect.poll(() => shownPicture(page)).toBe(number);
}

/**
 * Makes the page's timers within a range of lengths (ms) fire after 500 ms, or never. Call it before opening the page.
 * @param most default: `least`
 */
export async function changeTimers(page: Page, goOff: "early" | "never", least: number, most = least): Promise<void> {
  await page.addInitScript(
    ([from, to, isEarly]) => {
      const later = window.setTimeout;
      const changed = (act: () => void, ms = 0, ...given: []) => {
        if (ms < from || ms > to) return later(act, ms, ...given);
        return isEarly ? later(act, 500, ...given) : 0;
      };
      window.setTimeout = changed as typeof setTimeout;
    },
    [least, most, goOff === "early"] as const,
  );
}
