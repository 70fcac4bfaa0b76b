import { sql } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, expect, inject, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { addArticle } from "#shop/content/articles.fixtures.ts";
import { openBrowser } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { inSharedShop } from "../support/shared-shop.ts";

const browser = openBrowser();
const slug = "discussed-tea";
let first = 0;
let second = 0;
let comment = 0;

/** Adds a product with reviews, a reply and a question, which no listing shows, and an article with comments. */
beforeAll(() =>
  inSharedShop(async (db) => {
    const id = await addProduct(db, { slug, name: "Discussed tea", visibility: "hidden", description: "<p>Tea</p>" });
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into reviews (product_id, author_name, rating, body, created_at)
      select ${id}, 'Amna', stars, 'Review with ' || stars, '2026-11-01'::timestamptz + stars * interval '1 minute'
      from generate_series(1, 5) stars returning id`);
    [first = 0, second = 0] = rows.map(({ id }) => id);
    await db.execute(sql`insert into reviews (product_id, parent_id, thread_id, author_name, body, is_staff)
      values (${id}, ${first}, ${first}, 'Shop', 'We are sorry', true)`);
    await db.execute(
      sql`insert into reviews (product_id, author_name, body, kind) values (${id}, 'Bilal', 'Is it black?', 'question')`,
    );
    const article = await addArticle(db, { slug: "discussed-article", publishedAt: new Date("2020-01-01") });
    await db.execute(sql`update articles set comments_open = true where id = ${article}`);
    // The form is far below the first.
    const { rows: comments } = await db.execute<{ id: number }>(sql`
      insert into reviews (article_id, author_name, body, kind) select ${article}, 'Zara', 'Well said', 'comment'
      from generate_series(1, 9) returning id`);
    comment = Math.max(...comments.map((row) => row.id));
  }),
);

async function openReviews(page: Page): Promise<void> {
  await page.goto(`${routes.product(slug)}#reviews`);
  await page.locator("#respond .stars").waitFor();
}

/** All browsers have one address, and another review within seconds is refused. */
const forgetFloods = () =>
  inSharedShop(async (db) => {
    await db.execute(sql`delete from rate_limits where expires_at < now() + interval '16 seconds'`);
  });
beforeEach(forgetFloods);

const stars = (page: Page) => page.locator("#respond .stars a");
const fill = async (page: Page, text: string) => {
  await page.locator("#comment").fill(text);
  await page.locator("#author").fill("Sana");
  await page.locator("#email").fill(`sana.${Math.random().toString(36).slice(2)}@example.com`);
};

test("five star links stand for the rating selector; a click marks one and sets the value, and so do keys", async () => {
  const { page } = await browser.newPage();
  await openReviews(page);
  expect(await stars(page).allInnerTexts()).toEqual([1, 2, 3, 4, 5].map((count) => `${count} of 5 stars`));
  expect(await page.locator("#rating").isHidden()).toBe(true);
  await stars(page).nth(3).click();
  expect(await page.locator("#rating").inputValue()).toBe("4");
  expect(await page.locator(".stars.selected a.active").getAttribute("class")).toContain("star-4");
  expect(await page.locator(".stars [aria-checked=true]").count()).toBe(1);
  await page.keyboard.press("ArrowRight");
  expect(await page.locator("#rating").inputValue()).toBe("5");
  await page.keyboard.press("Home");
  expect(await page.locator("#rating").inputValue()).toBe("1");
  expect(await page.locator(".stars a[tabindex='0']").count()).toBe(1);
});

test("a review without a rating is not sent; the message stands beside the stars and goes when one is chosen", async () => {
  const { page } = await browser.newPage();
  await openReviews(page);
  await fill(page, "Without a rating");
  await page.locator("#submit").click();
  const message = page.locator(".comment-form-rating [role=alert]");
  await expect.poll(() => message.innerText()).toBe("Please select a rating");
  expect(await message.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(new URL(page.url()).pathname).toBe(routes.product(slug));
  await expectAccessible(page);
  await stars(page).nth(2).click();
  expect(await message.count()).toBe(0);
});

test("Ctrl or Cmd with Enter sends the form even before its code has loaded, and the author sees the review that waits for approval", async () => {
  const { page } = await browser.newPage({ isQuick: false });
  await page.route(/\/assets\/(?:interactive|review)-parts-/, () => new Promise(() => {}));
  await page.goto(`${routes.product(slug)}#reviews`);
  await fill(page, "Sent by keys");
  await page.locator("#rating").selectOption("5");
  // The base script was requested by the first field, which a test fills faster than a person.
  await page.waitForFunction(() => customElements.get("shop-tabs") !== undefined);
  await page.locator("#comment").press("Meta+Enter");
  await page.waitForURL(/unapproved=\d+/, { waitUntil: "commit" });
  const own = page.locator(".commentlist > li").first();
  await expect.poll(() => own.innerText()).toContain("Sent by keys");
  await own.locator(".comment-awaiting-moderation").waitFor();
  await expectAccessible(page);
});

test.each([1280, 360])(
  "a reply moves the form below what it answers, and cancelling moves it back: %i px",
  async (width) => {
    const { page } = await browser.newPage({ width });
    await openReviews(page);
    const link = page.locator(`.comment-reply-link[data-commentid="${first}"]`);
    await link.click();
    const place = () => page.locator("#respond").evaluate((form) => form.previousElementSibling?.id);
    expect(await place()).toBe(`comment-${first}`);
    expect(await page.locator("#comment_parent").inputValue()).toBe(String(first));
    expect(await page.locator("#comment").evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.locator("#reply-title").innerText()).toContain("Reply to Amna");
    expect(await page.locator("#respond .stars").isHidden()).toBe(true);
    await page.locator(".ask > summary").click();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.locator("#cancel-comment-reply-link").click();
    expect(await place()).not.toBe(`comment-${first}`);
    expect(await page.locator("#comment_parent").inputValue()).toBe("0");
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.locator("#reply-title").innerText()).toContain("Write a review");
  },
);

const presses: [name: string, width: number, press: (link: Locator) => Promise<void>][] = [
  ["a click", 1280, (link) => link.click()],
  ["a tap", 360, (link) => link.tap()],
  ["a key", 1280, (link) => link.press("Enter")],
];

test.each(presses.flatMap(([name, ...press]) => ["review", "comment"].map((kind) => [name, kind, ...press] as const)))(
  "%s on Reply to a %s works in place before its code has loaded",
  async (_, kind, width, press) => {
    const { page } = await browser.newPage({ isQuick: false, width });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/(?:interactive|review)-parts-/, async (route) => {
      await released;
      await route.continue();
    });
    const answered = kind === "review" ? first : comment;
    await page.goto(kind === "review" ? `${routes.product(slug)}#reviews` : routes.article("discussed-article"));
    await page.locator(".comment-reply-link").first().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => customElements.get("shop-tabs") !== undefined);
    const address = page.url();
    await press(page.locator(`.comment-reply-link[data-commentid="${answered}"]`));
    release();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("comment");
    expect(page.url()).toBe(address);
    expect(await page.locator("#respond").evaluate((form) => form.previousElementSibling?.id)).toBe(
      `comment-${answered}`,
    );
  },
);

