import { beforeEach, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "../../src/shop/cart/cart.fixtures.ts";
import { giveCoupon } from "../../src/shop/coupons/coupon.fixtures.ts";
import { addAccount, password, solve, trySignIn } from "./support/accounts.ts";
import { openAttackedShop } from "./support/open-shop.ts";
import { fillCart, readCheckout, sendCheckout } from "./support/order.ts";

/**
 * HONEST_BUYERS=10000 runs the whole simulation: 20 shared addresses with 500 buyers each in eight hours. With fewer buyers
 * there are fewer addresses, and as many buyers per address and hour; 20 are enough for each attack to exceed its limits.
 */
const buyers = Number(process.env.HONEST_BUYERS ?? 20);
const addresses = Array.from({ length: Math.ceil(buyers / 500) }, (_, place) => `100.64.${place}.1`);

/** Seconds between two buyers of an address, and those that a buyer spends at the checkout. */
const pause = (8 * 3600) / 500;
const reading = 25;

const shop = openAttackedShop();
const db = () => shop().database.db;
let productId = 0;
let code = "";

beforeEach(async () => {
  shop().later(25 * 3600);
  await shop().database.pool.query("truncate users, rate_limits, orders cascade");
  productId = await addProduct(db(), { regularPrice: 1000, managesStock: true, stockQuantity: 1_000_000 });
  code = await giveCoupon(db());
});

/** Fills a cart, enters a coupon and opens the checkout. */
async function openCheckout(ip: string) {
  const browser = shop().browserAt(ip);
  await fillCart(browser, { [productId]: 1 });
  const security = /"apply_coupon_nonce":"([0-9a-f]+)"/.exec((await browser.get(routes.cart())).body)?.[1] ?? "";
  const coupon = (await browser.post("/?wc-ajax=apply_coupon", { security, coupon_code: code })).body;
  return { browser, coupon, form: await readCheckout(browser) };
}

/** Buyers order, one from each address; told to wait, they wait as long as they are told. @returns what was refused */
async function buyAtOnce(): Promise<string[]> {
  const open = await Promise.all(addresses.map(openCheckout));
  shop().later(reading);
  const refused = open.flatMap(({ coupon }) => (coupon.includes("woocommerce-message") ? [] : [`coupon: ${coupon}`]));
  let waiting = open;
  for (let tries = 0; waiting.length > 0; tries++) {
    const answers = await Promise.all(waiting.map(({ browser, form }) => sendCheckout(browser, form)));
    waiting = waiting.filter((_, index) => answers[index]?.result === "failure");
    const messages = answers.filter(({ result }) => result === "failure").map((answer) => answer.messages);
    if (tries === 3) return [...refused, ...messages];
    const seconds = messages.map((message) => Number(/in (\d+) seconds/.exec(message)?.[1] ?? 2));
    shop().later(Math.max(0, ...seconds));
  }
  return refused;
}

/** A customer signs in, after a calculation if the shop asks for one. */
async function enter(ip: string, email: string): Promise<string[]> {
  const browser = shop().browserAt(ip);
  const first = await trySignIn(browser, email, password);
  const last = first.challenge ? await trySignIn(browser, email, password, solve(first.challenge)) : first;
  return last.answer === "signed in" ? [] : [`sign-in: ${last.answer}`];
}

/** What an attacker behind the same addresses does before each buyer comes. */
const attacks: Readonly<Record<string, (ip: string, round: number) => Promise<void>>> = {
  "nobody attacks": async () => {},
  "an attacker orders to empty the stock": async (ip, round) => {
    const browser = shop().browserAt(ip);
    await fillCart(browser, { [productId]: 10 });
    const form = await readCheckout(browser, { billing_email: `stranger${round}@example.com` });
    shop().later(2);
    await sendCheckout(browser, form);
  },
  "an attacker guesses passwords": async (ip, round) => {
    for (let tried = 0; tried < 2; tried++)
      await trySignIn(shop().browserAt(ip), `nobody${round}.${tried}@example.com`, "guess");
    await trySignIn(shop().browserAt(ip), "sana@example.com", `guess ${round}`);
  },
  "an attacker guesses coupons": async (ip) => {
    const browser = shop().browserAt(ip);
    await fillCart(browser, { [productId]: 1 });
    const security = /"apply_coupon_nonce":"([0-9a-f]+)"/.exec((await browser.get(routes.cart())).body)?.[1] ?? "";
    for (let guess = 0; guess < 12; guess++)
      await browser.post("/?wc-ajax=apply_coupon", { security, coupon_code: `GUESS${guess}` });
  },
  "an attacker requests mails": async (ip, round) => {
    for (let asked = 0; asked < 3; asked++)
      await shop()
        .browserAt(ip)
        .fill(routes.account(), "register", { email: `stranger${round}.${asked}@example.com` });
  },
  "an attacker starts sessions and keeps their cookies": async (ip) => {
    const start = async () => {
      const browser = shop().browserAt(ip);
      await fillCart(browser, { [productId]: 1 });
      await browser.post(routes.shopCall("get_refreshed_fragments"), {});
    };
    await Promise.all(Array.from({ length: 26 }, start));
  },
};

describe("buyers behind twenty shared addresses", () => {
  test.each(Object.entries(attacks))(
    "are all served while %s",
    async (_, attack) => {
      const refused: string[] = [];
      for (let round = 0; round < buyers / addresses.length; round++) {
        await Promise.all(addresses.map((ip, place) => attack(ip, round * addresses.length + place)));
        refused.push(...(await buyAtOnce()));
        const [first = ""] = addresses;
        if (round % 10 === 0) {
          await addAccount(shop(), `buyer${round}@example.com`);
          refused.push(...(await enter(first, `buyer${round}@example.com`)));
        }
        shop().later(pause - reading);
      }
      expect(refused).toEqual([]);
    },
    buyers * 2000,
  );
});
