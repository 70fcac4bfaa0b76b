import { describe, expect, test } from "vitest";
import { tokenIn } from "#jobs/account-mails.fixtures.ts";
import { routes } from "#routes";
import { getUserByEmail } from "#shop/accounts/users.ts";
import { origin } from "../whole-shop.fixtures.ts";
import { openAccountShop, password, sessionCookie } from "./account-shop.fixtures.ts";

const shop = openAccountShop();

const registration = { email: "sana@example.com" };

/** Returns a page's text without the parts that differ between requests. */
const words = (body: string) =>
  body
    .replace(/<script[^]*?<\/script>/g, "")
    .replace(/value="[0-9a-f]{10}"/g, "")
    .replace(/data-passkey-challenge="[^"]*"/, "")
    .replace(/(name="username"[^>]*) value="[^"]*"/, "$1");

describe("enumeration of accounts", () => {
  test("a wrong password, an unknown address and a disabled account get the same answer", async () => {
    await shop.addUser();
    await shop.addUser("off@example.com");
    await shop.database.pool.query("update users set disabled_at = now() where email = 'off@example.com'");
    const answers = [
      await shop.signIn(shop.newBrowser(), "sana@example.com", "wrong horse"),
      await shop.signIn(shop.newBrowser(), "nobody@example.com", "wrong horse"),
      await shop.signIn(shop.newBrowser(), "off@example.com", password),
    ];
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => words(body))).size).toBe(1);
    expect(answers[0]?.body).toContain("Incorrect email, mobile number or password");
  });

  test("registration and password reset give the same answer for taken and unknown addresses", async () => {
    await shop.addUser();
    const answersFor = async (email: string) => {
      const visitor = shop.newBrowser();
      const registered = await visitor.fill(routes.account(), "register", { email });
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

test("session fixation: a planted session is worthless after the sign-in", async () => {
  await shop.addUser();
  await shop.fillCart();
  const planted = sessionCookie(shop.browser);
  await shop.signIn();
  expect(sessionCookie(shop.browser)).not.toBe(planted);
  const thief = shop.newBrowser();
  for (const [name] of shop.browser.cookies) if (name.startsWith("wp_woo")) thief.cookies.set(name, planted);
  expect((await thief.get(routes.account())).body).not.toContain("Hello");
  expect((await shop.browser.get(routes.cart())).body).toContain("cart_item");
});

test("a guessed, replayed or foreign reset token changes no password", async () => {
  await shop.addUser();
  await shop.addUser("mallory@example.com");
  await shop.newBrowser().fill(routes.account(), "register", { email: "third@example.com" });
  const foreign = tokenIn((await shop.mails())[0]);
  await shop.browser.fill(routes.lostPassword(), "send", { user_login: "mallory@example.com" });
  const own = tokenIn((await shop.mails())[0]);
  // Mallory's own page has the form and its nonce.
  await shop.browser.get(routes.resetPassword(own));
  const page = (await shop.browser.get(routes.resetForm())).body;
  const nonce = /name="woocommerce-reset-password-nonce" value="(\w+)"/.exec(page)?.[1] ?? "none";
  const send = async (token: string) => {
    await shop.browser.get(routes.resetPassword(token));
    const passwords = { password_1: "taken over", password_2: "taken over" };
    const named = { wc_reset_password: "true", "woocommerce-reset-password-nonce": nonce };
    return shop.browser.post(routes.resetForm(), { ...named, ...passwords });
  };
  const hashes = async () =>
    (await shop.database.pool.query("select password_hash from users where password_hash <> $1", [shop.passwordHash]))
      .rows;
  for (const token of ["", "x", "a".repeat(43), foreign, "' or 1=1 --"]) {
    const answer = await send(token);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining("has been used or has expired")]);
    expect(answer.body).not.toContain('name="password_1"');
  }
  expect(await hashes()).toHaveLength(0);
  expect((await send(own)).statusCode).toBe(303);
  const [changed] = await hashes();
  const replayed = await send(own);
  expect([replayed.statusCode, replayed.body]).toEqual([200, expect.stringContaining("has been used or has expired")]);
  expect(await hashes()).toEqual([changed]);
});

test("another user's order is answered like a missing one; a key opens only a guest's order", async () => {
  await shop.addSignedInUser();
  const { received, id } = await shop.order();
  expect((await shop.browser.get(routes.viewOrder(id))).body).toContain("House 14");
  expect((await shop.browser.get(routes.accountOrders())).body).toContain(routes.viewOrder(id));
  expect((await shop.browser.get(received)).body).toContain("House 14");

  const stranger = shop.newBrowser();
  expect((await stranger.get(received)).body).not.toContain("House 14");
  expect((await stranger.get(routes.viewOrder(id))).headers.location).toBe(routes.signIn(routes.viewOrder(id)));
  await shop.addUser("mallory@example.com");
  await shop.signIn(stranger, "mallory@example.com");
  const [others, none] = [await stranger.get(routes.viewOrder(id)), await stranger.get(routes.viewOrder(id + 1000))];
  expect([others.statusCode, none.statusCode]).toEqual([404, 404]);
  expect((await stranger.get(received)).body).not.toContain("House 14");
  expect((await stranger.get(routes.accountOrders())).body).toContain("No orders yet");
  expect((await stranger.get(routes.addresses())).body).not.toContain("House 14");
});

test("an address is saved for the signed-in user, whatever ids the form contains", async () => {
  const owner = await shop.addSignedInUser();
  const victim = await shop.addUser("victim@example.com");
  const address = {
    billing_first_name: "Sana",
    billing_address_1: "House 1",
    billing_city: "Lahore",
    billing_state: "PB",
    billing_phone: "0300 1234567",
    billing_email: "",
  };
  const form = { ...address, user_id: String(victim.id), id: String(victim.id), kind: "shipping" };
  const bad = await shop.browser.fill(routes.editAddress("billing"), "save_address", { ...form, billing_state: "XX" });
  expect(bad.body).toContain('id="billing_state-error"');
  expect(bad.body).toContain('value="House 1"');
  expect((await shop.browser.fill(routes.editAddress("billing"), "save_address", form)).statusCode).toBe(303);
  const { rows } = await shop.database.pool.query("select user_id, kind from user_addresses");
  expect(rows).toEqual([{ user_id: owner.id, kind: "billing" }]);
  const stranger = shop.newBrowser();
  await shop.signIn(stranger, "victim@example.com");
  const pages = [`${routes.editAddress("billing")}?user_id=${owner.id}&id=${owner.id}`, routes.addresses()];
  for (const page of pages) expect((await stranger.get(page)).body).not.toContain("House 1");
});

test("mass assignment: no form sets a role, an id or a confirmed address", async () => {
  const more = { role: "administrator", "user[role]": "administrator", id: "1", user_id: "1", disabled_at: "" };
  await shop.browser.fill(routes.account(), "register", { ...registration, ...more });
  await shop.browser.get(routes.confirmAccount(tokenIn((await shop.mails())[0])));
  const person = { account_first_name: "Sana", account_phone: "", password_1: password, email: "evil@example.com" };
  await shop.browser.fill(routes.confirmAccount(), "confirm_account", { ...more, ...person });
  const details = { account_first_name: "Sana", account_email: "sana@example.com", ...more };
  await shop.browser.fill(routes.editAccount(), "save_account_details", details);
  expect((await getUserByEmail(shop.database.db, "sana@example.com")).role).toBe("customer");
});

test("cross-site requests submit no form, and a form without its nonce is shown again", async () => {
  await shop.addSignedInUser();
  const form = { account_first_name: "Owned", account_email: "evil@example.com", password_current: password };
  for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
    const answer = await shop.browser.fill(routes.editAccount(), "save_account_details", form, headers);
    expect(answer.statusCode).toBe(403);
  }
  const fills: [string, string, Record<string, string>][] = [
    [routes.editAddress("billing"), "save_address", { billing_first_name: "Owned", billing_address_1: "House 1" }],
    [routes.editAccount(), "sign_out_everywhere", {}],
    [routes.deleteAccount(), "delete_account", { password_current: password }],
  ];
  for (const [url, button, given] of fills)
    expect(
      (await shop.browser.fill(url, button, given, { origin: "https://evil.example" })).statusCode,
      `${button}`,
    ).toBe(403);
  const guest = shop.newBrowser();
  for (const [button, given] of [
    ["login", { username: "sana@example.com", password }],
    ["register", registration],
  ] as const)
    expect(
      (await guest.fill(routes.account(), button, given, { origin: "https://evil.example" })).statusCode,
      `${button}`,
    ).toBe(403);
  const nonce = (await shop.browser.get(`${routes.siteCall()}?action=rest-nonce`)).body;
  const call = { "x-wp-nonce": nonce, origin: "https://evil.example" };
  expect((await shop.browser.post(routes.restUser(1), {}, call)).statusCode).toBe(403);
  expect((await shop.browser.get(routes.editAccount())).statusCode).toBe(200);
  const bare = await shop.browser.post(routes.editAccount(), { save_account_details: "1", ...form });
  expect(bare.body).toContain("This page has expired");
  expect(await getUserByEmail(shop.database.db, "sana@example.com")).toMatchObject({ firstName: "Sana" });
  expect(await shop.mails()).toEqual([]);
});