test("a form that was rendered as a reply stays one: other links, and Cancel, load the page", async () => {
  const { page } = await browser.newPage();
  await page.goto(`${routes.product(slug)}?replytocom=${first}#respond`);
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("review-parts")),
  );
  await page.locator(`.comment-reply-link[data-commentid="${second}"]`).click();
  await page.waitForURL(new RegExp(`replytocom=${second}#`));
  expect(await page.locator("#comment_parent").inputValue()).toBe(String(second));
  await page.locator("#cancel-comment-reply-link").click();
  await page.locator("#respond .stars").waitFor();
  expect(await page.locator("#reply-title").innerText()).toContain("Write a review");
  expect(await page.locator("#comment_parent").inputValue()).toBe("0");
});

test("what is typed stays when the reviews are sorted, and is gone once it is sent", async () => {
  const { page } = await browser.newPage();
  await openReviews(page);
  await fill(page, "Half a review");
  await stars(page).nth(3).click();
  await page.getByRole("link", { name: "Highest rated" }).click();
  await page.waitForURL(/reviews_order=highest/);
  await page.locator("#submit").scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator("#comment").inputValue()).toBe("Half a review");
  expect(await page.locator("#rating").inputValue()).toBe("4");
  await page.locator(".stars.selected a.star-4.active").waitFor();
  expect(await page.locator("#author").inputValue()).toBe("Sana");
  await page.locator("#submit").click();
  await page.waitForURL(/unapproved=\d+/);
  await openReviews(page);
  expect(await page.locator("#comment").inputValue()).toBe("");
});

