import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withStatementCount } from "#db/statement-count.ts";
import { siteCalls } from "#http/guards/nonce-actions.ts";
import { routes } from "#routes";
import { addProduct, addSizes } from "#shop/cart/cart.fixtures.ts";
import { origin } from "../../page-requests/whole-shop.fixtures.ts";
import { wishlistActions } from "./wishlist-actions.ts";
import { openWishlistShop, Wisher } from "./wishlist-shop.fixtures.ts";

const shop = openWishlistShop();
let guest: Wisher;
let tea: number;
let zinc: number;
beforeAll(async () => {
  tea = await addProduct(shop.database.db, { name: "Tea & <b>milk</b>", slug: "tea" });
  zinc = await addProduct(shop.database.db, { name: "Zinc", slug: "zinc" });
});
beforeEach(async () => {
  await shop.set({ wishlist_multiple: "no", wishlist_guests: "yes", wishlist_after_add: "remove" });
  guest = new Wisher(shop);
});

/** Returns all lists and items as text, to see whether something has changed. */
async function everything(): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{ line: string }>(`
    select concat_ws(' ', w.name, w.privacy, w.is_default, i.product_id, i.quantity) as line
    from wishlists w left join wishlist_items i on i.wishlist_id = w.id order by w.id, i.position, i.id desc`);
  return rows.map(({ line }) => line);
}

const heartOf = (id: number) =>
  `yith-wcwl-add-to-wishlist.add-to-wishlist-${id}.yith-wcwl-add-to-wishlist--link-style.wishlist-fragment.on-first-load`;
const formKey = "woocommerce.yith-wcwl-form.wishlist-fragment";
const asking = (key: string, options: Record<string, string>) =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [`fragments[${key}][${name}]`, value]));
const heart = (id: number) => asking(heartOf(id), { item: "add_to_wishlist", product_id: String(id) });
const form = asking(formKey, { item: "wishlist", wishlist_id: "", per_page: "20", pagination: "yes" });

describe("add_to_wishlist", () => {
  test("answers with a string as result, the lists of the visitor, and the list's address", async () => {
    const answer = await guest.call("add_to_wishlist", { add_to_wishlist: tea, product_type: "simple", ...heart(tea) });
    expect(answer.headers["content-type"]).toBe("application/json; charset=UTF-8");
    const { fragments, ...rest } = answer.json();
    const nonce = await guest.nonce("add_to_wishlist");
    const id = rest.user_wishlists[0].id;
    expect(rest).toEqual({
      prod_id: tea,
      result: "true",
      message: "Product added!",
      user_wishlists: [
        {
          id: expect.any(Number),
          wishlist_name: "My wishlist",
          default: true,
          add_to_this_wishlist_url: `${origin}/wishlist/?add_to_wishlist=${tea}&amp;wishlist_id=${id}&amp;_wpnonce=${nonce}`,
        },
      ],
      wishlist_url: expect.stringMatching(/^https:\/\/shop\.example\/wishlist\/view\/[A-Z0-9]{12}\/$/),
    });
    expect(Object.keys(fragments)).toEqual([heartOf(tea)]);
    expect(fragments[heartOf(tea)]).toContain("delete_item");
  });

  test("says that a product is in the list already, and adds it once", async () => {
    await guest.add(tea);
    const answer = await guest.call("add_to_wishlist", { add_to_wishlist: tea });
    expect(answer.json()).toMatchObject({ result: "exists", message: "The product is already in your wishlist!" });
    expect(await everything()).toEqual([` shared t ${tea} 1`]);
  });

  test("adds a variation, and as many as are asked for", async () => {
    const { large } = await addSizes(shop.database.db);
    const answer = await guest.call("add_to_wishlist", { add_to_wishlist: large, quantity: "3" });
    expect(answer.json()).toMatchObject({ prod_id: large, result: "true" });
    expect(await everything()).toEqual([` shared t ${large} 3`]);
  });

  test("a button after the add says that the product was added, where buttons lead to the list", async () => {
    await shop.set({ wishlist_after_add: "view" });
    const added = await guest.call("add_to_wishlist", { add_to_wishlist: tea, ...heart(tea), ...heart(zinc) });
    expect(added.json().fragments[heartOf(tea)]).toContain("yith-wcwl-wishlistaddedbrowse");
    expect(added.json().fragments[heartOf(zinc)]).not.toContain("wishlistaddedbrowse");
    const again = await guest.call("load_fragments", heart(tea));
    expect(again.json().fragments[heartOf(tea)]).toContain("yith-wcwl-wishlistexistsbrowse");
  });

  test.each([["0"], ["99999999"], ["abc"], [""]])("product %j is an error", async (id) => {
    const answer = await guest.call("add_to_wishlist", { add_to_wishlist: id });
    expect(answer.json()).toMatchObject({
      result: "error",
      message: "An error occurred while adding the products to the wishlist.",
      user_wishlists: [],
      wishlist_url: `${origin}/wishlist/`,
    });
    expect(await everything()).toEqual([]);
  });

  test("a guest where only accounts keep lists is told so", async () => {
    await shop.set({ wishlist_guests: "no" });
    const answer = await guest.call("add_to_wishlist", { add_to_wishlist: tea });
    expect(answer.json()).toMatchObject({ result: "error", message: "The item cannot be added to this wishlist" });
    expect(await everything()).toEqual([]);
  });

  test("starts a new list only where several are allowed, with a name, not public by default", async () => {
    const asNew = { add_to_wishlist: tea, wishlist_id: "new", wishlist_name: " Eid <b>gifts</b> " };
    expect((await guest.call("add_to_wishlist", asNew)).json()).toMatchObject({ result: "error" });
    expect(await everything()).toEqual([]);
    await shop.set({ wishlist_multiple: "everybody" });
    expect((await guest.call("add_to_wishlist", { ...asNew, wishlist_name: " " })).json().message).toContain(
      "Enter a name",
    );
    const answer = await guest.call("add_to_wishlist", asNew);
    expect(answer.json()).toMatchObject({ result: "true", user_wishlists: [{ wishlist_name: "Eid gifts" }] });
    const { message, wishlist_url } = answer.json();
    expect(message).toBe(
      `Product added!<p class="after-links"><a href="${wishlist_url}">View ›</a> or <a href="#close-popup" class="close-popup">Close</a></p>`,
    );
    expect(await everything()).toEqual([`Eid gifts shared t ${tea} 1`]);
  });

  test("does nothing by GET", async () => {
    const nonce = await guest.nonce("add_to_wishlist");
    const url = `${routes.siteCall()}?action=add_to_wishlist&add_to_wishlist=${tea}&nonce=${nonce}`;
    expect((await guest.browser.get(url)).json()).toMatchObject({ result: "error" });
    expect(await everything()).toEqual([]);
  });
});

