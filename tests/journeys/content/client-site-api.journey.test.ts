import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";

const browser = openBrowser();
const banner = "#coming-soon-footer-banner";
const markup = `<shop-coming-soon><div id="coming-soon-footer-banner">
  <a class="coming-soon-footer-banner-dismiss" href="#top"
    data-rest-url="${routes.restUser(7)}" data-rest-nonce="0123456789">Dismiss</a>
</div></shop-coming-soon>`;

/** Opens the home page with a manager's banner, dismisses it and returns the requests made. */
async function openWithBanner(page: Page, answer: (route: Route, call: number) => Promise<void>) {
  const calls: { nonce: string | undefined; body: string | null }[] = [];
  await page.route(
    (url) => url.pathname === routes.home(),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace("</body>", `${markup}</body>`);
      await route.fulfill({ response, body });
    },
  );
  await page.route(
    (url) => url.pathname === routes.restUser(7) && url.search === "?_locale=user",
    async (route) => {
      calls.push({ nonce: route.request().headers()["x-wp-nonce"], body: route.request().postData() });
      await answer(route, calls.length);
    },
  );
  await page.goto(routes.home());
  await page.locator(`${banner} a`).click();
  await page.locator(banner).waitFor({ state: "hidden" });
  return calls;
}

test("dismissing is saved; an expired nonce is refreshed once", async () => {
  const { page, faults } = await browser.newPage();
  const calls = await openWithBanner(page, (route, call) =>
    call === 1
      ? route.fulfill({ status: 403, json: { code: "rest_cookie_invalid_nonce", message: "", data: { status: 403 } } })
      : route.fulfill({ json: { id: 7 } }),
  );
  expect(
    calls.map(({ body }) => new URLSearchParams(body ?? "").get("woocommerce_meta[coming_soon_banner_dismissed]")),
  ).toEqual(["yes", "yes"]);
  expect(calls[0]?.nonce).toBe("0123456789");
  expect(calls[1]?.nonce).toMatch(/^[0-9a-f]{10}$/);
  expect(calls[1]?.nonce).not.toBe(calls[0]?.nonce);
  expect(faults.splice(0)).toHaveLength(1);
});

test.each([
  { what: "fails", answer: (route: Route) => route.fulfill({ status: 500, body: "no" }) },
  { what: "does not arrive", answer: (route: Route) => route.abort("failed") },
])("the banner also disappears when the request $what", async ({ answer }) => {
  const { page, faults } = await browser.newPage();
  expect(await openWithBanner(page, answer)).toHaveLength(1);
  faults.splice(0);
});
