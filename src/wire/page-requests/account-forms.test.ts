import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/password-hash.ts";
import type { Role } from "#shop/accounts/user.ts";
import { addUser, getUserByEmail } from "#shop/accounts/users.ts";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { takeMails, tokenIn } from "../../jobs/account-mails.fixtures.ts";
import { FormBrowser, openWholeShop, origin } from "./whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let logged: string[];
let browser: FormBrowser;
let passwordHash: string;
let time = Date.UTC(2026, 10, 21, 12);
const now = () => new Date(time);
const password = "correct horse";

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app, logged } = await openWholeShop(database, now));
  passwordHash = await hashPassword(password);
});
afterAll(() => app.close());
beforeEach(async () => {
  time = Date.UTC(2026, 10, 21, 12);
  await database.pool.query("delete from users; delete from registrations; delete from failed_tries");
  browser = new FormBrowser(app);
});

const mails = () => takeMails({ ...database, clock: { now } });
async function person(email = "sana@example.com", role: Role = "customer", phone: string | null = null) {
  const user = await addUser(
    database.db,
    { email, phone, firstName: "Sana", lastName: "Malik", role, passwordHash },
    now(),
  );
  if (!user) throw new Error("taken");
  return user;
}
const signIn = (who = browser, username = "sana@example.com", given = password) =>
  who.fill(routes.account(), "login", { username, password: given });
async function signedIn(email?: string) {
  const user = await person(email);
  const answer = await signIn(browser, user.email);
  expect(answer.statusCode).toBe(303);
  return user;
}
/** Orders something as whoever is signed in. @returns the path of the confirmation with the order's key, and its id */
async function order() {
  await browser.post(`/?wc-ajax=add_to_cart`, { product_id: String(await addProduct(database.db)) });
  const answer = await browser.fill(routes.checkout(), "woocommerce_checkout_place_order", {
    billing_first_name: "Sana",
    billing_address_1: "House 14",
    billing_city: "Lahore",
    billing_state: "PB",
    billing_phone: "0300 1234567",
    payment_method: "cod",
  });
  const received = String(answer.headers.location).replace(origin, "");
  return { received, id: Number(/order-received\/(\d+)/.exec(received)?.[1]) };
}
/** What a page says, without what differs from one time to the next. */
const words = (body: string) =>
  body
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/value="[0-9a-f]{10}"/g, "")
    .replace(/(name="username"[^>]*) value="[^"]*"/, "$1");
const sessionCookie = (who: FormBrowser) =>
  [...who.cookies].find(([name]) => name.startsWith("wp_woocommerce_session_"))?.[1] ?? "";

test("signing in leads to the account, the name in the header; signing out needs the page's nonce", async () => {
  await signedIn();
  const page = (await browser.get(routes.account())).body;
  expect(page).toContain("Hello, Sana");
  expect(page).toContain('aria-label="Account of Sana"');
  expect(page).toContain("woocommerce-account");
  await browser.get(routes.signOut("0123456789"));
  expect((await browser.get(routes.account())).body).toContain("Hello, Sana");
  const href = /href="([^"]*customer-logout[^"]*_wpnonce[^"]*)"/.exec(page)?.[1] ?? "";
  expect((await browser.get(href)).headers.location).toBe(routes.account());
  expect((await browser.get(routes.account())).body).toContain("You are signed out.");
});

test("a phone number as people write it signs in, and where somebody wanted to go is kept, on this site only", async () => {
  await person("sana@example.com", "customer", "+923001234567");
  const answer = await browser.fill(routes.signIn(routes.checkout()), "login", { username: "0300 123-4567", password });
  expect(answer.headers.location).toBe(routes.checkout());
  for (const redirect of ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)"]) {
    const elsewhere = await new FormBrowser(app).fill(routes.account(), "login", {
      username: "sana@example.com",
      password,
      redirect,
    });
    expect(elsewhere.headers.location).toBe(routes.account());
  }
});

