import { afterEach, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { tokenIn } from "#jobs/account-mails.fixtures.ts";
import { routes } from "#routes";
import { resetSecondFactor } from "#shop/accounts/second-factor/second-factor.ts";
import { codeOf } from "#shop/accounts/second-factor/totp.ts";
import { findSession } from "#shop/accounts/sessions/sessions.ts";
import type { Role } from "#shop/accounts/user.ts";
import { defaultSettings } from "#shop/cart/cart.fixtures.ts";
import { exportPersonalData } from "#shop/privacy/personal-data.ts";
import { setSetting } from "#shop/settings/settings.ts";
import type { FormBrowser } from "../whole-shop.fixtures.ts";
import { openAccountShop, password, sessionCookie } from "./account-shop.fixtures.ts";

const shop = openAccountShop();
const minute = 60_000;

afterEach(async () => {
  await shop.database.pool.query("delete from settings where key = 'staff_second_factor'");
  await announceChange(shop.database.db, ["settings"]);
});

const currentStep = () => Math.floor(shop.time / 30_000);
const later = (ms: number) => void (shop.time += ms);
const isIn = async (browser: FormBrowser) => (await browser.get(routes.addresses())).statusCode === 200;
const secretIn = (body: string) => /otpauth:[^"]*?secret=([A-Z2-7]+)/.exec(body)?.[1] ?? "";
const codesIn = (body: string) =>
  [...body.matchAll(/<code>([A-Z2-7]{4}(?:-[A-Z2-7]{4}){5})<\/code>/g)].map(([, code = ""]) => code);

/** Adds a member of staff and signs in. */
async function signInStaff(role: Role = "administrator") {
  const user = await shop.addUser("sana@example.com", role);
  expect((await shop.signIn()).statusCode).toBe(303);
  return user;
}

/** Sets up the second factor in the main browser. @returns its secret and recovery codes */
async function setUp() {
  const page = (await shop.browser.get(routes.secondFactor())).body;
  const secret = secretIn(page);
  const form = { code: codeOf(secret, currentStep()), password_current: password };
  const done = await shop.browser.send(routes.secondFactor(), page, "set_up_factor", form);
  later(minute);
  return { secret, codes: codesIn(done.body), body: done.body };
}

/** Signs in up to the page of the code. @returns its address */
async function typePassword(browser: FormBrowser): Promise<string> {
  const answer = await shop.signIn(browser);
  expect(answer.headers.location).toMatch(/^\/my-account\/code\//);
  return String(answer.headers.location);
}

const audited = async () =>
  (
    await shop.database.pool.query<{ action: string }>(
      "select action from audit_log where action ~ 'factor|recovery' and at >= now() - interval '1 hour' order by id desc",
    )
  ).rows.map(({ action }) => action);

test("a wrong first code or password turns nothing on; the page keeps the secret", async () => {
  await signInStaff();
  const page = (await shop.browser.get(routes.secondFactor())).body;
  const secret = secretIn(page);
  for (const [code, typed] of [
    [codeOf(secret, currentStep() + 9), password],
    [codeOf(secret, currentStep()), "wrong horse"],
    ["", password],
  ]) {
    const form = { code: code ?? "", password_current: typed ?? "" };
    const refused = await shop.browser.send(routes.secondFactor(), page, "set_up_factor", form);
    expect([refused.statusCode, secretIn(refused.body), codesIn(refused.body)]).toEqual([200, secret, []]);
    expect(refused.body).toMatch(/This code is wrong|not your current password|Enter the code/);
  }
  expect((await shop.database.pool.query("select 1 from second_factors")).rows).toEqual([]);
  expect((await shop.signIn(shop.newBrowser())).headers.location).toBe(routes.account());
});

test("the sign-in needs a code of the app, gives no session before it, and remembers where to go", async () => {
  await signInStaff();
  const { secret, codes } = await setUp();
  expect(new Set(codes).size).toBe(10);
  const browser = shop.newBrowser();
  const form = { username: "sana@example.com", password, redirect: routes.addresses(), rememberme: "forever" };
  const asked = String((await browser.fill(routes.account(), "login", form)).headers.location);
  expect(asked).toBe(routes.signInCode({ redirect_to: routes.addresses(), rememberme: "forever" }));
  expect(sessionCookie(browser)).toBe("");
  expect(await isIn(browser)).toBe(false);
  const page = (await browser.get(asked)).body;
  const field = /<input[^>]* name="code"[^>]*>/.exec(page)?.[0];
  expect(field).toMatch(/autocomplete="one-time-code".*inputmode="numeric"/i);
  const wrong = await browser.send(routes.signInCode(), page, "sign_in_code", {
    code: codeOf(secret, currentStep() + 7),
  });
  expect([wrong.statusCode, await isIn(browser)]).toEqual([200, false]);
  expect(wrong.body).toContain("This code is wrong, or it has been used already.");
  const right = await browser.send(routes.signInCode(), wrong.body, "sign_in_code", {
    code: codeOf(secret, currentStep()),
  });
  expect([right.statusCode, right.headers.location]).toEqual([303, routes.addresses()]);
  expect(await isIn(browser)).toBe(true);
  const remembered = await shop.database.pool.query(
    "select 1 from sessions where is_remembered and user_id is not null",
  );
  expect(remembered.rows).toHaveLength(1);
  expect(await audited()).toEqual(expect.arrayContaining(["second factor set up", "second factor refused"]));
});

test("a code is good once, also for simultaneous sign-ins, and only in its time", async () => {
  await signInStaff();
  const { secret } = await setUp();
  const code = codeOf(secret, currentStep());
  const browsers = [shop.newBrowser(), shop.newBrowser()];
  const pages: string[] = [];
  // The second password replaces the first one's token, so each browser gets the newest.
  for (const browser of browsers) pages.push((await browser.get(await typePassword(browser))).body);
  const [newest] = [...(browsers[1]?.cookies ?? [])].filter(([name]) => name === "chowk_link");
  if (newest) browsers[0]?.cookies.set(...newest);
  const answers = await Promise.all(
    browsers.map((browser) => browser.send(routes.signInCode(), pages[1] ?? "", "sign_in_code", { code })),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 303]);

  const late = shop.newBrowser();
  const asked = await typePassword(late);
  for (const typed of [code, codeOf(secret, currentStep() - 2), codeOf(secret, currentStep() + 2)]) {
    expect((await late.fill(asked, "sign_in_code", { code: typed })).statusCode).toBe(200);
    expect(await isIn(late)).toBe(false);
  }
  expect((await late.fill(asked, "sign_in_code", { code: codeOf(secret, currentStep() + 1) })).statusCode).toBe(303);
});

test("the password's step ends after ten minutes, and when the password changes", async () => {
  await signInStaff();
  const { secret } = await setUp();
  const browser = shop.newBrowser();
  const page = (await browser.get(await typePassword(browser))).body;
  later(11 * minute);
  const code = () => ({ code: codeOf(secret, currentStep()) });
  expect((await browser.send(routes.signInCode(), page, "sign_in_code", code())).body).toContain("too long ago");

  await typePassword(browser);
  const details = {
    password_current: password,
    password_1: "three unrelated words",
    password_2: "three unrelated words",
  };
  expect((await shop.browser.fill(routes.editAccount(), "save_account_details", details)).statusCode).toBe(303);
  expect((await browser.send(routes.signInCode(), page, "sign_in_code", code())).body).toContain("too long ago");
  expect(await isIn(browser)).toBe(false);
});

test("each recovery code signs in once; new ones replace them", async () => {
  await signInStaff();
  const { secret, codes } = await setUp();
  const [first = "", second = ""] = codes;
  const enter = async (code: string) => {
    const browser = shop.newBrowser();
    await browser.fill(await typePassword(browser), "sign_in_code", { recovery_code: code });
    return isIn(browser);
  };
  expect(await enter(first.toLowerCase().replaceAll("-", " "))).toBe(true);
  expect(await enter(first)).toBe(false);
  const proof = { renew_code: codeOf(secret, currentStep()), renew_password: password };
  const renewed = codesIn((await shop.browser.fill(routes.secondFactor(), "renew_recovery_codes", proof)).body);
  expect(renewed).toHaveLength(10);
  expect(codesIn((await shop.browser.get(routes.secondFactor())).body)).toEqual([]);
  expect([await enter(second), await enter(renewed[0] ?? "")]).toEqual([false, true]);
});

test("turning it off needs the password and a code; setting it up ends other sessions", async () => {
  const user = await signInStaff();
  const other = shop.newBrowser();
  await shop.signIn(other);
  const { secret } = await setUp();
  expect([await isIn(shop.browser), await isIn(other)]).toEqual([true, false]);
  const remove = (code: string, typed: string) =>
    shop.browser.fill(routes.secondFactor(), "remove_factor", { remove_code: code, remove_password: typed });
  expect((await remove(codeOf(secret, currentStep()), "wrong horse")).statusCode).toBe(200);
  expect((await remove(codeOf(secret, currentStep() + 9), password)).statusCode).toBe(200);
  expect((await shop.database.pool.query("select 1 from second_factors")).rows).toHaveLength(1);
  expect((await remove(codeOf(secret, currentStep()), password)).statusCode).toBe(303);
  expect((await shop.signIn(shop.newBrowser())).headers.location).toBe(routes.account());
  expect((await audited())[0]).toBe("second factor removed");

  await setUp();
  await resetSecondFactor(shop.database.db, user.email, shop.now());
  expect(await isIn(shop.browser)).toBe(false);
  expect((await shop.signIn(shop.newBrowser())).headers.location).toBe(routes.account());
  expect((await audited())[0]).toBe("second factor reset");
});

test("a password that was reset by mail still needs the code", async () => {
  await signInStaff();
  await setUp();
  const browser = shop.newBrowser();
  await browser.fill(routes.lostPassword(), "send", { user_login: "sana@example.com" });
  await browser.get(routes.resetPassword(tokenIn((await shop.mails())[0])));
  const chosen = { password_1: "three unrelated words", password_2: "three unrelated words" };
  const answer = await browser.fill(routes.resetForm(), "save", { wc_reset_password: "true", ...chosen });
  expect(answer.headers.location).toMatch(/^\/my-account\/code\//);
  expect(await isIn(browser)).toBe(false);
});

test("once required, staff without a second factor act as customers and reach only its page", async () => {
  const user = await signInStaff("shop_manager");
  await setSetting(shop.database.db, "staff_second_factor", "required");
  const editAccount = await shop.browser.get(routes.editAccount());
  expect([editAccount.statusCode, editAccount.headers.location]).toEqual([303, routes.secondFactor()]);
  for (const path of [routes.account(), routes.accountOrders(), routes.exportAccount()])
    expect((await shop.browser.get(path)).headers.location).toBe(routes.secondFactor());
  const token = (await shop.database.pool.query("select token_hash from sessions where user_id = $1", [user.id]))
    .rows[0];
  const role = async () => (await findSession(shop.database.db, token.token_hash, shop.now()))?.user?.role;
  expect(await role()).toBe("customer");
  await setUp();
  expect(await role()).toBe("shop_manager");
  expect(await isIn(shop.browser)).toBe(true);

  const customer = shop.newBrowser();
  await shop.addUser("customer@example.com");
  await shop.signIn(customer, "customer@example.com");
  expect(await isIn(customer)).toBe(true);
  expect((await customer.get(routes.secondFactor())).statusCode).toBe(404);
});

test("the secret and the recovery codes are in no table, log line or export", async () => {
  const user = await signInStaff();
  const { secret, codes } = await setUp();
  const { db, pool } = shop.database;
  const { rows } = await pool.query(`select secret from second_factors
    union all select encode(code_hash, 'escape') from recovery_codes union all select audit_log::text from audit_log`);
  const person = { email: user.email, userId: user.id, ownsGuestOrders: false };
  const all = JSON.stringify([rows, shop.logged, await exportPersonalData(db, person, defaultSettings)]);
  for (const hidden of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
    expect(all).not.toContain(hidden);
});
