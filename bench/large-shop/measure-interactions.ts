import type { Locator, Page } from "playwright-core";
import { routes } from "#routes";
import type { Figure } from "../figure.ts";
import type { Shop } from "../shop.ts";
import { openSlowPhone, slowDown } from "../slow-phone.ts";

/** Few enough that the 98th percentile (INP) is the slowest. */
const times = 20;
/** The browser reports no interactions below this many ms; missing ones count as this long. */
const leastSeen = 16;
const maxUnseen = 4;
/** Ms until an interaction is reported. */
const settleMs = 300;
/** Ms between two key presses. */
const typingDelayMs = 250;
const typed = "vitamins for childen";

interface Interaction {
  name: string;
  width: number;
  /** Selector that must match before the page is slowed down. */
  ready: string;
  /** Opens what the interaction needs. */
  open?: (page: Page) => Promise<void>;
  /** Performs the interaction `times` times and checks its effect. */
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

/** Measures interaction delays on a slow phone and a slow computer, on listings of 100,000 products and in the search field. */
export async function measureInteractions({ origin }: Shop): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, width, ready, open, act } of interactions) {
    process.stderr.write(`  ${name}\n`);
    const { page, metrics, close } = await openSlowPhone(origin + routes.shop(), ready, width);
    await open?.(page);
    await page.waitForTimeout(settleMs);
    const before = (await metrics()).delays.length;
    await act(page);
    await page.waitForTimeout(settleMs);
    const seen = (await metrics()).delays.slice(before);
    await close();
    const unseen = times - seen.length;
    if (unseen < 0 || unseen > maxUnseen)
      throw new Error(`${name}: ${seen.length} interactions were reported, expected ${times}`);
    const delays = [...seen, ...Array.from({ length: unseen }, () => leastSeen)];
    figures.push(
      { what: `${name}, ${slowDown} x slower`, values: delays, unit: "ms" },
      { what: "  the slowest (INP)", values: [Math.max(...delays)], unit: "ms", bar: { atMost: 200 } },
    );
  }
  return figures;
}

/** Sorts by keyboard; each choice replaces the products in place and must change the address. */
async function sort(page: Page): Promise<void> {
  await page.focus("select.orderby");
  for (let turn = 0; turn < times; turn++) {
    const before = page.url();
    await page.keyboard.press(turn % 10 < 5 ? "ArrowDown" : "ArrowUp");
    await expectOther(page, readAddress, before);
    await page.waitForTimeout(settleMs);
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
  return tick(page, readAddress);
}

/** Runs in the page. */
function readAddress(): string {
  return location.href;
}

/** Returns the filter with the most checkboxes. */
async function biggestFacet(page: Page): Promise<Locator> {
  const facets = page.locator(".facet");
  const counts = await facets.evaluateAll((all) =>
    all.map((one) => one.querySelectorAll("input[type=checkbox]").length),
  );
  return facets.nth(counts.indexOf(Math.max(...counts)));
}

/** Ticks and unticks its checkboxes in turn; each must change what `read` returns. */
async function tick(page: Page, read: () => string): Promise<void> {
  const boxes = await (await biggestFacet(page)).locator("input[type=checkbox]").all();
  for (let turn = 0; turn < times; turn++) {
    const before = await page.evaluate(read);
    await boxes[turn % boxes.length]?.tap();
    await expectOther(page, read, before);
    await page.waitForTimeout(settleMs);
  }
}

/** @throws Error after 30 s */
async function expectOther(page: Page, read: () => string, before: string): Promise<void> {
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; ) {
    if ((await page.evaluate(read)) !== before) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`${page.url()}: the choice had no effect`);
}

/** Waits for the client; without it the button is a link. */
function untilClient(page: Page): Promise<void> {
  return page.waitForLoadState("networkidle");
}

/** Opens the quick checkouts of the products on the page in turn; closing is not measured. */
async function openPopups(page: Page): Promise<void> {
  const buttons = await page.locator(buyNow).all();
  for (let turn = 0; turn < times; turn++) {
    await buttons[turn % buttons.length]?.tap();
    await page.locator("#quick-checkout[open] .qcfw-checkout-product-modal").waitFor();
    await page.waitForTimeout(settleMs);
    await page.evaluate(() => document.querySelector<HTMLDialogElement>("#quick-checkout")?.close());
  }
}

async function openField(page: Page): Promise<void> {
  await page.tap(".astra-search-icon:visible");
  await page.waitForFunction(() => document.activeElement?.classList.contains("search-field"));
}

async function type(page: Page): Promise<void> {
  await page.keyboard.type(typed, { delay: typingDelayMs });
  await page.locator(".suggestions [role=option]").first().waitFor();
}
