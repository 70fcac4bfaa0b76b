import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import type { Role, User } from "#shop/accounts/user.ts";
import { addUser } from "#shop/accounts/users.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../../page-requests/whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let browser: FormBrowser;
let passwordHash: string;
const now = () => new Date("2026-11-21T12:00:00Z");
const password = "correct horse";
const dismissal = { "woocommerce_meta[coming_soon_banner_dismissed]": "yes" };

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, now));
  passwordHash = await hashPassword(password);
});
afterAll(() => app.close());
beforeEach(async () => {
  await setSetting(database.db, "coming_soon", "yes");
  await database.pool.query("delete from users");
  browser = new FormBrowser(app);
});

async function signedIn(role: Role, visitor = browser): Promise<User> {
  const email = `${role}@example.com`;
  const names = { firstName: "Zara", lastName: "", phone: null };
  const user = await addUser(database.db, { email, role, passwordHash, ...names }, now());
  if (!user) throw new Error("taken");
  await visitor.fill(routes.account(), "login", { username: email, password });
  return user;
}
const freshNonce = async () => (await browser.get(`${routes.siteCall()}?action=rest-nonce`)).body;
const post = (id: number, nonce?: string, fields: Record<string, string> = dismissal) =>
  browser.post(routes.restUser(id), fields, nonce === undefined ? {} : { "x-wp-nonce": nonce });

test("a nonce is ten characters of plain text, also for guests, and differs by user", async () => {
  const answer = await browser.get(`${routes.siteCall()}?action=rest-nonce`);
  expect(answer.headers["content-type"]).toContain("text/plain");
  expect(answer.body).toMatch(/^[0-9a-f]{10}$/);
  await signedIn("customer");
  expect(await freshNonce()).not.toBe(answer.body);
});

test("a call without a nonce is anonymous, a bad nonce is refused, a valid one is answered with a fresh one", async () => {
  const { id } = await signedIn("shop_manager");
  const without = await post(id);
  expect([without.statusCode, without.json().code]).toEqual([401, "rest_user_cannot_edit"]);
  const bad = await post(id, "0123456789");
  expect([bad.statusCode, bad.json()]).toEqual([
    403,
    { code: "rest_cookie_invalid_nonce", message: "Cookie check failed", data: { status: 403 } },
  ]);
  const good = await post(id, await freshNonce());
  expect(good.json()).toMatchObject({ id, woocommerce_meta: { coming_soon_banner_dismissed: "yes" } });
  expect(good.headers["x-wp-nonce"]).toMatch(/^[0-9a-f]{10}$/);
});

test("another user's account is answered like an unknown one, and no other field of one's own can be set", async () => {
  const other = await signedIn("administrator", new FormBrowser(app));
  const { id } = await signedIn("customer");
  const nonce = await freshNonce();
  const [others, none] = [await post(other.id, nonce), await post(999_999, nonce)];
  expect([others.statusCode, others.body]).toEqual([403, none.body]);
  await post(id, nonce, { ...dismissal, roles: "administrator", role: "administrator", email: "x@example.com" });
  const { rows } = await database.pool.query("select role, email from users where id = $1", [id]);
  expect(rows).toEqual([{ role: "customer", email: "customer@example.com" }]);
});

test("staff see the banner until they dismiss it, and again after the next sign-in", async () => {
  expect((await browser.get(routes.home())).body).not.toContain("coming-soon-footer-banner");
  await signedIn("customer");
  expect((await browser.get(routes.home())).body).not.toContain("coming-soon-footer-banner");
  browser = new FormBrowser(app);
  const { id } = await signedIn("shop_manager");
  const page = (await browser.get(routes.home())).body;
  expect(page).toContain(`data-rest-url="${routes.restUser(id)}"`);
  const nonce = /data-rest-nonce="(\w+)"/.exec(page)?.[1] ?? "";
  expect((await post(id, nonce)).statusCode).toBe(200);
  expect((await browser.get(routes.home())).body).not.toContain("coming-soon-footer-banner");
  browser = new FormBrowser(app);
  await browser.fill(routes.account(), "login", { username: "shop_manager@example.com", password });
  expect((await browser.get(routes.home())).body).toContain("coming-soon-footer-banner");
});

test("without scripts a button dismisses the banner for one user and returns to the page", async () => {
  const { id } = await signedIn("shop_manager");
  const other = new FormBrowser(app);
  await signedIn("administrator", other);
  const press = (visitor: FormBrowser, given: Record<string, string>, headers = {}) =>
    visitor.post(routes.home(), { chowk_dismiss_coming_soon: "1", ...given }, headers);
  const nonceIn = async (visitor: FormBrowser) =>
    /name="_wpnonce" value="(\w+)"/.exec((await visitor.get(routes.shop())).body)?.[1] ?? "none";
  const isSeen = async (visitor: FormBrowser) =>
    (await visitor.get(routes.shop())).body.includes("coming-soon-footer-banner");
  const nonce = await nonceIn(browser);
  await press(browser, {});
  await press(browser, { _wpnonce: await nonceIn(other) });
  await browser.get(`/?chowk_dismiss_coming_soon=1&_wpnonce=${nonce}`);
  await press(new FormBrowser(app), { _wpnonce: nonce, id: String(id), user_id: String(id) });
  expect((await press(browser, { _wpnonce: nonce }, { origin: "https://evil.example" })).statusCode).toBe(403);
  expect([await isSeen(browser), await isSeen(other)]).toEqual([true, true]);
  const pressed = await press(browser, { _wpnonce: nonce }, { referer: "https://shop.example/shop/?orderby=price" });
  expect(pressed.headers.location).toBe("/shop/?orderby=price");
  expect([await isSeen(browser), await isSeen(other)]).toEqual([false, true]);
});

test("page parameters distinguish guest, customer and staff, and contain the reader's own nonces", async () => {
  const flagsOf = async (visitor: FormBrowser) => {
    const page = (await visitor.get(routes.account())).body;
    const { commonProps, pages } = JSON.parse(/var wcAnalytics = (\{.*\});/.exec(page)?.[1] ?? "{}");
    return [commonProps.is_guest, commonProps.store_admin, pages.isAccountPage];
  };
  expect(await flagsOf(browser)).toEqual([1, 0, true]);
  await signedIn("customer");
  expect(await flagsOf(browser)).toEqual([0, 0, true]);
  const manager = new FormBrowser(app);
  await signedIn("shop_manager", manager);
  expect(await flagsOf(manager)).toEqual([0, 1, true]);
  await setSetting(database.db, "coming_soon", "no");
  const cart = (await browser.get(routes.cart())).body;
  const nonce = /"apply_coupon_nonce":"(\w+)"/.exec(cart)?.[1] ?? "";
  const form = { security: nonce, coupon_code: "X" };
  expect((await browser.post("/?wc-ajax=apply_coupon", form)).statusCode).toBe(200);
  expect((await new FormBrowser(app).post("/?wc-ajax=apply_coupon", form)).statusCode).toBe(403);
});
