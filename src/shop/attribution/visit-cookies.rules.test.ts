import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attributionFields } from "./attribution.rules.ts";
import { readTouches, withTouchesOf } from "./touches.rules.ts";
import { afterViews, noVisits, type Visits, visitMs, visitsBefore } from "./visit.rules.ts";
import { cookiesOf, visitsIn } from "./visit-cookies.rules.ts";
import { attributionIn, attributionPrefix, attributionSources, fieldsOf, wireName } from "./visit-fields.rules.ts";

const at = Date.parse("2026-11-21T12:00:00Z");
const agent = "Mozilla/5.0 (Linux; Android 14) Mobile";
const shop = "https://shop.example";
const landed = (path: string, referrer = "", time = at) => ({ url: `${shop}${path}`, referrer, at: time });
const june = "/?utm_source=mail&utm_medium=email&utm_campaign=june%20sale";

/** Writes cookies and reads them as the next page does. */
function reloaded(visits: Visits): Visits {
  const cookies: Readonly<Record<string, string>> = cookiesOf(visits);
  return visitsIn((name) => decodeURIComponent(cookies[name] ?? ""));
}

describe("the cookies", () => {
  test("have the protocol's format", () => {
    const visits = afterViews(noVisits, [landed(june)], agent);
    const cookies = Object.fromEntries(
      Object.entries(cookiesOf(visits)).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    const source =
      "typ=utm|||src=mail|||mdm=email|||cmp=june%20sale|||cnt=(none)|||trm=(none)|||id=(none)|||plt=(none)|||fmt=(none)|||tct=(none)";
    const landing = `fd=2026-11-21 12:00:00|||ep=${shop}${june}|||rf=(none)`;
    expect(cookies).toEqual({
      sbjs_migrations: "1418474375998=1",
      sbjs_current_add: landing,
      sbjs_first_add: landing,
      sbjs_current: source,
      sbjs_first: source,
      sbjs_udata: `vst=1|||uip=(none)|||uag=${agent}`,
      sbjs_session: `pgs=1|||cpg=${shop}${june}`,
    });
    for (const value of Object.values(cookiesOf(visits))) expect(value).toMatch(/^[\w.%-]+$/);
  });

  test("are read as they were written, whatever was in the address", () => {
    const text = fc.string({ unit: "binary", maxLength: 80 }).map(encodeURIComponentSafe);
    fc.assert(
      fc.property(text, text, (source, referrer) => {
        const views = [landed(`/?utm_source=a${source}|||mdm=forged`, `https://blog.example/${referrer}`)];
        const visits = afterViews(noVisits, views, agent);
        const read = reloaded(visits);
        expect(read.current?.medium).toBe("(none)");
        expect({ ...read, currentLanding: null, firstLanding: null, current: null, first: null }).toMatchObject({
          count: 1,
          session: { pages: 1 },
        });
      }),
    );
  });

  test("stay small for addresses of 100 kB, so that requests are not refused", () => {
    const long = "😀%F0%9F%98%80".repeat(10_000);
    const visits = afterViews(
      noVisits,
      [landed(`/?utm_source=${long}&utm_campaign=${long}#${long}`, `https://b.example/${long}`)],
      long,
    );
    const cookies = Object.values(cookiesOf(visits));
    expect(cookies.join("").length).toBeLessThan(8000);
    expect(reloaded(visits).current?.type).toBe("utm");
  });

  test("that are malformed count as none", () => {
    for (const text of ["", "|||", "typ=magic", "=|||=", "%", "typ", "fd=yesterday", "pgs=-1|||vst=1e9", "\u0000"])
      expect(visitsIn(() => text)).toMatchObject({ current: null, first: null, currentLanding: null, count: 0 });
  });
});

describe("visits", () => {
  test("count pages within 30 minutes, and visits", () => {
    const second = afterViews(noVisits, [landed("/"), landed("/shop/", `${shop}/`, at + 1000)], agent);
    expect(second).toMatchObject({ count: 1, session: { pages: 2 } });
    const later = afterViews(second, [landed("/a/", "", at + 2000), landed("/b/", "", at + 2000 + visitMs + 1)], agent);
    expect(later).toMatchObject({ count: 2, session: { pages: 1 } });
  });

  test("of a returning shopper keep the source, and a new campaign replaces it", () => {
    const first = afterViews(noVisits, [landed(june)], agent);
    const direct = afterViews({ ...first, session: null }, [landed("/", "", at + 10 * visitMs)], agent);
    expect(direct).toMatchObject({ count: 2, current: { source: "mail" }, currentLanding: { at } });
    const ad = afterViews({ ...direct, session: null }, [landed("/?gclid=1", "", at + 20 * visitMs)], agent);
    expect(ad).toMatchObject({ count: 3, current: { source: "google" }, first: { source: "mail" } });
    expect(ad.firstLanding?.at).toBe(at);
  });

  test.each([
    ["the landing itself", [landed(june)], { current: "mail", pages: 1 }],
    ["a direct view before the landing", [landed("/"), landed(june)], { current: "mail", pages: 2 }],
    ["the shop's own pages only", [landed("/shop/", `${shop}/`)], { current: "mail", pages: 1 }],
    ["a later campaign", [landed("/?gclid=1")], { current: "google", pages: 1 }],
  ])("that the server stored on a landing are continued in a tab with %s", (_, views, { current, pages }) => {
    const stored = { ...afterViews(noVisits, [landed(june)], ""), count: 0, session: null };
    const visits = afterViews(visitsBefore(stored, views), views, agent);
    expect(visits).toMatchObject({ current: { source: current }, count: 1, session: { pages } });
  });

  test("are reported in the protocol's 16 fields", () => {
    const visits = afterViews(noVisits, [landed(june, "https://blog.example/x")], agent);
    const reported = Object.entries(fieldsOf(visits)).map(([field, value]) => [wireName(field as never), value]);
    expect(Object.fromEntries(reported)).toEqual({
      source_type: "utm",
      referrer: "https://blog.example/x",
      utm_campaign: "june sale",
      utm_source: "mail",
      utm_medium: "email",
      utm_content: "(none)",
      utm_id: "(none)",
      utm_term: "(none)",
      utm_source_platform: "(none)",
      utm_creative_format: "(none)",
      utm_marketing_tactic: "(none)",
      session_entry: `${shop}${june}`,
      session_start_time: "2026-11-21 12:00:00",
      session_pages: "1",
      session_count: "1",
      user_agent: agent,
    });
    expect(attributionFields.map(wireName)).toEqual(Object.keys(attributionSources));
    expect(attributionPrefix).toBe("wc_order_attribution_");
  });
});

describe("touches", () => {
  const day = 24 * 60 * 60 * 1000;

  test("are the first source, the current one, and those between, for 30 days", () => {
    const first = afterViews(noVisits, [landed(june, "", at - 20 * day)], agent);
    const stored = withTouchesOf([], first, at - 20 * day);
    const ad = afterViews({ ...first, session: null }, [landed("/?gclid=1", "", at - 10 * day)], agent);
    const second = withTouchesOf(stored, ad, at - 10 * day);
    const searched = afterViews({ ...ad, session: null }, [landed("/", "https://www.google.com/", at)], agent);
    const names = (now: number) =>
      withTouchesOf(second, searched, now).map(({ source, campaign }) => source + campaign);
    expect(names(at)).toEqual(["mailjune sale", "googlegoogle_cpc", "google"]);
    expect(names(at + 11 * day)).toEqual(["googlegoogle_cpc", "google"]);
  });

  test("are read with their limits", () => {
    const touch = { at: "2026-11-20T12:00:00.000Z", type: "utm", source: "mail", medium: "", campaign: "" };
    expect(readTouches(JSON.stringify([touch, touch]), at)).toEqual([touch]);
    const hostile = [
      { ...touch, at: "2099-01-01T00:00:00.000Z" },
      { ...touch, type: "magic" },
      { ...touch, at: 5 },
      null,
      "x",
      { ...touch, at: "2026-11-20T12:00:01.000Z", source: `\u0000\u202e${"x".repeat(5000)}`, medium: {} },
    ];
    expect(readTouches(JSON.stringify(hostile), at)).toEqual([
      { ...touch, at: "2026-11-20T12:00:01.000Z", source: "x".repeat(100) },
    ]);
    for (const text of ["", "{", "null", '"x"', "[[]]", `[${"[".repeat(5000)}`])
      expect(readTouches(text, at)).toEqual([]);
    const many = Array.from({ length: 39 }, (_, second) => ({
      ...touch,
      at: `2026-11-20T12:00:${String(second).padStart(2, "0")}.000Z`,
    }));
    const kept = readTouches(JSON.stringify(many), at);
    expect([kept.length, kept[0]?.at, kept.at(-1)?.at]).toEqual([20, many[0]?.at, many.at(-1)?.at]);
  });
});

describe("a single request", () => {
  const request = { visits: noVisits, url: `${shop}/`, referrer: "", isNavigation: true, agent, at };

  test.each([
    ["a tagged link", { url: `${shop}/?utm_source=mail` }, "Source: Mail"],
    ["another site", { referrer: "https://blog.example/" }, "Referral: Blog.example"],
    ["a typed address", {}, "Direct"],
    ["a tagged page of the shop", { referrer: `${shop}/p/?gclid=1`, isNavigation: false }, "Source: Google"],
    ["another page of the shop", { referrer: `${shop}/shop/` }, undefined],
    ["a program", { isNavigation: false }, undefined],
  ])("from %s tells the source, if it knows it", (_, given, origin) => {
    expect(attributionIn({ ...request, ...given })?.origin).toBe(origin);
  });

  test("with cookies tells what they say", () => {
    const visits = reloaded(afterViews(noVisits, [landed(june)], agent));
    const told = attributionIn({ ...request, visits, referrer: "https://blog.example/" });
    expect(told).toMatchObject({
      origin: "Source: Mail",
      utmCampaign: "june sale",
      sessionPages: 1,
      deviceType: "Mobile",
    });
    expect(told?.touches).toEqual([
      { at: "2026-11-21T12:00:00.000Z", type: "utm", source: "mail", medium: "email", campaign: "june sale" },
    ]);
  });
});

/** Encodes a text; lone surrogates cannot be. */
function encodeURIComponentSafe(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, ""));
}