describe("removals", () => {
  test("remove_from_wishlist removes a row and prints the text in the form", async () => {
    const { id, token } = await guest.add(tea);
    const row = { remove_from_wishlist: tea, wishlist_id: id, wishlist_token: token };
    const answer = await guest.call("remove_from_wishlist", { ...row, ...form });
    expect(Object.keys(answer.json())).toEqual(["fragments"]);
    expect(answer.json().fragments[formKey]).toContain("Product successfully removed.");
    const again = await guest.call("remove_from_wishlist", { ...row, ...form });
    expect(again.json().fragments[formKey]).toContain("Error. Unable to remove the product from the wishlist.");
    expect(await everything()).toEqual([" shared t"]);
  });

  test("a token of another list does not matter beside the number", async () => {
    const { id } = await guest.add(tea);
    const row = { remove_from_wishlist: tea, wishlist_id: id, wishlist_token: "ABCDEFGHIJKL" };
    await guest.call("remove_from_wishlist", row);
    expect(await everything()).toEqual([" shared t"]);
  });

  test("delete_item removes an item by its own id", async () => {
    await guest.add(tea);
    const item = (await shop.database.pool.query("select id from wishlist_items")).rows[0].id;
    const answer = await guest.call("delete_item", { item_id: item, ...heart(tea) });
    expect(answer.json()).toMatchObject({ result: true, message: "Product successfully removed." });
    expect(answer.json().fragments[heartOf(tea)]).toContain("add_to_wishlist");
    expect((await guest.call("delete_item", { item_id: item })).json()).toEqual({ result: false });
  });

  test("remove_from_all_wishlists empties all lists, or one, of the product", async () => {
    await shop.set({ wishlist_multiple: "everybody" });
    await guest.add(tea);
    await guest.add(zinc);
    const eid = await guest.add(tea, { wishlist_id: "new", wishlist_name: "Eid" });
    await guest.call("remove_from_all_wishlists", { prod_id: zinc, wishlist_id: eid.id });
    expect(await everything()).toEqual([` shared t ${zinc} 1`, ` shared t ${tea} 1`, `Eid shared f ${tea} 1`]);
    const answer = await guest.call("remove_from_all_wishlists", { prod_id: tea, wishlist_id: "" });
    expect(answer.json()).toEqual({ result: true, fragments: {} });
    expect(await everything()).toEqual([` shared t ${zinc} 1`, "Eid shared f"]);
    expect((await guest.call("remove_from_all_wishlists", {})).json()).toEqual({ result: false });
    expect((await new Wisher(shop).call("remove_from_all_wishlists", { prod_id: tea })).json().result).toBe(true);
  });
});

