import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { getUserByEmail } from "#shop/accounts/users.ts";
import { tokenIn } from "../../jobs/account-mails.fixtures.ts";
import { openAccountShop, password, sessionCookie } from "./account-shop.fixtures.ts";

const shop = openAccountShop();

test("signing in leads to the account, the name in the header; signing out needs the page's nonce", async () => {
  await shop.signedIn();
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

test("a phone number as people write it signs in, and where somebody wanted to go is kept, on this site only", async () => {
  await shop.person("sana@example.com", "customer", "+923001234567");
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

test("public pages are made for who is signed in alone, and stay the same bytes for all others", async () => {
  const before = (await shop.newBrowser().get(routes.shop())).body;
  await shop.signedIn();
  const own = await shop.browser.get(routes.shop());
  expect(own.body).toContain("Account of Sana");
  expect(own.headers["cache-control"]).toContain("no-store");
  const other = await shop.newBrowser().get(routes.shop());
  expect(other.body).toBe(before);
  expect(other.body).not.toContain("Sana");
});

describe("a registration", () => {
  const form = { account_first_name: "Sana", email: "sana@example.com", account_phone: "0300 1234567", password };

  test("makes an account when a person presses the button behind the mail's link, not when the link is only followed", async () => {
    await shop.browser.fill(routes.account(), "register", form);
    const token = tokenIn((await shop.mails())[0]);
    const followed = await shop.browser.get(routes.confirmAccount(token));
    expect(followed.headers).toMatchObject({ location: routes.confirmAccount(), "referrer-policy": "no-referrer" });
    await expect(getUserByEmail(shop.database.db, "sana@example.com")).rejects.toThrow("user_unknown");
    await shop.browser.fill(routes.confirmAccount(), "confirm_account", { password });
    expect(await getUserByEmail(shop.database.db, "sana@example.com")).toMatchObject({ phone: "+923001234567" });
    expect((await shop.signIn()).statusCode).toBe(303);
  });

  test("opens nothing to who reads the mail but did not choose the password, nor to who chose it for another's address", async () => {
    const mallory = shop.newBrowser();
    await mallory.fill(routes.account(), "register", { ...form, email: "Sana@example.com", password: "mallory knows" });
    const planted = tokenIn((await shop.mails())[0]);
    await shop.browser.get(routes.confirmAccount(planted));
    const none = await shop.browser.fill(routes.confirmAccount(), "confirm_account", {});
    expect(none.body).toContain('id="password-error"');
    const other = await shop.browser.fill(routes.confirmAccount(), "confirm_account", { password });
    expect(other.body).toContain("This is not the password of this registration.");
    await expect(getUserByEmail(shop.database.db, "sana@example.com")).rejects.toThrow("user_unknown");

    await shop.browser.fill(routes.account(), "register", form);
    await shop.browser.get(routes.confirmAccount(tokenIn((await shop.mails())[0])));
    await shop.browser.fill(routes.confirmAccount(), "confirm_account", { password });
    expect((await shop.database.pool.query("select 1 from registrations")).rows).toEqual([]);
    await mallory.get(routes.confirmAccount(planted));
    expect((await mallory.get(routes.confirmAccount())).body).toContain("has been used or has run out");
    expect((await shop.signIn(mallory, "sana@example.com", "mallory knows")).statusCode).toBe(200);
    expect((await shop.signIn()).statusCode).toBe(303);
  });

  test("lets five passwords be tried behind its link", async () => {
    await shop.browser.fill(routes.account(), "register", form);
    await shop.browser.get(routes.confirmAccount(tokenIn((await shop.mails())[0])));
    for (let time = 0; time < 5; time++)
      await shop.browser.fill(routes.confirmAccount(), "confirm_account", { password: `guess ${time}` });
    const { body } = await shop.browser.fill(routes.confirmAccount(), "confirm_account", { password });
    expect(body).toContain("Too many tries.");
  });

  test("says what is wrong beside each field, and loses nothing but the password", async () => {
    const bad = {
      ...form,
      account_first_name: "",
      email: "s\u0430na@example.com",
      account_phone: "12",
      password: "short",
    };
    const { body, statusCode } = await shop.browser.fill(routes.account(), "register", bad);
    expect(statusCode).toBe(200);
    for (const id of ["reg_account_first_name", "reg_email", "reg_account_phone", "reg_password"]) {
      expect(body).toContain(`href="#${id}"`);
      expect(body).toContain(`id="${id}-error"`);
    }
    expect(body).toContain('value="s\u0430na@example.com"');
    expect(body).not.toContain('value="short"');
    expect(await shop.mails()).toEqual([]);
  });
});

describe("a forgotten password", () => {
  test("is replaced by the mail's link, once; its token is in no page and no log, and all sessions end", async () => {
    await shop.signedIn();
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
    expect((await shop.signIn(other, "sana@example.com", "a better one")).statusCode).toBe(303);
    await other.get(routes.resetPassword(token));
    expect((await other.get(routes.resetForm())).body).toContain("has been used or has run out");
    expect(shop.logged.join("")).not.toContain(token);
  });

  test("is replaced also by who is signed in, and he is told so", async () => {
    await shop.signedIn();
    await shop.browser.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
    await shop.browser.get(routes.resetPassword(tokenIn((await shop.mails())[0])));
    const chosen = { password_1: "a better one", password_2: "a better one" };
    await shop.browser.fill(routes.resetForm(), "save", chosen);
    expect((await shop.browser.get(routes.account())).body).toContain("Sign in with it.");
  });

  test("says that sessions are ended once they are, and not before", async () => {
    await shop.signedIn();
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
    await shop.person();
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

test("the page that is shown is the current one, its section otherwise; a fault links to no control that is unseen", async () => {
  await shop.signedIn();
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
  test("the cart waits through signing out for its owner, and whoever signs in after him does not get it", async () => {
    await shop.signedIn();
    await shop.fillCart();
    await shop.person("next@example.com");
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

  test("a new password ends all other sessions, and this one goes on under a new token", async () => {
    await shop.signedIn();
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

  test("all end at once when he says so", async () => {
    await shop.signedIn();
    const other = shop.newBrowser();
    await shop.signIn(other);
    await shop.browser.fill(routes.editAccount(), "sign_out_everywhere", {});
    for (const one of [shop.browser, other]) expect((await one.get(routes.editAccount())).statusCode).toBe(303);
  });

  test("who does not ask to be remembered is signed out when the browser closes", async () => {
    await shop.person();
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

test("the checkout begins with the address of who is signed in, and offers a guest to sign in", async () => {
  await shop.signedIn();
  await shop.order();
  await shop.fillCart();
  const own = (await shop.browser.get(routes.checkout())).body;
  expect(own).toContain('value="House 14"');
  expect(own).not.toContain("buying as a guest");
  const guest = shop.newBrowser();
  await shop.fillCart(guest);
  expect((await guest.get(routes.checkout())).body).toContain(`href="${routes.signIn(routes.checkout())}"`);
});

test("another address needs the password and its mail's link; the old one hears of it", async () => {
  await shop.signedIn();
  const form = { account_first_name: "Sana", account_email: "new@example.com" };
  const without = await shop.browser.fill(routes.editAccount(), "save_account_details", form);
  expect(without.body).toContain('id="password_current-error"');
  await shop.browser.fill(routes.editAccount(), "save_account_details", { ...form, password_current: password });
  await shop.browser.get(routes.confirmEmail(tokenIn((await shop.mails())[0])));
  await shop.browser.fill(routes.confirmEmail(), "confirm_email", {});
  expect((await getUserByEmail(shop.database.db, "new@example.com")).firstName).toBe("Sana");
  expect((await shop.mails())[0]).toContain("To: sana@example.com");
});

test("what is refused at the limit of mails changes nothing, and what is saved is saved together", async () => {
  const user = await shop.signedIn();
  const form = (more: Record<string, string>) => ({ account_first_name: "Sana", password_current: password, ...more });
  const save = (more: Record<string, string>) =>
    shop.browser.fill(routes.editAccount(), "save_account_details", form(more));
  for (let time = 0; time < 5; time++) await save({ account_email: `new${time}@example.com` });
  const passwords = { password_1: "a better one", password_2: "a better one" };
  const refused = await save({ account_first_name: "Zara", account_email: "more@example.com", ...passwords });
  expect(refused.body).toContain("Too many tries.");
  const stored = async () =>
    (await shop.database.pool.query("select email, first_name, password_hash from users where id = $1", [user.id]))
      .rows[0];
  expect(await stored()).toEqual({ email: "sana@example.com", first_name: "Sana", password_hash: shop.passwordHash });
  expect((await save({ account_first_name: "Zara", account_email: "Sana@Example.com", ...passwords })).statusCode).toBe(
    303,
  );
  expect(await stored()).toMatchObject({ email: "Sana@Example.com", first_name: "Zara" });
  expect((await stored()).password_hash).not.toBe(shop.passwordHash);
  expect((await shop.browser.get(routes.editAccount())).body).toContain("Your new password is saved");
});

test("an account is deleted with its password only; its orders stay, are nobody's, and no key opens them", async () => {
  await shop.signedIn();
  const { received, id } = await shop.order();
  expect((await shop.browser.get(received)).body).toContain("House 14");
  await shop.browser.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
  await shop.mails();
  const again = { account_first_name: "Sana", email: "Sana@example.com", account_phone: "", password };
  await shop.newBrowser().fill(routes.account(), "register", again);
  expect(
    (await shop.browser.fill(routes.deleteAccount(), "delete_account", { password_current: "wrong horse" })).body,
  ).toContain('id="password_current-error"');
  const done = await shop.browser.fill(routes.deleteAccount(), "delete_account", { password_current: password });
  expect(done.statusCode).toBe(303);
  expect((await shop.browser.get(routes.account())).body).toContain("Your account is deleted.");
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
