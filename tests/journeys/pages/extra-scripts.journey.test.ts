import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { routes } from "#routes";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser } from "../support/browser.ts";
import { ownShop } from "../support/own-shop.ts";

const browser = openBrowser();
const widget = "https://widget.example/widget.js";
const picture = "https://pictures.example/dot.png";
const css = "#widget { color: rgb(1, 2, 3); }";
const hash = `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

/** Someone else's script: adds a style element, an element with a style attribute, and a picture. */
const source = `
  document.head.insertAdjacentHTML("beforeend", ${JSON.stringify(`<style>${css}</style>`)});
  document.body.insertAdjacentHTML("beforeend", '<p id="widget" style="font-size: 31px">Chat<img src="${picture}"></p>');
`;

/** Opens the home page with answers for the hosts of the widget, and waits for it. */
async function openWithWidget(page: Page): Promise<void> {
  await page.route(widget, (route) => route.fulfill({ contentType: "text/javascript", body: source }));
  const dot = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
  await page.route(picture, (route) => route.fulfill({ contentType: "image/svg+xml", body: dot }));
  await page.goto(routes.home(), { waitUntil: "load" });
  await page.locator("#widget").waitFor();
}

/** Runs in the page: what the widget looks like. */
const look = (element: Element) => {
  const { color, fontSize } = getComputedStyle(element);
  return { color, fontSize, pictureWidth: element.querySelector("img")?.naturalWidth };
};

test("another site's script may style inline and load pictures only if csp_additions allows it", async () => {
  const own = await ownShop();
  const { origin } = await own.start();
  const { page, faults } = await browser.newPage({ origin });
  await own.useDatabase((db) => setSetting(db, "extra_script_urls", [widget]));
  await expect.poll(async () => (await fetch(origin)).text()).toContain(widget);
  await openWithWidget(page);
  const refused = await page.locator("#widget").evaluate(look);
  expect(refused).not.toMatchObject({ color: "rgb(1, 2, 3)" });
  expect(refused).not.toMatchObject({ fontSize: "31px" });
  expect(refused.pictureWidth).toBe(0);
  const broken = faults.splice(0).flatMap((fault) => /directive:? ["']([\w-]+)/.exec(fault)?.[1] ?? []);
  expect([...new Set(broken)].sort()).toEqual(["img-src", "style-src"]);

  const additions = [`style-src-elem ${hash}`, "style-src-attr 'unsafe-inline'", `img-src ${new URL(picture).origin}`];
  await own.useDatabase((db) => setSetting(db, "csp_additions", additions));
  const policy = async () => (await fetch(origin)).headers.get("content-security-policy");
  await expect.poll(policy).toContain(hash);
  await openWithWidget(page);
  const allowed = { color: "rgb(1, 2, 3)", fontSize: "31px", pictureWidth: 8 };
  expect(await page.locator("#widget").evaluate(look)).toEqual(allowed);
  expect(faults.splice(0)).toEqual([widget, picture].map((url) => `cross-origin request: ${url}`));
});
