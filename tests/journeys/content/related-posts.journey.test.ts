import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import { routes } from "#routes";
import { findPublishedId } from "#shop/content/articles.ts";
import { relateArticles } from "#shop/content/related/relate-articles.ts";
import { openBrowser } from "../support/browser.ts";
import { relatedScript } from "../support/originals/original-related-script.ts";
import { openWithScript } from "../support/originals/original-scripts.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { inSharedShop } from "../support/shared-shop.ts";

const browser = openBrowser();
const path = routes.article("iron-and-tea");
beforeAll(() => inSharedShop(relateArticles));

const posts = (page: Page) => page.locator("#jp-relatedposts .jp-relatedposts-post");
const asked = (page: Page) => {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("relatedposts=1")) urls.push(request.url());
  });
  return urls;
};

test.each([
  { width: 360, colorScheme: "light" },
  { width: 768, colorScheme: "dark" },
  { width: 1280, javaScript: false },
] as const)("an article has three related posts with pictures and dates, and asks for none: %o", async (options) => {
  const { page } = await browser.newPage(options);
  const urls = asked(page);
  await page.goto(path);
  expect(await posts(page).count()).toBe(3);
  expect(await posts(page).locator("img[loading=lazy]").count()).toBe(3);
  expect(await page.locator(".jp-relatedposts-post-date time").count()).toBe(3);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(urls).toEqual([]);
});

test("a followed link is marked once, and its marks leave the address, which keeps its other parameters and its hash", async () => {
  const { page } = await browser.newPage();
  await page.goto(path);
  const [link, other] = [0, 1].map((index) => posts(page).nth(index).locator("h3 a"));
  const target = new URL((await link?.getAttribute("href")) ?? "", page.url()).pathname;
  await link?.evaluate((element) => {
    element.addEventListener("click", (event) => event.preventDefault());
    for (let time = 0; time < 2; time++) (element as HTMLElement).click();
  });
  const href = (await link?.getAttribute("href")) ?? "";
  expect(new URL(href).search).toMatch(/^\?relatedposts_hit=1&relatedposts_origin=\d+&relatedposts_position=0$/);
  expect(await other?.getAttribute("href")).not.toContain("relatedposts");
  const sent = page.waitForRequest((request) => request.url().includes("relatedposts_hit=1"));
  await page.goto(`${href}&a=1&relatedposts_hit=1#comments`);
  await sent;
  await expect.poll(() => page.url()).toMatch(new RegExp(`${target}\\?a=1#comments$`));
});

