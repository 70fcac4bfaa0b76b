import { afterEach, expect, onTestFinished, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { routes } from "#routes";
import { disableUser } from "#shop/accounts/profile/change-user.ts";
import { resetSecondFactor } from "#shop/accounts/second-factor/second-factor.ts";
import { codeOf } from "#shop/accounts/second-factor/totp.ts";
import { createMailToken } from "#shop/accounts/sessions/mail-tokens.ts";
import { findSession } from "#shop/accounts/sessions/sessions.ts";
import { defaultSettings } from "#shop/cart/cart.fixtures.ts";
import { exportPersonalData } from "#shop/privacy/personal-data.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { FormBrowser, openWholeShop } from "../whole-shop.fixtures.ts";
import { openAccountShop, password } from "./account-shop.fixtures.ts";
import { requestIn, SoftwareAuthenticator } from "./software-authenticator.fixtures.ts";

const shop = openAccountShop();
const minute = 60_000;

afterEach(async () => {
  await shop.database.pool.query("delete from settings where key = 'staff_second_factor'");
  await announceChange(shop.database.db, ["settings"]);
});

const isIn = async (browser: FormBrowser) => (await browser.get(routes.addresses())).statusCode === 200;
const codesIn = (body: string) =>
  [...body.matchAll(/<code>([A-Z2-7]{4}(?:-[A-Z2-7]{4}){5})<\/code>/g)].map(([, code = ""]) => code);
const stored = async () =>
  (await shop.database.pool.query<{ name: string }>("select name from passkeys order by id")).rows.map(
    ({ name }) => name,
  );
const audited = async () =>
  (
    await shop.database.pool.query<{ action: string }>(
      "select action from audit_log where at >= now() - interval '1 hour' order by id desc limit 3",
    )
  ).rows.map(({ action }) => action);

/** Adds a passkey in the main browser. */
async function add(passkey: SoftwareAuthenticator, given: Record<string, string> = {}) {
  const page = (await shop.browser.get(routes.passkeys())).body;
  const form = { passkey_name: "My phone", passkey_password: password, ...passkey.create(page), ...given };
  return shop.browser.send(routes.passkeys(), page, "add_passkey", form);
}

/** Signs in with a passkey, without a password. */
async function enter(browser: FormBrowser, passkey: SoftwareAuthenticator, path = routes.account()) {
  const page = (await browser.get(path)).body;
  return browser.send(routes.account(), page, "passkey_sign_in", passkey.use(page));
}

test.for(["ec", "ed25519", "rsa"] as const)("a customer signs in with a passkey alone, of an %s key", async (kind) => {
  await shop.addSignedInUser();
  await shop.mails();
  const passkey = new SoftwareAuthenticator(kind);
  const added = await add(passkey);
  expect([added.statusCode, added.headers.location]).toEqual([303, routes.passkeys()]);
  expect((await shop.browser.get(routes.passkeys())).body).toContain("<bdi>My phone</bdi>");
  expect((await shop.mails()).join()).toContain("You can sign in with a new passkey");

  const browser = shop.newBrowser();
  const answer = await enter(browser, passkey, routes.signIn(routes.addresses()));
  expect([answer.statusCode, answer.headers.location]).toEqual([303, routes.addresses()]);
  expect(await isIn(browser)).toBe(true);
  expect((await enter(shop.newBrowser(), passkey)).statusCode).toBe(303);
  expect((await shop.browser.get(routes.passkeys())).body).toContain("last used on");
  // A customer's password stays enough: a lost phone locks nobody out.
  expect((await shop.signIn(shop.newBrowser())).headers.location).toBe(routes.account());
});

test("the page says why there is no form at an address without passkeys", async () => {
  await shop.addUser();
  const { app } = await openWholeShop(shop.database, shop.now, { SITE_URL: "http://127.0.0.1:3000" });
  onTestFinished(() => app.close());
  const browser = new FormBrowser(app, { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000" });
  await shop.signIn(browser);
  const { body } = await browser.get(routes.passkeys());
  expect(body).toContain("Passkeys only work at an https:// address with a domain name, or on localhost.");
  expect(body).not.toContain("passkey_name");
});

test("a passkey's answer counts once, in time, for this shop only, and only if its owner was verified", async () => {
  await shop.addSignedInUser();
  const passkey = new SoftwareAuthenticator();
  await add(passkey);
  const browser = shop.newBrowser();
  const page = async () => (await browser.get(routes.account())).body;
  const send = async (fields: Record<string, string>) => {
    const answer = await browser.send(routes.account(), await page(), "passkey_sign_in", fields);
    return answer.statusCode === 303 || (await isIn(browser));
  };
  const wrong = {
    "another site": passkey.use(await page(), { origin: "https://shop.example.evil" }),
    "another host": passkey.use(await page(), { host: "evil.example" }),
    "without a PIN": passkey.use(await page(), { flags: 0b001 }),
    "nobody present": passkey.use(await page(), { flags: 0b100 }),
    "a new passkey's answer": passkey.use(await page(), { type: "webauthn.create" }),
    "an invented challenge": passkey.use(await page(), { challenge: "0123456789abcdef" }),
    "a challenge for adding": passkey.use(await page(), { challenge: await challengeForAdding() }),
    "another key": { ...new SoftwareAuthenticator().use(await page()), passkey_id: passkey.id.toString("base64url") },
    "an unknown passkey": new SoftwareAuthenticator().use(await page()),
    nothing: {},
  };
  for (const [what, fields] of Object.entries(wrong)) expect([what, await send(fields)]).toEqual([what, false]);

  const late = passkey.use(await page());
  shop.time += 31 * minute;
  expect(await send(late)).toBe(false);
  const right = passkey.use(await page());
  expect(await send(right)).toBe(true);
  await browser.get(routes.account());
  const thief = shop.newBrowser();
  const replayed = await thief.send(
    routes.account(),
    (await thief.get(routes.account())).body,
    "passkey_sign_in",
    right,
  );
  expect([replayed.statusCode, await isIn(thief)]).toEqual([200, false]);
  expect(replayed.body).toContain("This passkey is not registered here");
});

/** Returns the challenge of the form that adds a passkey. */
async function challengeForAdding(): Promise<string> {
  return /data-passkey-challenge="([^"]*)"/.exec((await shop.browser.get(routes.passkeys())).body)?.[1] ?? "";
}

test("of simultaneous answers to one challenge one signs in; a copy whose use count lags behind does not", async () => {
  await shop.addSignedInUser();
  const passkey = new SoftwareAuthenticator();
  await add(passkey);
  const browser = shop.newBrowser();
  const page = (await browser.get(routes.account())).body;
  const fields = [passkey.use(page), passkey.use(page), passkey.use(page)];
  const answers = await Promise.all(
    fields.map((one) => shop.newBrowser().send(routes.account(), page, "passkey_sign_in", one)),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1);

  const other = (await browser.get(routes.account())).body;
  const copied = await browser.send(routes.account(), other, "passkey_sign_in", passkey.use(other, { count: 1 }));
  expect([copied.statusCode, await isIn(browser)]).toEqual([200, false]);
  expect((await enter(browser, passkey)).statusCode).toBe(303);
});

test("a disabled or erased account's passkey signs nobody in", async () => {
  const user = await shop.addSignedInUser();
  const passkey = new SoftwareAuthenticator();
  await add(passkey);
  await disableUser(shop.database.db, user.email, shop.now());
  expect((await enter(shop.newBrowser(), passkey)).statusCode).toBe(200);
  await shop.database.pool.query("delete from users where id = $1", [user.id]);
  expect(await stored()).toEqual([]);
});

test("adding needs the password and this user's challenge; another user's passkey cannot be removed", async () => {
  await shop.addSignedInUser();
  const passkey = new SoftwareAuthenticator();
  expect((await add(passkey, { passkey_password: "wrong horse" })).body).toContain("not your current password");
  expect((await add(passkey, { passkey_public_key: "AAAA" })).body).toContain("This page has expired");
  const other = shop.newBrowser();
  await shop.addUser("other@example.com");
  await shop.signIn(other, "other@example.com");
  const foreign = (await other.get(routes.passkeys())).body;
  expect((await add(passkey, passkey.create(foreign))).body).toContain("This page has expired");
  expect(await stored()).toEqual([]);

  expect((await add(passkey)).statusCode).toBe(303);
  const again = await add(passkey);
  expect(again.body).toContain("This page has expired");
  const { rows } = await shop.database.pool.query<{ id: string }>("select id from passkeys");
  await other.send(routes.passkeys(), await ownRemoveForm(other), "remove_passkey", {
    passkey_id: rows[0]?.id ?? "",
    remove_password: password,
  });
  expect(await stored()).toEqual(["My phone", "Passkey"]);
});

/** Adds a passkey of the browser's user, whose page then has the form that removes one. @returns that page */
async function ownRemoveForm(browser: FormBrowser): Promise<string> {
  const page = (await browser.get(routes.passkeys())).body;
  const form = { passkey_password: password, ...new SoftwareAuthenticator().create(page) };
  await browser.send(routes.passkeys(), page, "add_passkey", form);
  return (await browser.get(routes.passkeys())).body;
}

test("a removed passkey signs nobody in, and the log says who added and removed it", async () => {
  await shop.addSignedInUser();
  const passkey = new SoftwareAuthenticator();
  await add(passkey);
  const { rows } = await shop.database.pool.query<{ id: string }>("select id from passkeys");
  const passkey_id = rows[0]?.id ?? "";
  const remove = (given: Record<string, string>) => shop.browser.fill(routes.passkeys(), "remove_passkey", given);
  expect((await remove({ passkey_id, remove_password: "wrong horse" })).statusCode).toBe(200);
  expect((await remove({ remove_password: password })).body).toContain("Choose a passkey.");
  expect((await remove({ passkey_id, remove_password: password })).statusCode).toBe(303);
  expect((await enter(shop.newBrowser(), passkey)).statusCode).toBe(200);
  expect((await audited()).slice(0, 2)).toEqual(["passkey removed", "passkey added"]);
});

test("a passkey is a second factor of a member of staff: the password alone opens nothing", async () => {
  const user = await shop.addUser("sana@example.com", "administrator");
  await setSetting(shop.database.db, "staff_second_factor", "required");
  await shop.signIn();
  expect((await shop.browser.get(routes.editAccount())).headers.location).toBe(routes.secondFactor());
  const passkey = new SoftwareAuthenticator();
  const codes = codesIn((await add(passkey)).body);
  expect(codes).toHaveLength(10);
  const { rows } = await shop.database.pool.query("select token_hash from sessions where user_id = $1", [user.id]);
  expect((await findSession(shop.database.db, rows[0].token_hash, shop.now()))?.user?.role).toBe("administrator");

  const browser = shop.newBrowser();
  const asked = String((await shop.signIn(browser)).headers.location);
  expect([asked, await isIn(browser)]).toEqual([expect.stringMatching(/^\/my-account\/code\//), false]);
  const page = (await browser.get(asked)).body;
  expect(page).not.toContain('name="code"');
  const answer = await browser.send(routes.account(), page, "passkey_sign_in", passkey.use(page));
  expect([answer.statusCode, await isIn(browser)]).toEqual([303, true]);
  expect((await audited())[0]).toBe("sign-in");

  const lost = shop.newBrowser();
  await lost.fill(String((await shop.signIn(lost)).headers.location), "sign_in_code", {
    recovery_code: codes[0] ?? "",
  });
  expect(await isIn(lost)).toBe(true);

  const factor = (await lost.get(routes.secondFactor())).body;
  expect(factor).toContain('name="set_up_factor"');
  expect(factor).not.toContain('name="remove_factor"');
  const renewal = { renew_code: codes[2] ?? "", renew_password: password };
  const renewed = codesIn((await lost.send(routes.secondFactor(), factor, "renew_recovery_codes", renewal)).body);
  expect(renewed).toHaveLength(10);

  const { rows: own } = await shop.database.pool.query<{ id: string }>("select id from passkeys");
  const remove = (code: string) => {
    const form = { passkey_id: own[0]?.id ?? "", remove_password: password, remove_code: code };
    return lost.fill(routes.passkeys(), "remove_passkey", form);
  };
  expect((await remove(codes[1] ?? "")).body).toContain("This code is wrong");
  expect((await remove(renewed[1] ?? "")).statusCode).toBe(303);
  expect((await shop.database.pool.query("select 1 from recovery_codes")).rows).toEqual([]);
});

test("a second factor proves who adds another one: password and session are not enough", async () => {
  await shop.addUser("sana@example.com", "administrator");
  await shop.signIn();
  const first = new SoftwareAuthenticator();
  const codes = codesIn((await add(first)).body);
  const second = new SoftwareAuthenticator();
  expect((await add(second)).body).toContain("Enter the code.");
  expect((await add(second, { passkey_code: "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA" })).body).toContain("This code is wrong");

  const confirmed = async (passkey: SoftwareAuthenticator, changed = {}) => {
    const page = (await shop.browser.get(routes.passkeys())).body;
    const answer = Object.entries(passkey.use(page, { ...requestIn(page, "create"), ...changed }));
    const confirmation = Object.fromEntries(
      answer.map(([name, value]) => [name.replace("passkey_", "passkey_confirm_"), value]),
    );
    const form = { passkey_name: "Second", passkey_password: password, ...second.create(page), ...confirmation };
    return shop.browser.send(routes.passkeys(), page, "add_passkey", form);
  };
  const other = shop.newBrowser();
  await shop.addUser("other@example.com");
  await shop.signIn(other, "other@example.com");
  const foreign = new SoftwareAuthenticator();
  const page = (await other.get(routes.passkeys())).body;
  await other.send(routes.passkeys(), page, "add_passkey", { passkey_password: password, ...foreign.create(page) });
  for (const wrong of [
    await confirmed(foreign),
    await confirmed(second),
    await confirmed(first, { challenge: "another" }),
    await confirmed(first, { origin: "https://shop.example.evil" }),
  ])
    expect(wrong.body).toContain("This passkey is not registered here");
  expect((await stored()).filter((name) => name === "Second")).toEqual([]);
  expect((await confirmed(first, { count: 50 })).statusCode).toBe(303);
  expect((await confirmed(first, { count: 50 })).body).toContain("This passkey is not registered here");
  expect((await add(new SoftwareAuthenticator(), { passkey_code: codes[0] ?? "" })).statusCode).toBe(303);

  const factor = (await shop.browser.get(routes.secondFactor())).body;
  const secret = /otpauth:[^"]*?secret=([A-Z2-7]+)/.exec(factor)?.[1] ?? "";
  const app = { code: codeOf(secret, Math.floor(shop.time / 30_000)), password_current: password };
  const setUp = (given: Record<string, string>) =>
    shop.browser.send(routes.secondFactor(), factor, "set_up_factor", { ...app, ...given });
  expect((await setUp({ recovery_code: codes[0] ?? "" })).body).toContain("This code is wrong");
  const mistyped = String((Number(app.code) + 7) % 1_000_000).padStart(6, "0");
  expect((await setUp({ code: mistyped, recovery_code: codes[1] ?? "" })).body).toContain("This code is wrong");
  // The mistyped code has used up no recovery code.
  expect(codesIn((await setUp({ recovery_code: codes[1] ?? "" })).body)).toHaveLength(10);
});

test("after a password reset the passkeys still sign in, and their owner is told and led to them", async () => {
  const user = await shop.addSignedInUser();
  const passkey = new SoftwareAuthenticator();
  await add(passkey);
  await shop.mails();
  const token = await createMailToken(shop.database.db, { purpose: "password-reset", userId: user.id }, shop.now());
  const browser = shop.newBrowser();
  await browser.follow(routes.resetPassword(token));
  const again = "another long pass phrase";
  const answer = await browser.fill(routes.resetForm(), "save", { password_1: again, password_2: again });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, routes.passkeys()]);
  expect((await browser.get(routes.passkeys())).body).toContain("Your passkeys still work");
  expect((await shop.mails()).join()).toContain("Your passkeys still work");
  expect((await enter(shop.newBrowser(), passkey)).statusCode).toBe(303);
});

test("next to an app's codes, adding a passkey needs a code; a reset removes both", async () => {
  const user = await shop.addUser("sana@example.com", "administrator");
  await shop.signIn();
  const page = (await shop.browser.get(routes.secondFactor())).body;
  const secret = /otpauth:[^"]*?secret=([A-Z2-7]+)/.exec(page)?.[1] ?? "";
  const code = () => codeOf(secret, Math.floor(shop.time / 30_000));
  await shop.browser.send(routes.secondFactor(), page, "set_up_factor", { code: code(), password_current: password });
  shop.time += minute;
  const passkey = new SoftwareAuthenticator();
  expect((await add(passkey)).body).toContain("Enter the code.");
  expect((await add(passkey, { passkey_code: code() })).statusCode).toBe(303);
  await resetSecondFactor(shop.database.db, user.email, shop.now());
  const left = await shop.database.pool.query("select 1 from passkeys union all select 1 from recovery_codes");
  expect([left.rows, (await shop.signIn(shop.newBrowser())).headers.location]).toEqual([[], routes.account()]);
});

test("the export names passkeys and contains no key", async () => {
  const user = await shop.addSignedInUser();
  await add(new SoftwareAuthenticator());
  const person = { email: user.email, userId: user.id, ownsGuestOrders: false };
  const data = JSON.stringify(await exportPersonalData(shop.database.db, person, defaultSettings));
  expect(data).toContain('"name":"My phone"');
  const { rows } = await shop.database.pool.query<{ hidden: string }>(
    "select encode(unnest(array[public_key, credential_id]), 'base64') as hidden from passkeys",
  );
  for (const { hidden } of rows) expect(data).not.toContain(hidden.slice(0, 40));
});
