import { describe, expect, test } from "vitest";
import { tokenIn } from "#jobs/account-mails.fixtures.ts";
import { routes } from "#routes";
import { getUserByEmail } from "#shop/accounts/users.ts";
import { openAccountShop, password, sessionCookie } from "./account-shop.fixtures.ts";

const shop = openAccountShop();

test("signing in redirects to the account and shows the name in the header; signing out needs a nonce", async () => {
  await shop.addSignedInUser();
  const page = (await shop.browser.get(routes.account())).body;
  expect(page).toContain("Hello, Sana");
  expect(page).toContain('aria-label="Account of Sana"');
  expect(page).toContain("woocommerce-account");
  await shop.browser.get(routes.signOut("0123456789"));
  expect((await shop.browser.get(routes.account())).body).toContain("Hello, Sana");
  const href = /href="([^"]*customer-logout[^"]*_wpnonce[^"]*)"/.exec(page)?.[1] ?? "";
  expect((await shop.browser.get(href)).headers.location).toBe(routes.account());
  expect((await shop.browser.get(routes.account())).body).toContain("You are signed out.");
});

test("a phone number in any spelling signs in, and the redirect target is kept if it is on this site", async () => {
  await shop.addUser("sana@example.com", "customer", "+923001234567");
  const answer = await shop.browser.fill(routes.signIn(routes.checkout()), "login", {
    username: "0300 123-4567",
    password,
  });
  expect(answer.headers.location).toBe(routes.checkout());
  for (const redirect of ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)"]) {
    const elsewhere = await shop.newBrowser().fill(routes.account(), "login", {
      username: "sana@example.com",
      password,
      redirect,
    });
    expect(elsewhere.headers.location).toBe(routes.account());
  }
});

test("signed-in users get their own pages, and the cached public pages stay unchanged", async () => {
  const before = (await shop.newBrowser().get(routes.shop())).body;
  await shop.addSignedInUser();
  const own = await shop.browser.get(routes.shop());
  expect(own.body).toContain("Account of Sana");
  expect(own.headers["cache-control"]).toContain("no-store");
  const other = await shop.newBrowser().get(routes.shop());
  expect(other.body).toBe(before);
  expect(other.body).not.toContain("Sana");
});

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
});

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
    expect(shop.browser.cookies.get("chowk_device")).not.toBe(thief.cookies.get("chowk_device"));
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

test("the navigation marks the current page or its section, and errors link only to visible controls", async () => {
  await shop.addSignedInUser();
  const currents = async (url: string) =>
    /aria-current="(\w+)">Addresses/.exec((await shop.browser.get(url)).body)?.[1];
  expect(await currents(routes.addresses())).toBe("page");
  expect(await currents(routes.editAddress("billing"))).toBe("true");
  const bad = { billing_company: "x".repeat(300), billing_country: "XX" };
  const { body } = await shop.browser.fill(routes.editAddress("billing"), "save_address", bad);
  expect(body).toContain('href="#billing_city"');
  expect(body).not.toMatch(/href="#billing_(company|country)"/);
});

describe("sessions", () => {
  test("the cart survives signing out and is not given to the next user who signs in", async () => {
    await shop.addSignedInUser();
    await shop.fillCart();
    await shop.addUser("next@example.com");
    const nonce = /_wpnonce=(\w+)/.exec((await shop.browser.get(routes.account())).body)?.[1] ?? "";
    await shop.browser.get(routes.signOut(nonce));
    expect(shop.browser.cookies.has("woocommerce_items_in_cart")).toBe(false);
    await shop.signIn(shop.browser, "next@example.com");
    expect((await shop.browser.get(routes.cart())).body).not.toContain("cart_item");
    const later = shop.newBrowser();
    await shop.signIn(later);
    expect(later.cookies.get("woocommerce_items_in_cart")).toBe("1");
    expect((await later.get(routes.cart())).body).toContain("cart_item");
  });

  test("a new password ends all other sessions and renews this one's token", async () => {
    await shop.addSignedInUser();
    const other = shop.newBrowser();
    await shop.signIn(other);
    const before = sessionCookie(shop.browser);
    const form = { account_first_name: "Sana", account_email: "sana@example.com" };
    const passwords = { password_current: password, password_1: "a better one", password_2: "a better one" };
    const wrong = await shop.browser.fill(routes.editAccount(), "save_account_details", {
      ...form,
      ...passwords,
      password_current: "wrong horse",
    });
    expect(wrong.body).toContain('id="password_current-error"');
    expect(
      (await shop.browser.fill(routes.editAccount(), "save_account_details", { ...form, ...passwords })).statusCode,
    ).toBe(303);
    expect(sessionCookie(shop.browser)).not.toBe(before);
    expect((await shop.browser.get(routes.editAccount())).statusCode).toBe(200);
    expect((await other.get(routes.editAccount())).statusCode).toBe(303);
  });

  test("signing out everywhere ends all sessions", async () => {
    await shop.addSignedInUser();
    const other = shop.newBrowser();
    await shop.signIn(other);
    await shop.browser.fill(routes.editAccount(), "sign_out_everywhere", {});
    for (const one of [shop.browser, other]) expect((await one.get(routes.editAccount())).statusCode).toBe(303);
  });

  test("without the remember-me checkbox the session ends when the browser closes", async () => {
    await shop.addUser();
    const lifetimes = async (rememberme: Record<string, string>) => {
      const answer = await shop.newBrowser().fill(routes.account(), "login", {
        username: "sana@example.com",
        password,
        ...rememberme,
      });
      return answer.cookies.find(({ name }) => name.startsWith("wp_woo"))?.maxAge;
    };
    expect(await lifetimes({})).toBeUndefined();
    expect(await lifetimes({ rememberme: "forever" })).toBe(14 * 86_400);
  });
});

