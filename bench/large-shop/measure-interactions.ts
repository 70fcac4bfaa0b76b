import type { Page } from "playwright-core";
import { routes } from "#routes";
import type { Figure } from "../figure.ts";
import type { Shop } from "../shop.ts";
import { openSlowPhone, slowDown } from "../slow-phone.ts";

/** So few that their 98th percentile is the slowest. */
const times = 20;
/** Ms between two letters. */
const typingPace = 250;
const typed = "magnesium for childen";

interface Interaction {
  name: string;
  width: number;
  /** The element that is worked with. */
  ready: string;
  /** Does it as a shopper does, `times` times, and sees what comes of it. */
  act: (page: Page) => Promise<void>;
}

const [phone, desk] = [360, 1280];

const interactions: readonly Interaction[] = [
  { name: "sort", width: phone, ready: "select.orderby", act: sort },
  { name: "filter in the sheet", width: phone, ready: ".filter-open", act: filterInSheet },
  { name: "filter in the row", width: desk, ready: ".facet", act: filterInRow },
  { name: "suggestion", width: phone, ready: ".astra-search-icon:visible", act: type },
];

/** How soon a slow phone shows that it was touched, on listings of 100,000 products and in the search field. */
export async function measureInteractions({ origin }: Shop): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, width, ready, act } of interactions) {
    process.stderr.write(`  ${name}\n`);
    const { page, felt, close } = await openSlowPhone(origin + routes.shop(), ready, width);
    await act(page);
    const { delays } = await felt();
    await close();
    if (delays.length < times) throw new Error(`${name}: only ${delays.length} of ${times} interactions were seen`);
    figures.push(
      { what: `${name}, ${slowDown} x slower`, values: delays, unit: "ms" },
      { what: "  the slowest (INP)", values: [Math.max(...delays)], unit: "ms", bar: { atMost: 200 } },
    );
  }
  return figures;
}

/** By key, on the page that each choice leads to. */
async function sort(page: Page): Promise<void> {
  for (let turn = 0; turn < times; turn++) {
    await page.focus("select.orderby");
    const key = turn % 10 < 5 ? "ArrowDown" : "ArrowUp";
    await Promise.all([page.waitForEvent("load"), page.keyboard.press(key)]);
    await page.waitForTimeout(300);
  }
}

async function filterInSheet(page: Page): Promise<void> {
  await page.tap(".filter-open");
  await tick(page, async () => (await page.locator(".filters-show").textContent()) ?? "");
}

async function filterInRow(page: Page): Promise<void> {
  await tick(page, async () => page.url());
}

/** Ticks the boxes of the facet with the most of them, one after the other and back; each changes what `read` reads. */
async function tick(page: Page, read: () => Promise<string>): Promise<void> {
  const counts = await page
    .locator(".facet")
    .evaluateAll((all) => all.map((one) => one.querySelectorAll("input[type=checkbox]").length));
  const facet = page.locator(".facet").nth(counts.indexOf(Math.max(...counts)));
  await facet.locator("summary").tap();
  const boxes = await facet.locator("input[type=checkbox]").all();
  for (let turn = 0; turn < times; turn++) {
    const before = await read();
    await boxes[turn % boxes.length]?.tap();
    while ((await read()) === before) await page.waitForTimeout(50);
    await page.waitForTimeout(300);
  }
}

async function type(page: Page): Promise<void> {
  await page.tap(".astra-search-icon:visible");
  await page.waitForFunction(() => document.activeElement?.classList.contains("search-field"));
  await page.keyboard.type(typed, { delay: typingPace });
  await page.locator(".suggestions [role=option]").first().waitFor();
}
