import { beforeEach, expect, test } from "vitest";
import { takeMails, tokenIn } from "#jobs/account-mails.fixtures.ts";
import { routes } from "#routes";
import { rateLimits } from "#shop/rate-limits.ts";
import { addProduct } from "../../src/shop/cart/cart.fixtures.ts";
import { giveCoupon } from "../../src/shop/coupons/coupon.fixtures.ts";
import type { FormBrowser } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { addAccount, password, solve, trySignIn } from "./support/accounts.ts";
import { openAttackedShop } from "./support/open-shop.ts";
import { fillCart } from "./support/order.ts";

const shop = openAttackedShop();
const sana = "sana@example.com";
const mails = () => takeMails({ ...shop().database, clock: { now: shop().now } });

beforeEach(async () => {
  shop().later(7200);
  await mails();
  await shop().database.pool.query("delete from users; delete from rate_limits");
  await addAccount(shop(), sana);
});

/** Tries wrong passwords for Sana's account, each from another network: one more than an account has free attempts. */
async function guessFromEverywhere(): Promise<void> {
  await atOnce(rateLimits.signInByLogin.points + 1, (place) =>
    trySignIn(shop().browserAt(`2001:db8:${place.toString(16)}::1`), sana, `guess ${place}`),
  );
}

function atOnce<T>(count: number, attempt: (place: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, place) => attempt(place)));
}

test("wrong passwords from very many networks cost the account's owner a short calculation, not the account", async () => {
  await guessFromEverywhere();
  const owner = shop().browserAt("203.0.113.7");
  const { answer, challenge = "" } = await trySignIn(owner, sana, password);
  expect(answer).toBe("proof needed");
  expect((await trySignIn(owner, sana, password, solve(challenge))).answer).toBe("signed in");
});

test("the owner's usual browser signs in as if there were no attack", async () => {
  const usual = shop().browserAt("203.0.113.7");
  expect((await trySignIn(usual, sana, password)).answer).toBe("signed in");
  const signOut =
    /href="([^"]*customer-logout[^"]*_wpnonce[^"]*)"/.exec((await usual.get(routes.account())).body)?.[1] ?? "";
  expect((await usual.follow(signOut.replaceAll("&amp;", "&"))).statusCode).toBe(303);
  await guessFromEverywhere();
  expect((await trySignIn(usual, sana, password)).answer).toBe("signed in");
});

test("a network with 65,536 addresses gets the tries of one, and pays with work for each further one", async () => {
  const tried = await atOnce(12, (place) =>
    trySignIn(shop().browserAt(`2001:db8:1:${place.toString(16)}::1`), sana, "guess"),
  );
  const answers = tried.map(({ answer }) => answer);
  expect(answers.filter((answer) => answer === "wrong")).toHaveLength(5);
  expect(answers.filter((answer) => answer === "proof needed")).toHaveLength(7);
});

test("a proof is good for one try, and only if it is the shop's, solved and in time", async () => {
  await guessFromEverywhere();
  const guesser = shop().browserAt("203.0.113.8");
  const { challenge = "" } = await trySignIn(guesser, sana, "guess");
  const proof = solve(challenge);
  const forged = solve(`${challenge.slice(0, -1)}${challenge.endsWith("0") ? "1" : "0"}`);
  const unsolved = proof.replace(/~\w+$/, "~0");
  for (const bad of [forged, unsolved, challenge, "x"])
    expect((await trySignIn(guesser, sana, "guess", bad)).answer).toBe("proof needed");
  expect((await trySignIn(guesser, sana, "guess", proof)).answer).toBe("wrong");
  expect((await trySignIn(guesser, sana, "guess", proof)).answer).toBe("proof needed");
  const late = solve((await trySignIn(guesser, sana, "guess")).challenge ?? "");
  shop().later(31 * 60);
  await guessFromEverywhere();
  expect((await trySignIn(guesser, sana, "guess", late)).answer).toBe("proof needed");
});

