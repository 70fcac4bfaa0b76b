import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decoded, type Source, sourceOf } from "./sources.rules.ts";

const shop = "https://www.shop.example";
const google = "https://www.google.com/";
const noSource = { hasSession: false, hasSource: false };
const inVisit = { hasSession: true, hasSource: true };
const returning = { hasSession: false, hasSource: true };

const see = (path: string, referrer: string, known: Parameters<typeof sourceOf>[1]) =>
  sourceOf({ url: path.startsWith("http") ? path : `${shop}${path}`, referrer, at: 0 }, known);

/** Returns the parts of a source that have a value, in one line. */
function inShort(source: Source | null): string {
  if (!source) return "kept";
  const { type, source: from, medium, campaign, ...others } = source;
  const more = Object.entries(others).flatMap(([name, value]) => (value === "(none)" ? [] : [`${name}=${value}`]));
  return [type, from, medium, campaign, ...more].join(" ");
}

describe("a landing's source", () => {
  test.each([
    // Tagged links.
    ["/?utm_source=mail&utm_medium=email&utm_campaign=june", "", noSource, "utm mail email june"],
    ["/?utm_campaign=june", "", noSource, "utm (none) (none) june"],
    [
      "/?utm_id=7&utm_source_platform=p&utm_creative_format=f&utm_marketing_tactic=t&utm_term=w&utm_content=c",
      "",
      noSource,
      "utm (none) (none) (none) content=c term=w id=7 platform=p format=f tactic=t",
    ],
    ["/?utm_source=mail", google, inVisit, "utm mail (none) (none)"],
    ["/?utm_source=first&utm_source=second", "", noSource, "utm first (none) (none)"],
    ["/?utm_source=", "", noSource, "typein (direct) (none) (none)"],
    ["/?utm_sourceful=x&xutm_source=y", "", noSource, "typein (direct) (none) (none)"],
    // Encoded and broken values stay as they are in the address.
    ["/?utm_source=summer+sale&utm_campaign=50%25%20off", "", noSource, "utm summer+sale (none) 50%25%20off"],
    ["/?utm_source=%E0%A4%A&utm_medium=100%", "", noSource, "utm %E0%A4%A 100% (none)"],
    ["/?utm_source=a=b", "", noSource, "utm a=b (none) (none)"],
    // Click ids of advertisements.
    ["/?gclid=x1", "", noSource, "utm google cpc google_cpc"],
    ["/?gclid=x1&utm_source=ads&utm_campaign=june", "", noSource, "utm ads cpc june"],
    ["/?gbraid=x1", "", noSource, "utm google cpc google_cpc"],
    ["/?wbraid=x1", "", noSource, "utm google cpc google_cpc"],
    ["/?yclid=x1", "", noSource, "utm yandex cpc yandex_cpc"],
    ["/?msclkid=x1", "", noSource, "utm bing cpc bing_cpc"],
    ["/?ttclid=x1", "https://www.tiktok.com/", noSource, "utm tiktok cpc tiktok_cpc"],
    ["/?fbclid=x1", "", noSource, "referral facebook.com referral (none)"],
    ["/?fbclid=x1", "https://l.instagram.com/", noSource, "referral l.instagram.com referral (none) content=/"],
    ["/?fbclid=x1", "", inVisit, "kept"],
    // Search engines.
    ["/", google, noSource, "organic google organic (none)"],
    ["/", "https://google.co.uk/search", noSource, "organic google organic (none)"],
    ["/", google, inVisit, "organic google organic (none)"],
    ["/", "https://www.bing.com/search?q=zinc", noSource, "organic bing organic (none)"],
    ["/", "https://www.bing.com/", noSource, "referral bing.com referral (none) content=/"],
    ["/", "https://yandex.ru/search/?text=zinc", noSource, "organic yandex organic (none)"],
    ["/", "https://search.yahoo.com/search?p=zinc", noSource, "organic yahoo organic (none)"],
    ["/", "https://go.mail.ru/search?q=zinc", noSource, "organic go.mail.ru organic (none)"],
    ["/", "https://google.evil.example/", noSource, "referral google.evil.example referral (none) content=/"],
    ["/", "https://notgoogle.com/", noSource, "referral notgoogle.com referral (none) content=/"],
    // Other sites.
    ["/", "https://www.blog.example/best?x=1", noSource, "referral blog.example referral (none) content=/best"],
    ["/", "https://blog.example/best", returning, "referral blog.example referral (none) content=/best"],
    ["/", "https://blog.example/best", inVisit, "kept"],
    ["/", "https://t.co/abc", noSource, "referral twitter.com referral (none) content=/abc"],
    ["/", "https://plus.url.google.com/x", noSource, "referral plus.google.com referral (none) content=/x"],
    ["/", "android-app://com.example.mail/", noSource, "referral com.example.mail referral (none) content=/"],
    // The same site.
    ["/", "https://www.shop.example/cart/", noSource, "typein (direct) (none) (none)"],
    ["/", "https://shop.example/", noSource, "typein (direct) (none) (none)"],
    ["/", "https://blog.shop.example/post", noSource, "typein (direct) (none) (none)"],
    ["/", "https://myshop.example/", noSource, "referral myshop.example referral (none) content=/"],
    ["https://shop.example/", "https://www.shop.example/x", returning, "kept"],
    ["http://127.0.0.1:3000/", "http://127.0.0.1:4000/", noSource, "typein (direct) (none) (none)"],
    // Direct visits.
    ["/", "", noSource, "typein (direct) (none) (none)"],
    ["/", "", returning, "kept"],
    ["/", "", inVisit, "kept"],
    ["/", "not an address", noSource, "typein (direct) (none) (none)"],
    ["/", "javascript:alert(1)", noSource, "typein (direct) (none) (none)"],
  ])("%s from %j", (path, referrer, known, expected) => {
    expect(inShort(see(path, referrer, known))).toBe(expected);
  });

  test("texts are cut between escapes", () => {
    const { source = "" } = see(`/?utm_source=${"%D9%84".repeat(100)}`, "", noSource) ?? {};
    expect(source.length).toBeLessThanOrEqual(255);
    expect(decoded(source)).toBe("ل".repeat(42));
  });

  test("no address breaks the rules", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (url, referrer) => {
        for (const known of [noSource, inVisit, returning])
          for (const given of [url, `${shop}/?${url}`, `${shop}/?utm_source=${url}`])
            for (const value of Object.values(see(given, referrer, known) ?? {}))
              expect(value.length).toBeLessThanOrEqual(255);
      }),
    );
  });
});
