import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { writeArticle } from "#shop/content/editing/write-article.ts";
import { openBrowser, type PageOptions } from "../support/browser.ts";
import { expectAccessible, expectNoSidewaysScroll } from "../support/page-checks.ts";
import { inSharedShop } from "../support/shared-shop.ts";

const browser = openBrowser();
const lightbox = "dialog.lightbox";
const caption = `${lightbox} .pswp__lightbox-caption`;
const thumbnails = `${lightbox} .lightbox-thumbnails button`;
const share = `${lightbox} .pswp__button--share`;
/** Addresses of the shop's pictures. */
let pictures: string[];

/** Adds a page whose text has links to images. */
function addPage(slug: string, body: string): Promise<unknown> {
  return inSharedShop((db) =>
    writeArticle(
      db,
      {
        type: "page",
        slug,
        title: "Our kitchen",
        excerpt: "",
        body,
        status: "publish",
        author: "Maryam",
        publishedAt: new Date("2026-11-01"),
        now: new Date("2026-11-01"),
        image: "",
        imageAlt: "",
        topics: [],
      },
      undefined,
    ),
  );
}

const linkTo = (src: string, given = "") => `<p><a href="${src}"${given}><img src="${src}" alt="A jar"></a></p>`;

beforeAll(async () => {
  const { rows } = await inSharedShop((db) =>
    db.execute<{ file: string }>(sql`select file from media where width = height order by id limit 31`),
  );
  pictures = rows.map(({ file }) => routes.media(file));
  const [first = "", second = "", third = "", fourth = ""] = pictures;
  await addPage(
    "our-kitchen",
    `<p>See <a href="/shop/">our shop</a>.</p>
    <figure><a href="${first}"><img src="${first}" alt="A jar" title="The jar"></a><figcaption>Filled by hand</figcaption></figure>
    ${linkTo(second, ' data-elementor-lightbox-title="The &lt;b&gt;scoop&lt;/b&gt;" data-elementor-lightbox-description="Ten grams"')}
    <p><a href="${third}">The kitchen</a></p>
    ${linkTo(fourth, ' data-elementor-open-lightbox="no"')}`,
  );
  await addPage(
    "thirty-images",
    pictures
      .slice(1)
      .map((src) => linkTo(src))
      .join(""),
  );
  await addPage("more-images", pictures.map((src) => linkTo(src)).join(""));
});

async function openPage(slug: string, options: PageOptions = {}) {
  const { page, faults } = await browser.newPage(options);
  await page.goto(routes.article(slug));
  return { page, faults };
}

const imageLink = (page: Page, index: number) => page.locator(`shop-images a[href="${pictures[index]}"]`);