test("a form with an expired nonce is accepted if the browser reports it as same-origin", async () => {
  await shop.addUser();
  const page = (await shop.browser.get(routes.account())).body;
  const nonce = /name="woocommerce-login-nonce" value="([0-9a-f]{10})"/.exec(page)?.[1] ?? "";
  shop.time += 3 * 86_400_000;
  const form = { login: "1", username: "sana@example.com", password, "woocommerce-login-nonce": nonce };
  const old = "This page has expired";
  expect((await shop.browser.post(routes.account(), form)).body).toContain(old);
  const ours = { origin };
  const madeUp = { ...form, "woocommerce-login-nonce": "0123456789" };
  expect((await shop.browser.post(routes.account(), madeUp, ours)).body).toContain(old);
  expect((await shop.browser.post(routes.account(), form, { "sec-fetch-site": "same-site" })).body).toContain(old);
  expect((await shop.browser.post(routes.account(), form, ours)).statusCode).toBe(303);
});

test("look-alike Unicode email addresses match no account", async () => {
  await shop.addUser();
  for (const email of [
    "sana@ex\u0430mple.com",
    "s\u0430na@example.com",
    "\uff53ana@example.com",
    "sana@exampl\u00e9.com",
  ]) {
    const { body } = await shop.browser.fill(routes.account(), "register", { ...registration, email });
    expect(body, `${email}`).toContain('id="reg_email-error"');
    expect((await shop.signIn(shop.newBrowser(), email)).statusCode, `${email}`).toBe(200);
    await shop.browser.fill(routes.lostPassword(), "send", { user_login: email });
  }
  expect(await shop.mails()).toEqual([]);
});

