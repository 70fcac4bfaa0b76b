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

test("every password field is masked and named for password managers", async () => {
  const fieldsOf = async (url: string) => {
    const inputs = (await shop.browser.get(url)).body.match(/<input\b[^>]*>/g) ?? [];
    return inputs.filter((input) => /\bname="[^"]*password[^"]*"/.test(input));
  };
  const signIn = await fieldsOf(routes.account());
  await shop.addSignedInUser();
  const [details, deletion] = [await fieldsOf(routes.editAccount()), await fieldsOf(routes.deleteAccount())];
  expect([signIn, details, deletion].map(({ length }) => length)).toEqual([1, 3, 1]);
  for (const input of [signIn, details, deletion].flat()) {
    expect(input).toContain('type="password"');
    expect(input).toMatch(/autocomplete="(?:current|new)-password"/i);
  }
});

test("every page of the account has the link to sign out", async () => {
  await shop.addSignedInUser();
  const pages = [
    routes.account(),
    routes.accountOrders(),
    routes.accountDownloads(),
    routes.addresses(),
    routes.editAddress("billing"),
    routes.editAddress("shipping"),
    routes.editAccount(),
    routes.deleteAccount(),
  ];
  const link = /<a href="[^"]*customer-logout\/\?_wpnonce=[0-9a-f]{10}"/;
  const without: string[] = [];
  for (const page of pages) if (!link.test((await shop.browser.get(page)).body)) without.push(page);
  expect(without).toEqual([]);
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
  expect(own).not.toContain("checking out as a guest");
  const guest = shop.newBrowser();
  await shop.fillCart(guest);
  expect((await guest.get(routes.checkout())).body).toContain(`href="${routes.signIn(routes.checkout())}"`);
});

test("an empty sign-in form reports both fields", async () => {
  const { body } = await shop.signIn(shop.browser, "", "");
  expect(body).toContain('id="username-error"');
  expect(body).toContain('id="password-error"');
});

test("changing the email needs the password and the mail's link, and notifies the old address", async () => {
  await shop.addSignedInUser();
  const form = { account_first_name: "Sana", account_email: "new@example.com" };
  const without = await shop.browser.fill(routes.editAccount(), "save_account_details", form);
  expect(without.body).toContain('id="password_current-error"');
  await shop.browser.fill(routes.editAccount(), "save_account_details", { ...form, password_current: password });
  await shop.browser.get(routes.confirmEmail(tokenIn((await shop.mails())[0])));
  expect((await shop.browser.get(routes.confirmEmail())).body).toContain("will go to new@example.com");
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
