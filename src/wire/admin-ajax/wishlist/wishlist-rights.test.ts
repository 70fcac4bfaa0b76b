import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { routes } from "#routes";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import type { FormValues } from "../../wc-ajax/entrance.fixtures.ts";
import { openWishlistShop, Wisher } from "./wishlist-shop.fixtures.ts";

const shop = openWishlistShop();
/** The product in both of the owner's lists, and one in none. */
let tea: number;
let zinc: number;
let owner: Wisher;
let account: Wisher;
let manager: Wisher;
beforeAll(async () => {
  tea = await addProduct(shop.database.db, { slug: "tea" });
  zinc = await addProduct(shop.database.db, { slug: "zinc" });
  await shop.set({ wishlist_multiple: "everybody" });
  owner = await shop.signedIn("owner@example.com");
  account = await shop.signedIn("stranger@example.com");
  manager = await shop.signedIn("manager@example.com", "shop_manager");
});

/** Identifiers of a list that strangers try to use. */
interface Target {
  id: number;
  token: string;
  itemId: number;
}
let secret: Target;
/** Another list of the owner. */
let other: Target;
const secretName = "Surprise for Hina";

beforeEach(async () => {
  await owner.add(tea);
  secret = await target(
    await owner.add(tea, { wishlist_id: "new", wishlist_name: secretName, wishlist_visibility: "2" }),
  );
  other = await target(await owner.add(tea, { wishlist_id: "new", wishlist_name: "Other list" }));
});

async function target({ id, token }: { id: number; token: string }): Promise<Target> {
  const { rows } = await shop.database.pool.query<{ id: string }>(
    "select id from wishlist_items where wishlist_id = $1",
    [id],
  );
  return { id, token, itemId: Number(rows[0]?.id) };
}

/** Returns the owner's lists, all their items and what was asked about them. */
async function ownedState(): Promise<unknown> {
  const { rows } = await shop.database.pool.query(
    `select w.id, w.name, w.privacy, w.is_default, i.id as item, i.product_id, i.quantity, i.position,
      (select count(*) from wishlist_estimates e where e.wishlist_id = w.id) as estimates
    from wishlists w join wishlist_owners o on o.id = w.owner_id
    join users u on u.id = o.user_id left join wishlist_items i on i.wishlist_id = w.id
    where u.email = 'owner@example.com' order by w.id, i.id`,
  );
  return rows;
}

/** Every visitor who does not own the lists. Each has a list of their own, except for nobody. */
const strangers: Readonly<Record<string, () => Promise<Wisher>>> = {
  "another guest": async () => {
    const guest = new Wisher(shop);
    await guest.add(zinc);
    return guest;
  },
  "another account": async () => {
    await account.add(zinc);
    return account;
  },
  "a shop manager": async () => {
    await manager.add(zinc);
    return manager;
  },
  nobody: async () => new Wisher(shop),
};

const formKey = "woocommerce.yith-wcwl-form.wishlist-fragment";
const showing = (list: string | number) => ({
  [`fragments[${formKey}][item]`]: "wishlist",
  [`fragments[${formKey}][wishlist_id]`]: String(list),
});

/** All calls that name a list, by number or token. */
const calls: Readonly<Record<string, (list: string | number, item: number) => FormValues>> = {
  add_to_wishlist: (list) => ({ add_to_wishlist: zinc, wishlist_id: list }),
  remove_from_wishlist: (list) => ({ remove_from_wishlist: tea, wishlist_id: list, wishlist_token: list }),
  delete_item: (_, item) => ({ item_id: item }),
  remove_from_all_wishlists: (list) => ({ prod_id: tea, wishlist_id: list }),
  move_to_another_wishlist: (list) => ({
    wishlist_token: list,
    destination_wishlist_token: "new",
    wishlist_name: "Mine",
    item_id: tea,
  }),
  sort_wishlist_items: (list) => ({ "positions[]": [String(tea)], wishlist_token: list, page: 2, per_page: 5 }),
  update_item_quantity: (list) => ({ product_id: tea, wishlist_token: list, quantity: 7 }),
  save_title: (list) => ({ wishlist_id: list, title: "Taken" }),
  save_privacy: (list) => ({ wishlist_id: list, privacy: 0 }),
  load_fragments: (list) => showing(list),
  load_mobile: (list) => showing(list),
  ask_an_estimate: (list) => ({ ask_an_estimate: list, reply_email: "thief@example.com" }),
  reload_wishlist_and_adding_elem: (list) => ({
    add_to_wishlist: zinc,
    wishlist_id: list,
    wishlist_token: list,
    pagination: "no",
    per_page: 5,
  }),
};

