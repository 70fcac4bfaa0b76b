import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { routes } from "#routes";
import { addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { openWishlistShop, password, Wisher } from "../../admin-ajax/wishlist/wishlist-shop.fixtures.ts";
import type { FormValues } from "../../wc-ajax/entrance.fixtures.ts";

const shop = openWishlistShop();
let guest: Wisher;
let tea: number;
let zinc: number;
beforeAll(async () => {
  tea = await addProduct(shop.database.db, { name: "Tea", slug: "tea" });
  zinc = await addProduct(shop.database.db, { name: "Zinc", slug: "zinc" });
});
beforeEach(async () => {
  await shop.set({
    wishlist_multiple: "no",
    wishlist_guests: "yes",
    wishlist_remove_after_cart: "yes",
    wishlist_estimates: "yes",
    wishlist_estimate_fields: [],
  });
  guest = new Wisher(shop);
});

/** Returns the products of all lists in order, and their quantities. */
async function listed(): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{ line: string }>(`
    select concat_ws(' ', w.name, w.privacy, i.product_id || ':' || i.quantity) as line
    from wishlists w left join wishlist_items i on i.wishlist_id = w.id order by w.id, i.position, i.id desc`);
  return rows.map(({ line }) => line.trim());
}

/** Returns the notices on the visitor's next page. */
async function noticesOf({ browser }: Wisher): Promise<string> {
  const { body } = await browser.get("/");
  return (
    /woocommerce-notices-wrapper notices[^]*?<\/main>|woocommerce-notices-wrapper notices[^]*$/.exec(body)?.[0] ?? ""
  );
}

const edited = async (visitor: Wisher, token: string, given: FormValues, headers: Record<string, string> = {}) =>
  visitor.browser.post(
    routes.wishlist(),
    {
      yith_wcwl_edit_wishlist: await visitor.pageNonce("yith_wcwl_edit_wishlist_action"),
      wishlist_id: token,
      ...given,
    },
    headers,
  );