test("the checkout is filled in with a signed-in user's address and offers guests to sign in", async () => {
  await shop.addSignedInUser();
  await shop.order();
  await shop.fillCart();
  const own = (await shop.browser.get(routes.checkout())).body;
  expect(own).toContain('value="House 14"');
  expect(own).not.toContain("buying as a guest");
  const guest = shop.newBrowser();
  await shop.fillCart(guest);
  expect((await guest.get(routes.checkout())).body).toContain(`href="${routes.signIn(routes.checkout())}"`);
});

test("an empty sign-in form reports both fields", async () => {
  const { body } = await shop.signIn(shop.browser, "", "");
  expect(body).toContain('id="username-error"');
  expect(body).toContain('id="password-error"');
});

test("changing the e-mail needs the password and the mail's link, and notifies the old address", async () => {
  await shop.addSignedInUser();
  const form = { account_first_name: "Sana", account_email: "new@example.com" };
  const without = await shop.browser.fill(routes.editAccount(), "save_account_details", form);
  expect(without.body).toContain('id="password_current-error"');
  await shop.browser.fill(routes.editAccount(), "save_account_details", { ...form, password_current: password });
  await shop.browser.get(routes.confirmEmail(tokenIn((await shop.mails())[0])));
  expect((await shop.browser.get(routes.confirmEmail())).body).toContain("about your account at new@example.com");
  await shop.browser.fill(routes.confirmEmail(), "confirm_email", {});
  expect((await getUserByEmail(shop.database.db, "new@example.com")).firstName).toBe("Sana");
  expect((await shop.mails())[0]).toContain("To: sana@example.com");
});

test("a change refused by the mail limit saves nothing, and all fields are saved in one transaction", async () => {
  const user = await shop.addSignedInUser();
  const form = (more: Record<string, string>) => ({ account_first_name: "Sana", password_current: password, ...more });
  const save = (more: Record<string, string>) =>
    shop.browser.fill(routes.editAccount(), "save_account_details", form(more));
  for (let time = 0; time < 5; time++) await save({ account_email: `new${time}@example.com` });
  const passwords = { password_1: "a better one", password_2: "a better one" };
  const refused = await save({ account_first_name: "Zara", account_email: "more@example.com", ...passwords });
  expect(refused.body).toContain("Too many attempts.");
  const stored = async () =>
    (await shop.database.pool.query("select email, first_name, password_hash from users where id = $1", [user.id]))
      .rows[0];
  expect(await stored()).toEqual({ email: "sana@example.com", first_name: "Sana", password_hash: shop.passwordHash });
  expect((await save({ account_first_name: "Zara", account_email: "Sana@Example.com", ...passwords })).statusCode).toBe(
    303,
  );
  expect(await stored()).toMatchObject({ email: "Sana@Example.com", first_name: "Zara" });
  expect((await stored()).password_hash).not.toBe(shop.passwordHash);
  expect((await shop.browser.get(routes.editAccount())).body).toContain("Your password has been changed");
});

test("deleting an account needs the password; its orders stay without an owner, and no key opens them", async () => {
  await shop.addSignedInUser();
  const { received, id } = await shop.order();
  expect((await shop.browser.get(received)).body).toContain("House 14");
  await shop.browser.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
  await shop.mails();
  await shop.newBrowser().fill(routes.account(), "register", { email: "Sana@example.com" });
  expect(
    (await shop.browser.fill(routes.deleteAccount(), "delete_account", { password_current: "wrong horse" })).body,
  ).toContain('id="password_current-error"');
  const done = await shop.browser.fill(routes.deleteAccount(), "delete_account", { password_current: password });
  expect(done.statusCode).toBe(303);
  expect((await shop.browser.get(routes.account())).body).toContain("Your account has been deleted.");
  expect((await shop.database.pool.query("select 1 from users union all select 1 from registrations")).rows).toEqual(
    [],
  );
  expect((await shop.database.pool.query("select 1 from mail_outbox where recipient ilike 'sana@%'")).rows).toEqual([]);
  const { rows } = await shop.database.pool.query(
    "select user_id, billing->>'address1' as at from orders where id = $1",
    [id],
  );
  expect(rows).toEqual([{ user_id: null, at: "House 14" }]);
  for (const one of [shop.browser, shop.newBrowser()]) expect((await one.get(received)).body).not.toContain("House 14");
});
