import type { Page, Request, Response } from "playwright-core";
import { expect } from "vitest";
import { routes } from "#routes";
import { eventually } from "../../support/eventually.ts";

export const drawer = "#astra-mobile-cart-drawer";
export const addButtons = ".add_to_cart_button.ajax_add_to_cart";
export const cartLink = "a.cart-container:visible";
/** What the drawer says in place of lines. */
export const emptyDrawer = `${drawer} .cart-drawer-empty`;

/** The names of the shop calls that the page makes, in order. */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const name = shopCallOf(request);
    if (name) calls.push(name);
  });
  return calls;
}

/** The names of the shop calls with which the page changes the cart, in order: an opened drawer looks at it besides. */
export function recordChanges(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const name = shopCallOf(request);
    if (name && name !== "get_refreshed_fragments") calls.push(name);
  });
  return calls;
}

function shopCallOf(request: Request): string | null {
  return new URL(request.url()).searchParams.get("wc-ajax");
}

/** The number at the header's cart. */
export const count = (page: Page) => page.locator(`${cartLink} .ast-count-text`).textContent();

/** Waits until the header says so many. */
export async function expectCount(page: Page, wanted: number): Promise<void> {
  await page.waitForFunction((text) => document.querySelector(".ast-count-text")?.textContent === text, String(wanted));
}

/** The next answer to the cart page's form: to be asked for before what sends it. Other calls are POSTs, too. */
export function cartAnswer(page: Page): Promise<Response> {
  return page.waitForResponse(
    (answer) => answer.request().method() === "POST" && new URL(answer.url()).pathname === routes.cart(),
  );
}

/** Waits until the focus is where the selector says. */
export async function expectFocus(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
}

/** Puts the first so many products of the list into the cart, without the page: what comes after begins with a cart. */
export async function fillCart(page: Page, products: number): Promise<void> {
  const list = await (await page.request.get(routes.shop())).text();
  const buttons = list.match(/<a [^>]*\bajax_add_to_cart\b[^>]*>/g) ?? [];
  for (const button of buttons.slice(0, products)) {
    const [, id = ""] = /data-product_id="(\d+)"/.exec(button) ?? [];
    await putIn(page, id);
  }
}

/** Puts so many pieces of a product, or of a variation, into the cart, without the page. */
export async function putIn(page: Page, productId: string, quantity = 1): Promise<void> {
  const form = { product_id: productId, quantity };
  const answer = await page.request.post(routes.shopCall("add_to_cart"), { form });
  expect(await answer.json()).toHaveProperty("cart_hash");
}

/** Opens the list with its first product in the cart, and with the page's own copy of it. */
export async function openWithOne(page: Page): Promise<void> {
  await fillCart(page, 1);
  await page.goto(routes.shop());
  await expectOwnCopy(page);
}

/** Waits until the page has its own copy of the cart, after which it asks for none by itself. */
export async function expectOwnCopy(page: Page): Promise<void> {
  await page.waitForFunction(() => sessionStorage.getItem("wc_cart_created") !== null);
}

/** Waits until what an open drawer does has come and runs: from then on the drawer listens to keys. */
async function untilAttended(page: Page): Promise<void> {
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

/** Opens the drawer of a cart that has a line, and waits until all that it does has come. */
export async function openDrawer(page: Page): Promise<void> {
  await page.locator(cartLink).click();
  await page.waitForSelector(`${drawer}[open] .woocommerce-mini-cart-item`);
  await untilAttended(page);
  await expectFocus(page, ".astra-cart-drawer-close");
}

/** Raises an event of the protocol on the page's body. */
export function raise(page: Page, name: string): Promise<boolean> {
  return page.evaluate((event) => document.body.dispatchEvent(new CustomEvent(event)), name);
}

interface Held {
  reached: Promise<void>;
  letGo: () => void;
}

/** Holds calls of a name, as `holdAnswers` does. */
export function holdCalls(page: Page, name: string): Promise<Held> {
  return holdAnswers(page, new RegExp(`wc-ajax=${name}\\b`));
}

/** Holds answers to addresses, in hand already. `reached` comes with the first of them; `letGo` hands them over. */
export async function holdAnswers(page: Page, address: RegExp): Promise<Held> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let reach = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  await page.route(address, async (route) => {
    const response = await route.fetch();
    reach();
    await held;
    await route.fulfill({ response });
  });
  return { reached, letGo };
}
