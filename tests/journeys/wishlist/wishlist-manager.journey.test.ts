import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { setSetting } from "#shop/settings/settings.ts";
import { type JourneyPage, openBrowser, type PageOptions } from "../support/browser.ts";
import { openWithScript, realJQuery, withJQuery } from "../support/originals/original-scripts.ts";
import { wishlistScript } from "../support/originals/original-wishlist-script.ts";
import { shareOwnShop } from "../support/own-shop.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { answered, recordWishlistCalls } from "../support/wishlist.ts";

const browser = openBrowser();
const origin = shareOwnShop((db) => setSetting(db, "wishlist_multiple", "everybody"));

const row = (page: Page, name: string) => page.locator("tr[data-wishlist-id]", { hasText: name });
const names = (page: Page) => page.locator(".wishlist-anchor").allTextContents();
const dialog = "dialog.wl-dialog[open]";
const live = (page: Page, text: string) =>
  page.locator(".widget_shopping_cart_live_region", { hasText: text }).waitFor({ state: "attached" });
const focused = (page: Page, attribute: string) =>
  page.evaluate((name) => document.activeElement?.getAttribute(name), attribute);

/** Opens the page that manages wishlists, as a visitor with lists of these names. */
async function open(lists: readonly string[], options: PageOptions = {}): Promise<JourneyPage> {
  const opened = await browser.newPage({ origin: origin(), ...options });
  const { page } = opened;
  for (const name of lists) {
    await page.goto(routes.createWishlist());
    await page.fill("[name=wishlist_name]", name);
    await page.click("[name=create_wishlist]");
    await page.waitForURL(/\/wishlist\/view\//);
  }
  await page.goto(routes.manageWishlists());
  return opened;
}

/** Returns the names of the requested files with React or the page's component. */
function recordIsland(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    const [name] = /(react|manage-wishlists\.island)(?=-[\w-]+\.js$)/.exec(new URL(request.url()).pathname) ?? [];
    if (name) requested.push(name);
  });
  return requested;
}

describe("the page that manages wishlists", () => {
  test("loads React when it is touched, not before, and the click that loads it counts", async () => {
    const { page } = await open(["Eid"], { isQuick: false });
    const requested = recordIsland(page);
    await page.reload();
    await page.hover("h1");
    await page.waitForLoadState("networkidle");
    expect(requested).toEqual([]);
    await row(page, "Eid").locator(".wishlist-delete").click();
    await page.locator(dialog).waitFor();
    expect([...new Set(requested)].sort()).toEqual(["manage-wishlists.island", "react"]);
    expect(new URL(page.url()).pathname).toBe(routes.manageWishlists());
  });

  // Visitors with a list get the code that wakes the component with the page, others at the first sign of use.
  test.each([
    { link: ".wishlist-delete", lists: ["Eid"] },
    { link: ".create-wishlist", lists: [] },
  ])("a click on $link as the first sign of use opens the dialog", async ({ link, lists }) => {
    const { page } = await open(lists, { isQuick: false });
    await page.waitForFunction(() => customElements.get("shop-variations"));
    const isLoaded = await page.evaluate(() => customElements.get("shop-island") !== undefined);
    expect(isLoaded && lists.length === 0).toBe(false);
    await page.locator(link).evaluate((element) => (element as HTMLElement).click());
    await page.locator(dialog).waitFor();
    expect(await names(page)).toEqual(lists);
  });

  test("a list is renamed by keyboard: Escape cancels, an empty name stays, Enter saves", async () => {
    const { page } = await open(["Eid", "Summer"]);
    const rename = row(page, "Eid").locator(".show-title-form");
    await rename.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.matches(".is-editing input"));
    await page.keyboard.type("Nothing");
    await page.keyboard.press("Escape");
    expect(await names(page)).toEqual(["Eid", "Summer"]);
    expect(await focused(page, "aria-label")).toBe("Rename Eid");

    await page.keyboard.press("Enter");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    expect(await focused(page, "aria-invalid")).toBe("true");
    expect(await page.locator("td [role=alert]").textContent()).toBe("Enter a name for the list.");
    await expectAccessible(page);
    const saved = answered(page, "save_title");
    await page.keyboard.type('  Gifts for   Sana & "co" ');
    await page.keyboard.press("Enter");
    await saved;
    await expect.poll(() => names(page)).toEqual(['Gifts for Sana & "co"', "Summer"]);
    expect(await focused(page, "aria-label")).toBe('Rename Gifts for Sana & "co"');
    await live(page, "Saved");
    await page.reload();
    expect(await names(page)).toEqual(['Gifts for Sana & "co"', "Summer"]);
  });

  test("the privacy is saved at once, also by the touch that loads React, and the last of several choices wins", async () => {
    const { page } = await open(["Eid"]);
    const select = page.locator(".wishlist-visibility");
    const calls = recordWishlistCalls(page);
    await select.selectOption("2");
    await live(page, "Saved");
    await select.selectOption("0");
    await select.selectOption("2");
    await select.selectOption("1");
    await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    expect(calls.every((call) => call === "save_privacy")).toBe(true);
    await page.reload();
    expect(await select.inputValue()).toBe("1");
  });

  test("a list is deleted only after a dialog, and the focus moves to its neighbour", async () => {
    const { page } = await open(["Eid", "Summer", "Winter"]);
    await row(page, "Summer").locator(".wishlist-delete").click();
    await page.locator(dialog).waitFor();
    expect(await page.locator(`${dialog} h2`).textContent()).toBe("Delete “Summer”?");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
    await expectAccessible(page, dialog);
    await page.keyboard.press("Enter");
    await page.locator(dialog).waitFor({ state: "detached" });
    expect(await focused(page, "aria-label")).toBe("Delete Summer");
    expect(await names(page)).toHaveLength(3);

    await page.keyboard.press("Enter");
    await page.locator(dialog).getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => names(page)).toEqual(["Eid", "Winter"]);
    await expect.poll(() => focused(page, "aria-label")).toBe("Delete Winter");
    expect(await page.locator(".woocommerce-notices-wrapper").textContent()).toContain("Wishlist deleted.");
    await page.reload();
    expect(await names(page)).toEqual(["Eid", "Winter"]);
    expect(await page.locator(".woocommerce-message").count()).toBe(0);
  });

  test("the first list is created in a dialog, which asks for a name, and the last one can be deleted", async () => {
    const { page } = await open([]);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Create a wishlist" }).click();
    await page.locator(dialog).waitFor();
    await page.keyboard.press("Enter");
    expect(await focused(page, "aria-invalid")).toBe("true");
    await expectAccessible(page, dialog);
    await page.keyboard.type("Books");
    await page.getByLabel("Only me").check();
    await page.locator(dialog).getByRole("button", { name: "Create wishlist" }).click();
    await expect.poll(() => names(page)).toEqual(["Books"]);
    expect(await page.locator(".wishlist-visibility").inputValue()).toBe("2");
    await live(page, "Wishlist created successfully");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Create a wishlist");
    await page.locator(".wishlist-delete").click();
    await page.locator(dialog).getByRole("button", { name: "Delete" }).click();
    await page.getByText("You have no wishlist yet").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Create a wishlist");
  });
});

