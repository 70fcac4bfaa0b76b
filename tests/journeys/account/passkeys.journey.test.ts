import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { routes } from "#routes";
import { enterAsNew, signOut } from "../support/account.ts";
import { openBrowser } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const password = "correct horse battery";
/** Browsers have no passkeys for IP addresses. */
const origin = inject("shopOrigin").replace("127.0.0.1", "localhost");

/** Gives the page's browser a phone-like authenticator, which confirms without asking. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const confirms = (isUserVerified: boolean) =>
    devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  const remove = () => devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
  return { confirms, remove };
}

/** Pastes a text into a field, as password managers do that cannot fill it in. */
async function paste(page: Page, field: string, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await page.focus(field);
  await page.keyboard.press("ControlOrMeta+V");
  await expect.poll(() => page.inputValue(field)).toBe(text);
}

test("a customer adds a passkey, signs in with it and removes it, 360 wide", async () => {
  const { page } = await browser.newPage({ origin, width: 360 });
  await page.goto(routes.account());
  await page.locator("button[name=passkey_sign_in]").waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await enterAsNew(page, `sana.${randomBytes(4).toString("hex")}@example.com`);
  await page.goto(routes.passkeys());
  // The check for accessibility would take the authenticator away.
  const { confirms } = await addAuthenticator(page);
  await page.fill("#passkey_name", "My phone");
  await page.fill("#passkey_password", "wrong horse");
  await page.locator("button[name=add_passkey]").click();
  await page.locator("a[href='#passkey_password']").waitFor();
  expect(await page.inputValue("#passkey_name")).toBe("My phone");
  await paste(page, "#passkey_password", password);
  await page.locator("button[name=add_passkey]").click();
  await page.locator(".passkeys", { hasText: "My phone" }).waitFor();

  await signOut(page);
  await confirms(false);
  await page.locator("button[name=passkey_sign_in]").click();
  await page.getByText("No passkey was used.").waitFor();
  await confirms(true);
  await page.locator("button[name=passkey_sign_in]").press("Enter");
  await page.locator("h1", { hasText: "Hello, Sana" }).waitFor();

  await page.goto(routes.passkeys());
  await page.locator("button[name=add_passkey]").waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.locator(".passkeys input").check();
  await page.fill("#remove_password", password);
  await page.locator("button[name=remove_passkey]").click();
  await page.locator(".woocommerce-message").waitFor();
  expect(await page.locator(".passkeys").count()).toBe(0);

  // The page of application passwords shares the look of this one.
  await page.goto(`${routes.applicationPasswords()}?app_name=Phone`);
  await page.fill("#program_password", password);
  await page.locator("button[name=make_application_password]").press("Enter");
  await page.locator(".passkeys", { hasText: "never used" }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.locator(".passkeys input").check();
  await page.locator("button[name=revoke_application_password]").click();
  await page.locator(".woocommerce-message").waitFor();
  expect(await page.locator(".passkeys").count()).toBe(0);
});

test("a member of staff confirms a new passkey with the one that they have, without a code", async () => {
  const { page } = await browser.newPage({ origin, width: 360 });
  const replaceFirst = { run: async () => {} };
  await page.exposeFunction("beforeCreating", () => replaceFirst.run());
  await page.addInitScript(() => {
    const create = navigator.credentials.create.bind(navigator.credentials);
    navigator.credentials.create = async (options) => {
      await (window as unknown as { beforeCreating: () => Promise<void> }).beforeCreating();
      return create(options);
    };
  });
  await enterAsNew(page, `sana.${randomBytes(4).toString("hex")}@example.com`, "shop_manager");
  await page.goto(routes.passkeys());
  const phone = await addAuthenticator(page);
  const add = async (name: string) => {
    await page.fill("#passkey_name", name);
    await page.fill("#passkey_password", password);
    await page.locator("button[name=add_passkey]").click();
  };
  await add("My phone");
  await page.locator(".recovery-codes").waitFor();
  await page.goto(routes.passkeys());
  await expectNoSidewaysScroll(page);
  // Another device makes the second one, because a device makes one only.
  replaceFirst.run = async () => {
    await phone.remove();
    await addAuthenticator(page);
  };
  await add("My laptop");
  await page.locator(".passkeys", { hasText: "My laptop" }).waitFor();
});

test("without scripts the sign-in has no passkey button, and the account says why none can be added", async () => {
  const { page } = await browser.newPage({ origin, width: 360, javaScript: false });
  await enterAsNew(page, `sana.${randomBytes(4).toString("hex")}@example.com`);
  await page.goto(routes.passkeys());
  await page.locator("noscript p", { hasText: "requires JavaScript" }).waitFor();
  expect(await page.locator("button[name=add_passkey]").isVisible()).toBe(false);
  await expectAccessible(page);
  await signOut(page);
  expect(await page.locator("button[name=passkey_sign_in]").isVisible()).toBe(false);
});