describe("changes of lists", () => {
  test("move_to_another_wishlist moves to a list or to a new one", async () => {
    await shop.set({ wishlist_multiple: "everybody" });
    const mine = await guest.add(tea);
    await guest.add(zinc);
    const eid = await guest.add(zinc, { wishlist_id: "new", wishlist_name: "Eid <3" });
    const move = { wishlist_token: mine.token, item_id: tea, destination_wishlist_token: eid.token };
    const answer = await guest.call("move_to_another_wishlist", move);
    expect(answer.json()).toMatchObject({
      result: true,
      fragments: {},
      message: "Element correctly moved to Eid &lt;3",
      user_wishlists: [
        { id: mine.id, default: true, add_to_this_wishlist_url: "" },
        { id: eid.id, wishlist_name: "Eid <3", default: false },
      ],
    });
    const toNew = { destination_wishlist_token: "new", wishlist_name: "Summer", wishlist_visibility: "0" };
    await guest.call("move_to_another_wishlist", { ...move, ...toNew, item_id: zinc });
    expect(await everything()).toEqual([
      " shared t",
      `Eid <3 shared f ${zinc} 1`,
      `Eid <3 shared f ${tea} 1`,
      `Summer public f ${zinc} 1`,
    ]);
  });

  test.each([
    ["no destination", {}],
    ["an empty destination", { destination_wishlist_token: "" }],
    ["an unknown destination", { destination_wishlist_token: "ABCDEFGHIJKL" }],
    ["a new list where there is one only", { destination_wishlist_token: "new", wishlist_name: "Eid" }],
  ])("a move with %s is not done", async (_, destination) => {
    const { token } = await guest.add(tea);
    const answer = await guest.call("move_to_another_wishlist", {
      wishlist_token: token,
      item_id: tea,
      ...destination,
    });
    expect(answer.json()).toMatchObject({ result: false, message: "", fragments: {} });
    expect(await everything()).toEqual([` shared t ${tea} 1`]);
  });

  test("sort_wishlist_items and update_item_quantity answer with nothing", async () => {
    const { token } = await guest.add(tea);
    await guest.add(zinc);
    const sorted = await guest.call("sort_wishlist_items", {
      "positions[]": [String(tea), String(zinc)],
      wishlist_token: token,
      page: "1",
      per_page: "5",
    });
    expect([sorted.statusCode, sorted.body]).toEqual([200, ""]);
    expect(await everything()).toEqual([` shared t ${tea} 1`, ` shared t ${zinc} 1`]);
    const quantity = { product_id: zinc, wishlist_token: token, quantity: "4" };
    const counted = await Promise.all([1, 2, 3].map(() => guest.call("update_item_quantity", quantity)));
    expect(counted.map(({ body }) => body)).toEqual(["", "", ""]);
    expect(await everything()).toEqual([` shared t ${tea} 1`, ` shared t ${zinc} 4`]);
  });

  test("the second page of a list is sorted behind the first", async () => {
    const { token } = await guest.add(tea);
    await guest.add(zinc);
    const third = await addProduct(shop.database.db);
    await guest.add(third);
    // The newest comes first: third, zinc, tea.
    const positions = { "positions[]": [String(tea), String(zinc)], page: "2", per_page: "1" };
    await guest.call("sort_wishlist_items", { wishlist_token: token, ...positions });
    const order = (await everything()).map((line) => Number(line.split(" ").at(-2)));
    expect(order).toEqual([third, tea, zinc]);
  });

  test("save_title takes a number or a token, and refuses what is no name", async () => {
    const { id, token } = await guest.add(tea);
    expect((await guest.call("save_title", { wishlist_id: id, title: "  Eid   gifts " })).json()).toEqual({
      result: true,
      fragments: {},
    });
    expect((await guest.call("save_title", { wishlist_id: token, title: "Eid" })).json().result).toBe(true);
    for (const title of ["", "  ", "x".repeat(201), "x".repeat(70_000)])
      expect((await guest.call("save_title", { wishlist_id: token, title })).json()).toEqual({ result: false });
    expect((await guest.call("save_title", { title: "Eid" })).json()).toEqual({ result: false });
    expect(await everything()).toEqual([`Eid shared t ${tea} 1`]);
  });

  test("save_privacy takes 0, 1 or 2", async () => {
    const { id } = await guest.add(tea);
    expect((await guest.call("save_privacy", { wishlist_id: id, privacy: "2" })).json().result).toBe(true);
    for (const privacy of ["", "3", "-1", "0x1", "public"])
      expect((await guest.call("save_privacy", { wishlist_id: id, privacy })).json()).toEqual({ result: false });
    expect(await everything()).toEqual([` private t ${tea} 1`]);
  });
});

