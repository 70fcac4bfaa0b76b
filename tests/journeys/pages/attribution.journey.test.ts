import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { routes } from "#routes";
import { chromiumFlags } from "../../support/chromium.ts";
import { openBrowser } from "../support/browser.ts";
import { fillCart } from "../support/cart.ts";
import { sourcebusterScript } from "../support/originals/original-attribution-script.ts";
import { openWithScript } from "../support/originals/original-scripts.ts";

const browser = openBrowser();
const landing = `${routes.shop()}?utm_source=mail&utm_medium=email&utm_campaign=june%20sale`;

/** The 16 hidden fields of the protocol, without their prefix. */
const protocolFields = [
  "source_type",
  "referrer",
  "utm_campaign",
  "utm_source",
  "utm_medium",
  "utm_content",
  "utm_id",
  "utm_term",
  "utm_source_platform",
  "utm_creative_format",
  "utm_marketing_tactic",
  "session_entry",
  "session_start_time",
  "session_pages",
  "session_count",
  "user_agent",
];

/** Returns the cookies of the visit, decoded, by name without "sbjs_". */
async function visitCookies(page: Page): Promise<Record<string, string>> {
  const cookies = (await page.context().cookies()).filter(({ name }) => name.startsWith("sbjs_"));
  return Object.fromEntries(cookies.map(({ name, value }) => [name.slice(5), decodeURIComponent(value)]));
}

/** Returns the hidden fields of a form, without their prefix. */
function fieldsIn(page: Page, form: string): Promise<Record<string, string>> {
  return page
    .locator(`${form} wc-order-attribution-inputs > input[type=hidden]`)
    .evaluateAll((inputs) =>
      Object.fromEntries(
        (inputs as HTMLInputElement[]).map(({ name, value }) => [name.replace("wc_order_attribution_", ""), value]),
      ),
    );
}

/** Returns the source that the client has noted; undefined while only the server has, which counts no visits. */
async function sourceIn(page: Page): Promise<string[] | undefined> {
  const { current = "", session } = await visitCookies(page);
  return session === undefined ? undefined : /typ=(\w+)\|\|\|src=([^|]*)/.exec(current)?.slice(1);
}

/** Moves the pointer once the client has loaded. */
async function movePointer(page: Page): Promise<void> {
  await page.waitForFunction(() => customElements.get("shop-variations"));
  await page.mouse.move(10, 10);
  await page.mouse.move(20, 20);
}

/** Does what consent tools do. */
const setTracking = (page: Page, allows: boolean) =>
  page.evaluate((allowed) => {
    const tracking = window as never as { wc_order_attribution: { setOrderTracking(allows: boolean): void } };
    tracking.wc_order_attribution.setOrderTracking(allowed);
  }, allows);