test("guest forms refuse fields of 10,000 characters without failing", async () => {
  const long = "x".repeat(10_000);
  const address = { email: `${long}@example.com` };
  expect((await shop.browser.fill(routes.account(), "register", address)).statusCode).toBe(200);
  expect((await shop.signIn(shop.browser, long, long)).statusCode).toBe(200);
  expect((await shop.browser.fill(routes.lostPassword(), "send", { user_login: long })).statusCode).toBe(303);
  expect(await shop.mails()).toEqual([]);
  await shop.browser.fill(routes.account(), "register", registration);
  await shop.browser.get(routes.confirmAccount(tokenIn((await shop.mails())[0])));
  const person = { account_first_name: long, account_phone: long, password_1: long, password_2: long };
  const { statusCode, body } = await shop.browser.fill(routes.confirmAccount(), "confirm_account", person);
  expect([statusCode, body]).toEqual([200, expect.stringContaining("woocommerce-error")]);
});

test("account forms refuse fields of 10,000 characters without failing", async () => {
  const { id } = await shop.addSignedInUser();
  const long = "x".repeat(10_000);
  const names = ["first_name", "last_name", "address_1", "address_2", "city", "state", "postcode", "phone", "email"];
  const address = Object.fromEntries(names.map((name) => [`billing_${name}`, long]));
  const details = { account_first_name: long, account_last_name: long, account_email: long, account_phone: long };
  const passwords = { password_current: long, password_1: long, password_2: long };
  const refused = [
    await shop.browser.fill(routes.editAccount(), "save_account_details", { ...details, ...passwords }),
    await shop.browser.fill(routes.editAddress("billing"), "save_address", address),
    await shop.browser.fill(routes.deleteAccount(), "delete_account", { password_current: long }),
  ];
  await shop.browser.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
  await shop.browser.get(routes.resetPassword(tokenIn((await shop.mails())[0])));
  refused.push(await shop.browser.fill(routes.resetForm(), "save", { password_1: long, password_2: long }));
  for (const { statusCode, body } of refused) {
    expect(statusCode).toBe(200);
    expect(body).toContain("woocommerce-error");
  }
  const nonce = (await shop.browser.get(`${routes.siteCall()}?action=rest-nonce`)).body;
  const fields = { "woocommerce_meta[coming_soon_banner_dismissed]": long, first_name: long };
  expect((await shop.browser.post(routes.restUser(id), fields, { "x-wp-nonce": nonce })).statusCode).toBe(400);
  expect((await shop.browser.post(routes.restUser(id), fields, { "x-wp-nonce": long })).statusCode).toBe(403);
  expect(await getUserByEmail(shop.database.db, "sana@example.com")).toMatchObject({
    firstName: "Sana",
    lastName: "Malik",
  });
});
