import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { routes } from "#routes";
import { hostileHtml } from "#shop/catalogue/hostile-html.fixtures.ts";
import { sanitiseRichText } from "#shop/catalogue/sanitise.ts";
import { writeArticle } from "#shop/content/editing/write-article.ts";
import { openBrowser, type PageOptions } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { inSharedShop } from "../support/shared-shop.ts";

const browser = openBrowser();
const [about, wholesale, product, video] = [
  routes.article("about"),
  routes.article("wholesale"),
  routes.article("calcium-through-the-day"),
  routes.article("how-we-test-a-batch"),
];

function addPage(slug: string, body: string): Promise<unknown> {
  const at = new Date("2026-11-01");
  const page = { type: "page", slug, title: "Blocks", excerpt: "", body, status: "publish", author: "Sana" } as const;
  const rest = { publishedAt: at, now: at, image: "", imageAlt: "", topics: [] };
  return inSharedShop((db) => writeArticle(db, { ...page, ...rest }, undefined));
}

async function open(path: string, options: PageOptions = {}): Promise<Page> {
  const { page } = await browser.newPage(options);
  await page.goto(path);
  return page;
}

const left = (page: Page) => page.locator(".block-carousel .slides").evaluate((strip) => Math.abs(strip.scrollLeft));
const current = (page: Page) => page.locator(".slides-dots [aria-current]").getAttribute("data-slide");

test.each([360, 768, 1280])(
  "all blocks fit the page and are accessible, in both colour schemes, at %i px",
  async (width) => {
    for (const [path, colorScheme] of [
      [about, "dark"],
      [wholesale, "light"],
      [product, "dark"],
      [video, "light"],
    ] as const) {
      const page = await open(path, { width, colorScheme });
      expect(await page.locator(".block").count()).toBeGreaterThan(0);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page, ".entry-content");
    }
  },
);

describe("the carousel", () => {
  test.each([
    [1280, 3],
    [900, 2],
    [360, 1],
  ])("at %i px shows %i slides", async (width, slides) => {
    const page = await open(about, { width });
    const shown = await page.locator(".block-carousel .slides").evaluate((strip) => {
      const [slide] = strip.children;
      return strip.clientWidth / (slide?.getBoundingClientRect().width ?? 1);
    });
    expect(Math.floor(shown)).toBe(slides);
  });

  test.each(["ltr", "rtl"])("is moved by buttons, dots and arrow keys in %s text", async (dir) => {
    const page = await open(about, { width: 360 });
    await page.evaluate((value) => (document.documentElement.dir = value), dir);
    await page.locator(".block-carousel").scrollIntoViewIfNeeded();
    await page.locator(".slides-step--on").click();
    await expect.poll(() => current(page)).toBe("1");
    await page.locator(".slides-dots [data-slide='4']").click();
    await expect.poll(() => current(page)).toBe("4");
    await expect.poll(() => page.locator(".slides-step--on").getAttribute("aria-disabled")).toBe("true");
    await page.locator(".block-carousel .slides li:last-child a").focus();
    await page.keyboard.press(dir === "rtl" ? "ArrowRight" : "ArrowLeft");
    await expect.poll(() => current(page)).toBe("3");
  });

  test("goes back by one slide from the end of a strip that shows part of the slide before", async () => {
    const page = await open(about, { width: 360 });
    await page.locator(".block-carousel").scrollIntoViewIfNeeded();
    await page.locator(".slides-step--on:visible").waitFor();
    const strip = page.locator(".block-carousel .slides");
    await strip.evaluate((one) => one.scrollTo({ left: one.scrollWidth, behavior: "instant" }));
    await expect.poll(() => current(page)).toBe("4");
    await page.locator(".slides-step--back").click();
    await expect.poll(() => current(page)).toBe("3");
  });

  test("scrolls without scripts", async () => {
    const page = await open(about, { width: 360, javaScript: false });
    expect(
      await page
        .locator(".slides-steps, .slides-dots")
        .evaluateAll((all) => all.filter((one) => one.checkVisibility())),
    ).toEqual([]);
    await page.locator(".block-carousel .slides li:last-child a").focus();
    await expect.poll(() => left(page)).toBeGreaterThan(100);
  });
});