describe("a landing", () => {
  test("is written to the protocol's cookies: only the visit's has an expiry, and none has a domain on an IP address", async () => {
    const { page } = await browser.newPage();
    await page.goto(landing);
    await expect.poll(() => sourceIn(page)).toEqual(["utm", "mail"]);
    const cookies = (await page.context().cookies()).filter(({ name }) => name.startsWith("sbjs_"));
    const names = ["current", "current_add", "first", "first_add", "migrations", "session", "udata"];
    expect(cookies.map(({ name }) => name.slice(5)).sort()).toEqual(names);
    const lasting = cookies.filter(({ expires }) => expires !== -1);
    expect(lasting.map(({ name }) => name)).toEqual(["sbjs_session"]);
    const minutes = ((lasting[0]?.expires ?? 0) - Date.now() / 1000) / 60;
    expect(Math.round(minutes)).toBe(30);
    expect(cookies.map(({ domain }) => domain.startsWith("."))).not.toContain(true);
    const { current_add: added = "", session } = await visitCookies(page);
    expect(added).toMatch(/^fd=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\|\|\|ep=http.*utm_source=mail.*\|\|\|rf=\(none\)$/);
    expect(session).toMatch(/^pgs=1\|\|\|cpg=/);
  });

  test("is known at the checkout, in the 16 fields of the protocol, and stored with the order", async () => {
    const { page } = await browser.newPage();
    await page.goto(landing);
    await fillCart(page, 1);
    await page.goto(routes.checkout(), { waitUntil: "networkidle" });
    const fields = await fieldsIn(page, "form.checkout");
    expect(Object.keys(fields)).toEqual(protocolFields);
    expect(fields).toMatchObject({
      source_type: "utm",
      utm_source: "mail",
      utm_campaign: "june sale",
      utm_term: "(none)",
      session_pages: "2",
      session_count: "1",
    });
    expect(fields.session_entry).toContain(landing);
    expect(await page.inputValue("form.checkout [name=chowk_touches]")).toContain('"source":"mail"');
  });

  test("is known although the shopper left it before any script was used", async () => {
    const { page } = await browser.newPage({ isQuick: false });
    await page.goto(landing);
    // The server's cookies, which count no visits.
    expect(Object.keys(await visitCookies(page)).toSorted()).toEqual(["current", "current_add", "first", "first_add"]);
    await page.goto(routes.home(), { referer: new URL(landing, page.url()).href });
    await movePointer(page);
    await expect.poll(async () => (await visitCookies(page)).session).toMatch(/^pgs=2\|\|\|/);
    expect(await sourceIn(page)).toEqual(["utm", "mail"]);
  });

  test("on the page of the account forms fills the registration form", async () => {
    const { page } = await browser.newPage();
    await page.goto(`${routes.account()}?utm_source=mail`);
    await expect.poll(async () => (await fieldsIn(page, "form.register")).utm_source).toBe("mail");
    expect(Object.keys(await fieldsIn(page, "form.register"))).toEqual(protocolFields);
  });

  test("that is only prerendered is not a visit; once shown it is one, with its source in the form", async () => {
    const { page } = await browser.newPage();
    await page.setExtraHTTPHeaders({ "Sec-Purpose": "prefetch;prerender" });
    await page.addInitScript(() =>
      Object.defineProperty(document, "prerendering", { value: true, configurable: true }),
    );
    await page.goto(`${routes.account()}?utm_source=mail`, { waitUntil: "networkidle" });
    expect(await visitCookies(page)).toEqual({});
    expect(await page.evaluate(() => sessionStorage.getItem("chowk_views"))).toBeNull();
    expect(await fieldsIn(page, "form.register")).toEqual({});
    await page.evaluate(() => {
      Object.defineProperty(document, "prerendering", { value: false, configurable: true });
      document.dispatchEvent(new Event("prerenderingchange"));
    });
    await expect.poll(async () => (await visitCookies(page)).session).toMatch(/^pgs=1\|\|\|/);
    expect((await fieldsIn(page, "form.register")).utm_source).toBe("mail");
  });

  test("is a touch even if another campaign follows before any script is used", async () => {
    const { page } = await browser.newPage({ isQuick: false });
    for (const source of ["first", "second", "third"]) await page.goto(`${routes.shop()}?utm_source=${source}`);
    await movePointer(page);
    const touches = () => page.evaluate(() => localStorage.getItem("chowk_touches") ?? "[]");
    await expect
      .poll(async () => (JSON.parse(await touches()) as { source: string }[]).map(({ source }) => source))
      .toEqual(["first", "second", "third"]);
  });

  test("with a link of 100 kB leaves the shop usable", async () => {
    const { page, faults } = await browser.newPage();
    await page.goto(`${routes.shop()}?utm_source=${"%F0%9F%98%80".repeat(1200)}`);
    await page.evaluate(() => history.replaceState(null, "", `?utm_source=${"x".repeat(100_000)}`));
    await expect.poll(async () => (await sourceIn(page))?.[0]).toBe("utm");
    await page.goto(routes.cart());
    expect(await page.locator("h1").count()).toBe(1);
    expect(faults).toEqual([]);
  });
});

describe("consent", () => {
  test("withdrawn deletes the cookies and empties the fields; given later it restores what the landing told", async () => {
    const { page } = await browser.newPage();
    await page.goto(landing);
    await fillCart(page, 1);
    await page.goto(routes.checkout(), { waitUntil: "networkidle" });
    await setTracking(page, false);
    await expect.poll(() => visitCookies(page)).toEqual({});
    expect(new Set(Object.values(await fieldsIn(page, "form.checkout")))).toEqual(new Set([""]));
    expect(await page.inputValue("form.checkout [name=chowk_touches]")).toBe("");
    expect(await page.evaluate(() => localStorage.getItem("chowk_touches"))).toBeNull();
    await setTracking(page, true);
    await expect.poll(() => sourceIn(page)).toEqual(["utm", "mail"]);
    expect(await fieldsIn(page, "form.checkout")).toMatchObject({ utm_source: "mail", session_pages: "2" });
  });

  test("refused before anything was recorded leaves nothing, and counts on the next page too if it is asked again", async () => {
    const { page } = await browser.newPage({ isQuick: false });
    await page.goto(landing);
    await setTracking(page, false);
    await movePointer(page);
    await page.waitForFunction(() => customElements.get("shop-cart-drawer"));
    expect(await visitCookies(page)).toEqual({});
    await setTracking(page, true);
    await expect.poll(() => sourceIn(page)).toEqual(["utm", "mail"]);
  });
});

