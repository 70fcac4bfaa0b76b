import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { createAdministrator } from "#shop/accounts/create-administrator.ts";
import { getUserByEmail } from "#shop/accounts/users.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { FormBrowser, openWholeShop } from "../whole-shop.fixtures.ts";

let database: TestDatabase;
let app: FastifyInstance;
let browser: FormBrowser;
const now = () => new Date("2026-11-21T12:00:00Z");
const login = { email: "zara.khan@example.com", password: "correct horse" };

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, now));
  await createAdministrator(database.db, login, now());
  browser = new FormBrowser(app);
  await browser.fill(routes.account(), "login", { username: login.email, password: login.password });
});
afterAll(() => app.close());

test("a user without a name is addressed by the email's local part and can save details without one", async () => {
  const page = (await browser.get(routes.account())).body;
  expect(page).toContain("Hello, zara.khan</h1>");
  expect(page).toContain('aria-label="Account of zara.khan"');
  const form = { account_first_name: "", account_email: login.email, account_phone: "0300 1234567" };
  const saved = await browser.fill(routes.editAccount(), "save_account_details", form);
  expect(saved.headers.location).toBe(routes.editAccount());
  expect(await getUserByEmail(database.db, login.email)).toMatchObject({ firstName: "", phone: "+923001234567" });
});

test("each too long name is refused by its field's label", async () => {
  const long = "x".repeat(61);
  const form = { account_first_name: long, account_last_name: long, account_email: login.email };
  const { body } = await browser.fill(routes.editAccount(), "save_account_details", form);
  expect(body).toContain(">First name is too long.</a>");
  expect(body).toContain(">Last name is too long.</a>");
});

test("errors are listed in the order of their fields on the page", async () => {
  const form = { account_email: "nobody", account_phone: "12", password_1: "short", password_2: "other" };
  const { body } = await browser.fill(routes.editAccount(), "save_account_details", form);
  expect([...body.matchAll(/<li data-id="(\w+)"/g)].map(([, id]) => id)).toEqual([
    "account_email",
    "account_phone",
    "password_current",
    "password_1",
    "password_2",
  ]);
});
