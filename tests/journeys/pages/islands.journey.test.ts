import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { type JourneyPage, openBrowser } from "../support/browser.ts";
import { buildSample, openSample, type SampleScripts, sampleHtml } from "../support/sample-island.tsx";

const browser = openBrowser();
const react = "**/assets/react-*.js";
let scripts: SampleScripts;
beforeAll(async () => {
  scripts = await buildSample();
});

/** Opens the sample and waits until it can be woken. */
async function open(html?: string): Promise<JourneyPage & { requested: string[] }> {
  const opened = await browser.newPage();
  const requested = await openSample(opened.page, scripts, html);
  await opened.page.waitForFunction(() => customElements.get("shop-island") !== undefined);
  return { ...opened, requested };
}

/** Waits until the component shows this. */
const expectShown = (page: Page, output: string, shown: string) => expect.poll(() => text(page, output)).toBe(shown);
const text = (page: Page, output: string) => page.locator(`#sample-${output}`).textContent();
const addOne = (page: Page) => page.getByRole("button", { name: "One more" });
const untilAwake = (page: Page) => page.waitForSelector("shop-island[data-awake]").then(() => {});
const exceptions = (faults: string[]) => faults.splice(0).filter((fault) => fault.startsWith("exception:"));

/** Waits until the browser has sent the form by itself. */
const expectSent = (page: Page, fields: string) => expect.poll(() => new URL(page.url()).search).toBe(`?${fields}`);

/** Holds the requests for React until the returned function is called. */
async function holdReact(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(react, async (route) => {
    await held;
    await route.fallback();
  });
  return release;
}

describe("before anybody touches it, an island", () => {
  test("requests nothing but the base client, even under the pointer", async () => {
    const { page, requested } = await open();
    await page.hover("shop-island h2");
    await page.waitForLoadState("networkidle");
    expect(requested).toEqual([expect.stringMatching(/\/shop-[\w-]+\.js$/)]);
    expect(await page.locator("link[rel=modulepreload]").count()).toBe(0);
  });

  test("works as a form without scripts", async () => {
    const { page } = await browser.newPage({ javaScript: false });
    await openSample(page, scripts);
    await page.fill("[name=note]", "mine");
    await page.selectOption("[name=size]", "l");
    await page.getByLabel("Gift").check();
    await page.click("text=Send");
    await expectSent(page, "note=mine&free=free&text=given&size=l&gift=on&wrap=none");
  });
});

describe("the touch that wakes an island is not lost:", () => {
  test("each click counts once, in order", async () => {
    const { page, requested } = await open();
    const release = await holdReact(page);
    await addOne(page).click();
    await addOne(page).click();
    await page.click("text=Send");
    expect(await text(page, "count")).toBe("0");
    release();
    await expectShown(page, "count", "2");
    await addOne(page).click();
    await expectShown(page, "count", "3");
    expect(await text(page, "sent")).toBe("note=&free=free&text=given&size=s&wrap=none");
    expect(new Set(requested).size).toBe(3);
  });

  test("a tap counts", async () => {
    const { page } = await browser.newPage({ width: 360 });
    await openSample(page, scripts);
    await page.waitForFunction(() => customElements.get("shop-island") !== undefined);
    await addOne(page).tap();
    await expectShown(page, "count", "1");
  });

  test("a click that a script makes counts", async () => {
    const { page } = await open();
    await addOne(page).evaluate((button) => (button as HTMLButtonElement).click());
    await expectShown(page, "count", "1");
  });

  test("the Enter key in a field sends the form to the component, once", async () => {
    const { page } = await open();
    const release = await holdReact(page);
    await page.fill("[name=note]", "early");
    await page.press("[name=note]", "Enter");
    release();
    await expectShown(page, "sent", "note=early&free=free&text=given&size=s&wrap=none");
  });

  test("what was typed and chosen stays, reaches the component, and is changed further", async () => {
    const { page } = await open();
    const release = await holdReact(page);
    await page.fill("[name=free]", "typed");
    await page.fill("[name=text]", "long");
    await page.selectOption("[name=size]", "l");
    await page.getByLabel("Gift").check();
    await page.getByLabel("paper").check();
    await page.locator("[name=note]").pressSequentially("abc");
    await page.keyboard.press("ArrowLeft");
    release();
    await untilAwake(page);
    await page.keyboard.type("d");
    await expectShown(page, "note", "abdc");
    await expectShown(page, "choices", "l, gift, paper");
    await page.click("text=Send");
    await expectShown(page, "sent", "note=abdc&free=typed&text=long&size=l&gift=on&wrap=paper");
  });

  test("other scripts receive its events once", async () => {
    const { page } = await open();
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      for (const name of ["click", "input", "change", "submit"])
        document.addEventListener(name, ({ type }) => heard.push(type));
    });
    await page.getByLabel("Gift").check();
    await page.click("text=Send");
    await expectShown(page, "sent", "note=&free=free&text=given&size=s&gift=on&wrap=none");
    expect(await page.evaluate(() => (window as never as { heard: string[] }).heard)).toEqual([
      "click",
      "input",
      "change",
      "click",
      "submit",
    ]);
  });
});

