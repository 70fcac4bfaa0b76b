import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";

const browser = openBrowser();
const slug = "height-growth-complex";
const rulesSelector = "script[type=speculationrules]";

/** Returns the URLs that the speculation rules allow to prefetch, using the browser's own matching. */
async function readAhead(page: Page, paths: readonly string[]): Promise<string[]> {
  return page.evaluate(
    ({ paths, script }) => {
      interface Rule {
        href_matches: { pathname: string; search: string }[];
      }
      interface Rules {
        prefetch: { where: { and: [Rule, { not: Rule }] }; eagerness: string }[];
      }
      const { prefetch } = JSON.parse(document.querySelector(script)?.textContent ?? "") as Rules;
      const Pattern = (globalThis as unknown as { URLPattern: new (init: object) => { test(url: string): boolean } })
        .URLPattern;
      const fits = (rule: Rule, url: string) =>
        rule.href_matches.some((init) => new Pattern({ ...init, baseURL: location.href }).test(url));
      return paths.filter((path) =>
        prefetch.some(({ where: { and } }) => {
          const { href: url } = new URL(path, location.href);
          return fits(and[0], url) && !fits(and[1].not, url);
        }),
      );
    },
    { paths, script: rulesSelector },
  );
}

test("pages contain the rules, which prefetch only products, categories and articles", async () => {
  const { page } = await browser.newPage();
  await page.goto(routes.product(slug));
  const rules = (await page.locator(rulesSelector).textContent()) ?? "";
  expect(JSON.parse(rules)).toMatchObject({ prefetch: [{ eagerness: "moderate" }] });

  const pages = [
    routes.product(slug),
    routes.category("growing-up"),
    routes.category("growing-up/height-growth", 2),
    routes.article("about"),
    `${routes.article("about")}#top`,
  ];
  const others = [
    routes.home(),
    routes.shop(),
    routes.blog(),
    routes.cart(),
    routes.checkout(),
    routes.account(),
    routes.accountOrders(),
    routes.signOut("0123456789"),
    routes.wishlist(),
    routes.addToCart(12),
    routes.product(slug) + routes.addToCart(12),
    routes.article("about") + routes.addToCart(12),
    routes.removeFromCart("a", "b"),
    routes.undoRemove("a", "b"),
    routes.orderReceived(1, "a"),
    routes.search("vitamin"),
    routes.shopCall("get_refreshed_fragments"),
    routes.siteCall(),
    routes.articleFeed(),
    `https://evil.example${routes.product(slug)}`,
  ];
  expect(await readAhead(page, [...pages, ...others])).toEqual(pages);
});

test("the browser accepts the rules and prefetches a product while its link is hovered", async () => {
  const { page } = await browser.newPage();
  const inside = await page.context().newCDPSession(page);
  const sets: unknown[] = [];
  const fetched = new Map<string, string>();
  inside.on("Preload.ruleSetUpdated", ({ ruleSet }) => sets.push([ruleSet.url, ruleSet.errorType]));
  inside.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => fetched.set(prefetchUrl, status));
  await inside.send("Preload.enable");
  await page.goto(routes.shop());
  const { origin } = new URL(page.url());
  await expect.poll(() => sets).toEqual([[undefined, undefined]]);
  await page
    .locator(`.card-name a[href="${routes.product(slug)}"]`)
    .first()
    .hover();
  await expect.poll(() => [...fetched]).toEqual([[origin + routes.product(slug), "Ready"]]);
});

/** Records whether each new page is revealed with a view transition. */
async function recordTransitions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("pagereveal", ({ viewTransition }) => sessionStorage.setItem("moved", String(!!viewTransition)));
  });
}

async function leaveByCard(page: Page): Promise<{ named: string[]; moved: string | null; large: string }> {
  await page.evaluate(() =>
    addEventListener("pageswap", () => {
      const named = [...document.images].filter((one) => one.style.getPropertyValue("view-transition-name") !== "");
      sessionStorage.setItem("named", JSON.stringify(named.map((one) => one.closest("a")?.pathname)));
    }),
  );
  await page
    .locator(`.card-name a[href="${routes.product(slug)}"]`)
    .first()
    .click();
  await page.waitForURL((url) => url.pathname === routes.product(slug));
  return page.evaluate(() => {
    const large = document.querySelector(".wp-post-image");
    return {
      named: JSON.parse(sessionStorage.getItem("named") ?? "[]") as string[],
      moved: sessionStorage.getItem("moved"),
      large: large ? getComputedStyle(large).getPropertyValue("view-transition-name") : "",
    };
  });
}

test("the card's picture, and no other, transitions from a listing to a product", async () => {
  const { page } = await browser.newPage();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await recordTransitions(page);
  // A browser too busy to draw a transition in time skips it.
  await expect
    .poll(async () => {
      await page.goto(routes.shop());
      return leaveByCard(page);
    })
    .toEqual({ named: [routes.product(slug)], moved: "true", large: "product-picture" });
});

test("reduced motion disables the transition", async () => {
  const { page } = await browser.newPage();
  await recordTransitions(page);
  await page.goto(routes.shop());
  expect(await leaveByCard(page)).toMatchObject({ named: [], moved: "false" });
});
