import type { Page, Route } from "playwright-core";
import { describe, expect, test, vi } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { openWishlist, rows } from "../support/wishlist.ts";

const browser = openBrowser();

/** Calls of the list that the test lets through one by one. */
class HeldCalls {
  readonly #held: { action: string; route: Route }[] = [];

  /** Holds the wishlist's calls of a page from now on. */
  static async of(page: Page): Promise<HeldCalls> {
    const calls = new HeldCalls();
    await page.route(`**${routes.siteCall()}`, (route) => {
      const action = new URLSearchParams(route.request().postData() ?? "").get("action") ?? "";
      calls.#held.push({ action, route });
    });
    return calls;
  }

  get actions(): string[] {
    return this.#held.map(({ action }) => action);
  }

  /** Waits for a call and lets the server make it, but holds its answer. @returns what delivers the answer */
  async makeNext(action: string): Promise<() => Promise<void>> {
    await vi.waitUntil(() => this.actions.includes(action), { timeout: 30_000 });
    const [call] = this.#held.splice(this.actions.indexOf(action), 1);
    if (!call) throw new Error(`${action} was not sent`);
    const response = await call.route.fetch();
    return () => call.route.fulfill({ response });
  }

  async answerNext(action: string): Promise<void> {
    await (await this.makeNext(action))();
  }
}

const ids = (page: Page) =>
  page.locator(rows).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.rowId));
const removeLink = (page: Page, id = "") => page.locator(`[data-row-id="${id}"] .remove_from_wishlist`);

async function open(page: Page, count: number): Promise<{ calls: HeldCalls; products: (string | undefined)[] }> {
  await openWishlist(page, count);
  await page.locator("[name=apply_bulk_actions][disabled]").waitFor();
  return { calls: await HeldCalls.of(page), products: await ids(page) };
}

describe("on a slow network", () => {
  test("rows that are removed quickly are removed in that order, and never shown again", async () => {
    const { page } = await browser.newPage();
    const { calls, products } = await open(page, 3);
    const [first, second, third] = products;
    await removeLink(page, first).click();
    await expect.poll(() => calls.actions).toEqual(["remove_from_wishlist"]);
    await removeLink(page, second).click();
    const deliver = await calls.makeNext("remove_from_wishlist");
    expect(calls.actions).toEqual([]);
    await deliver();
    await expect.poll(() => ids(page)).toEqual([second, third]);
    // The answer to the first removal still has this row, which would lose its mark.
    expect(await page.locator(`[data-row-id="${second}"]`).getAttribute("aria-busy")).toBe("true");
    await calls.answerNext("remove_from_wishlist");
    await expect.poll(() => ids(page)).toEqual([third]);
    expect(calls.actions).toEqual([]);
    await page.reload();
    expect(await ids(page)).toEqual([third]);
  });

  test("an order that is made while a removal is under way is kept and saved", async () => {
    const { page } = await browser.newPage();
    const { calls, products } = await open(page, 3);
    const [first, second, third] = products;
    await removeLink(page, third).click();
    const deliver = await calls.makeNext("remove_from_wishlist");
    await page.locator(`[data-row-id="${first}"] .order-down`).click();
    await deliver();
    await expect.poll(() => ids(page)).toEqual([second, first]);
    await calls.answerNext("sort_wishlist_items");
    // The first answer was left out; the form is loaded instead.
    await calls.answerNext("load_fragments");
    await page.locator("#yith-wcwl-form .woocommerce-message, [data-row-id]").first().waitFor();
    expect(await ids(page)).toEqual([second, first]);
    await page.reload();
    expect(await ids(page)).toEqual([second, first]);
  });

  test("of several orders that wait, only the last is sent", async () => {
    const { page } = await browser.newPage();
    const { calls, products } = await open(page, 3);
    const [first, second, third] = products;
    const down = page.locator(`[data-row-id="${first}"] .order-down`);
    await down.click();
    const deliver = await calls.makeNext("sort_wishlist_items");
    await down.click();
    await page.locator(`[data-row-id="${third}"] .order button:not(.order-down)`).click();
    expect(await ids(page)).toEqual([third, second, first]);
    expect(calls.actions).toEqual([]);
    await deliver();
    await calls.answerNext("sort_wishlist_items");
    expect(calls.actions).toEqual([]);
    await expect
      .poll(async () => {
        await page.reload();
        return ids(page);
      })
      .toEqual([third, second, first]);
  });

  test("a quantity that is typed while a removal is under way stays in its field and is saved", async () => {
    const { page } = await browser.newPage();
    const { calls, products } = await open(page, 2);
    const [first, second] = products;
    const field = page.locator(`[data-row-id="${first}"] .product-quantity input`);
    await removeLink(page, second).click();
    const deliver = await calls.makeNext("remove_from_wishlist");
    await page.locator(`[data-row-id="${first}"] .plus`).click();
    await deliver();
    await expect.poll(() => ids(page)).toEqual([first]);
    expect(await field.inputValue()).toBe("2");
    await calls.answerNext("update_item_quantity");
    await page.locator(`[data-row-id="${first}"] .saved-note`).waitFor();
    await page.unroute(`**${routes.siteCall()}`);
    await page.reload();
    expect(await field.inputValue()).toBe("2");
  });

  test("a name that is being typed is not lost to the answer of another change", async () => {
    const { page } = await browser.newPage();
    const { calls, products } = await open(page, 2);
    const [first, second] = products;
    await removeLink(page, first).click();
    const deliver = await calls.makeNext("remove_from_wishlist");
    await page.locator(".show-title-form").click();
    await page.locator("[name=wishlist_name]").fill("For Eid");
    await deliver();
    await expect.poll(() => ids(page)).toEqual([second]);
    expect(await page.locator("[name=wishlist_name]").inputValue()).toBe("For Eid");
    await page.locator("[name=wishlist_name]").press("Enter");
    await calls.answerNext("save_title");
    await page.locator(".wishlist-title h2", { hasText: "For Eid" }).waitFor();
    expect(await ids(page)).toEqual([second]);
    expect(calls.actions).toEqual([]);
  });
});
