import { expect, test } from "vitest";
import { routes } from "#routes";
import { codeOf } from "#shop/accounts/second-factor/totp.ts";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { addUser } from "#shop/accounts/users.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { signIn, signOut } from "../support/account.ts";
import { openBrowser } from "../support/browser.ts";
import { ownShop } from "../support/own-shop.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";

const browser = openBrowser();
const password = "correct horse battery";
const email = "sana@example.com";

test("a member of staff sets up the required second factor and signs in with it, 360 wide, without scripts", async () => {
  const shop = await ownShop();
  const passwordHash = await hashPassword(password);
  await shop.useDatabase(async (db) => {
    const person = { email, phone: null, firstName: "Sana", lastName: "Malik", role: "administrator" as const };
    await addUser(db, { ...person, passwordHash }, new Date());
    await setSetting(db, "staff_second_factor", "required");
  });
  const { origin } = await shop.start();
  const { page } = await browser.newPage({ origin, width: 360, javaScript: false });
  await signIn(page, email, password);
  await page.waitForURL(`**${routes.secondFactor()}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const secret = (await page.locator(".factor-secret").innerText()).replaceAll(/\s/g, "");
  await page.fill("#code", "12345");
  await page.fill("#password_current", password);
  await page.locator("button[name=set_up_factor]").click();
  await page.locator("a[href='#code']").waitFor();
  await expectAccessible(page);
  const firstStep = Math.floor(Date.now() / 30_000);
  await page.fill("#code", codeOf(secret, firstStep));
  await page.fill("#password_current", password);
  await page.locator("button[name=set_up_factor]").click();
  await page.locator(".recovery-codes").waitFor();
  expect(await page.locator(".recovery-codes li").count()).toBe(10);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await signOut(page);
  await signIn(page, email, password);
  await page.locator("button[name=sign_in_code]").waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // A code is good once; that of the next step is accepted already.
  await page.fill("#code", codeOf(secret, Math.max(firstStep + 1, Math.floor(Date.now() / 30_000))));
  await page.locator("button[name=sign_in_code]").click();
  await page.locator("h1", { hasText: "Hello, Sana" }).waitFor();
});