describe("consent given in one tab", () => {
  /** Opens the landing and another page of the same visitor, both with the client. */
  async function openTabs(): Promise<{ page: Page; other: Page }> {
    const { page } = await browser.newPage();
    await page.goto(landing);
    const other = await page.context().newPage();
    await other.goto(routes.shop());
    await movePointer(other);
    await expect.poll(() => sourceIn(page)).toEqual(["utm", "mail"]);
    return { page, other };
  }

  /** Returns whether a page, used again, allows tracking. */
  const isAllowed = (page: Page) =>
    page.evaluate(() => {
      window.dispatchEvent(new Event("focusin"));
      const { params } = (window as never as { wc_order_attribution: { params: { allowTracking: boolean } } })
        .wc_order_attribution;
      return params.allowTracking;
    });

  test("or refused there counts in the others, whose use writes no cookies after a refusal", async () => {
    const { page, other } = await openTabs();
    await setTracking(page, false);
    await expect.poll(() => isAllowed(other)).toBe(false);
    await other.goto(routes.cart());
    await movePointer(other);
    expect(await isAllowed(other)).toBe(false);
    expect(await visitCookies(page)).toEqual({});
    await setTracking(other, true);
    await expect.poll(() => isAllowed(page)).toBe(true);
    await expect.poll(() => sourceIn(page)).toEqual(["utm", "mail"]);
  });

  test("does not count on a page that waits for consent until the consent tool says so", async () => {
    const { page, other } = await openTabs();
    await setTracking(page, true);
    await other.addInitScript(() => {
      // What the setting `consent` prints.
      let parameters: { params: { allowTracking: boolean } } | undefined;
      Object.defineProperty(window, "wc_order_attribution", {
        get: () => parameters,
        set: (printed: typeof parameters) => {
          if (printed) printed.params.allowTracking = false;
          parameters = printed;
        },
      });
    });
    await other.goto(routes.cart());
    expect(await isAllowed(other)).toBe(false);
  });

  test("reaches a page that the browser kept for its back button", async () => {
    const { page } = await openTabs();
    await page.evaluate(() => {
      // A page that is kept hears of no changes.
      localStorage.setItem("chowk_tracking", "0");
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    });
    await expect.poll(() => visitCookies(page)).toEqual({});
  });
});

describe("on a named host", () => {
  const host = "www.shop.test";
  let context: BrowserContext;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const { hostname } = new URL(inject("shopOrigin"));
    const named = await chromium.launch({
      executablePath: inject("chromium"),
      args: [...chromiumFlags, `--host-resolver-rules=MAP *.shop.test ${hostname}`],
    });
    context = await named.newContext();
    close = () => named.close();
  });
  afterAll(() => close());

  test("the cookies are those of the site with its sub-domains", async () => {
    const page = await context.newPage();
    const shop = inject("shopOrigin");
    // The shop answers for its own host name only.
    await page.route(`**://${host}**`, async (route) => {
      const url = new URL(route.request().url());
      // Prefetches get no cookies, which would be those of that name.
      const headers = { "sec-purpose": "prefetch" };
      await route.fulfill({ response: await route.fetch({ url: shop + url.pathname + url.search, headers }) });
    });
    await page.goto(`http://${host}:${new URL(shop).port}${landing}`);
    await movePointer(page);
    await expect.poll(() => sourceIn(page)).toEqual(["utm", "mail"]);
    const domains = (await context.cookies())
      .filter(({ name }) => name.startsWith("sbjs_"))
      .map(({ domain }) => domain);
    expect(new Set(domains)).toEqual(new Set([".shop.test"]));
    await setTracking(page, false);
    await expect.poll(() => visitCookies(page)).toEqual({});
  });
});

describe("the original attribution script", () => {
  // Its parameters are printed at the end of the page.
  test.each(["after the client", "later"] as const)("%s: writes the cookies and fills the form", async (placement) => {
    const { page } = await browser.newPage();
    await fillCart(page, 1);
    await openWithScript(page, routes.checkout(), `(${sourcebusterScript.toString()})()`, placement);
    await page.waitForLoadState("networkidle");
    await expect.poll(async () => (await fieldsIn(page, "form.checkout")).source_type).toBe("typein");
    expect(Object.keys(await fieldsIn(page, "form.checkout"))).toEqual(protocolFields);
    // Loaded later, it finds the cookies of our client.
    const pages = placement === "later" ? 2 : 1;
    expect((await visitCookies(page)).session).toContain(`pgs=${pages}|`);
    await setTracking(page, false);
    await expect.poll(() => visitCookies(page)).toEqual({});
  });
});