describe("fragments", () => {
  test("are answered for the known items among those asked for", async () => {
    await guest.add(tea);
    const odd = `x.w-[10px]."<i>".${heartOf(tea)}`;
    const answer = await guest.call("load_fragments", {
      ...heart(tea),
      ...asking(odd, { item: "add_to_wishlist", product_id: String(zinc) }),
      ...asking("of.nothing", { item: "unknown" }),
      ...asking("without.item", { product_id: "1" }),
      ...asking("__proto__", { item: "add_to_wishlist", product_id: String(tea) }),
      "fragments[]": "x",
      "fragments[a]": "x",
      "fragments[a][b][c]": "x",
    });
    expect(Object.keys(answer.json().fragments).sort()).toEqual([heartOf(tea), odd, "__proto__"].sort());
  });

  test("are an empty object without any, and limited in number", async () => {
    expect((await guest.call("load_fragments", { fragments: "" })).json()).toEqual({ fragments: {} });
    const many = Array.from({ length: 300 }, (_, at) =>
      asking(`n${at}.x`, { item: "add_to_wishlist", product_id: String(tea) }),
    );
    const answer = await guest.call("load_fragments", Object.assign({}, ...many));
    expect(Object.keys(answer.json().fragments)).toHaveLength(200);
  });

  test("load_mobile renders the list for narrow screens, or the table", async () => {
    await guest.add(tea);
    const layout = async (isMobile: string) =>
      (await guest.call("load_mobile", { ...form, ...asking(formKey, { is_mobile: isMobile }) })).json().fragments[
        formKey
      ];
    expect(await layout("yes")).toContain('<ul class="shop_table cart wishlist_table');
    expect(await layout("no")).toContain('<table class="shop_table cart wishlist_table');
  });

  test("a notice that no form prints waits for the next page, and is printed once", async () => {
    const { token, id } = await guest.add(tea);
    const key = (number: number) => `k${number}.wishlist-fragment`;
    const asking = (list: string, number: number) => ({
      [`fragments[${key(number)}][item]`]: "wishlist",
      [`fragments[${key(number)}][wishlist_id]`]: list,
    });
    const removal = { remove_from_wishlist: tea, wishlist_id: id };
    const unseen = await guest.call("remove_from_wishlist", { ...removal, ...asking("99999999", 1) });
    expect(unseen.json()).toEqual({ fragments: {} });
    const shown = await guest.call("load_fragments", { ...asking(token, 1), ...asking(token, 2) });
    const { fragments } = shown.json<{ fragments: Record<string, string> }>();
    expect(fragments[key(1)]).toContain("Product successfully removed.");
    expect(fragments[key(2)]).not.toContain("Product successfully removed.");
    expect((await guest.browser.get("/")).body).not.toContain("Product successfully removed.");
  });

  test("reload_wishlist_and_adding_elem adds and answers with the form inside one element", async () => {
    const { token } = await guest.add(tea);
    const answer = await guest.call("reload_wishlist_and_adding_elem", {
      add_to_wishlist: zinc,
      product_type: "simple",
      wishlist_token: token,
      pagination: "no",
      per_page: "5",
    });
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.body).toMatch(/^<div><form id="yith-wcwl-form"[^]*Product added!*[^]*<\/form><\/div>$/);
    expect(answer.body).toContain("Zinc");
  });
});