describe("?add_to_wishlist= and ?remove_from_wishlist=", () => {
  test.each(["/", "/product/tea/", "/shop/"])(
    "on %s change the list and lead back without the parameters",
    async (url) => {
      const add = `${url}?orderby=price&add_to_wishlist=${tea}&_wpnonce=${await guest.pageNonce("add_to_wishlist")}`;
      const added = await guest.browser.follow(add);
      expect([added.statusCode, added.headers.location]).toEqual([302, `${url}?orderby=price`]);
      expect(added.headers["cache-control"]).toBe("no-store");
      expect(await noticesOf(guest)).toContain("Product added!");
      expect(await listed()).toEqual([`shared ${tea}:1`]);
      await guest.browser.follow(add);
      expect(await noticesOf(guest)).toContain("The product is already in your wishlist!");
      const nonce = await guest.pageNonce("remove_from_wishlist");
      const removed = await guest.browser.follow(`${url}?remove_from_wishlist=${tea}&_wpnonce=${nonce}`);
      expect([removed.statusCode, removed.headers.location]).toEqual([302, url]);
      expect(await noticesOf(guest)).toContain("Product successfully removed.");
      expect(await listed()).toEqual(["shared"]);
    },
  );

  test("the notice of a removal has a link that undoes it: same list, same quantity", async () => {
    await shop.set({ wishlist_multiple: "everybody" });
    await guest.add(zinc);
    const eid = await guest.add(tea, { wishlist_id: "new", wishlist_name: "Eid", quantity: "3" });
    const remove = routes.removeFromWishlist(tea, await guest.pageNonce("remove_from_wishlist"), eid.id);
    await guest.browser.follow(`${routes.wishlistView(eid.token)}${remove}`);
    expect(await listed()).toEqual([`shared ${zinc}:1`, "Eid shared"]);
    const [, undo = ""] = /class="restore-item" href="([^"]+)"/.exec(await noticesOf(guest)) ?? [];
    await guest.browser.follow(`${routes.wishlistView(eid.token)}${undo.replaceAll("&amp;", "&")}`);
    expect(await listed()).toEqual([`shared ${zinc}:1`, `Eid shared ${tea}:3`]);
  });

  test("a link of our own pages adds without a nonce; any other does not, and the page is shown", async () => {
    const add = `/product/tea/?add_to_wishlist=${tea}`;
    const own = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    for (const from of ["cross-site", "same-site", "none"]) {
      const answer = await guest.browser.browser.get(add, { host: "shop.example", ...own, "sec-fetch-site": from });
      expect(answer.statusCode).toBe(200);
    }
    expect((await guest.browser.get(add)).statusCode).toBe(200);
    expect((await guest.browser.get(`${add}&_wpnonce=0000000000`)).statusCode).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await guest.browser.browser.get(add, { host: "shop.example", ...own })).statusCode).toBe(302);
    expect(await listed()).toEqual([`shared ${tea}:1`]);
    const remove = `/product/tea/?remove_from_wishlist=${tea}`;
    expect((await guest.browser.browser.get(remove, { host: "shop.example", ...own })).statusCode).toBe(200);
    expect(await listed()).toEqual([`shared ${tea}:1`]);
  });

  test("a link of another site changes nothing for a guest, although guests share their nonces", async () => {
    await shop.set({ wishlist_multiple: "everybody" });
    const { id, token } = await guest.add(tea);
    const eid = await guest.add(zinc, { wishlist_id: "new", wishlist_name: "Eid" });
    const shared = async (action: string) => new Wisher(shop).pageNonce(action);
    const links = [
      `/?add_to_wishlist=${zinc}&_wpnonce=${await shared("add_to_wishlist")}`,
      `/?remove_from_wishlist=${tea}&_wpnonce=${await shared("remove_from_wishlist")}`,
      `/?ask_an_estimate=${token}&reply_email=a@evil.example&estimate_nonce=${await shared("ask_an_estimate")}`,
      routes.deleteWishlist(eid.id, await shared("yith_wcwl_delete_action")),
      routes.addWishedToCart(tea, 1, id),
    ];
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
      { referer: "https://evil.example/https://shop.example/" },
      {},
    ];
    for (const link of links)
      for (const headers of foreign) await guest.browser.browser.get(link, { host: "shop.example", ...headers });
    expect(await listed()).toEqual([`shared ${tea}:1`, `Eid shared ${zinc}:1`]);
    expect((await shop.database.pool.query("select from wishlist_estimates")).rowCount).toBe(0);
    // Browsers without fetch metadata.
    const own = { host: "shop.example", referer: "https://shop.example/shop/" };
    for (const link of links.slice(0, 2)) await guest.browser.browser.get(link, own);
    await guest.browser.browser.get(`/?add_to_wishlist=${tea}`, own);
    expect(await listed()).toEqual([`shared ${tea}:1`, `shared ${zinc}:1`, `Eid shared ${zinc}:1`]);
  });

  test("the nonce of a user is nobody else's, so it is enough", async () => {
    const user = await shop.signedIn("link@example.com");
    await user.browser.get(`/?add_to_wishlist=${tea}&_wpnonce=${await user.pageNonce("add_to_wishlist")}`);
    expect(await listed()).toEqual([`shared ${tea}:1`]);
  });

  test("images, frames, prefetches and robots change nothing", async () => {
    const add = `/?add_to_wishlist=${tea}&_wpnonce=${await guest.pageNonce("add_to_wishlist")}`;
    for (const headers of [
      { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image", "sec-fetch-site": "cross-site" },
      { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site" },
      { "sec-purpose": "prefetch" },
      { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" },
    ] as Record<string, string>[])
      await guest.browser.browser.get(add, { host: "shop.example", ...headers });
    expect(await listed()).toEqual([]);
  });

  test("guests who may not keep lists are told so", async () => {
    await shop.set({ wishlist_guests: "no" });
    const nonce = await guest.pageNonce("add_to_wishlist");
    await guest.browser.follow(`/?add_to_wishlist=${tea}&_wpnonce=${nonce}`);
    expect(await noticesOf(guest)).toContain("The item cannot be added to this wishlist");
    expect(await listed()).toEqual([]);
  });

  test("a guest who must sign in gets the product added afterwards", async () => {
    await shop.set({ wishlist_guests: "no" });
    await shop.signedIn("late@example.com");
    const given = { username: "late@example.com", password };
    const signedIn = await guest.browser.fill(routes.signInForWishlist(tea), "login", given);
    const target = String(signedIn.headers.location);
    expect(target).toBe(`/wishlist/?add_to_wishlist=${tea}`);
    expect(await listed()).toEqual([]);
    const own = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
    const added = await guest.browser.browser.get(target, { host: "shop.example", ...own });
    expect([added.statusCode, added.headers.location]).toEqual([302, routes.wishlist()]);
    expect(await listed()).toEqual([`shared ${tea}:1`]);
  });
});

describe("the form of a list", () => {
  test("save_title renames it and goes back to the list", async () => {
    const { token } = await guest.add(tea);
    const answer = await edited(guest, token, { save_title: "1", wishlist_name: "Eid" });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, routes.wishlistView(token)]);
    expect(await noticesOf(guest)).toContain("Changes applied correctly");
    expect(await listed()).toEqual([`Eid shared ${tea}:1`]);
    const refused = await edited(guest, token, { save_title: "1", wishlist_name: " " });
    expect(refused.body).toContain("Enter a name");
  });

  test("redirect_to leads to pages of this shop only", async () => {
    const { token } = await guest.add(tea);
    const to = async (redirect: string) =>
      (await edited(guest, token, { save_title: "1", wishlist_name: "Eid", redirect_to: redirect })).headers.location;
    expect(await to("/shop/?page=2")).toBe("/shop/?page=2");
    for (const foreign of ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"])
      expect(await to(foreign)).toBe(routes.wishlistView(token));
  });

  test("bulk actions remove, move, and add to the cart", async () => {
    await shop.set({ wishlist_multiple: "everybody" });
    const { token } = await guest.add(tea);
    await guest.add(zinc, { quantity: "2" });
    const third = await addProduct(shop.database.db);
    await guest.add(third);
    const eid = await guest.add(third, { wishlist_id: "new", wishlist_name: "Eid" });
    const bulk = (action: string, id: number) =>
      edited(guest, token, { apply_bulk_actions: "1", bulk_actions: action, [`items[${id}][cb]`]: "yes" });
    await bulk(eid.token, tea);
    expect(await noticesOf(guest)).toContain("The items have been correctly moved to Eid");
    await bulk("delete", third);
    expect(await noticesOf(guest)).toContain("The items have been correctly removed");
    await bulk("add_to_cart", zinc);
    expect(await noticesOf(guest)).toContain("The items have been correctly added to the cart");
    expect(guest.browser.cookies.get("chowk_cart_count")).toBe("2");
    expect(await listed()).toEqual(["shared", `Eid shared ${third}:1`, `Eid shared ${tea}:1`]);
    await bulk("delete", 0);
    expect(await noticesOf(guest)).toContain("An error occurred while processing this action");
  });

  test("update_wishlist saves quantities and order, and moves a row by one place", async () => {
    const { token } = await guest.add(tea);
    await guest.add(zinc);
    const rows = {
      [`items[${zinc}][quantity]`]: "3",
      [`items[${tea}][quantity]`]: "0",
      [`items[${zinc}][position]`]: "1",
      [`items[${tea}][position]`]: "0",
    };
    await edited(guest, token, { update_wishlist: "1", ...rows });
    expect(await listed()).toEqual([`shared ${tea}:1`, `shared ${zinc}:3`]);
    const move = (value: string) => edited(guest, token, { update_wishlist: value });
    await move(`up-${zinc}`);
    expect(await listed()).toEqual([`shared ${zinc}:3`, `shared ${tea}:1`]);
    await move(`up-${zinc}`);
    await move(`down-${zinc}`);
    await move(`down-${zinc}`);
    await move("down-99999999");
    expect(await listed()).toEqual([`shared ${tea}:1`, `shared ${zinc}:3`]);
  });

  test("add_all_to_cart adds what it can and says what needs a choice", async () => {
    const { id: sizes } = await addSizes(shop.database.db, { name: "Whey" });
    const { token } = await guest.add(tea);
    await guest.add(sizes);
    await edited(guest, token, { add_all_to_cart: "1" });
    const text = await noticesOf(guest);
    expect(text).toContain("Items correctly added to the cart");
    expect(text).toContain(
      "Error, you cannot add &quot;Whey&quot; to the cart if you don&#x27;t select a variation first",
    );
    expect(await listed()).toEqual([`shared ${sizes}:1`]);
    await shop.set({ wishlist_remove_after_cart: "no" });
    await guest.add(zinc);
    await edited(guest, token, { add_all_to_cart: "1" });
    expect(await listed()).toEqual([`shared ${zinc}:1`, `shared ${sizes}:1`]);
  });

  test("add_all_to_cart counts several refusals in one sentence", async () => {
    const { token } = await guest.add(tea);
    for (const name of ["Whey", "Casein", "Soya"]) await guest.add((await addSizes(shop.database.db, { name })).id);
    await edited(guest, token, { add_all_to_cart: "1" });
    const text = await noticesOf(guest);
    expect(text).toContain("Items correctly added to the cart");
    expect(text).toContain("3 products were not added and are still in your list");
    expect(text).not.toContain("select a variation first");
  });

  test("needs a nonce and POST", async () => {
    const { token } = await guest.add(tea);
    const given = { save_title: "1", wishlist_name: "Taken" };
    await edited(guest, token, { ...given, yith_wcwl_edit_wishlist: "0000000000" });
    const nonce = await guest.pageNonce("yith_wcwl_edit_wishlist_action");
    const query = new URLSearchParams({ ...given, wishlist_id: token, yith_wcwl_edit_wishlist: nonce }).toString();
    await guest.browser.get(`/?${query}`);
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await edited(guest, token, given, foreign)).statusCode).toBe(403);
    expect(await listed()).toEqual([`shared ${tea}:1`]);
  });
});