/** Returns the address of the image in view and the ratio of its sides. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>("dialog.lightbox img.pswp__img")];
    const current = images.find((image) => {
      const { left, right } = image.getBoundingClientRect();
      return left < innerWidth / 2 && right > innerWidth / 2 && image.complete && image.naturalWidth > 0;
    });
    if (!current) return undefined;
    const { width, height } = current.getBoundingClientRect();
    return { src: new URL(current.src).pathname, ratio: Math.round((width / height) * 100) / 100 };
  });

describe("links to images in the text of a page", () => {
  test.each([360, 768, 1280])("open in a lightbox at %i pixels, without violations", async (width) => {
    const { page } = await openPage("our-kitchen", { width });
    await imageLink(page, 0).click();
    await expect.poll(() => shown(page)).toEqual({ src: pictures[0], ratio: 1 });
    await expect.poll(() => page.textContent(`${lightbox} .pswp__counter`)).toBe("1 / 3");
    expect(await page.locator(lightbox).getAttribute("aria-label")).toBe("Images: Our kitchen");
    const names = await page
      .locator(`${lightbox} .pswp__button:visible`)
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).title));
    expect(names).toEqual(expect.arrayContaining(["Full screen", "Zoom in or out", "Share", "Close"]));
    await page.click(share);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test("have title and description of the image, as text", async () => {
    const { page } = await openPage("our-kitchen");
    await imageLink(page, 0).click();
    const lines = () => page.locator(`${caption} p`).allTextContents();
    await expect.poll(lines).toEqual(["The jar", "Filled by hand"]);
    await page.keyboard.press("ArrowRight");
    await expect.poll(lines).toEqual(["The <b>scoop</b>", "Ten grams"]);
    await page.keyboard.press("ArrowRight");
    await expect.poll(lines).toEqual([]);
  });

  test("give the focus back, and other links are followed", async () => {
    const { page } = await openPage("our-kitchen");
    await imageLink(page, 1).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(`${lightbox} .pswp__button--close:focus`);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(lightbox).count()).toBe(0);
    expect(await imageLink(page, 1).evaluate((link) => link === document.activeElement)).toBe(true);
    await page.getByRole("link", { name: "our shop" }).click();
    await page.waitForURL((url) => url.pathname === routes.shop());
  });

  test("are followed where the link excludes the lightbox, and without scripts", async () => {
    const { page } = await openPage("our-kitchen");
    const followed = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          window.addEventListener("click", (event) => {
            resolve(!event.defaultPrevented);
            event.preventDefault();
          });
        }),
    );
    await imageLink(page, 3).click();
    expect(await followed).toBe(true);
    const { page: plain } = await openPage("our-kitchen", { javaScript: false });
    const address = (await imageLink(plain, 0).getAttribute("href")) ?? "";
    expect((await plain.request.get(address)).headers()["content-type"]).toContain("image/");
  });

  test("show an error with a link to the image if it cannot be loaded", async () => {
    const { page, faults } = await openPage("our-kitchen");
    await page.route(`**${pictures[2]}`, (route) => route.abort());
    await page.getByRole("link", { name: "The kitchen" }).click();
    const error = "Image cannot be loaded. Make sure the path is correct and image exist.";
    const message = page.locator(".pswp__error-msg", { hasText: error }).first();
    await message.waitFor();
    expect(new URL((await message.locator("a").getAttribute("href")) ?? "").pathname).toBe(pictures[2]);
    faults.splice(0);
  });
});

describe("thumbnails", () => {
  test("of up to 30 images lead to them; the current one is marked", async () => {
    const { page } = await openPage("thirty-images");
    await imageLink(page, 2).click();
    await expect.poll(() => page.locator(thumbnails).count()).toBe(30);
    await expect.poll(() => page.locator(`${thumbnails}[aria-current]`).getAttribute("aria-label")).toBe("Image 2");
    await page.locator(thumbnails).nth(8).click();
    await expect.poll(() => shown(page)).toEqual({ src: pictures[9], ratio: 1 });
    expect(await page.locator(`${thumbnails}[aria-current]`).getAttribute("aria-label")).toBe("Image 9");
    await expectAccessible(page);
  });

  test("are missing with more than 30 images, which the lightbox still shows", async () => {
    const { page } = await openPage("more-images");
    await imageLink(page, 0).click();
    await expect.poll(() => page.textContent(`${lightbox} .pswp__counter`)).toBe("1 / 31");
    expect(await page.locator(thumbnails).count()).toBe(0);
  });
});

describe("sharing", () => {
  test("offers the image's address in a menu, which Escape closes before the lightbox", async () => {
    const { page } = await openPage("our-kitchen");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await imageLink(page, 0).click();
    await page.click(share);
    const menu = page.locator(`${lightbox} .lightbox-share`);
    const address = new URL(pictures[0] ?? "", page.url()).href;
    const whatsApp = (await menu.getByRole("link", { name: "WhatsApp" }).getAttribute("href")) ?? "";
    expect(new URL(whatsApp).searchParams.get("text")).toBe(`The jar ${address}`);
    await menu.getByRole("button", { name: "Copy link" }).click();
    await menu.getByRole("button", { name: "Link copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    expect(await page.locator(lightbox).isVisible()).toBe(true);
  });

  test("uses the device's own sheet where there is one", async () => {
    const { page } = await openPage("our-kitchen", { width: 360 });
    await page.evaluate(() => {
      const shared: ShareData[] = [];
      const share = (data: ShareData) => Promise.resolve(void shared.push(data));
      Object.assign(navigator, { canShare: () => true, share });
      Object.assign(window, { shared });
    });
    await imageLink(page, 0).click();
    await page.click(share);
    const sheets = await page.evaluate(() => (window as never as { shared: ShareData[] }).shared);
    expect(sheets).toEqual([{ title: "The jar", url: new URL(pictures[0] ?? "", page.url()).href }]);
    expect(await page.locator(`${lightbox} .lightbox-share`).isVisible()).toBe(false);
  });
});