describe("a video", () => {
  test("is asked for once it is pressed, and plays in its place with captions", async () => {
    const { page } = await browser.newPage();
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await page.goto(video);
    await page.locator(".block-video").scrollIntoViewIfNeeded();
    expect(requested.filter((url) => /\.(?:webm|vtt)/.test(url))).toEqual([]);
    await page.locator(".block-video .media-still").focus();
    await page.keyboard.press("Enter");
    const state = () =>
      page.locator(".block-video video").evaluate((one: HTMLVideoElement) => ({
        hasStarted: one.currentTime > 0,
        mode: one.textTracks[0]?.mode,
        isFocused: document.activeElement === one,
      }));
    await expect.poll(state).toEqual({ hasStarted: true, mode: "showing", isFocused: true });
  });

  test.each([
    ["https://youtu.be/dQw4w9WgXcQ", /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/],
    ["https://youtu.be/dQw4w9WgXcQ?t=1m30s", /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?.*start=90/],
    ["https://vimeo.com/123456789", /^https:\/\/player\.vimeo\.com\/video\/123456789\?.*dnt=1/],
  ])("of another site asks nobody before it is pressed: %s", async (address, player) => {
    const slug = `embedded-${address.toLowerCase().replaceAll(/\W+/g, "-")}`;
    await addPage(slug, `<p>${address}</p>`);
    const { page, faults } = await browser.newPage();
    const asked: string[] = [];
    await page.route(/^https:\/\/[^/]*(?:youtu|vimeo)/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: "<title>Player</title>" });
    });
    await page.goto(routes.article(slug));
    await page.locator(".block-video").scrollIntoViewIfNeeded();
    expect(asked).toEqual([]);
    await page.locator(".block-video .media-still").click();
    await expect.poll(() => asked).toEqual([expect.stringMatching(player)]);
    faults.splice(0);
  });

  test("without scripts is the browser's own player", async () => {
    const page = await open(video, { javaScript: false });
    expect(await page.locator(".block-video video[controls] track").getAttribute("kind")).toBe("captions");
    expect(await page.locator(".block-video .media-still").isVisible()).toBe(false);
  });
});

test("a page of hostile HTML and shortcodes runs nothing, loads nothing and is read as it was written", async () => {
  await addPage("hostile", hostileHtml.map((html) => sanitiseRichText(html)).join("\n"));
  const { page } = await browser.newPage();
  const happened: string[] = [];
  page.on("dialog", (dialog) => {
    happened.push(dialog.message());
    return dialog.dismiss();
  });
  page.on("request", (request) => /evil/.test(request.url()) && happened.push(request.url()));
  await page.exposeFunction("attacked", () => void happened.push("a script ran"));
  // Pictures that do not exist are no fault of the page.
  await page.route("**/media/**", (route) => route.fulfill({ contentType: "image/gif", body: "GIF89a" }));
  await page.goto(routes.article("hostile"));
  const found = await page.locator(".entry-content").evaluate((content) => {
    const again = document.createElement("template");
    again.innerHTML = content.innerHTML;
    // As browsers read it, and as they read again what they have written.
    const all = [content, again.content].flatMap((root) =>
      [...root.querySelectorAll("*")].filter((one) => !one.closest(".block")),
    );
    const addresses = all.flatMap((one) => one.getAttribute("href") ?? one.getAttribute("src") ?? []);
    const unique = (values: readonly (string | null)[]) => [...new Set(values)];
    const ids = all.flatMap((one) => one.getAttribute("id") ?? []);
    return {
      foreignIds: ids.filter((id) => !/^text-[\p{L}\p{M}\p{N}_.:-]+$/u.test(id)),
      count: all.length,
      elements: unique(all.map((one) => one.localName)).filter((name) =>
        /script|style|frame|svg|math|template|form|input|button|link|meta|base|object|embed|video|audio/.test(
          name ?? "",
        ),
      ),
      attributes: unique(all.flatMap((one) => one.getAttributeNames())).filter((name) =>
        /^(?:on|style$|srcset$|srcdoc$|formaction$|nonce$|is$|name$|ping$)/.test(name ?? ""),
      ),
      namespaces: unique(all.map((one) => one.namespaceURI)),
      protocols: unique(addresses.map((address) => new URL(address, location.href).protocol)).filter(
        (one) => !/^(?:https?|mailto|tel):$/.test(one ?? ""),
      ),
    };
  });
  expect(found).toEqual({
    foreignIds: [],
    count: expect.any(Number),
    elements: [],
    attributes: [],
    namespaces: ["http://www.w3.org/1999/xhtml"],
    protocols: [],
  });
  expect(found.count).toBeGreaterThan(200);
  for (const link of await page.locator(".entry-content a[href]").all()) await link.dispatchEvent("mouseover");
  expect(happened).toEqual([]);
});
