import type { Page, Request, Response } from "playwright-core";
import { expect } from "vitest";
import { routes } from "#routes";
import { eventually } from "../../support/eventually.ts";

export const drawer = "#astra-mobile-cart-drawer";
export const addButtons = ".add_to_cart_button.ajax_add_to_cart";
export const cartLink = "a.cart-container:visible";
/** The message that an empty drawer shows. */
export const emptyDrawer = `${drawer} .cart-drawer-empty`;

/** Records the names of the page's shop calls, in order. */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const name = shopCallOf(request);
    if (name) calls.push(name);
  });
  return calls;
}

/** Records the names of the shop calls that change the cart; an open drawer also refreshes fragments. */
export function recordChanges(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const name = shopCallOf(request);
    if (name && name !== "get_refreshed_fragments") calls.push(name);
  });
  return calls;
}

/** Records the status of each answer to the named shop call. By then the browser has its cookies. */
export function recordAnswers(page: Page, name: string): number[] {
  const statuses: number[] = [];
  page.on("response", (answer) => {
    if (shopCallOf(answer.request()) === name) statuses.push(answer.status());
  });
  return statuses;
}

function shopCallOf(request: Request): string | null {
  return new URL(request.url()).searchParams.get("wc-ajax");
}

/** The number next to the header's cart icon. */
export const count = (page: Page) => page.locator(`${cartLink} .ast-count-text`).textContent();

/** Waits until the header shows this number. */
export async function expectCount(page: Page, wanted: number): Promise<void> {
  await page.waitForFunction((text) => document.querySelector(".ast-count-text")?.textContent === text, String(wanted));
}

/** The next response to the cart page's form. Call it before submitting. Shop calls are POSTs too, but to other URLs. */
export function cartResponse(page: Page): Promise<Response> {
  return page.waitForResponse(
    (answer) => answer.request().method() === "POST" && new URL(answer.url()).pathname === routes.cart(),
  );
}

/** Waits until the focused element matches the selector. */
export async function expectFocus(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
}

/** Adds the first products of the list to the cart by requests, without loading a page. */
export async function fillCart(page: Page, products: number): Promise<void> {
  const list = await (await page.request.get(routes.shop())).text();
  const buttons = list.match(/<a [^>]*\bajax_add_to_cart\b[^>]*>/g) ?? [];
  for (const button of buttons.slice(0, products)) {
    const [, id = ""] = /data-product_id="(\d+)"/.exec(button) ?? [];
    await addToCart(page, id);
  }
}

/** Adds a product or variation to the cart by a request, without loading a page. */
export async function addToCart(page: Page, productId: string, quantity = 1): Promise<void> {
  const form = { product_id: productId, quantity };
  const answer = await page.request.post(routes.shopCall("add_to_cart"), { form });
  expect(await answer.json()).toHaveProperty("cart_hash");
}

/** Opens the list with its first product in the cart, and waits for the stored copy of the cart. */
export async function openWithOne(page: Page): Promise<void> {
  await fillCart(page, 1);
  await page.goto(routes.shop());
  await expectStoredCopy(page);
}

/** Waits until the page has stored a copy of the cart; after that it fetches none by itself. */
export async function expectStoredCopy(page: Page): Promise<void> {
  await page.waitForFunction(() => sessionStorage.getItem("wc_cart_created") !== null);
}

/** Waits until the scripts of an open drawer run: from then on it listens to keys. */
async function untilListening(page: Page): Promise<void> {
  const inside = await page.context().newCDPSession(page);
  const question = {
    expression: `"keydown" in getEventListeners(document.querySelector("${drawer}"))`,
    includeCommandLineAPI: true,
  };
  try {
    await eventually(async () => {
      const { result } = await inside.send("Runtime.evaluate", question);
      expect(result.value).toBe(true);
    });
  } finally {
    await inside.detach();
  }
}

/** Opens the drawer of a cart with at least one line, and waits until its scripts run. */
export async function openDrawer(page: Page): Promise<void> {
  await page.locator(cartLink).click();
  await page.waitForSelector(`${drawer}[open] .woocommerce-mini-cart-item`);
  await untilListening(page);
  await expectFocus(page, ".astra-cart-drawer-close");
}

/** Dispatches a protocol event on the page's body. */
export function dispatch(page: Page, name: string): Promise<boolean> {
  return page.evaluate((event) => document.body.dispatchEvent(new CustomEvent(event)), name);
}

interface Held {
  reached: Promise<void>;
  release: () => void;
}

/** Holds the responses of a shop call; see `holdResponses`. */
export function holdCalls(page: Page, name: string): Promise<Held> {
  return holdResponses(page, new RegExp(`wc-ajax=${name}\\b`));
}

/** Holds responses to matching URLs after fetching them. `reached` resolves on the first one; `release` delivers them. */
export async function holdResponses(page: Page, address: RegExp): Promise<Held> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let reach = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  await page.route(address, async (route) => {
    const response = await route.fetch();
    reach();
    await held;
    await route.fulfill({ response });
  });
  return { reached, release };
}
