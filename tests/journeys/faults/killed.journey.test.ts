import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { routes } from "#routes";
import { checkoutForm, Visitor } from "../support/buyer.ts";
import { ownPort } from "../support/own-shop.ts";
import { newDataDir, startShop } from "../support/start-shop.ts";

test("a shop killed during a purchase keeps the cart, and later the order", async () => {
  const dataDir = await newDataDir();
  const siteUrl = `http://127.0.0.1:${ownPort}`;
  const settings = { dataDir, port: ownPort };
  const visitor = new Visitor();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));

  const first = await startShop(settings);
  const added = await visitor.send(`${siteUrl}${routes.product("vitamin-d3-drops")}`, {
    "add-to-cart": await dropsId(siteUrl),
  });
  expect(added.status).toBe(302);
  await first.kill();

  const second = await startShop(settings);
  const checkout = await (await visitor.send(siteUrl + routes.checkout())).text();
  expect(checkout).toContain("Vitamin D3 drops");
  const placed = await visitor.send(siteUrl + routes.checkout(), checkoutForm(checkout));
  expect(placed.status).toBe(303);
  const confirmation = new URL(placed.headers.get("location") ?? "", siteUrl);
  await second.kill();

  const third = await startShop(settings);
  onTestFinished(() => third.stop());
  const page = await (await visitor.send(siteUrl + confirmation.pathname + confirmation.search)).text();
  expect(page).toContain("Vitamin D3 drops");
  expect(page).toContain("Model Town");
});

async function dropsId(siteUrl: string): Promise<string> {
  const html = await (await fetch(siteUrl + routes.product("vitamin-d3-drops"))).text();
  const id = /postid-(\d+)/.exec(html)?.[1];
  if (!id) throw new Error("The product page does not contain its id");
  return id;
}
