import { expect, onTestFinished, test } from "vitest";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { openAccountShop } from "../account/account-shop.fixtures.ts";

const shop = openAccountShop();

test("an order's time is in the shop's zone and names it; an unknown zone is refused", async () => {
  const { db } = shop.database;
  await expect(setSetting(db, "timezone_string", "Asia/Lahore")).rejects.toMatchObject({ code: "setting_invalid" });
  shop.time = Date.parse("2026-11-24T02:30:00+05:00");
  const { received } = await shop.order();
  const page = async () => (await shop.browser.get(received)).body;
  expect(await page()).toMatch(/Tuesday 24 November at 02:30 Pakistan Standard Time/);
  expect(await page()).toContain("24 November 2026</time>");
  await setSetting(db, "timezone_string", "America/New_York");
  onTestFinished(() => resetSetting(db, "timezone_string"));
  expect(await page()).toMatch(/Monday 23 November at 16:30 Eastern Standard Time/);
});