/** All requests without scripts that name a list, with the nonce's name. */
interface PageRequest {
  url: (list: string | number) => string;
  nonce: { field: string; action: string };
  form?: (list: string | number) => FormValues;
}
const edit = { field: "yith_wcwl_edit_wishlist", action: "yith_wcwl_edit_wishlist_action" };
const wishlist = () => routes.wishlist();
const checked = () => ({ [`items[${tea}][cb]`]: "yes" });
const pageRequests: Readonly<Record<string, PageRequest>> = {
  "?add_to_wishlist=": {
    url: (list) => `/?add_to_wishlist=${zinc}&wishlist_id=${list}`,
    nonce: { field: "_wpnonce", action: "add_to_wishlist" },
  },
  "?remove_from_wishlist=": {
    url: (list) => `/?remove_from_wishlist=${tea}&wishlist_id=${list}`,
    nonce: { field: "_wpnonce", action: "remove_from_wishlist" },
  },
  "?yith_wcwl_delete=": {
    url: (list) => `${routes.manageWishlists()}?wishlist_id=${list}`,
    nonce: { field: "yith_wcwl_delete", action: "yith_wcwl_delete_action" },
  },
  "?ask_an_estimate=": {
    url: (list) => `${routes.wishlist()}?ask_an_estimate=${list}&reply_email=thief@example.com`,
    nonce: { field: "estimate_nonce", action: "ask_an_estimate" },
  },
  "?move_to_another_wishlist=": {
    url: (list) => `${routes.wishlist()}?move_to_another_wishlist=${list}`,
    nonce: { field: "move_to_another_wishlist_nonce", action: "move_to_another_wishlist" },
    form: () => ({ row_id: tea, new_wishlist_id: "new", wishlist_name: "Mine" }),
  },
  save_title: {
    url: wishlist,
    nonce: edit,
    form: (list) => ({ save_title: 1, wishlist_id: list, wishlist_name: "Taken" }),
  },
  "bulk delete": {
    url: wishlist,
    nonce: edit,
    form: (list) => ({ apply_bulk_actions: 1, wishlist_id: list, bulk_actions: "delete", ...checked() }),
  },
  "bulk add to cart": {
    url: wishlist,
    nonce: edit,
    form: (list) => ({ apply_bulk_actions: 1, wishlist_id: list, bulk_actions: "add_to_cart", ...checked() }),
  },
  add_all_to_cart: { url: wishlist, nonce: edit, form: (list) => ({ add_all_to_cart: 1, wishlist_id: list }) },
  update_wishlist: {
    url: wishlist,
    nonce: edit,
    form: (list) => ({ update_wishlist: 1, wishlist_id: list, [`items[${tea}][quantity]`]: 9 }),
  },
  manage: {
    url: () => routes.manageWishlists(),
    nonce: { field: "yith_wcwl_manage", action: "yith_wcwl_manage_action" },
    form: (list) => ({
      [`wishlist_options[${list}][wishlist_name]`]: "Taken",
      [`wishlist_options[${list}][wishlist_privacy]`]: "0",
    }),
  },
};

/** Sends a page request with a valid nonce of the visitor. */
async function request(visitor: Wisher, { url, nonce, form }: PageRequest, list: string | number) {
  const { browser } = visitor;
  const value = await visitor.pageNonce(nonce.action);
  const address = url(list);
  if (form) return browser.post(address, { ...form(list), [nonce.field]: value });
  return browser.follow(`${address}&${nonce.field}=${value}`);
}

/** Tells whether an answer contains the private list's name. */
const leaks = (body: string) => body.includes(secretName) || body.includes("Hina");

describe.each(Object.entries(strangers))("%s", (_, come) => {
  test.each(Object.keys(calls))("cannot use %s on a list of somebody else", async (action) => {
    const stranger = await come();
    const before = await ownedState();
    for (const list of [secret.id, secret.token, other.id]) {
      const answer = await stranger.call(action, { ...calls[action]?.(list, secret.itemId), ...showing(list) });
      expect(answer.statusCode).toBe(200);
      expect([list, leaks(answer.body), answer.body.includes("Other list")]).toEqual([list, false, false]);
    }
    expect(await ownedState()).toEqual(before);
  });

  test.each(Object.keys(calls))("cannot change a list by its shared token with %s", async (action) => {
    const stranger = await come();
    const before = await ownedState();
    const answer = await stranger.call(action, calls[action]?.(other.token, other.itemId));
    expect(answer.statusCode).toBe(200);
    expect(await ownedState()).toEqual(before);
  });

  test.each(Object.entries(pageRequests))("cannot use the request %s on a list of somebody else", async (_, sent) => {
    const stranger = await come();
    const before = await ownedState();
    for (const list of [secret.id, secret.token, other.id, other.token]) {
      const answer = await request(stranger, sent, list);
      // The page to go back to, or the form again with what was typed.
      expect([302, 200]).toContain(answer.statusCode);
      expect(leaks(answer.body)).toBe(false);
    }
    expect(await ownedState()).toEqual(before);
    expect(stranger.browser.cookies.has("woocommerce_items_in_cart")).toBe(false);
  });

  test("is not told whether a list exists", async () => {
    const stranger = await come();
    for (const action of Object.keys(calls)) {
      const answers = [];
      for (const [list, item] of [
        [secret.token, secret.itemId],
        ["ABCDEFGHIJKL", 99_999_999],
      ] as const)
        answers.push((await stranger.call(action, { ...calls[action]?.(list, item), ...showing(list) })).body);
      expect([action, answers[0]?.replaceAll(secret.token, "ABCDEFGHIJKL")]).toEqual([action, answers[1]]);
    }
  });
});