test("the marks leave the address before the page is used", async () => {
  const { page } = await browser.newPage({ isQuick: false });
  await page.goto(`${path}?relatedposts_hit=1&relatedposts_origin=7&relatedposts_position=0`);
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

const script = `(${relatedScript.toString()})()`;

test("the field's script asks for nothing on an article, whose links it may mark again", async () => {
  const { page } = await browser.newPage();
  const urls = asked(page);
  await openWithScript(page, path, script, "after the client");
  await page.locator("h1").click();
  expect(await posts(page).nth(2).locator("h3 a").getAttribute("href")).toMatch(/relatedposts_position=2$/);
  expect(await posts(page).count()).toBe(3);
  expect(urls).toEqual([]);
  await posts(page).nth(2).locator("h3 a").click();
  await expect.poll(() => page.locator("h1").innerText()).not.toContain("Iron and tea");
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

/** Empties the article's container, which the field's script then fills. */
async function emptyContainer(page: Page): Promise<void> {
  await page.route("**/other.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  await page.route(/\/iron-and-tea\/$/, async (route) => {
    const response = await route.fetch();
    const html = (await response.text())
      .replace(/<div class="jp-relatedposts-items.*?<\/article><\/div>/s, "")
      .replace('class="jp-relatedposts"', 'class="jp-relatedposts" hidden')
      .replace("</body>", '<script defer src="/other.js"></script></body>');
    await route.fulfill({ response, body: html });
  });
}

test.each([
  { layout: "visual", answer: {} },
  { layout: "minimal", answer: { show_thumbnails: false, show_date: false, show_context: true } },
])("the field's script fills an empty container in the $layout layout", async ({ layout, answer }) => {
  const { page } = await browser.newPage({ width: 360 });
  const urls = asked(page);
  await emptyContainer(page);
  const excerpt = "A long excerpt with &lt;b&gt;words. ".repeat(40);
  await page.route(/relatedposts=1/, async (route) => {
    const response = await route.fetch();
    const given = (await response.json()) as { items: object[] };
    const items = given.items.map((item) => ({ ...item, excerpt }));
    await route.fulfill({ response, json: { ...given, ...answer, items } });
  });
  await page.goto(path);
  await expect.poll(() => posts(page).count()).toBe(3);
  expect(urls).toHaveLength(1);
  expect(await page.locator(`.jp-relatedposts-items-${layout}.jp-relatedposts-grid`).isVisible()).toBe(true);
  const isVisual = layout === "visual";
  expect(await posts(page).locator("img").count()).toBe(isVisual ? 3 : 0);
  expect(await page.locator(".jp-relatedposts-post-date").count()).toBe(isVisual ? 3 : 0);
  expect(await page.locator(".jp-relatedposts-post-context").count()).toBe(isVisual ? 0 : 3);
  if (isVisual) return;
  const shown = page.locator(".jp-relatedposts-post-excerpt").first();
  expect(await shown.innerText()).toContain("with <b>words");
  const lines = await shown.evaluate(
    (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(Math.round(lines)).toBe(5);
});

test.each([
  { name: "another status than 200", status: 500, garble: (json: string) => json },
  { name: "broken JSON", status: 200, garble: (json: string) => json.slice(0, -2) },
])("S7.38, S8.13: the field's script shows nothing after $name, and the page works on", async ({ status, garble }) => {
  const { page, faults } = await browser.newPage({ width: 360 });
  await emptyContainer(page);
  await page.route(/relatedposts=1/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ status, contentType: "application/json", body: garble(await response.text()) });
  });
  const answered = page.waitForResponse(/relatedposts=1/);
  await page.goto(path);
  await (await answered).finished();
  await page.locator("h1").click();
  expect(await posts(page).count()).toBe(0);
  expect(await page.locator("#jp-relatedposts").isVisible()).toBe(false);
  expect(faults.splice(0).filter((fault) => !fault.includes("500"))).toEqual([]);
});

test("comments are a conversation: the form moves below what is answered and back, and Ctrl and Enter send it", async () => {
  const { page } = await browser.newPage();
  await inSharedShop(async (db) => {
    await db.execute(sql`delete from rate_limits where expires_at < now() + interval '16 seconds'`);
    await db.execute(sql`insert into reviews (article_id, kind, author_name, body)
      select id, 'comment', 'Bilal', 'How long is an hour?' from articles where slug = 'magnesium-and-sleep'`);
    await announceChange(db, [`article:${(await findPublishedId(db, "magnesium-and-sleep", new Date())) ?? 0}`]);
  });
  await page.goto(`${routes.article("magnesium-and-sleep")}#comments`);
  const reply = page.locator(".comment-list .comment-reply-link").first();
  await reply.waitFor();
  await expect
    .poll(async () => {
      if ((await page.locator("#wp-temp-form-div").count()) === 0) await reply.click();
      return page.locator(".comment-list #respond").count();
    })
    .toBe(1);
  expect(await page.locator("#reply-title").innerText()).toContain("Reply to Bilal");
  expect(await page.locator("#comment_parent").inputValue()).not.toBe("0");
  await expectAccessible(page);
  await page.locator("#cancel-comment-reply-link").click();
  await expect.poll(() => page.locator(".comment-list #respond").count()).toBe(0);
  expect(await page.locator("#comment_parent").inputValue()).toBe("0");
  await reply.click();
  await page.locator("#comment").fill("Sixty minutes, as always");
  await page.locator("#author").fill("Sana");
  await page.locator("#email").fill(`sana.${Math.random().toString(36).slice(2)}@example.com`);
  await page.locator("#email").press("Control+Enter");
  await page.waitForURL(/#comment-\d+$/);
  const { rows } = await inSharedShop((db) =>
    db.execute<{ kind: string; parented: boolean }>(
      sql`select kind, parent_id is not null as parented from reviews where body = 'Sixty minutes, as always'`,
    ),
  );
  expect(rows).toEqual([{ kind: "comment", parented: true }]);
});
