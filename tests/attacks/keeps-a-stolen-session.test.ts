import { beforeEach, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { routes } from "#routes";
import { setSetting } from "#shop/settings/settings.ts";
import { addProduct } from "../../src/shop/cart/cart.fixtures.ts";
import { addAccount, password } from "./support/accounts.ts";
import { openAttackedShop } from "./support/open-shop.ts";
import { fillCart } from "./support/order.ts";

const shop = openAttackedShop();
const sana = "sana@example.com";
const day = 86_400;
const isIn = async (browser: ReturnType<ReturnType<typeof shop>["browserAt"]>) =>
  (await browser.get(routes.editAccount())).statusCode === 200;

beforeEach(async () => {
  shop().later(7200);
  await shop().database.pool.query("delete from users; delete from rate_limits; delete from settings");
  await announceChange(shop().database.db, ["settings"]);
  await addAccount(shop(), sana);
});

/** Signs in, to be remembered unless `given` says otherwise. */
async function signIn(ip: string, login = sana, given: Record<string, string> = { rememberme: "forever" }) {
  const browser = shop().browserAt(ip);
  const form = { username: login, password, ...given };
  expect((await browser.fill(routes.account(), "login", form)).statusCode).toBe(303);
  return browser;
}

test("a session that is used every day ends 90 days after the sign-in, or after the days in the settings", async () => {
  const browser = await signIn("203.0.113.1");
  for (let passed = 0; passed < 89; passed++) {
    shop().later(day);
    expect(await isIn(browser)).toBe(true);
  }
  shop().later(2 * day);
  expect(await isIn(browser)).toBe(false);

  await setSetting(shop().database.db, "session_days", 3);
  const second = await signIn("203.0.113.1");
  const states: boolean[] = [];
  for (let passed = 0; passed < 5; passed++) {
    shop().later(day + 60);
    states.push(await isIn(second));
  }
  expect(states).toEqual([true, true, false, false, false]);
});

test("a session that is not used ends after two days, one on a remembered device after fourteen", async () => {
  const brief = await signIn("203.0.113.1", sana, {});
  const remembered = await signIn("203.0.113.2");
  shop().later(2 * day - 60);
  expect(await isIn(brief)).toBe(true);
  shop().later(2 * day + 60);
  expect(await isIn(brief)).toBe(false);
  shop().later(10 * day - 600);
  expect(await isIn(remembered)).toBe(true);
  shop().later(14 * day + 60);
  expect(await isIn(remembered)).toBe(false);
});

test("the owner sees each session with its browser, and ends a thief's at once without leaving", async () => {
  const thief = await signIn("198.51.100.1");
  const owner = await signIn("203.0.113.1");
  await shop().database.pool.query("update sessions set agent = $1 where user_id is not null", [
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36",
  ]);
  const page = (await owner.get(routes.editAccount())).body;
  expect(page.match(/Chrome on Android/g)?.length).toBe(3);
  expect(page).toContain("This browser");
  await owner.send(routes.editAccount(), page, "end_session", {});
  expect(await isIn(thief)).toBe(false);
  expect(await isIn(owner)).toBe(true);
  expect((await owner.get(routes.editAccount())).body).not.toContain('name="end_session"');
});

test("nobody ends another user's session, nor with a made-up id", async () => {
  await addAccount(shop(), "mallory@example.com");
  const owner = await signIn("203.0.113.1");
  const mallory = await signIn("198.51.100.1", "mallory@example.com");
  await signIn("198.51.100.2", "mallory@example.com");
  const { rows } = await shop().database.pool.query<{ id: string }>(
    "select s.id from sessions s join users u on u.id = s.user_id where u.email = $1",
    [sana],
  );
  for (const id of [...rows.map((row) => row.id), "0", "-1", "x", "99999999999999999999"])
    await mallory.fill(routes.editAccount(), "end_session", { session_id: id });
  expect([await isIn(owner), await isIn(mallory)]).toEqual([true, true]);
  const forged = await mallory.post(routes.editAccount(), { end_session: "1", session_id: rows[0]?.id ?? "" });
  expect(forged.body).toContain("This page has expired");
});

test("a stolen session that is ended keeps the account's cart", async () => {
  const owner = await signIn("203.0.113.1");
  await fillCart(owner, { [await addProduct(shop().database.db)]: 2 });
  const thief = await signIn("198.51.100.1");
  const page = (await owner.get(routes.editAccount())).body;
  await owner.send(routes.editAccount(), page, "end_session", {});
  expect(await isIn(thief)).toBe(false);
  expect((await owner.get(routes.cart())).body).toContain("cart_item");
});
