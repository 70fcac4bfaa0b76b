import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { linkInMail } from "../support/mailbox.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { runInSharedShop } from "../support/shared-shop.ts";

const browser = openBrowser();
const guide = await readFile(new URL("../../../demo/downloads/growth-guide.pdf", import.meta.url));

test.each([
  { width: 360, javaScript: false },
  { width: 1280, javaScript: true },
])(
  "a guest buys the guide and saves it from the order's page and from the mail, $width wide, scripts $javaScript",
  async (visit) => {
    const { page } = await browser.newPage(visit);
    const email = `sana.${randomBytes(4).toString("hex")}@example.com`;
    await page.goto(routes.product("the-growth-guide"));
    await page.locator("form.edd_download_purchase_form .qcfw_single_buy_now_button").click();
    await page.locator("#place_order").waitFor();
    expect(await page.locator("#billing_address_1:visible").count()).toBe(0);
    await page.fill("#billing_first_name", "Sana");
    await page.fill("#billing_phone", "0300 1234567");
    await page.fill("#billing_email", email);
    await page.locator("#place_order").press("Enter");
    await page.waitForURL(/order-received/);
    expect(await page.locator(".downloads").count()).toBe(0);

    const id = /order-received\/(\d+)/.exec(page.url())?.[1] ?? "";
    expect(await runInSharedShop("orders", "paid", id)).toContain("is paid and completed");
    await page.reload();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const saving = page.waitForEvent("download");
    await page.locator(".woocommerce-MyAccount-downloads-file").click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe("growth-guide.pdf");
    expect((await readFile(await saved.path())).equals(guide)).toBe(true);

    const { page: elsewhere } = await browser.newPage(visit);
    await elsewhere.goto(await linkInMail(email, "order-downloads"));
    await expectAccessible(elsewhere);
    await expectNoSidewaysScroll(elsewhere);
    const again = elsewhere.waitForEvent("download");
    await elsewhere.locator(".woocommerce-MyAccount-downloads-file").click();
    expect((await readFile(await (await again).path())).equals(guide)).toBe(true);
  },
);
