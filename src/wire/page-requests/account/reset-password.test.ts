import { describe, expect, test } from "vitest";
import { tokenIn } from "#jobs/account-mails.fixtures.ts";
import { routes } from "#routes";
import { openAccountShop, sessionCookie } from "./account-shop.fixtures.ts";

const shop = openAccountShop();

describe("a forgotten password", () => {
  test("is replaced once by the mail's link; the token appears in no page or log, and all sessions end", async () => {
    await shop.addSignedInUser();
    const other = shop.newBrowser();
    await other.fill(routes.lostPassword(), "send", { user_login: "SANA@example.com" });
    const token = tokenIn((await shop.mails())[0]);
    await other.get(routes.resetPassword(token));
    const page = await other.get(routes.resetForm());
    expect(page.body).toContain('name="password_1"');
    expect(page.body).not.toContain(token);
    const chosen = { password_1: "a better one", password_2: "a better one" };
    const done = await other.fill(routes.resetForm(), "save", chosen);
    expect(done.headers.location).toBe(routes.account());
    expect((await shop.browser.get(routes.accountOrders())).headers.location).toContain("redirect_to");
    expect((await shop.signIn(shop.newBrowser(), "sana@example.com", "a better one")).statusCode).toBe(303);
    await other.get(routes.resetPassword(token));
    expect((await other.get(routes.resetForm())).body).toContain("has been used or has expired");
    expect(shop.logged.join("")).not.toContain(token);
  });

  test("can also be replaced by a signed-in user, with a notice", async () => {
    await shop.addSignedInUser();
    await shop.browser.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
    await shop.browser.get(routes.resetPassword(tokenIn((await shop.mails())[0])));
    const before = sessionCookie(shop.browser);
    await shop.browser.fill(routes.resetForm(), "save", { password_1: "a better one", password_2: "a better one" });
    expect(sessionCookie(shop.browser)).not.toBe(before);
    expect((await shop.browser.get(routes.account())).body).toContain("Your password has been changed");
  });

  test("is typed once, and signs in with a new session and a new device mark", async () => {
    await shop.addSignedInUser();
    await shop.fillCart();
    await shop.browser.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
    const thief = shop.newBrowser();
    for (const [name, value] of shop.browser.cookies) thief.cookies.set(name, value);
    await shop.browser.get(routes.resetPassword(tokenIn((await shop.mails())[0])));
    await shop.browser.fill(routes.resetForm(), "save", { password_1: "a better one" });
    expect((await shop.browser.get(routes.account())).body).toContain("Hello, Sana");
    expect((await shop.browser.get(routes.cart())).body).toContain("cart_item");
    expect((await thief.get(routes.account())).body).not.toContain("Hello");
    expect(shop.browser.cookies.get("__Host-chowk_device")).not.toBe(thief.cookies.get("__Host-chowk_device"));
    expect((await shop.database.pool.query("select 1 from known_devices")).rows).toHaveLength(1);
  });

  test("reports ended sessions only after they have ended", async () => {
    await shop.addSignedInUser();
    const other = shop.newBrowser();
    await other.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
    await other.get(routes.resetPassword(tokenIn((await shop.mails())[0])));
    const isSaid = async (page: string) => (await other.get(page)).body.includes("you are signed out");
    expect(await isSaid(routes.resetForm())).toBe(false);
    expect((await shop.browser.get(routes.editAccount())).statusCode).toBe(200);
    await other.fill(routes.resetForm(), "save", { password_1: "a better one", password_2: "a better one" });
    expect((await shop.browser.get(routes.editAccount())).statusCode).toBe(303);
    expect(await isSaid(routes.account())).toBe(true);
  });

  test("keeps the link when the two passwords differ or are too short", async () => {
    await shop.addUser();
    await shop.browser.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
    await shop.browser.get(routes.resetPassword(tokenIn((await shop.mails())[0])));
    const differ = await shop.browser.fill(routes.resetForm(), "save", {
      password_1: "a better one",
      password_2: "other",
    });
    expect(differ.body).toContain('id="password_2-error"');
    const short = await shop.browser.fill(routes.resetForm(), "save", { password_1: "short", password_2: "short" });
    expect(short.body).toContain('id="password_1-error"');
    const good = { password_1: "a better one", password_2: "a better one" };
    expect((await shop.browser.fill(routes.resetForm(), "save", good)).statusCode).toBe(303);
  });
});