test("tries on many accounts from a shared address leave its other customers able to sign in", async () => {
  const shared = "198.51.100.1";
  await addAccount(shop(), "neighbour@example.com");
  await atOnce(rateLimits.accountsByAddress.points + 1, (tried) =>
    trySignIn(shop().browserAt(shared), `nobody${tried}@example.com`, "guess"),
  );
  const neighbour = shop().browserAt(shared);
  const { answer, challenge = "" } = await trySignIn(neighbour, "neighbour@example.com", password);
  expect(answer).toBe("proof needed");
  expect((await trySignIn(neighbour, "neighbour@example.com", password, solve(challenge))).answer).toBe("signed in");
  expect((await trySignIn(shop().browserAt("198.51.100.2"), sana, password)).answer).toBe("signed in");
});

test("many tries on one account from a shared address do not touch its other customers", async () => {
  const shared = "198.51.100.3";
  await addAccount(shop(), "neighbour@example.com");
  await atOnce(rateLimits.accountsByAddress.points + 1, (tried) =>
    trySignIn(shop().browserAt(shared), sana, `guess ${tried}`),
  );
  const neighbour = shop().browserAt(shared);
  expect((await trySignIn(neighbour, "neighbour@example.com", password)).answer).toBe("signed in");
});

test("an owner without scripts gets in by a mailed link, however many such mails others ask for", async () => {
  await guessFromEverywhere();
  await atOnce(rateLimits.mailByRecipient.points + 1, (place) =>
    shop().browserAt(`192.0.2.${place}`).fill(routes.lostPassword(), "send", { user_login: sana }),
  );
  await mails();
  shop().later(3600);
  await guessFromEverywhere();
  const owner = shop().browserAt("203.0.113.9");
  const { page } = await trySignIn(owner, sana, password);
  expect(page).toContain(`<a href="${routes.lostPassword()}">Get a link by email</a>`);
  const sent = await owner.fill(routes.lostPassword(), "send", { user_login: sana });
  expect(sent.headers.location).toBe(routes.resetLinkSent());
  await owner.get(routes.resetPassword(tokenIn((await mails())[0])));
  const chosen = { password_1: "a quiet green lamp", password_2: "a quiet green lamp" };
  expect((await owner.fill(routes.resetForm(), "save", chosen)).statusCode).toBe(303);
  expect((await owner.get(routes.account())).body).toContain("Hello");
});

test("many registrations from a shared address leave its other visitors able to register", async () => {
  const shared = "198.51.100.9";
  const register = (email: string, proof = "") =>
    shop().browserAt(shared).fill(routes.account(), "register", { email, chowk_proof: proof });
  await atOnce(rateLimits.mailByAddress.points + 1, (asked) => register(`stranger${asked}@example.com`));
  await mails();
  const { body } = await register("honest@example.com");
  const challenge = /data-challenge="([^"]+)"/.exec(body)?.[1] ?? "";
  expect((await register("honest@example.com", solve(challenge))).statusCode).toBe(303);
  expect(await mails()).toHaveLength(1);
});

test("guessing coupons never makes a valid one look unknown, and a neighbour's coupon is accepted", async () => {
  const { db } = shop().database;
  const code = await giveCoupon(db);
  const shared = "198.51.100.10";
  const id = await addProduct(db);
  const apply = async (browser: FormBrowser, entered: string) => {
    const security = /"apply_coupon_nonce":"([0-9a-f]+)"/.exec((await browser.get(routes.cart())).body)?.[1] ?? "";
    return (await browser.post("/?wc-ajax=apply_coupon", { security, coupon_code: entered })).body;
  };
  const guesser = shop().browserAt(shared);
  await fillCart(guesser, { [id]: 1 });
  for (let guess = 0; guess < 21; guess++) await apply(guesser, `GUESS${guess}`);
  const refused = await apply(guesser, code);
  expect(refused).toContain("Too many attempts. Please try again in");
  expect(refused).not.toContain("does not exist");
  const neighbour = shop().browserAt(shared);
  await fillCart(neighbour, { [id]: 1 });
  expect(await apply(neighbour, code)).toContain("woocommerce-message");
});
