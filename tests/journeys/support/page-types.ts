import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { routes } from "#routes";
import { enterAsNew } from "./account.ts";
import { fillCart, openDrawer } from "./cart.ts";
import { fillCheckout, openCheckout, place } from "./checkout.ts";
import { openQuickCheckout } from "./quick-checkout.ts";
import { openWishlist } from "./wishlist.ts";

interface PageType {
  name: string;
  open: (page: Page) => Promise<unknown>;
  /** Whether the page shows no visitor's data. */
  isPublic?: boolean;
  isMissing?: boolean;
  /** Whether its address does not show it again to the same visitor. */
  isPassing?: boolean;
}

const at = (name: string, path: string): PageType => ({ name, open: (page) => page.goto(path) });

const publicPages: readonly PageType[] = [
  at("home", routes.home()),
  at("shop", routes.shop()),
  at("category", routes.category("growing-up/height-growth")),
  at("search", routes.search("vitamin")),
  at("simple product", routes.product("vitamin-d3-drops")),
  at("variable product", routes.product("height-growth-complex")),
  at("grouped product", routes.product("family-starter-set")),
  at("blog", routes.blog()),
  at("article", routes.article("how-to-read-a-supplement-label")),
  at("static page", routes.article("about")),
  at("contact form", routes.article("wholesale")),
  { ...at("missing page", "/no-such-page/"), isMissing: true },
].map((type) => ({ ...type, isPublic: true }));

/** The kinds of pages with the data of a visitor. */
const personalPages: readonly PageType[] = [
  { name: "cart", open: openCart },
  { name: "cart drawer", open: openFilledDrawer, isPassing: true },
  { name: "quick checkout", open: (page) => openQuickCheckout(page), isPassing: true },
  { name: "checkout", open: openCheckout },
  { name: "order received", open: openOrder },
  at("sign in", routes.account()),
  { name: "registration", open: requestAccount, isPassing: true },
  at("lost password", routes.lostPassword()),
  { name: "account", open: (page) => enterAsNew(page, longAddress()) },
  { name: "addresses", open: (page) => openAccount(page, routes.addresses()) },
  { name: "wishlist", open: (page) => openWishlist(page) },
  { name: "account details", open: (page) => openAccount(page, routes.editAccount()) },
];

/** Every kind of page, for tests of the layout. */
export const pageTypes = [...publicPages, ...personalPages];

async function openCart(page: Page): Promise<void> {
  await fillCart(page, 2);
  await page.goto(routes.cart());
}

async function openFilledDrawer(page: Page): Promise<void> {
  await fillCart(page, 2);
  await page.goto(routes.shop());
  await openDrawer(page);
}

async function openOrder(page: Page): Promise<void> {
  await openCheckout(page);
  await fillCheckout(page);
  await place(page);
  await page.waitForURL(/order-received/);
}

/** Registers, which shows a notice with the email address. */
async function requestAccount(page: Page): Promise<void> {
  await page.goto(routes.account());
  await page.fill("#reg_email", longAddress());
  await page.locator("button[name=register]").click();
  await page.locator(".woocommerce-message").waitFor();
}

async function openAccount(page: Page, path: string): Promise<void> {
  await enterAsNew(page, longAddress());
  await page.goto(path);
}

/** An email address that is wider than a phone. */
function longAddress(): string {
  return `a-customer-with-a-very-long-mail-box-${randomBytes(4).toString("hex")}@a-long-domain.example.com`;
}