test.each(Object.entries(pageRequests))("the owner can use the request %s", async (_, sent) => {
  const before = await ownedState();
  const answer = await request(owner, sent, secret.id);
  expect(answer.statusCode).toBe(302);
  expect(await ownedState()).not.toEqual(before);
});

test.each(Object.keys(calls).filter((action) => !action.startsWith("load_")))(
  "the owner can call %s",
  async (action) => {
    const before = await ownedState();
    await owner.call(action, calls[action]?.(action === "save_privacy" ? secret.id : secret.token, secret.itemId));
    expect(await ownedState()).not.toEqual(before);
  },
);

test("the owner's form is rendered for the owner alone; a shared list for those with its token", async () => {
  const stranger = new Wisher(shop);
  const shown = async (visitor: Wisher, list: string | number) =>
    (await visitor.call("load_fragments", showing(list))).json().fragments[formKey] ?? "";
  expect(await shown(owner, secret.id)).toContain(secretName);
  expect(await shown(stranger, other.token)).toContain("Other list");
  expect(await shown(stranger, other.token)).not.toContain("yith_wcwl_edit_wishlist");
  expect(await shown(stranger, other.id)).toBe("");
});

/** Values that no field may choke on. */
const hostile: readonly (string | string[])[] = [
  "x".repeat(10_000),
  ["1", "2", "3"],
  "__proto__",
  "constructor",
  "\0",
  "1\0",
  "'; drop table wishlists; --",
  "1 or 1=1",
  "<script>alert(1)</script>",
  "-1",
  "1e3",
  "9".repeat(30),
  "12E45",
  "NaN",
  "\ud800",
  "%",
  "../../etc/passwd",
];

describe("hostile values", () => {
  test.each(Object.keys(calls))("in %s change nothing", async (action) => {
    const names = Object.keys(calls[action]?.("", 0) ?? {});
    const before = await ownedState();
    for (const value of hostile) {
      const lists = Object.fromEntries(names.map((name) => [name, value]));
      const answer = await owner.call(action, action === "save_title" ? { ...lists, title: "Taken" } : lists);
      expect([value, answer.statusCode]).toEqual([value, 200]);
      expect(answer.body).not.toContain("<script>alert");
    }
    expect(await ownedState()).toEqual(before);
  });

  test.each(Object.entries(pageRequests))("in the request %s change nothing", async (_, sent) => {
    const before = await ownedState();
    for (const value of hostile.map(String)) {
      // Addresses with these characters are cleaned before any request sees them.
      if (!sent.form && /\p{Cs}|\0/u.test(value)) continue;
      const inAddress = encodeURIComponent(value.slice(0, 2000).replace(/\p{Cs}|\0/gu, "x"));
      const answer = await request(owner, { ...sent, url: () => sent.url(inAddress) }, value);
      expect([302, 400, 404]).toContain(answer.statusCode);
    }
    expect(await ownedState()).toEqual(before);
  });
});

test("a hostile name is escaped wherever it is shown", async () => {
  const name = `<i>"<img src=x onerror="alert(1)" & '`;
  const answer = await owner.call("save_title", { wishlist_id: secret.id, title: name, ...showing(secret.id) });
  expect(answer.json().result).toBe(true);
  expect(answer.json().fragments[formKey]).not.toContain("<img src=x");
  const moved = await owner.call("move_to_another_wishlist", {
    wishlist_token: other.token,
    destination_wishlist_token: secret.token,
    item_id: tea,
  });
  expect(moved.json().message).toBe(
    "Element correctly moved to &quot;&lt;img src=x onerror=&quot;alert(1)&quot; &amp; &#x27;",
  );
});
