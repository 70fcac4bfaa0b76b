import { expect, test } from "vitest";
import { routes } from "#routes";
import { openBrowser } from "../support/browser.ts";

const browser = openBrowser();
const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0";
const visitors = [
  {
    device: "desktop",
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
    isTouched: false,
  },
  {
    device: "desktop",
    userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Safari/605`,
    isTouched: false,
  },
  { device: "mobile", userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, isTouched: true },
  {
    device: "mobile",
    userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit} Mobile/15E148`,
    isTouched: true,
  },
  { device: "tablet", userAgent: `Mozilla/5.0 (Linux; Android 10; SM-X710) ${chrome} Safari/537.36`, isTouched: true },
];

test("scripts get each browser's device type, although all share the same cached page", async () => {
  const bodies = new Set<string>();
  for (const { device, ...visitor } of visitors) {
    const { page } = await browser.newPage(visitor);
    const response = await page.goto(routes.shop());
    bodies.add((await response?.text()) ?? "");
    const reported = () => page.evaluate("wcAnalytics.commonProps.device");
    await expect.poll(reported, { message: visitor.userAgent }).toBe(device);
  }
  expect(bodies.size).toBe(1);
  const { page } = await browser.newPage();
  expect((await page.goto(routes.shop()))?.headers()["x-cache"]).toBe("hit");
});
