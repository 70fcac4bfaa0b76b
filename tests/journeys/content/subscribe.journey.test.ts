import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser, type PageOptions } from "../support/browser.ts";
import { shareOwnShop } from "../support/own-shop.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const token = "eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2ln";
const cookie = "wp-jp-premium-content-session";

/** Stands in for the hosted service: its page sends a message for each button. */
const hostedPage = `<!doctype html><html lang="en"><title>Membership</title>
<button data-message='{"result":{"jwt_token":"${token}"}}'>Sign in</button>
<button data-message='{"result":{"jwt_token":"bad; path=/x"}}'>Bad token</button>
<button data-text='{"action":"close"}'>Done</button>
<script>addEventListener("click", ({ target: { dataset } }) =>
  parent.postMessage(dataset.text ?? JSON.parse(dataset.message), "*"))</script>`;

let host: Server;
let hostOrigin = "";
beforeAll(async () => {
  host = createServer((_request, response) => response.setHeader("content-type", "text/html").end(hostedPage));
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  hostOrigin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => void host.close());

const shopOrigin = shareOwnShop(async (db) => {
  await setSetting(db, "subscribe_host", hostOrigin);
  await setSetting(db, "subscribe_blog", "1234");
  await setSetting(db, "newsletter_footer", "yes");
});
const browser = openBrowser();

/** Opens a page whose footer has the form, or the form's own. */
async function open(options: PageOptions = {}, path = routes.shop()) {
  const { page, faults } = await browser.newPage({ origin: shopOrigin(), ...options });
  await page.goto(path);
  return { page, faults };
}

const formOf = (page: Page) => page.locator(".wp-block-jetpack-subscriptions__container form");
const dialogOf = (page: Page) => page.locator("#memberships-modal-window");
const hostedIn = (page: Page): FrameLocator => page.frameLocator("#memberships-modal-iframe");

async function subscribe(page: Page): Promise<void> {
  await formOf(page).locator("[type=email]").fill("reader@example.com");
  await formOf(page).locator("[type=submit]").click();
  await dialogOf(page).and(page.locator(".open:not(.is-loading)")).waitFor();
}

/** Only requests to the service may have been noted. */
function expectOnlyHosted(faults: string[]): void {
  expect(faults.splice(0).filter((fault) => !fault.includes(hostOrigin))).toEqual([]);
}

test("sending the form opens the hosted page with its fields in a dialog, which the service can close", async () => {
  const { page, faults } = await open({ width: 360, colorScheme: "dark" }, routes.newsletter());
  const scripts: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().includes("subscribe-dialog"))
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await subscribe(page);
  const frame = page.locator("#memberships-modal-iframe");
  const address = new URL((await frame.getAttribute("src")) ?? "");
  expect(address.origin + address.pathname).toBe(`${hostOrigin}/memberships/`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    email: "reader@example.com",
    post_id: "",
    tier_id: "",
    blog: "1234",
    plan: "newsletter",
    source: "jetpack_subscribe",
    app_source: "",
    post_access_level: "everybody",
    display: "alternate",
    selected_newsletter_categories: "",
    lang: "en",
  });
  expect(await frame.textContent()).toBe(
    "This feature requires inline frames. You have iframes disabled or your browser does not support them.",
  );
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "#memberships-modal-window");
  const sizes = await Promise.all(scripts);
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeLessThanOrEqual(3000);

  // From another window of the service's origin, and from another origin.
  await frame.evaluate((element: HTMLIFrameElement, origin) => {
    const data = { action: "close" };
    window.dispatchEvent(new MessageEvent("message", { data, origin, source: window }));
    window.dispatchEvent(new MessageEvent("message", { data, origin: `${origin}0`, source: element.contentWindow }));
    window.postMessage(data, "*");
    return new Promise((done) => window.addEventListener("message", () => requestAnimationFrame(done), { once: true }));
  }, hostOrigin);
  expect(await dialogOf(page).isVisible()).toBe(true);
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await hostedIn(page).getByRole("button", { name: "Bad token" }).click();
  await hostedIn(page).getByRole("button", { name: "Done" }).click();
  await dialogOf(page).waitFor({ state: "detached" });
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain(cookie);
  expectOnlyHosted(faults);
});

test("a session token becomes a cookie for a month, closing then reloads the page, and the next dialog passes it on", async () => {
  const { page, faults } = await open();
  await subscribe(page);
  await hostedIn(page).getByRole("button", { name: "Sign in" }).click();
  const stored = async () => (await page.context().cookies()).find(({ name }) => name === cookie);
  await expect.poll(stored).toMatchObject({ value: token, path: "/" });
  const days = ((await stored())?.expires ?? 0) / 86_400 - Date.now() / 86_400_000;
  expect(days).toBeGreaterThan(29);
  expect(days).toBeLessThan(31);
  const reloaded = page.waitForEvent("load");
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await reloaded;
  await dialogOf(page).waitFor({ state: "detached" });
  await subscribe(page);
  const src = (await page.locator("#memberships-modal-iframe").getAttribute("src")) ?? "";
  expect(new URL(src).searchParams.get("jwt_token")).toBe(token);
  expectOnlyHosted(faults);
});

test("the link to subscriptions checks the form, then opens the hosted page; keys lead out of its frame to the close button", async () => {
  const { page, faults } = await open();
  const link = page.locator("#jp_retrieve_subscriptions_link");
  await link.click();
  const field = formOf(page).locator("[type=email]");
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await dialogOf(page).count()).toBe(0);
  await field.fill("reader@example.com");
  await link.click();
  await dialogOf(page).and(page.locator(".open")).waitFor();
  const src = (await page.locator("#memberships-modal-iframe").getAttribute("src")) ?? "";
  expect(new URL(src).searchParams.get("source")).toBe("jetpack_retrieve_subscriptions");
  // Escape stays in the frame, which is of another origin.
  await hostedIn(page).getByRole("button", { name: "Sign in" }).focus();
  await page.keyboard.press("Shift+Tab");
  const close = dialogOf(page).getByRole("button", { name: "Close" });
  await expect.poll(() => close.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await dialogOf(page).waitFor({ state: "detached" });
  await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  expectOnlyHosted(faults);
});

test("without scripts the form loads the hosted page", async () => {
  const { page, faults } = await open({ javaScript: false });
  await formOf(page).locator("[type=email]").fill("reader@example.com");
  await formOf(page).locator("[type=submit]").click();
  await page.waitForURL(`${hostOrigin}/memberships/?**`);
  expect(new URL(page.url()).searchParams.get("source")).toBe("jetpack_subscribe");
  expectOnlyHosted(faults);
});