test("public pages are made for who is signed in alone, and stay the same bytes for all others", async () => {
  const before = (await new FormBrowser(app).get(routes.shop())).body;
  await signedIn();
  const own = await browser.get(routes.shop());
  expect(own.body).toContain("Account of Sana");
  expect(own.headers["cache-control"]).toContain("no-store");
  const other = await new FormBrowser(app).get(routes.shop());
  expect(other.body).toBe(before);
  expect(other.body).not.toContain("Sana");
});

describe("enumeration", () => {
  test("a wrong password, an unknown address and a disabled account are answered in the same words", async () => {
    await person();
    await person("off@example.com");
    await database.pool.query("update users set disabled_at = now() where email = 'off@example.com'");
    const answers = [
      await signIn(new FormBrowser(app), "sana@example.com", "wrong horse"),
      await signIn(new FormBrowser(app), "nobody@example.com", "wrong horse"),
      await signIn(new FormBrowser(app), "off@example.com", password),
    ];
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => words(body))).size).toBe(1);
    expect(answers[0]?.body).toContain("this password do not match");
  });

  test("registering with a taken address and asking for a password are answered as for a new one", async () => {
    await person();
    const answersFor = async (email: string) => {
      const visitor = new FormBrowser(app);
      const form = { account_first_name: "A", email, account_phone: "", password };
      const registered = await visitor.fill(routes.account(), "register", form);
      const page = await visitor.get(routes.account());
      const lost = await visitor.fill(routes.lostPassword(), "send", { user_login: email });
      return [
        registered.statusCode,
        registered.headers.location,
        words(page.body).replaceAll(email, "X"),
        lost.statusCode,
        lost.headers.location,
      ];
    };
    expect(await answersFor("sana@example.com")).toEqual(await answersFor("someone@example.com"));
  });
});