describe("the forms of several lists", () => {
  beforeEach(() => shop.set({ wishlist_multiple: "everybody" }));

  async function create(given: FormValues) {
    const yith_wcwl_create = await guest.pageNonce("yith_wcwl_create_action");
    return guest.browser.post(routes.createWishlist(), { yith_wcwl_create, create_wishlist: "1", ...given });
  }

  test("create starts a list and goes to it", async () => {
    const answer = await create({ wishlist_name: "Eid", wishlist_visibility: "2" });
    expect(answer.headers.location).toMatch(/^\/wishlist\/view\/[A-Z0-9]{12}\/$/);
    expect(await noticesOf(guest)).toContain("Wishlist created successfully");
    await create({ wishlist_name: "Summer" });
    expect(await listed()).toEqual(["Eid private", "Summer shared"]);
    await shop.set({ wishlist_multiple: "no" });
    await create({ wishlist_name: "Third" });
    expect(await noticesOf(guest)).toContain("An error occurred while processing this action");
    expect(await listed()).toHaveLength(2);
  });

  test("manage renames lists and sets who sees them; others stay as they are", async () => {
    const mine = await guest.add(tea);
    const eid = await guest.add(tea, { wishlist_id: "new", wishlist_name: "Eid" });
    const answer = await guest.browser.post(routes.manageWishlists(), {
      yith_wcwl_manage: await guest.pageNonce("yith_wcwl_manage_action"),
      _wp_http_referer: routes.manageWishlists(),
      [`wishlist_options[${mine.id}][wishlist_name]`]: "",
      [`wishlist_options[${mine.id}][wishlist_privacy]`]: "0",
      [`wishlist_options[${eid.id}][wishlist_name]`]: "Eid gifts",
      [`wishlist_options[${eid.id}][wishlist_privacy]`]: "9",
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, routes.manageWishlists()]);
    expect(await listed()).toEqual([`public ${tea}:1`, `Eid gifts shared ${tea}:1`]);
  });

  test("delete removes a list with its items", async () => {
    await guest.add(tea);
    const { id } = await guest.add(tea, { wishlist_id: "new", wishlist_name: "Eid" });
    const url = routes.deleteWishlist(id, await guest.pageNonce("yith_wcwl_delete_action"));
    expect((await guest.browser.follow(url)).headers.location).toBe(routes.manageWishlists());
    expect(await listed()).toEqual([`shared ${tea}:1`]);
    await guest.browser.follow(url);
    expect(await noticesOf(guest)).toContain("An error occurred while processing this action");
  });

  test("?move_to_another_wishlist= moves a product", async () => {
    const { token } = await guest.add(tea);
    const eid = await guest.add(zinc, { wishlist_id: "new", wishlist_name: "Eid" });
    const nonce = await guest.pageNonce("move_to_another_wishlist");
    const query = `?move_to_another_wishlist=${token}&move_to_another_wishlist_nonce=${nonce}`;
    await guest.browser.post(routes.wishlist() + query, { row_id: tea, new_wishlist_id: eid.id });
    expect(await noticesOf(guest)).toContain("Element correctly moved to Eid");
    expect(await listed()).toEqual(["shared", `Eid shared ${zinc}:1`, `Eid shared ${tea}:1`]);
  });
});