test("an island shares the cart queue and the base client's code", async () => {
  const { page } = await open();
  await page.click("text=Settle");
  await page.locator(".widget_shopping_cart_live_region", { hasText: "settled" }).waitFor({ state: "attached" });
  expect([...scripts.keys()].map((path) => path.replace(/-[\w-]+\.js$/, "")).sort()).toEqual([
    "/assets/react",
    "/assets/sample.island",
    "/assets/shop",
  ]);
});

describe("an island's HTML", () => {
  test("wakes when it is swapped in later; the removed one is asleep and wakes again when put back", async () => {
    const { page } = await open();
    await addOne(page).click();
    await untilAwake(page);
    await page.evaluate((html) => {
      const old = document.querySelector("shop-island");
      Object.assign(window, { old });
      if (old) old.outerHTML = html;
    }, sampleHtml("Fresh"));
    expect(await page.locator("shop-island h2").textContent()).toBe("Fresh");
    await addOne(page).click();
    await expectShown(page, "count", "1");
    await page.evaluate(() =>
      document.querySelector("shop-island")?.replaceWith((window as never as { old: Element }).old),
    );
    expect(await text(page, "count")).toBe("0");
    expect(await page.locator("shop-island[data-awake]").count()).toBe(0);
    await addOne(page).click();
    await expectShown(page, "count", "1");
    expect(await page.locator("shop-island h2").textContent()).toBe("Sample");
  });

  test("stays awake when it is moved", async () => {
    const { page } = await open();
    await addOne(page).click();
    await untilAwake(page);
    await page.evaluate(() => document.querySelector("main")?.append(document.querySelector("shop-island") ?? ""));
    await addOne(page).click();
    await expectShown(page, "count", "2");
  });
});

describe("an island that fails", () => {
  test("while React cannot be loaded, works as a form, and wakes at a later touch", async () => {
    const { page, faults } = await open();
    await page.route(react, (route) => route.abort("failed"));
    await addOne(page).click();
    await expect.poll(() => faults.length).toBeGreaterThan(0);
    await page.unroute(react);
    await addOne(page).click();
    await expectShown(page, "count", "1");

    await page.reload();
    await page.waitForFunction(() => customElements.get("shop-island") !== undefined);
    await page.route(react, (route) => route.abort("failed"));
    await page.fill("[name=note]", "mine");
    await page.click("text=Send");
    await expectSent(page, "note=mine&free=free&text=given&size=s&wrap=none");
    expect(exceptions(faults).length).toBeGreaterThan(0);
  });

  test("because it does not render what the server did, keeps the server's HTML, the text and the focus, and sends the form", async () => {
    const { page, faults } = await open(sampleHtml().replace("<h2>Sample</h2>", "<h2>Other</h2>"));
    const release = await holdReact(page);
    await page.fill("[name=note]", "typed");
    release();
    await expect.poll(() => faults.length).toBeGreaterThan(0);
    await page.keyboard.type(" on");
    expect(await page.locator("shop-island h2").textContent()).toBe("Other");
    expect(await page.inputValue("[name=note]")).toBe("typed on");
    await page.click("text=Send");
    await expectSent(page, "note=typed+on&free=free&text=given&size=s&wrap=none");
    expect(exceptions(faults)).toEqual(["exception: The island sample failed"]);
  });

  test("on a click that woke it, still follows the click", async () => {
    const { page, faults } = await open(sampleHtml().replace("<h2>Sample</h2>", "<h2>Other</h2>"));
    await page.click("text=Send");
    await expectSent(page, "note=&free=free&text=given&size=s&wrap=none");
    expect(exceptions(faults)).toEqual(["exception: The island sample failed"]);
  });

  test("because its component throws later, shows the server's HTML again, whose form works", async () => {
    const { page, faults } = await open();
    await addOne(page).click();
    await untilAwake(page);
    await page.click("text=Break");
    await expectShown(page, "count", "0");
    expect(exceptions(faults)).toEqual(["exception: The island sample failed"]);
    await page.click("text=Send");
    await expectSent(page, "note=&free=free&text=given&size=s&wrap=none");
  });
});

test("React needs at most 62 kB, transferred once although it is fetched before it is imported", async () => {
  const { page } = await browser.newPage();
  const parts = page.waitForResponse(/\/assets\/interactive-parts-[\w-]+\.js/);
  await page.goto(routes.shop());
  const [name] = /react-[\w-]+\.js/.exec(await (await parts).text()) ?? [];
  const url = `/assets/${name}`;
  await page.evaluate(async (path) => (await fetch(path)).blob(), url);
  await page.addScriptTag({ url, type: "module" });
  const transferred = await page.evaluate((path) => {
    const loads = performance.getEntriesByName(new URL(path, location.href).href) as PerformanceResourceTiming[];
    return loads.map(({ transferSize }) => transferSize);
  }, url);
  const [first = 0, ...others] = transferred;
  expect(first).toBeGreaterThan(50_000);
  expect(first).toBeLessThanOrEqual(62_000);
  expect(others.every((size) => size === 0)).toBe(true);
});