test("a half-typed reply comes back when its link is pressed again", async () => {
  const { page } = await browser.newPage();
  await openReviews(page);
  const link = page.locator(`.comment-reply-link[data-commentid="${first}"]`);
  await link.click();
  await page.locator("#comment").fill("Half a reply");
  await page.getByRole("link", { name: "Highest rated" }).click();
  await page.waitForURL(/reviews_order=highest/);
  await page.locator("#submit").scrollIntoViewIfNeeded();
  await page.locator("#respond .stars").waitFor();
  expect(await page.locator("#comment").inputValue()).toBe("");
  await link.click();
  expect(await page.locator("#comment").inputValue()).toBe("Half a reply");
});

test("bars and links filter and sort the reviews", async () => {
  const { page } = await browser.newPage();
  await openReviews(page);
  const shown = () => page.locator("#comments .review-body").allInnerTexts();
  await page.getByRole("link", { name: "Lowest rated" }).click();
  await page.waitForURL(/reviews_order=lowest/);
  await expect
    .poll(shown)
    .toEqual(["Review with 1", "We are sorry", ...[2, 3, 4, 5].map((count) => `Review with ${count}`)]);
  await page.locator(".dist-rows a").first().click();
  await page.waitForURL(/reviews_stars=5/);
  await expect.poll(shown).toEqual(["Review with 5"]);
  expect(page.url()).toContain("reviews_order=lowest");
  await page.getByRole("link", { name: "Show all reviews" }).click();
  await expect.poll(async () => (await shown()).length).toBe(6);
});

test("a vote is counted on the spot", async () => {
  const { page } = await browser.newPage();
  await openReviews(page);
  const vote = page.locator(`#comment-${first} .review-vote`);
  await vote.getByRole("button").click();
  await expect.poll(() => vote.locator("[role=status]").innerText()).toContain("1 person found this helpful");
  expect(await vote.getByRole("button").getAttribute("aria-pressed")).toBe("true");
  await expectAccessible(page);
});

test("without scripts a vote leads back to its review, with the count", async () => {
  const { page } = await browser.newPage({ javaScript: false });
  await page.goto(routes.product(slug));
  await page.locator(`#comment-${second} .review-vote button`).click();
  await page.waitForURL(new RegExp(`#comment-${second}$`));
  expect(await page.locator(`#comment-${second} .review-vote`).innerText()).toContain("1 person found this helpful");
});

test("a question is asked below the tabs", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.product(slug));
  await page.locator(".ask summary").click();
  await page.locator("#question_comment").fill("Is there caffeine in it?");
  await page.locator("#question_author").fill("Sana");
  await page.locator("#question_email").fill("sana.asks@example.com");
  await expectAccessible(page);
  await page.locator("#question_submit").click();
  await page.waitForURL(/unapproved=\d+/);
  await expect.poll(() => page.locator("#questions .commentlist > li").first().innerText()).toContain("caffeine");
});

test("without scripts a review is written, a refused one keeps what was typed, and a link opens the form as a reply", async () => {
  const { page } = await browser.newPage({ javaScript: false });
  await page.goto(routes.product(slug));
  await fill(page, "No scripts here");
  await page.locator("#rating").selectOption("4");
  await page.locator("#email").evaluate((field) => field.setAttribute("type", "text"));
  await page.locator("#email").fill("nobody");
  const refused = page.waitForResponse((answer) => answer.url() === inject("shopOrigin") + routes.postComment());
  await page.locator("#submit").click();
  expect((await refused).status()).toBe(200);
  expect(await page.locator("#comment").inputValue()).toBe("No scripts here");
  expect(await page.locator("#rating").inputValue()).toBe("4");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.locator("#email").fill("sana.plain@example.com");
  await page.locator("#submit").click();
  await page.waitForURL(/unapproved=\d+/);
  await page.locator(`.comment-reply-link[data-commentid="${first}"]`).click();
  await page.waitForURL(/replytocom/);
  expect(await page.locator("#comment_parent").inputValue()).toBe(String(first));
});
