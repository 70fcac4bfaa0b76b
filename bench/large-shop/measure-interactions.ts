import type { Locator, Page } from "playwright-core";
import { routes } from "#routes";
import type { Figure } from "../figure.ts";
import type { Shop } from "../shop.ts";
import { openSlowPhone, slowDown } from "../slow-phone.ts";

/** So few that their 98th percentile is the slowest. */
const times = 20;
/** Ms below which the browser tells of no interaction: those count as so long, and are few. */
const leastSeen = 16;
const mostUnseen = 4;
/** Ms after which what an interaction took has been told. */
const settling = 300;
/** Ms between two letters. */
const typingPace = 250;
const typed = "vitamins for childen";

interface Interaction {
  name: string;
  width: number;
  /** The element that is worked with. */
  ready: string;
  /** What has to be opened before. */
  open?: (page: Page) => Promise<void>;
  /** Does it as a shopper does, `times` times, and sees what comes of it. */
  act: (page: Page) => Promise<void>;
}

const [phone, desk] = [360, 1280];
const buyNow = ".qcfw_shop_buy_now_button";

const interactions: readonly Interaction[] = [
  { name: "sort", width: phone, ready: "select.orderby", act: sort },
  { name: "filter in the sheet", width: phone, ready: ".filter-open", open: openSheet, act: tickInSheet },
  { name: "filter in the row", width: desk, ready: ".facet", open: openFacet, act: tickInRow },
  { name: "Buy now", width: phone, ready: buyNow, open: untilClient, act: openPopups },
  { name: "suggestion", width: phone, ready: ".astra-search-icon:visible", open: openField, act: type },
];

/** How soon a slow phone, or a slow computer, shows that it was touched, on listings of 100,000 products and in the search field. */
export async function measureInteractions({ origin }: Shop): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, width, ready, open, act } of interactions) {
    process.stderr.write(`  ${name}\n`);
    const { page, felt, close } = await openSlowPhone(origin + routes.shop(), ready, width);
    await open?.(page);
    await page.waitForTimeout(settling);
    const before = (await felt()).delays.length;
    await act(page);
    await page.waitForTimeout(settling);
    const seen = (await felt()).delays.slice(before);
    await close();
    const unseen = times - seen.length;
    if (unseen < 0 || unseen > mostUnseen)
      throw new Error(`${name}: ${seen.length} interactions were seen, not ${times}`);
    const delays = [...seen, ...Array.from({ length: unseen }, () => leastSeen)];
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
    await page.waitForTimeout(settling);
  }
}

async function openSheet(page: Page): Promise<void> {
  await page.tap(".filter-open");
  await openFacet(page);
}

async function openFacet(page: Page): Promise<void> {
  await (await biggestFacet(page)).locator("summary").tap();
}

function tickInSheet(page: Page): Promise<void> {
  return tick(page, () => document.querySelector(".filters-show")?.textContent ?? "");
}

function tickInRow(page: Page): Promise<void> {
  return tick(page, () => location.href);
}

/** The one with the most boxes. */
async function biggestFacet(page: Page): Promise<Locator> {
  const facets = page.locator(".facet");
  const counts = await facets.evaluateAll((all) =>
    all.map((one) => one.querySelectorAll("input[type=checkbox]").length),
  );
  return facets.nth(counts.indexOf(Math.max(...counts)));
}

/** Ticks its boxes, one after the other and back; each changes what `read` reads in the page. */
async function tick(page: Page, read: () => string): Promise<void> {
  const boxes = await (await biggestFacet(page)).locator("input[type=checkbox]").all();
  for (let turn = 0; turn < times; turn++) {
    const before = await page.evaluate(read);
    await boxes[turn % boxes.length]?.tap();
    await expectOther(page, read, before);
    await page.waitForTimeout(settling);
  }
}

/** @throws after half a minute */
async function expectOther(page: Page, read: () => string, before: string): Promise<void> {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; ) {
    if ((await page.evaluate(read)) !== before) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`${page.url()}: nothing came of a choice`);
}

/** Without it the button leads to another page. */
function untilClient(page: Page): Promise<void> {
  return page.waitForLoadState("networkidle");
}

/** The quick checkouts of the products on the page in turn; closing them is not counted. */
async function openPopups(page: Page): Promise<void> {
  const buttons = await page.locator(buyNow).all();
  for (let turn = 0; turn < times; turn++) {
    await buttons[turn % buttons.length]?.tap();
    await page.locator("#quick-checkout[open] .qcfw-checkout-product-modal").waitFor();
    await page.waitForTimeout(settling);
    await page.evaluate(() => document.querySelector<HTMLDialogElement>("#quick-checkout")?.close());
  }
}

async function openField(page: Page): Promise<void> {
  await page.tap(".astra-search-icon:visible");
  await page.waitForFunction(() => document.activeElement?.classList.contains("search-field"));
}

async function type(page: Page): Promise<void> {
  await page.keyboard.type(typed, { delay: typingPace });
  await page.locator(".suggestions [role=option]").first().waitFor();
}
