import { beforeAll, beforeEach, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { openWishlistShop, Wisher } from "../../admin-ajax/wishlist/wishlist-shop.fixtures.ts";

const shop = openWishlistShop();
const expired = "This page has expired, so nothing was changed.";
let tea: number;
let guest: Wisher;
beforeAll(async () => {
  tea = await addProduct(shop.database.db, { name: "Tea", slug: "tea" });
});
beforeEach(async () => {
  await shop.set({ wishlist_multiple: "everybody", wishlist_estimates: "yes" });
  guest = new Wisher(shop);
});

/** Returns the nonce of a user, as the page of a visitor has it who was signed out meanwhile. */
async function foreignNonce(action: string): Promise<string> {
  const user = await shop.signedIn("other@example.com");
  await user.add(tea);
  return user.pageNonce(action);
}

const formOf = (body: string, mark: RegExp) => body.split("<form").find((form) => mark.test(form)) ?? "";

test("a name that is typed with another session's nonce is in the form again, and creates no list", async () => {
  await guest.add(tea);
  const answer = await guest.browser.post(routes.createWishlist(), {
    yith_wcwl_create: await foreignNonce("yith_wcwl_create_action"),
    wishlist_name: 'For "Eid"',
    wishlist_visibility: "2",
  });
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, expect.stringContaining("no-store")]);
  const form = formOf(answer.body, /create-wishlist-button/);
  expect(form).toContain(expired);
  expect(form).toMatch(/<input[^>]*name="wishlist_name"[^>]*value="For &quot;Eid&quot;"/);
  expect(form).toMatch(/value="2"[^>]*checked=""|checked=""[^>]*value="2"/);
  const nonce = /name="yith_wcwl_create" value="(\w+)"/.exec(form)?.[1] ?? "";
  const again = await guest.browser.post(routes.createWishlist(), { yith_wcwl_create: nonce, wishlist_name: "Eid" });
  expect(again.headers.location).toMatch(/^\/wishlist\/view\//);
});

test("the island's own request for a new list is led back to the lists as before", async () => {
  await guest.add(tea);
  const answer = await guest.browser.post(routes.createWishlist(), {
    yith_wcwl_create: await foreignNonce("yith_wcwl_create_action"),
    wishlist_name: "Eid",
    redirect_to: routes.manageWishlists(),
  });
  expect(answer.statusCode).toBe(302);
});

test("names of several lists that could not be saved are in their fields again", async () => {
  const { id } = await guest.add(tea);
  const answer = await guest.browser.post(routes.manageWishlists(), {
    yith_wcwl_manage: await foreignNonce("yith_wcwl_manage_action"),
    [`wishlist_options[${id}][wishlist_name]`]: "Winter <3",
  });
  expect(answer.body).toContain(expired);
  expect(formOf(answer.body, /wishlist-manage/)).toMatch(/<input[^>]*\[wishlist_name\]"[^>]*value="Winter &lt;3"/);
});

test("a list's name that could not be saved is in its field again", async () => {
  const { token } = await guest.add(tea);
  const answer = await guest.browser.post(routes.wishlist(), {
    yith_wcwl_edit_wishlist: await foreignNonce("yith_wcwl_edit_wishlist_action"),
    wishlist_id: token,
    save_title: "1",
    wishlist_name: "Winter",
  });
  expect(answer.body).toContain(expired);
  expect(answer.body).toMatch(/<input[^>]*name="wishlist_name"[^>]*value="Winter"/);
});

test("an address for alerts is in its field again, with an invalid nonce and if it is no address", async () => {
  await guest.add(tea);
  const nonces = [await foreignNonce("chowk_wishlist_alerts"), await guest.pageNonce("chowk_wishlist_alerts")];
  for (const [index, _wpnonce] of nonces.entries()) {
    const form = { chowk_wishlist_alerts: "on", email: "sana@example", _wpnonce };
    const answer = await guest.browser.post(routes.wishlist(), form);
    const shown = formOf(answer.body, /wishlist-alerts/);
    expect(shown).toMatch(/<input[^>]*name="email"[^>]*value="sana@example"/);
    expect(shown.includes(expired)).toBe(index === 0);
  }
});

test("the estimate form is shown again with what was typed", async () => {
  const { token } = await guest.add(tea);
  const answer = await guest.browser.post(routes.wishlist(), {
    ask_an_estimate: token,
    estimate_nonce: await foreignNonce("ask_an_estimate"),
    reply_email: "sana@example.com",
    additional_notes: "Twelve of each,\nin boxes",
  });
  const form = formOf(answer.body, /wishlist-ask-an-estimate-popup/);
  expect(form).toContain(expired);
  expect(form).toContain('value="sana@example.com"');
  expect(form).toContain("Twelve of each,\nin boxes");
  expect((await shop.database.pool.query("select from wishlist_estimates")).rowCount).toBe(0);
});

test.each(["of their own", "with a token"])(
  "a user who was signed out meanwhile gets the message of an estimate back, from a list %s",
  async (which) => {
    const sana = await shop.signedIn(`sana${which.length}@example.com`);
    const { token } = await sana.add(tea);
    const nonce = await sana.pageNonce("ask_an_estimate");
    const path = which === "of their own" ? routes.wishlist() : routes.wishlistView(token);
    const answer = await guest.browser.post(path, {
      ask_an_estimate: token,
      estimate_nonce: nonce,
      additional_notes: "Twelve of each",
    });
    expect(answer.body).toContain(expired);
    expect(answer.body).toMatch(
      /<textarea[^>]*readOnly=""[^>]*>Twelve of each<|<textarea[^>]*readonly=""[^>]*>Twelve of each</,
    );
  },
);