describe("nonces", () => {
  const refusals = { false: '{"result":false}', none: '{"fragments":[]}', empty: "" };
  const expected: Record<string, string> = {
    add_to_wishlist: refusals.false,
    remove_from_wishlist: refusals.none,
    delete_item: refusals.false,
    remove_from_all_wishlists: refusals.false,
    move_to_another_wishlist: refusals.false,
    sort_wishlist_items: refusals.empty,
    update_item_quantity: refusals.empty,
    save_title: refusals.false,
    save_privacy: refusals.false,
    load_fragments: refusals.false,
    load_mobile: refusals.none,
    ask_an_estimate: refusals.false,
    reload_wishlist_and_adding_elem: refusals.false,
  };

  test("every action has a nonce of its own", () => {
    expect(Object.keys(wishlistActions).sort()).toEqual(Object.keys(expected).sort());
    for (const action of Object.keys(wishlistActions))
      expect(siteCalls[action]).toMatchObject({ action, field: "nonce" });
  });

  test.each(Object.entries(expected))("%s with a wrong nonce answers %j and changes nothing", async (action, body) => {
    const { id, token } = await guest.add(tea);
    const before = await everything();
    const other = await guest.nonce(action === "add_to_wishlist" ? "delete_item" : "add_to_wishlist");
    const given = {
      add_to_wishlist: zinc,
      remove_from_wishlist: tea,
      prod_id: tea,
      wishlist_id: id,
      wishlist_token: token,
      title: "New",
      privacy: "0",
    };
    for (const nonce of ["", "0000000000", other, "x".repeat(10_000)]) {
      const answer = await guest.call(action, { ...given, nonce });
      expect([answer.statusCode, answer.body]).toEqual([200, body]);
    }
    expect(await everything()).toEqual(before);
  });

  test("a guest's nonce is refused after the sign-in, and a user's is no other user's", async () => {
    const nonce = await guest.nonce("add_to_wishlist");
    const sana = await shop.signedIn("sana@example.com");
    const other = await shop.signedIn("other@example.com");
    for (const stolen of [nonce, await other.nonce("add_to_wishlist")])
      expect((await sana.call("add_to_wishlist", { add_to_wishlist: tea, nonce: stolen })).body).toBe(refusals.false);
    expect(await everything()).toEqual([]);
  });

  test("while the shop is coming soon, every action answers as to a wrong nonce and changes nothing", async () => {
    const { id, token } = await guest.add(tea);
    await shop.set({ coming_soon: "yes" });
    const given = {
      add_to_wishlist: zinc,
      remove_from_wishlist: tea,
      prod_id: tea,
      wishlist_id: id,
      wishlist_token: token,
    };
    for (const [action, body] of Object.entries(expected)) {
      const nonce = await guest.pageNonce(action);
      expect([action, (await guest.call(action, { ...given, nonce })).body]).toEqual([action, body]);
    }
    await shop.set({ coming_soon: "no" });
    expect(await everything()).toEqual([` shared t ${tea} 1`]);
  });

  test("an unknown action is answered with 400 and 0", async () => {
    const answer = await guest.browser.post(routes.siteCall(), { action: "wishlist" });
    expect([answer.statusCode, answer.body]).toEqual([400, "0"]);
  });
});

test("an add takes at most four statements, and hearts of a visitor without a list none", async () => {
  const countOf = async (call: () => Promise<unknown>) => (await withStatementCount(call)).statements;
  await guest.nonce("add_to_wishlist");
  const visitor = new Wisher(shop);
  await visitor.nonce("add_to_wishlist");
  // Fills the caches of products.
  await visitor.call("load_fragments", { ...heart(tea), ...heart(zinc) });
  expect(await countOf(() => visitor.call("load_fragments", { ...heart(tea), ...heart(zinc) }))).toBe(0);
  await guest.add(tea);
  expect(
    await countOf(() => guest.call("add_to_wishlist", { add_to_wishlist: zinc, ...heart(zinc) })),
  ).toBeLessThanOrEqual(4);
  expect(await countOf(() => guest.call("load_fragments", { ...heart(tea), ...heart(zinc) }))).toBeLessThanOrEqual(1);
  expect(
    await countOf(() => visitor.call("add_to_wishlist", { add_to_wishlist: tea, ...heart(tea) })),
  ).toBeLessThanOrEqual(4);
});

describe("the visitor's state", () => {
  const state = async (query = "") => (await guest.browser.get(`${routes.visitorState()}${query}`)).json();

  test("has the products of the visitor's wishlists, and none of other visitors", async () => {
    await guest.call("add_to_wishlist", { add_to_wishlist: tea });
    expect((await state()).wishes).toEqual({ [tea]: 1 });
    await guest.call("remove_from_wishlist", { remove_from_wishlist: tea });
    expect((await state()).wishes).toEqual({});
    expect((await new Wisher(shop).browser.get(routes.visitorState())).json().wishes).toEqual({});
  });

  test("has fresh nonces if asked: of the wishlist's calls and of quantities at the checkout", async () => {
    expect(await state()).not.toHaveProperty("nonces");
    const { nonces } = await state("?nonces");
    expect(Object.keys(nonces)).toHaveLength(Object.keys(wishlistActions).length + 1);
    expect(nonces.qcfw_update_checkout_cart_nonce).toMatch(/^[0-9a-f]{10}$/);
    expect(nonces.add_to_wishlist_nonce).toBe(await guest.nonce("add_to_wishlist"));
  });
});
