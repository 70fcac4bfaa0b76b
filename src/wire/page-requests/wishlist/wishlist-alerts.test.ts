import { expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { requestGuestAlerts, takeAlertRequest } from "#shop/wishlist/alerts.ts";
import { alertStateOf, newGuest, startList } from "#shop/wishlist/wishlist.fixtures.ts";
import type { AlertState } from "#shop/wishlist/wishlist.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { openSmallShop, SmallBrowser } from "../../wc-ajax/entrance.fixtures.ts";
import { openAccountShop } from "../account/account-shop.fixtures.ts";

const shop = openAccountShop();

test("the form turns mails on and off; for guests a mail comes first", async () => {
  const { db } = await createTestDatabase();
  const { app, entrance } = await openSmallShop(db);
  const browser = new SmallBrowser(app);
  const form = { chowk_wishlist_alerts: "on", email: "guest@example.com" };
  const send = async (given: Record<string, string>, _wpnonce = entrance.nonces.create("chowk_wishlist_alerts")) => {
    await browser.post("/wishlist/", { ...form, _wpnonce, ...given });
    const { rows } = await db.execute<{ id: number }>("select id::int as id from wishlist_owners");
    return rows[0] && (await alertStateOf(db, rows[0].id));
  };
  expect(await send({}, "0123456789")).toBeUndefined();
  expect(await send({ email: "nobody" })).toBe("off");
  expect(await send({})).toBe("waiting");
  const { rows } = await db.execute("select from graphile_worker.jobs where task_identifier = 'wishlist-confirm-mail'");
  expect(rows).toHaveLength(1);
  expect(await send({ chowk_wishlist_alerts: "off" })).toBe("off");
  await app.close();
});

test("mailed links do nothing until their button is pressed; one click of a mail program needs no page", async () => {
  const { db, pool } = shop.database;
  const { ownerId } = await startList(db, newGuest(), [await addProduct(db)]);
  const state = (): Promise<AlertState> => alertStateOf(db, ownerId);
  const request = { ownerId, email: "guest@example.com", address: "192.0.2.1" };
  await requestGuestAlerts(db, request, shop.now());
  const { token = "", stopToken = "" } = (await takeAlertRequest(db, ownerId)) ?? {};
  const [confirm, stop] = [routes.confirmWishlistAlerts(token), routes.stopWishlistAlerts(stopToken)];
  expect((await shop.browser.get(confirm)).body).toContain("Yes, email me");
  expect(await state()).toBe("waiting");
  expect((await shop.browser.post(confirm, {})).body).toContain("Thank you");
  expect(await state()).toBe("on");
  expect((await shop.browser.get(stop)).body).toContain("Stop these emails");
  expect(await state()).toBe("on");
  const answer = await shop.newBrowser().post(stop, { "List-Unsubscribe": "One-Click" });
  expect([answer.statusCode, answer.headers["cache-control"], await state()]).toEqual([
    200,
    "private, no-store",
    "off",
  ]);
  expect((await shop.browser.post(confirm, {})).body).toContain("no longer works");
  for (const wrong of ["/wishlist/alerts/", "/wishlist/alerts/?stop=a&stop=b"])
    expect((await shop.browser.get(wrong)).body).toContain("no longer works");
  expect((await pool.query("select from wishlist_alerts")).rowCount).toBe(0);
});
