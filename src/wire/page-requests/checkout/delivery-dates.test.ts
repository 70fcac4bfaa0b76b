import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { openAccountShop } from "../account/account-shop.fixtures.ts";

const shop = openAccountShop();

/** Changes settings for this test. */
async function set(given: Record<string, unknown>): Promise<void> {
  const { db } = shop.database;
  for (const [name, value] of Object.entries(given)) {
    await setSetting(db, name, value);
    onTestFinished(() => resetSetting(db, name));
  }
}

const at = (text: string) => (shop.time = Date.parse(`${text}+05:00`));
const datesIn = (html: string) =>
  html.replaceAll("\u00a0", " ").match(/[A-Z][a-z]{2} \d+(?: [A-Z][a-z]{2})? – [A-Z][a-z]{2} \d+ [A-Z][a-z]{2}/g);

test("a cached product page promises new dates from the cut-off and from midnight on, in the shop's time zone", async () => {
  const id = await addProduct(shop.database.db);
  const { rows } = await shop.database.db.execute<{ slug: string }>(sql`select slug from products where id = ${id}`);
  const path = routes.product(rows[0]?.slug ?? "");
  await set({ delivery_cutoff: "14:00" });
  const visit = async (text: string) => {
    at(text);
    const { body, headers } = await shop.browser.get(path);
    return [datesIn(body)?.[0], headers["x-cache"]];
  };
  expect(await visit("2026-11-23T13:00:00")).toEqual(["Wed 25 – Thu 26 Nov", "miss"]);
  expect(await visit("2026-11-23T13:59:59")).toEqual(["Wed 25 – Thu 26 Nov", "hit"]);
  expect(await visit("2026-11-23T14:00:00")).toEqual(["Thu 26 – Fri 27 Nov", "miss"]);
  expect(await visit("2026-11-24T00:00:00")).toEqual(["Thu 26 – Fri 27 Nov", "miss"]);
  await set({ delivery_holidays: ["2026-11-26"] });
  expect((await visit("2026-11-24T00:00:01"))[0]).toBe("Fri 27 – Sat 28 Nov");
});

test("cart, checkout and order show the dates of the destination; those of an order stay", async () => {
  await set({ delivery_cutoff: "14:00" });
  at("2026-11-23T10:00:00");
  await shop.fillCart();
  for (const path of [routes.cart(), routes.checkout()])
    expect([path, datesIn((await shop.browser.get(path)).body)?.[0]]).toEqual([path, "Wed 25 – Thu 26 Nov"]);
  const { received } = await shop.order();
  at("2026-11-23T18:00:00");
  await set({ delivery_holidays: ["2026-11-25"] });
  const { body } = await shop.browser.get(received);
  expect(new Set(datesIn(body))).toEqual(new Set(["Wed 25 – Thu 26 Nov"]));
});

test("without a cut-off no dates are promised", async () => {
  await shop.fillCart();
  const { body } = await shop.browser.get(routes.cart());
  expect(body).toContain("2-3 business days");
  expect(datesIn(body)).toBeNull();
});
