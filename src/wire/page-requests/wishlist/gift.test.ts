import { expect, test } from "vitest";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { openWishlistShop, Wisher } from "../../admin-ajax/wishlist/wishlist-shop.fixtures.ts";

const shop = openWishlistShop();

/** Returns the HTML of a shared list as the protocol's script gets it. */
async function listFor(visitor: Wisher, token: string): Promise<string> {
  const key = "woocommerce.yith-wcwl-form.wishlist-fragment";
  const options = { [`fragments[${key}][item]`]: "wishlist", [`fragments[${key}][wishlist_id]`]: token };
  const answer = await visitor.call("load_fragments", options);
  return answer.json<{ fragments: Record<string, string> }>().fragments[key] ?? "";
}

/** Returns the value of the gift button that the list shows to a visitor; "" if there is none. */
async function buttonFor(visitor: Wisher, token: string): Promise<string> {
  return /value="((?:take|undo)\.[^"]+)"/.exec(await listFor(visitor, token))?.[1] ?? "";
}

const press = async (visitor: Wisher, token: string) =>
  visitor.browser.post(`/wishlist/view/${token}/`, { chowk_gift: await buttonFor(visitor, token) });

test("givers see each other's gifts, and the owner sees nothing of them anywhere", async () => {
  await setSetting(shop.database.db, "wishlist_gifts", "yes");
  const owner = await shop.signedIn("owner@example.com");
  const [aisha, bilal] = [new Wisher(shop), new Wisher(shop)];
  const { token } = await owner.add(await addProduct(shop.database.db, { name: "Tea" }));
  const before = await listFor(owner, token);
  await press(aisha, token);
  expect(await listFor(aisha, token)).toContain("You’ll get this.");
  expect(await listFor(bilal, token)).toContain("Somebody is getting this.");
  expect(await listFor(bilal, token)).not.toContain("chowk_gift");
  expect(await listFor(owner, token)).toBe(before);
  expect(before).not.toMatch(/gift/i);
  await press(aisha, token);
  await press(bilal, token);
  expect(await listFor(aisha, token)).toContain("Somebody is getting this.");
});

test("a gift needs the setting, a post and the list's link", async () => {
  const { db } = shop.database;
  const owner = new Wisher(shop);
  const { token } = await owner.add(await addProduct(db));
  const giver = new Wisher(shop);
  await setSetting(db, "wishlist_gifts", "yes");
  const value = await buttonFor(giver, token);
  const count = async () => (await shop.database.pool.query("select from wishlist_gifts")).rowCount;
  const marked = await count();
  await giver.browser.get(`/?chowk_gift=${value}`);
  for (const wrong of [value.replace(token, "AAAAAAAAAAAA"), `${value}9`, "take", value.toLowerCase()])
    await giver.browser.post("/wishlist/", { chowk_gift: wrong });
  await owner.browser.post("/wishlist/", { chowk_gift: value });
  await setSetting(db, "wishlist_gifts", "no");
  await giver.browser.post("/wishlist/", { chowk_gift: value });
  expect(await count()).toBe(marked);
  await setSetting(db, "wishlist_gifts", "yes");
  await giver.browser.post("/wishlist/", { chowk_gift: value });
  expect(await count()).toBe((marked ?? 0) + 1);
  await setSetting(db, "wishlist_gifts", "no");
  expect(await listFor(giver, token)).not.toMatch(/gift/i);
});
