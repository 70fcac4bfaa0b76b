import { beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { codeOf } from "#shop/accounts/second-factor/totp.ts";
import type { FormBrowser } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { addAccount, password } from "./support/accounts.ts";
import { openAttackedShop } from "./support/open-shop.ts";

const shop = openAttackedShop();
const sana = "sana@example.com";
let secret = "";

const codeNow = (away = 0) => codeOf(secret, Math.floor(shop().now().getTime() / 30_000) + away);

/** Adds a member of staff with a second factor. */
beforeEach(async () => {
  shop().later(7200);
  await shop().database.pool.query("delete from users; delete from rate_limits");
  await addAccount(shop(), sana);
  await shop().database.pool.query("update users set role = 'administrator'");
  const owner = shop().browserAt("203.0.113.7");
  await owner.fill(routes.account(), "login", { username: sana, password });
  const page = (await owner.get(routes.secondFactor())).body;
  secret = /otpauth:[^"]*?secret=([A-Z2-7]+)/.exec(page)?.[1] ?? "";
  const done = await owner.send(routes.secondFactor(), page, "set_up_factor", {
    code: codeNow(),
    password_current: password,
  });
  if (!done.body.includes("Your recovery codes")) throw new Error("The second factor was not set up");
  shop().later(60);
});

/** Types the password, then a code. @returns what the page says */
async function tryCode(browser: FormBrowser, code: string): Promise<"signed in" | "wrong" | "too many"> {
  const asked = await browser.fill(routes.account(), "login", { username: sana, password });
  const answer = await browser.fill(String(asked.headers.location), "sign_in_code", { code });
  if (answer.statusCode === 303) return "signed in";
  expect((await browser.get(routes.editAccount())).statusCode).toBe(303);
  return answer.body.includes("Too many attempts") ? "too many" : "wrong";
}

test("after five wrong codes a network is refused for 15 minutes, also with the right one", async () => {
  const thief = shop().browserAt("198.51.100.1");
  const answers: string[] = [];
  for (let guess = 0; guess < 7; guess++)
    answers.push(await tryCode(thief, guess < 6 ? codeNow(100 + guess) : codeNow()));
  expect(answers).toEqual([...Array.from({ length: 5 }, () => "wrong"), "too many", "too many"]);
  expect(await tryCode(shop().browserAt("203.0.113.7"), codeNow())).toBe("signed in");
  shop().later(15 * 60 + 60);
  expect(await tryCode(thief, codeNow())).toBe("signed in");
});

test("all networks together have twenty tries an hour", async () => {
  const answers: string[] = [];
  for (let place = 0; place < 22; place++)
    answers.push(await tryCode(shop().browserAt(`198.51.${place}.1`), codeNow(100 + place)));
  expect(answers.filter((answer) => answer === "wrong")).toHaveLength(20);
  expect(answers.slice(20)).toEqual(["too many", "too many"]);
});
