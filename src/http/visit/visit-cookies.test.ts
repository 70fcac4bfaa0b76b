import fastifyCookie from "@fastify/cookie";
import fastify from "fastify";
import { expect, test } from "vitest";
import { openSite } from "../guards/allowed-host.ts";
import { type CartState, VisitCookies } from "./visit-cookies.ts";

const hash = "0123456789abcdef0123456789abcdef";

async function cookiesFor(carts: CartState[], sent: Record<string, string> = {}, notice?: boolean) {
  const app = fastify();
  await app.register(fastifyCookie);
  app.get("/", (request, reply) => {
    const cookies = new VisitCookies(request, reply, openSite(null));
    for (const cart of carts) cookies.setCart(cart, { maxAge: 60 });
    if (notice !== undefined) cookies.setNotice(notice);
    return "";
  });
  const { cookies } = await app.inject({ url: "/", cookies: sent });
  return cookies.map(({ name, value, maxAge, expires }) => [name, value, expires?.getTime() ?? maxAge]);
}

test("a cart sets the flag, hash and count cookies for the session's lifetime", async () => {
  expect(await cookiesFor([{ itemCount: 3, hash }])).toEqual([
    ["woocommerce_items_in_cart", "1", 60],
    ["woocommerce_cart_hash", hash, 60],
    ["chowk_cart_count", "3", 60],
  ]);
});

test("the last hash set in a response wins", async () => {
  const last = hash.replace("0", "f");
  const cookies = await cookiesFor([
    { itemCount: 1, hash },
    { itemCount: 2, hash: last },
  ]);
  expect(cookies.filter(([name]) => name === "woocommerce_cart_hash")).toEqual([["woocommerce_cart_hash", last, 60]]);
});

test("an empty cart clears them", async () => {
  expect(await cookiesFor([{ itemCount: 0, hash: "" }])).toEqual([
    ["woocommerce_items_in_cart", "", 0],
    ["woocommerce_cart_hash", "", 0],
    ["chowk_cart_count", "", 0],
  ]);
});

test("the notice cookie appears and disappears with the notice", async () => {
  expect(await cookiesFor([], {}, true)).toEqual([["chowk_notice", "1", undefined]]);
  expect(await cookiesFor([], { chowk_notice: "1" }, false)).toEqual([["chowk_notice", "", 0]]);
  expect(await cookiesFor([], {}, false)).toEqual([]);
});