describe("adding to the cart from a list", () => {
  const addition = (list: number) => ({
    product_id: tea,
    quantity: 1,
    remove_from_wishlist_after_add_to_cart: tea,
    wishlist_id: list,
  });

  test("removes the product from the owner's list", async () => {
    const { id } = await guest.add(tea);
    await guest.browser.post("/?wc-ajax=add_to_cart", addition(id));
    expect(await listed()).toEqual(["shared"]);
    await guest.add(tea);
    await guest.browser.follow(routes.addWishedToCart(tea, 1, id));
    expect(await listed()).toEqual(["shared"]);
    expect(guest.browser.cookies.get("chowk_cart_count")).toBe("2");
  });

  test("succeeds although the list is deleted at the same time", async () => {
    const { id } = await guest.add(tea);
    const { pool } = shop.database;
    // The owner is found, and gone when the list is to be changed.
    await pool.query(`create function gone() returns trigger language plpgsql as 'begin return null; end';
      create trigger gone before update on wishlist_owners for each row execute function gone()`);
    onTestFinished(async () => {
      await pool.query("drop function gone cascade");
    });
    const answer = await guest.browser.post("/?wc-ajax=add_to_cart", addition(id));
    expect(answer.json()).not.toHaveProperty("error");
    const added = await guest.browser.follow(routes.addWishedToCart(tea, 1, id));
    expect(added.headers.location).toBe(routes.checkout());
    expect(guest.browser.cookies.get("chowk_cart_count")).toBe("2");
  });

  test("removes nothing else", async () => {
    const { id } = await guest.add(tea);
    await guest.browser.post("/?wc-ajax=add_to_cart", { ...addition(id), product_id: zinc });
    await guest.browser.follow(`/?add-to-cart=${zinc}&remove_from_wishlist_after_add_to_cart=${tea}&wishlist_id=${id}`);
    expect(await listed()).toEqual([`shared ${tea}:1`]);
    expect(guest.browser.cookies.get("chowk_cart_count")).toBe("2");
  });

  test("leaves it where the setting is off, the add is refused, or the list is not the visitor's", async () => {
    const { id } = await guest.add(tea);
    const stranger = new Wisher(shop);
    await stranger.add(zinc);
    await stranger.browser.post("/?wc-ajax=add_to_cart", addition(id));
    await guest.browser.post("/?wc-ajax=add_to_cart", { ...addition(id), product_id: 99_999_999 });
    await shop.set({ wishlist_remove_after_cart: "no" });
    await guest.browser.post("/?wc-ajax=add_to_cart", addition(id));
    expect(await listed()).toEqual([`shared ${tea}:1`, `shared ${zinc}:1`]);
  });
});

