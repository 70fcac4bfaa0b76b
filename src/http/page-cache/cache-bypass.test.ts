import { expect, test } from "vitest";
import { bypassRules, cookiesBypassCache, methodBypassesCache, queryBypassesCache } from "./cache-bypass.ts";

const rulesOf = (what: string) => bypassRules.filter((rule) => rule.what === what);
const example = (name: string) => name.replace("*", "_4f2a");

test.each(rulesOf("cookie"))("cookie $name: bypasses the cache: $skips", ({ name, skips }) => {
  expect(cookiesBypassCache(`${example(name)}=1`)).toBe(skips);
  expect(cookiesBypassCache(`a=1; ${example(name)}=x%7C1; b=2`)).toBe(skips);
  expect(cookiesBypassCache(`a=${example(name)}; x${example(name)}=1`)).toBe(false);
});

test.each(rulesOf("query"))("query $name: bypasses the cache: $skips", ({ name, skips }) => {
  expect(queryBypassesCache(`/shop/?${name}=1`)).toBe(skips);
  expect(queryBypassesCache(`/?a=1&${name}`)).toBe(skips);
  expect(queryBypassesCache(`/?${name}[0]=1`)).toBe(skips);
  expect(queryBypassesCache(`/?%${name.charCodeAt(0).toString(16)}${name.slice(1)}=1`)).toBe(skips);
  expect(queryBypassesCache(`/${name}/?x=${name}`)).toBe(false);
});

test.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", undefined])("method %s", (method) => {
  expect(methodBypassesCache(method)).toBe(method !== "GET" && method !== "HEAD");
});

test.each(["yith_wcwl_delete", "ask_an_estimate", "save_for_later", "move_to_cart"])(
  "query %s is not cached",
  (name) => {
    expect(queryBypassesCache(`/?${name}=1`)).toBe(true);
  },
);

test("every rule states its reason", () => {
  for (const rule of bypassRules) expect(rule.because.length).toBeGreaterThan(4);
});

test("without cookies and query the cache is used", () => {
  expect(cookiesBypassCache(undefined)).toBe(false);
  expect(cookiesBypassCache("")).toBe(false);
  expect(queryBypassesCache("/shop/")).toBe(false);
});
