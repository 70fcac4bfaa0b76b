import { describe, expect, onTestFinished, test } from "vitest";
import { tokenIn } from "#jobs/account-mails.fixtures.ts";
import { routes } from "#routes";
import { getUserByEmail } from "#shop/accounts/users.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { openAccountShop, password, sessionCookie } from "./account-shop.fixtures.ts";

const shop = openAccountShop();

describe("a registration", () => {
  const email = "sana@example.com";
  const person = { account_first_name: "Sana", account_phone: "0300 1234567", password_1: password };
  /** Registers the address from a new browser and opens the mail's link in this one. */
  const follow = async (visitor = shop.browser, address = email) => {
    await shop.newBrowser().fill(routes.account(), "register", { email: address });
    await visitor.get(routes.confirmAccount(tokenIn((await shop.mails())[0])));
  };
  const confirm = (visitor = shop.browser, given: Record<string, string> = person) =>
    visitor.fill(routes.confirmAccount(), "confirm_account", given);

  test("creates an account when the form behind the mail's link is sent, not when the link is opened", async () => {
    await shop.browser.fill(routes.account(), "register", { email });
    const token = tokenIn((await shop.mails())[0]);
    const followed = await shop.browser.get(routes.confirmAccount(token));
    expect(followed.headers).toMatchObject({ location: routes.confirmAccount(), "referrer-policy": "no-referrer" });
    await expect(getUserByEmail(shop.database.db, email)).rejects.toThrow("user_unknown");
    await confirm();
    expect(await getUserByEmail(shop.database.db, email)).toMatchObject({ phone: "+923001234567" });
  });

  test("keeps where the person came from with the account, and the data export lists it", async () => {
    const reported = { wc_order_attribution_source_type: "utm", wc_order_attribution_utm_source: "mail" };
    await shop.browser.fill(routes.account(), "register", { email, ...reported });
    await shop.browser.get(routes.confirmAccount(tokenIn((await shop.mails())[0])));
    await confirm();
    const { preferences } = (await shop.browser.get(routes.exportAccount())).json();
    expect(JSON.stringify(preferences)).toContain("Source: Mail");
  });

  test("is told to networks once, by the page after the account is made", async () => {
    const facts = async () =>
      /var chowk_tracking = \{.*"facts":(\[.*?\]),/.exec((await shop.browser.get(routes.account())).body)?.[1];
    await setSetting(shop.database.db, "meta_pixel_id", "123456789");
    onTestFinished(() => resetSetting(shop.database.db, "meta_pixel_id"));
    await follow();
    expect(await facts()).toBe("[]");
    await confirm(shop.browser, { ...person, password_1: "short" });
    expect(await facts()).toBe("[]");
    await confirm();
    expect([await facts(), await facts()]).toEqual(['[{"kind":"complete_registration"}]', "[]"]);
  });

  test("signs in with the chosen password under a new session and keeps the cart", async () => {
    await shop.fillCart();
    const planted = sessionCookie(shop.browser);
    await follow();
    expect((await confirm()).headers.location).toBe(routes.account());
    expect(sessionCookie(shop.browser)).not.toBe(planted);
    const page = (await shop.browser.get(routes.account())).body;
    expect(page).toContain("Hello, Sana");
    expect(page).toContain("Your account is active and you are signed in.");
    expect((await shop.browser.get(routes.cart())).body).toContain("cart_item");
    expect((await shop.signIn(shop.newBrowser())).statusCode).toBe(303);
  });

  test("refuses used and made-up links, and ignores a password chosen by the person who requested the link", async () => {
    const mallory = shop.newBrowser();
    const planted = { email: "Sana@example.com", account_first_name: "Mallory", password: "mallory knows" };
    await mallory.fill(routes.account(), "register", planted);
    const token = tokenIn((await shop.mails())[0]);
    await follow();
    await confirm();
    expect(await getUserByEmail(shop.database.db, email)).toMatchObject({ firstName: "Sana" });
    expect((await shop.database.pool.query("select 1 from registrations")).rows).toEqual([]);
    await follow(mallory, "mallory@example.com");
    const page = (await mallory.get(routes.confirmAccount())).body;
    expect(page).toContain("mallory@example.com");
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(page)?.[1] ?? "none";
    for (const link of [token, "a".repeat(43)]) {
      await mallory.get(routes.confirmAccount(link));
      expect((await mallory.get(routes.confirmAccount())).body).toContain("has been used or has expired");
      const sent = { confirm_account: "1", _wpnonce: nonce, ...person, password_1: "mallory knows" };
      const answer = await mallory.post(routes.confirmAccount(), sent);
      expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining("has been used or has expired")]);
      expect((await mallory.get(routes.account())).body).not.toContain("Hello");
    }
    expect((await shop.signIn(mallory, email, "mallory knows")).statusCode).toBe(200);
  });

  test("ends another user's session in the same browser and keeps that user's cart", async () => {
    await shop.addSignedInUser("other@example.com");
    await shop.fillCart();
    await follow();
    await confirm(shop.browser, { ...person, account_first_name: "Zara" });
    expect((await shop.browser.get(routes.account())).body).toContain("Hello, Zara");
    expect((await shop.browser.get(routes.cart())).body).not.toContain("cart_item");
    const later = shop.newBrowser();
    await shop.signIn(later, "other@example.com");
    expect((await later.get(routes.cart())).body).toContain("cart_item");
  });

  test("shows an error at each field and keeps all values but the password", async () => {
    const { body } = await shop.browser.fill(routes.account(), "register", { email: "s\u0430na@example.com" });
    expect(body).toContain('href="#reg_email"');
    expect(body).toContain('id="reg_email-error"');
    expect(body).toContain('value="s\u0430na@example.com"');
    expect(await shop.mails()).toEqual([]);
    await follow();
    const bad = { account_first_name: "", account_phone: "12", password_1: "short", password_2: "other" };
    const refused = await confirm(shop.browser, bad);
    expect(refused.statusCode).toBe(200);
    for (const id of ["account_first_name", "account_phone", "password_1", "password_2"]) {
      expect(refused.body).toContain(`href="#${id}"`);
      expect(refused.body).toContain(`id="${id}-error"`);
    }
    expect(refused.body).toContain('value="12"');
    expect(refused.body).not.toContain('value="short"');
    expect((await confirm()).statusCode).toBe(303);
  });

  test("reports a missing name and a password that is easy to guess at once", async () => {
    await shop.browser.fill(routes.account(), "register", { email: "both@example.com" });
    await follow();
    const easy = { account_first_name: "", password_1: "password123", password_2: "password123" };
    const { body } = await confirm(shop.browser, easy);
    for (const id of ["account_first_name", "password_1"]) expect(body).toContain(`id="${id}-error"`);
    expect(body).not.toContain('id="password_2-error"');
  });
});