describe("estimates", () => {
  const stored = async () =>
    (await shop.database.pool.query<{ email: string; notes: string }>("select email, notes from wishlist_estimates"))
      .rows;

  test("a guest's request is stored with an address to reply to", async () => {
    const { token } = await guest.add(tea);
    const asked = { ask_an_estimate: token, additional_notes: "Two of\neach" };
    expect((await guest.call("ask_an_estimate", asked)).json()).toEqual({
      result: false,
      message: "You should provide a valid email address that we can use to get back to you",
      template: "",
    });
    const answer = await guest.call("ask_an_estimate", { ...asked, reply_email: "a@example.com" });
    expect(answer.json()).toMatchObject({ result: true, message: "Estimate request sent" });
    expect(answer.json().template).toMatch(
      /^<div class="yith-wcwl-popup-content"><i class="fa fa-envelope-o heading-icon"/,
    );
    expect(answer.json().template).toContain("<h3>Your request has been sent.<br/>Thanks!</h3>");
    expect(answer.json().template).toContain('href="mailto:');
    expect(await stored()).toEqual([{ email: "a@example.com", notes: "Two of\neach" }]);
  });

  test.each([
    "a@example.com\r\nBcc: all@example.com",
    "a@example.com\nx",
    "a@example.com,b@example.com",
    "Name <a@example.com>",
    "a@example.com\0",
    `${"a".repeat(250)}@example.com`,
  ])("%j is no address to reply to", async (email) => {
    const { token } = await guest.add(tea);
    const answer = await guest.call("ask_an_estimate", { ask_an_estimate: token, reply_email: email });
    expect(answer.json().result).toBe(false);
    expect(await stored()).toEqual([]);
  });

  test("requests are refused for empty lists, where the setting is off, and beyond the limit", async () => {
    const { id, token } = await guest.add(tea);
    const ask = () => guest.call("ask_an_estimate", { ask_an_estimate: token, reply_email: "a@example.com" });
    const failed = { result: false, message: "There was an error while processing your request; please, try later" };
    await guest.call("remove_from_wishlist", { remove_from_wishlist: tea, wishlist_id: id });
    expect((await ask()).json()).toMatchObject(failed);
    await guest.add(tea);
    await shop.set({ wishlist_estimates: "no" });
    expect((await ask()).json()).toMatchObject(failed);
    await shop.set({ wishlist_estimates: "yes" });
    for (let time = 0; time < 5; time++) expect((await ask()).json().result).toBe(true);
    expect((await ask()).json().message).toContain("Too many attempts");
    expect(await stored()).toHaveLength(5);
  });

  test("the shop's own fields are in the form, and their answers are checked and stored", async () => {
    await shop.set({
      wishlist_estimate_fields: [
        { label: "Town", type: "text", required: true },
        { label: "Packing", type: "radio", options: ["Box", "Bag"] },
      ],
    });
    const { token } = await guest.add(tea);
    const form = (await guest.browser.get(routes.wishlist())).body;
    expect(form).toMatch(/<input[^>]* name="town"/);
    expect(form).toMatch(/<input type="radio"[^>]*name="packing"[^>]*value="Bag"/);
    const asked = { ask_an_estimate: token, reply_email: "a@example.com", packing: "Bag" };
    expect((await guest.call("ask_an_estimate", asked)).json()).toMatchObject({
      result: false,
      message: "Missing required argument: Town",
    });
    expect((await guest.call("ask_an_estimate", { ...asked, town: "Quetta" })).json().result).toBe(true);
    const { rows } = await shop.database.pool.query("select answers from wishlist_estimates");
    expect(rows).toEqual([
      {
        answers: [
          { label: "Town", value: "Quetta" },
          { label: "Packing", value: "Bag" },
        ],
      },
    ]);
  });

  test("a refused form without scripts is shown again, uncached, with what was typed and the error beside its field", async () => {
    await shop.set({
      wishlist_estimate_fields: [
        { label: "Town", type: "text", required: true },
        { label: "Packing", type: "radio", options: ["Box", "Bag"] },
        { label: "Gift", type: "checkbox" },
      ],
    });
    const { token } = await guest.add(tea);
    const send = async (given: FormValues, page = routes.wishlist()) =>
      guest.browser.post(page, {
        ask_an_estimate: token,
        estimate_nonce: await guest.pageNonce("ask_an_estimate"),
        additional_notes: "</textarea><b>each</b>",
        packing: "Bag",
        gift: "1",
        ...given,
      });
    const refused = await send({ reply_email: 'a"@', town: "Quetta" });
    expect([refused.statusCode, refused.headers["cache-control"]]).toEqual([200, expect.stringContaining("no-store")]);
    const form =
      /<dialog id="ask_an_estimate_popup" class="[^"]*is-refused"[^]*?<\/dialog>/.exec(refused.body)?.[0] ?? "";
    expect(form).toMatch(/<input[^>]*id="reply_email"[^>]*aria-invalid="true"[^>]*value="a&quot;@"/);
    expect(form).toMatch(/id="reply_email-error">.*You should provide a valid email address/);
    expect(form).toMatch(/<input[^>]*name="town"[^>]*value="Quetta"/);
    expect(form).toMatch(/name="packing"[^>]*value="Bag"[^>]*checked|name="packing"[^>]*checked=""[^>]*value="Bag"/);
    expect(form).toMatch(/<input type="checkbox"[^>]*name="gift"[^>]*checked=""/);
    expect(form).toContain("&lt;/textarea&gt;&lt;b&gt;each&lt;/b&gt;");
    const missing = await send({ reply_email: "a@example.com", town: " " });
    expect(missing.body).toMatch(/id="estimate-town-error">.*Missing required argument: Town/);
    expect((await guest.browser.get(routes.wishlist())).body).not.toContain("each&lt;/b&gt;");
    expect((await send({ reply_email: "a", town: "Quetta" }, "/")).statusCode).toBe(302);
    expect(await noticesOf(guest)).toContain("You should provide a valid email address");
    expect(await stored()).toEqual([]);
    await shop.set({
      wishlist_estimate_fields: [{ label: "Packing", type: "radio", required: true, options: ["Box", "Bag"] }],
    });
    // The error's link leads to the group of choices, which must be able to take the focus.
    expect((await send({ reply_email: "a@example.com", packing: "" })).body).toMatch(
      /<fieldset[^>]*id="estimate-packing" tabindex="-1" aria-describedby="estimate-packing-error"/,
    );
  });

  test("the form without scripts stores the user's own address, whatever was typed", async () => {
    const sana = await shop.signedIn("sana@example.com");
    const { token } = await sana.add(tea);
    const answer = await sana.browser.post(routes.wishlist(), {
      ask_an_estimate: token,
      estimate_nonce: await sana.pageNonce("ask_an_estimate"),
      reply_email: "other@example.com",
      additional_notes: "x".repeat(3000),
    });
    expect(answer.statusCode).toBe(302);
    expect(await noticesOf(sana)).toContain("Estimate request sent");
    expect(await stored()).toEqual([{ email: "sana@example.com", notes: "x".repeat(2000) }]);
  });
});