describe("a registration", () => {
  const form = { account_first_name: "Sana", email: "sana@example.com", account_phone: "0300 1234567", password };

  test("makes an account when a person presses the button behind the mail's link, not when the link is only followed", async () => {
    await browser.fill(routes.account(), "register", form);
    const token = tokenIn((await mails())[0]);
    const followed = await browser.get(routes.confirmAccount(token));
    expect(followed.headers).toMatchObject({ location: routes.confirmAccount(), "referrer-policy": "no-referrer" });
    await expect(getUserByEmail(database.db, "sana@example.com")).rejects.toThrow("user_unknown");
    await browser.fill(routes.confirmAccount(), "confirm_account", { password });
    expect(await getUserByEmail(database.db, "sana@example.com")).toMatchObject({ phone: "+923001234567" });
    expect((await signIn()).statusCode).toBe(303);
  });

  test("opens nothing to who reads the mail but did not choose the password, nor to who chose it for another's address", async () => {
    const mallory = new FormBrowser(app);
    await mallory.fill(routes.account(), "register", { ...form, email: "Sana@example.com", password: "mallory knows" });
    const planted = tokenIn((await mails())[0]);
    await browser.get(routes.confirmAccount(planted));
    const none = await browser.fill(routes.confirmAccount(), "confirm_account", {});
    expect(none.body).toContain('id="password-error"');
    const other = await browser.fill(routes.confirmAccount(), "confirm_account", { password });
    expect(other.body).toContain("This is not the password of this registration.");
    await expect(getUserByEmail(database.db, "sana@example.com")).rejects.toThrow("user_unknown");

    await browser.fill(routes.account(), "register", form);
    await browser.get(routes.confirmAccount(tokenIn((await mails())[0])));
    await browser.fill(routes.confirmAccount(), "confirm_account", { password });
    expect((await database.pool.query("select 1 from registrations")).rows).toEqual([]);
    await mallory.get(routes.confirmAccount(planted));
    expect((await mallory.get(routes.confirmAccount())).body).toContain("has been used or has run out");
    expect((await signIn(mallory, "sana@example.com", "mallory knows")).statusCode).toBe(200);
    expect((await signIn()).statusCode).toBe(303);
  });

  test("lets five passwords be tried behind its link", async () => {
    await browser.fill(routes.account(), "register", form);
    await browser.get(routes.confirmAccount(tokenIn((await mails())[0])));
    for (let time = 0; time < 5; time++)
      await browser.fill(routes.confirmAccount(), "confirm_account", { password: `guess ${time}` });
    const { body } = await browser.fill(routes.confirmAccount(), "confirm_account", { password });
    expect(body).toContain("Too many tries.");
  });

  test("gives nobody a role, an id or a confirmed address that he asks for", async () => {
    const more = { role: "administrator", "user[role]": "administrator", id: "1", user_id: "1", disabled_at: "" };
    await browser.fill(routes.account(), "register", { ...form, ...more });
    await browser.get(routes.confirmAccount(tokenIn((await mails())[0])));
    await browser.fill(routes.confirmAccount(), "confirm_account", { ...more, password });
    await signIn();
    const details = { account_first_name: "Sana", account_email: "sana@example.com", ...more };
    await browser.fill(routes.editAccount(), "save_account_details", details);
    expect((await getUserByEmail(database.db, "sana@example.com")).role).toBe("customer");
  });

  test("says what is wrong beside each field, and loses nothing but the password", async () => {
    const bad = {
      ...form,
      account_first_name: "",
      email: "s\u0430na@example.com",
      account_phone: "12",
      password: "short",
    };
    const { body, statusCode } = await browser.fill(routes.account(), "register", bad);
    expect(statusCode).toBe(200);
    for (const id of ["reg_account_first_name", "reg_email", "reg_account_phone", "reg_password"]) {
      expect(body).toContain(`href="#${id}"`);
      expect(body).toContain(`id="${id}-error"`);
    }
    expect(body).toContain('value="s\u0430na@example.com"');
    expect(body).not.toContain('value="short"');
    expect(await mails()).toEqual([]);
  });

  test("takes no address that looks like another's, and fields of 10,000 characters break nothing", async () => {
    await person();
    for (const email of ["sana@ex\u0430mple.com", "\uff53ana@example.com", "sana@exampl\u00e9.com"]) {
      const { body } = await browser.fill(routes.account(), "register", { ...form, email });
      expect(body, `${email}`).toContain('id="reg_email-error"');
    }
    const long = "x".repeat(10_000);
    const all = { account_first_name: long, email: `${long}@example.com`, account_phone: long, password: long };
    expect((await browser.fill(routes.account(), "register", all)).statusCode).toBe(200);
    expect((await signIn(browser, long, long)).statusCode).toBe(200);
    expect((await browser.fill(routes.lostPassword(), "send", { user_login: long })).statusCode).toBe(303);
  });
});