describe("when a call fails", () => {
  test("privacy and name say so: the choice is undone, the typed name stays", async () => {
    const { page, faults } = await open(["Eid"]);
    await page.route(`**${routes.siteCall()}`, (route) => route.abort("failed"));
    const select = page.locator(".wishlist-visibility");
    await select.selectOption("2");
    await page.locator(".wishlist-privacy [role=alert]", { hasText: "could not be changed" }).waitFor();
    expect(await select.inputValue()).toBe("1");
    await page.locator(".show-title-form").click();
    await page.keyboard.type("Summer");
    await page.keyboard.press("Enter");
    await page.locator(".wishlist-name [role=alert]", { hasText: "could not be changed" }).waitFor();
    expect(await page.locator(".is-editing input").inputValue()).toBe("Summer");
    await expectAccessible(page);
    await page.unroute(`**${routes.siteCall()}`);
    await page.keyboard.press("Enter");
    await expect.poll(() => names(page)).toEqual(["Summer"]);
    expect(faults.splice(0).every((fault) => fault.startsWith("failed: POST"))).toBe(true);
  });

  test("the dialog stays open, says so, and works the second time", async () => {
    const { page, faults } = await open(["Eid"]);
    await page.locator(".wishlist-delete").click();
    await page.locator(dialog).waitFor();
    const isDeletion = (url: URL) => url.searchParams.has("yith_wcwl_delete");
    await page.route(isDeletion, (route) => route.abort("failed"));
    const confirm = page.locator(dialog).getByRole("button", { name: "Delete" });
    await confirm.click();
    await page.locator(`${dialog} [role=alert]`).waitFor();
    await expectAccessible(page, dialog);
    await page.unroute(isDeletion);
    await confirm.click();
    await page.getByText("You have no wishlist yet").waitFor();
    expect(faults.splice(0)).toHaveLength(1);
  });
});

describe.each([360, 1280])("without scripts, %i wide", (width) => {
  test("lists are renamed, opened to others and deleted by form and links", async () => {
    const { page } = await open(["Eid", "Summer"], { width, javaScript: false });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByLabel("Name of Eid").fill("Gifts");
    await page.getByLabel("Who can see Summer").selectOption("2");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(() => names(page)).toEqual(["Gifts", "Summer"]);
    expect(await page.getByLabel("Who can see Summer").inputValue()).toBe("2");
    await page.getByRole("link", { name: "Delete Summer" }).click();
    await expect.poll(() => names(page)).toEqual(["Gifts"]);
  });
});

test.each(["", "wishlist:scripts"])(
  "where the original script handles wishlists, the component stays asleep (%j)",
  async (handlers) => {
    const { page } = await open(["Eid"]);
    const requested = recordIsland(page);
    const script = withJQuery(realJQuery, wishlistScript);
    await openWithScript(page, routes.manageWishlists(), script, "after the client", handlers);
    const saved = answered(page, "save_privacy");
    await page.locator(".wishlist-visibility").selectOption("0");
    await saved;
    await page.waitForTimeout(500);
    expect(requested).toEqual([]);
  },
);
