import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";
import { fillAddress, openCheckout, place } from "../support/checkout.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const summary = ".woocommerce-NoticeGroup";
const heading = `${summary} .error-count`;

/** Records what live regions announce. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const listen = (changes: MutationRecord[]) => {
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(
          "[role=alert], [role=status]",
        );
        if (region?.textContent) heard.push(region.textContent);
      }
    };
    new MutationObserver(listen).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

const isInWindow = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test("errors of no field are not counted, and are listed apart from the fields", async () => {
  const { page } = await browser.newPage();
  await openCheckout(page);
  await page.route(/wc-ajax=checkout/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { messages: string };
    const messages = answer.messages.replace("</ul>", '<li class="notice notice--bad">That was quick!</li></ul>');
    await route.fulfill({ response, json: { ...answer, messages } });
  });
  await place(page);
  await page.locator(heading).waitFor();
  const counted = Number(/\d+/.exec(await page.locator(heading).innerText())?.[0]);
  expect(await page.locator(`${summary} ul:not(.error-rest) > li`).count()).toBe(counted);
  expect(await page.locator(`${summary} .error-rest > li`).allInnerTexts()).toEqual(["That was quick!"]);
  await expectAccessible(page);
});

test("a refused order says once how many fields to check; each field is checked again when it is left", async () => {
  const { page } = await browser.newPage();
  await openCheckout(page);
  await page.fill("#billing_phone", "12");
  await page.fill("#billing_email", "ayesha@");
  const heard = await recordAnnouncements(page);
  await place(page);
  await page.waitForFunction(() => document.activeElement?.id === "billing_first_name");
  expect(await page.locator(heading).innerText()).toBe("Please check 6 fields");
  await expect.poll(heard).toEqual(["Please check 6 fields"]);
  await expectAccessible(page);

  await page.fill("#billing_first_name", "Ayesha Khan");
  await page.locator("#billing_first_name").press("Tab");
  expect(await page.locator("#billing_first_name").getAttribute("aria-invalid")).toBeNull();
  expect(await page.locator(heading).innerText()).toBe("Please check 5 fields");
  await page.fill("#billing_phone", "0300 1");
  expect(await page.locator("#billing_phone").getAttribute("aria-invalid")).toBe("true");
  await page.fill("#billing_phone", "0300 1234567");
  expect(await page.locator("#billing_phone").getAttribute("aria-invalid")).toBeNull();
  await page.locator("#billing_phone").blur();
  expect(await heard()).toEqual(["Please check 6 fields"]);

  await page.fill("#billing_phone", "12");
  await page.locator("#billing_phone").blur();
  expect(await page.locator("#billing_phone_description").innerText()).toContain("0300 1234567");
  await page.fill("#billing_phone", "");
  await page.locator("#billing_phone").blur();
  expect(await page.locator("#billing_phone_description").innerText()).toContain("so that we can call you");
  await page.fill("#billing_email", "ayesha@example");
  await page.locator("#billing_email").blur();
  expect(await page.locator("#billing_email").getAttribute("aria-invalid")).toBe("true");
  await fillAddress(page);
  await page.fill("#billing_email", "");
  expect(await page.locator(summary).count()).toBe(0);
  await place(page);
  await page.waitForURL(/order-received/);
});

test.each([
  { javaScript: true, focused: "#billing_first_name" },
  { javaScript: false, focused: ".woocommerce-error" },
])("at 360x640 a refused order shows the list of errors, by script with the first field; %o", async (visit) => {
  const { page } = await browser.newPage({ width: 360, javaScript: visit.javaScript });
  await page.setViewportSize({ width: 360, height: 640 });
  await openCheckout(page);
  await place(page);
  await page.locator(`${visit.focused}:focus`).waitFor();
  await expect.poll(() => isInWindow(page, heading)).toBe(true);
  await expect.poll(() => isInWindow(page, visit.focused)).toBe(true);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("a misspelled email domain is corrected by one press, by pointer or keyboard, without a request", async () => {
  const { page } = await browser.newPage({ width: 360 });
  await openCheckout(page);
  await page.locator("#billing_email").focus();
  await page.waitForLoadState("networkidle");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const offer = page.getByRole("button", { name: "Did you mean gmail.com?" });
  await page.locator("#billing_email").pressSequentially("ayesha@gmial.com");
  const before = await page.locator("#place_order").boundingBox();
  await offer.waitFor();
  expect((await page.locator("#place_order").boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.inputValue("#billing_email")).toBe("ayesha@gmail.com");
  expect(await offer.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("billing_email");
  expect(requests).toEqual([]);
});

test("account forms check wrong fields again too, and correct email domains", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.account());
  const email = page.locator("#reg_email");
  await email.fill("ayesha@");
  await email.press("Enter");
  await page.locator(heading, { hasText: "Please check 1 field" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain("woocommerce-error");
  await expect.poll(() => email.getAttribute("data-suggestion")).not.toBeNull();
  await email.fill("ayesha@example.com");
  await expect.poll(() => page.locator(summary).count()).toBe(0);
  await email.fill("ayesha@gmial");
  await email.blur();
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  await email.fill("ayesha@gmial.com");
  await page.getByRole("button", { name: "Did you mean gmail.com?" }).click();
  expect(await email.inputValue()).toBe("ayesha@gmail.com");
  await expectAccessible(page);
});