describe("a forgotten password", () => {
  test("is replaced by the mail's link, once; its token is in no page and no log, and all sessions end", async () => {
    await signedIn();
    const other = new FormBrowser(app);
    await other.fill(routes.lostPassword(), "send", { user_login: "SANA@example.com" });
    const token = tokenIn((await mails())[0]);
    await other.get(routes.resetPassword(token));
    const page = await other.get(routes.resetForm());
    expect(page.body).toContain('name="password_1"');
    expect(page.body).not.toContain(token);
    const chosen = { password_1: "a better one", password_2: "a better one" };
    const done = await other.fill(routes.resetForm(), "save", chosen);
    expect(done.headers.location).toBe(routes.account());
    expect((await browser.get(routes.accountOrders())).headers.location).toContain("redirect_to");
    expect((await signIn(other, "sana@example.com", "a better one")).statusCode).toBe(303);
    await other.get(routes.resetPassword(token));
    expect((await other.get(routes.resetForm())).body).toContain("has been used or has run out");
    expect(logged.join("")).not.toContain(token);
  });

  test("is replaced also by who is signed in, and he is told so", async () => {
    await signedIn();
    await browser.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
    await browser.get(routes.resetPassword(tokenIn((await mails())[0])));
    const chosen = { password_1: "a better one", password_2: "a better one" };
    await browser.fill(routes.resetForm(), "save", chosen);
    expect((await browser.get(routes.account())).body).toContain("Your new password is saved. Sign in with it.");
  });

  test("keeps the link when the two passwords differ or are too short", async () => {
    await person();
    await browser.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
    await browser.get(routes.resetPassword(tokenIn((await mails())[0])));
    const differ = await browser.fill(routes.resetForm(), "save", { password_1: "a better one", password_2: "other" });
    expect(differ.body).toContain('id="password_2-error"');
    const short = await browser.fill(routes.resetForm(), "save", { password_1: "short", password_2: "short" });
    expect(short.body).toContain('id="password_1-error"');
    const good = { password_1: "a better one", password_2: "a better one" };
    expect((await browser.fill(routes.resetForm(), "save", good)).statusCode).toBe(303);
  });

  test("is not replaced by a token that is guessed, for something else, or used", async () => {
    await person();
    await person("mallory@example.com");
    const form = { account_first_name: "M", email: "third@example.com", account_phone: "", password };
    await new FormBrowser(app).fill(routes.account(), "register", form);
    const foreign = tokenIn((await mails())[0]);
    await browser.fill(routes.lostPassword(), "send", { user_login: "mallory@example.com" });
    const own = tokenIn((await mails())[0]);
    // Mallory's own page has the form and its nonce.
    await browser.get(routes.resetPassword(own));
    const page = (await browser.get(routes.resetForm())).body;
    const nonce = /name="woocommerce-reset-password-nonce" value="(\w+)"/.exec(page)?.[1] ?? "none";
    const send = async (token: string) => {
      await browser.get(routes.resetPassword(token));
      const passwords = { password_1: "taken over", password_2: "taken over" };
      const named = { wc_reset_password: "true", "woocommerce-reset-password-nonce": nonce };
      return browser.post(routes.resetForm(), { ...named, ...passwords });
    };
    const hashes = async () =>
      (await database.pool.query("select password_hash from users where password_hash <> $1", [passwordHash])).rows;
    for (const token of ["", "x", "a".repeat(43), foreign, "' or 1=1 --"]) {
      const answer = await send(token);
      expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining("has been used or has run out")]);
      expect(answer.body).not.toContain('name="password_1"');
    }
    expect(await hashes()).toHaveLength(0);
    expect((await send(own)).statusCode).toBe(303);
    const [changed] = await hashes();
    const replayed = await send(own);
    expect([replayed.statusCode, replayed.body]).toEqual([
      200,
      expect.stringContaining("has been used or has run out"),
    ]);
    expect(await hashes()).toEqual([changed]);
  });
});

describe("what is not one's own", () => {
  test("another's order is as little there as one that does not exist; a guest's key opens only a guest's order", async () => {
    await signedIn();
    const { received, id } = await order();
    expect((await browser.get(routes.viewOrder(id))).body).toContain("House 14");
    expect((await browser.get(routes.accountOrders())).body).toContain(routes.viewOrder(id));
    expect((await browser.get(received)).body).toContain("House 14");

    const stranger = new FormBrowser(app);
    expect((await stranger.get(received)).body).not.toContain("House 14");
    expect((await stranger.get(routes.viewOrder(id))).headers.location).toBe(routes.signIn(routes.viewOrder(id)));
    await person("mallory@example.com");
    await signIn(stranger, "mallory@example.com");
    const [others, none] = [await stranger.get(routes.viewOrder(id)), await stranger.get(routes.viewOrder(id + 1000))];
    expect([others.statusCode, none.statusCode]).toEqual([404, 404]);
    expect((await stranger.get(received)).body).not.toContain("House 14");
    expect((await stranger.get(routes.accountOrders())).body).toContain("No orders yet");
    expect((await stranger.get(routes.addresses())).body).not.toContain("House 14");
    expect((await stranger.get(routes.exportAccount())).body).not.toContain("House 14");
    expect((await browser.get(routes.exportAccount())).json()).toMatchObject({
      account: { email: "sana@example.com" },
      addresses: { billing: { address1: "House 14" } },
      orders: [{ id, lines: [{ quantity: 1 }] }],
    });
  });

  test("an address is saved for who is signed in, whatever ids the form names", async () => {
    const owner = await signedIn();
    const victim = await person("victim@example.com");
    const address = {
      billing_first_name: "Sana",
      billing_address_1: "House 1",
      billing_city: "Lahore",
      billing_state: "PB",
      billing_phone: "0300 1234567",
      billing_email: "",
    };
    const form = { ...address, user_id: String(victim.id), id: String(victim.id), kind: "shipping" };
    const bad = await browser.fill(routes.editAddress("billing"), "save_address", { ...form, billing_state: "XX" });
    expect(bad.body).toContain('id="billing_state-error"');
    expect(bad.body).toContain('value="House 1"');
    expect((await browser.fill(routes.editAddress("billing"), "save_address", form)).statusCode).toBe(303);
    const { rows } = await database.pool.query("select user_id, kind from user_addresses");
    expect(rows).toEqual([{ user_id: owner.id, kind: "billing" }]);
    await browser.post(`/?wc-ajax=add_to_cart`, { product_id: String(await addProduct(database.db)) });
    const own = (await browser.get(routes.checkout())).body;
    expect(own).toContain('value="House 1"');
    expect(own).not.toContain("buying as a guest");
    const guest = new FormBrowser(app);
    await guest.post(`/?wc-ajax=add_to_cart`, { product_id: String(await addProduct(database.db)) });
    expect((await guest.get(routes.checkout())).body).toContain(`href="${routes.signIn(routes.checkout())}"`);
  });
});

test("the page that is shown is the current one, its section otherwise; a fault links to no control that is unseen", async () => {
  await signedIn();
  const currents = async (url: string) => /aria-current="(\w+)">Addresses/.exec((await browser.get(url)).body)?.[1];
  expect(await currents(routes.addresses())).toBe("page");
  expect(await currents(routes.editAddress("billing"))).toBe("true");
  const bad = { billing_company: "x".repeat(300), billing_country: "XX" };
  const { body } = await browser.fill(routes.editAddress("billing"), "save_address", bad);
  expect(body).toContain('href="#billing_city"');
  expect(body).not.toMatch(/href="#billing_(company|country)"/);
});

describe("sessions", () => {
  test("the cart waits through signing out for its owner, and whoever signs in after him does not get it", async () => {
    await signedIn();
    await browser.post(`/?wc-ajax=add_to_cart`, { product_id: String(await addProduct(database.db)) });
    await person("next@example.com");
    const nonce = /_wpnonce=(\w+)/.exec((await browser.get(routes.account())).body)?.[1] ?? "";
    await browser.get(routes.signOut(nonce));
    expect(browser.cookies.has("woocommerce_items_in_cart")).toBe(false);
    await signIn(browser, "next@example.com");
    expect((await browser.get(routes.cart())).body).not.toContain("cart_item");
    const later = new FormBrowser(app);
    await signIn(later);
    expect(later.cookies.get("woocommerce_items_in_cart")).toBe("1");
    expect((await later.get(routes.cart())).body).toContain("cart_item");
  });

  test("a session that somebody planted is worth nothing after the sign-in", async () => {
    await person();
    await browser.post(`/?wc-ajax=add_to_cart`, { product_id: String(await addProduct(database.db)) });
    const planted = sessionCookie(browser);
    await signIn();
    expect(sessionCookie(browser)).not.toBe(planted);
    const thief = new FormBrowser(app);
    for (const [name] of browser.cookies) if (name.startsWith("wp_woo")) thief.cookies.set(name, planted);
    expect((await thief.get(routes.account())).body).not.toContain("Hello");
    expect((await browser.get(routes.cart())).body).toContain("cart_item");
  });

  test("a new password ends all other sessions, and this one goes on under a new token", async () => {
    await signedIn();
    const other = new FormBrowser(app);
    await signIn(other);
    const before = sessionCookie(browser);
    const form = { account_first_name: "Sana", account_email: "sana@example.com" };
    const passwords = { password_current: password, password_1: "a better one", password_2: "a better one" };
    const wrong = await browser.fill(routes.editAccount(), "save_account_details", {
      ...form,
      ...passwords,
      password_current: "wrong horse",
    });
    expect(wrong.body).toContain('id="password_current-error"');
    expect(
      (await browser.fill(routes.editAccount(), "save_account_details", { ...form, ...passwords })).statusCode,
    ).toBe(303);
    expect(sessionCookie(browser)).not.toBe(before);
    expect((await browser.get(routes.editAccount())).statusCode).toBe(200);
    expect((await other.get(routes.editAccount())).statusCode).toBe(303);
  });

  test("all end at once when he says so", async () => {
    await signedIn();
    const other = new FormBrowser(app);
    await signIn(other);
    await browser.fill(routes.editAccount(), "sign_out_everywhere", {});
    for (const one of [browser, other]) expect((await one.get(routes.editAccount())).statusCode).toBe(303);
  });

  test("who does not ask to be remembered is signed out when the browser closes", async () => {
    await person();
    const lifetimes = async (rememberme: Record<string, string>) => {
      const answer = await new FormBrowser(app).fill(routes.account(), "login", {
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

describe("another site", () => {
  test("can send none of the forms, and a form without its nonce is shown again", async () => {
    await signedIn();
    const form = { account_first_name: "Owned", account_email: "evil@example.com", password_current: password };
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
      const answer = await browser.fill(routes.editAccount(), "save_account_details", form, headers);
      expect(answer.statusCode).toBe(403);
    }
    const fills: [string, string, Record<string, string>][] = [
      [routes.editAddress("billing"), "save_address", { billing_first_name: "Owned", billing_address_1: "House 1" }],
      [routes.editAccount(), "sign_out_everywhere", {}],
      [routes.deleteAccount(), "delete_account", { password_current: password }],
    ];
    for (const [url, button, given] of fills)
      expect((await browser.fill(url, button, given, { origin: "https://evil.example" })).statusCode, `${button}`).toBe(
        403,
      );
    const guest = new FormBrowser(app);
    const registration = { account_first_name: "A", email: "a@example.com", account_phone: "", password };
    for (const [button, given] of [
      ["login", { username: "sana@example.com", password }],
      ["register", registration],
    ] as const)
      expect(
        (await guest.fill(routes.account(), button, given, { origin: "https://evil.example" })).statusCode,
        `${button}`,
      ).toBe(403);
    const nonce = (await browser.get(`${routes.siteCall()}?action=rest-nonce`)).body;
    const call = { "x-wp-nonce": nonce, origin: "https://evil.example" };
    expect((await browser.post(routes.restUser(1), {}, call)).statusCode).toBe(403);
    expect((await browser.get(routes.editAccount())).statusCode).toBe(200);
    const bare = await browser.post(routes.editAccount(), { save_account_details: "1", ...form });
    expect(bare.body).toContain("This page has grown old");
    expect(await getUserByEmail(database.db, "sana@example.com")).toMatchObject({ firstName: "Sana" });
    expect(await mails()).toEqual([]);
  });
});

test("fields of 10,000 characters break no form of an account, and are not taken", async () => {
  const { id } = await signedIn();
  const long = "x".repeat(10_000);
  const names = ["first_name", "last_name", "address_1", "address_2", "city", "state", "postcode", "phone", "email"];
  const address = Object.fromEntries(names.map((name) => [`billing_${name}`, long]));
  const details = { account_first_name: long, account_last_name: long, account_email: long, account_phone: long };
  const passwords = { password_current: long, password_1: long, password_2: long };
  const refused = [
    await browser.fill(routes.editAccount(), "save_account_details", { ...details, ...passwords }),
    await browser.fill(routes.editAddress("billing"), "save_address", address),
    await browser.fill(routes.deleteAccount(), "delete_account", { password_current: long }),
  ];
  await browser.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
  await browser.get(routes.resetPassword(tokenIn((await mails())[0])));
  refused.push(await browser.fill(routes.resetForm(), "save", { password_1: long, password_2: long }));
  for (const { statusCode, body } of refused) {
    expect(statusCode).toBe(200);
    expect(body).toContain("woocommerce-error");
  }
  const nonce = (await browser.get(`${routes.siteCall()}?action=rest-nonce`)).body;
  const fields = { "woocommerce_meta[coming_soon_banner_dismissed]": long, first_name: long };
  expect((await browser.post(routes.restUser(id), fields, { "x-wp-nonce": nonce })).statusCode).toBe(200);
  expect((await browser.post(routes.restUser(id), fields, { "x-wp-nonce": long })).statusCode).toBe(403);
  expect(await getUserByEmail(database.db, "sana@example.com")).toMatchObject({ firstName: "Sana", lastName: "Malik" });
});

test("another address needs the password and its mail's link; the old one hears of it", async () => {
  await signedIn();
  const form = { account_first_name: "Sana", account_email: "new@example.com" };
  const without = await browser.fill(routes.editAccount(), "save_account_details", form);
  expect(without.body).toContain('id="password_current-error"');
  await browser.fill(routes.editAccount(), "save_account_details", { ...form, password_current: password });
  await browser.get(routes.confirmEmail(tokenIn((await mails())[0])));
  await browser.fill(routes.confirmEmail(), "confirm_email", {});
  expect((await getUserByEmail(database.db, "new@example.com")).firstName).toBe("Sana");
  expect((await mails())[0]).toContain("To: sana@example.com");
});

test("what is refused at the limit of mails changes nothing, and what is saved is saved together", async () => {
  const user = await signedIn();
  const form = (more: Record<string, string>) => ({ account_first_name: "Sana", password_current: password, ...more });
  const save = (more: Record<string, string>) => browser.fill(routes.editAccount(), "save_account_details", form(more));
  for (let time = 0; time < 5; time++) await save({ account_email: `new${time}@example.com` });
  const passwords = { password_1: "a better one", password_2: "a better one" };
  const refused = await save({ account_first_name: "Zara", account_email: "more@example.com", ...passwords });
  expect(refused.body).toContain("Too many tries.");
  const stored = async () =>
    (await database.pool.query("select email, first_name, password_hash from users where id = $1", [user.id])).rows[0];
  expect(await stored()).toEqual({ email: "sana@example.com", first_name: "Sana", password_hash: passwordHash });
  expect((await save({ account_first_name: "Zara", account_email: "Sana@Example.com", ...passwords })).statusCode).toBe(
    303,
  );
  expect(await stored()).toMatchObject({ email: "Sana@Example.com", first_name: "Zara" });
  expect((await stored()).password_hash).not.toBe(passwordHash);
  expect((await browser.get(routes.editAccount())).body).toContain("Your new password is saved");
});

test("an account is deleted with its password only; its orders stay, are nobody's, and no key opens them", async () => {
  await signedIn();
  const { received, id } = await order();
  expect((await browser.get(received)).body).toContain("House 14");
  await browser.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
  await mails();
  const again = { account_first_name: "Sana", email: "Sana@example.com", account_phone: "", password };
  await new FormBrowser(app).fill(routes.account(), "register", again);
  expect(
    (await browser.fill(routes.deleteAccount(), "delete_account", { password_current: "wrong horse" })).body,
  ).toContain('id="password_current-error"');
  const done = await browser.fill(routes.deleteAccount(), "delete_account", { password_current: password });
  expect(done.statusCode).toBe(303);
  expect((await browser.get(routes.account())).body).toContain("Your account is deleted.");
  expect((await database.pool.query("select 1 from users union all select 1 from registrations")).rows).toEqual([]);
  expect((await database.pool.query("select 1 from mail_outbox where recipient ilike 'sana@%'")).rows).toEqual([]);
  const { rows } = await database.pool.query("select user_id, billing->>'address1' as at from orders where id = $1", [
    id,
  ]);
  expect(rows).toEqual([{ user_id: null, at: "House 14" }]);
  for (const one of [browser, new FormBrowser(app)]) expect((await one.get(received)).body).not.toContain("House 14");
});
