import cookies from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { withStatementCount } from "#db/statement-count.ts";
import { CartProducts } from "#http/cached-reads/cart-products.ts";
import { OwnWishlistsCache } from "#http/cached-reads/own-wishlists.ts";
import { ProductCards } from "#http/cached-reads/product-cards.ts";
import { StoreFactsCache } from "#http/cached-reads/store-facts.ts";
import { WishedProducts } from "#http/cached-reads/wished-products.ts";
import { Freshness } from "#http/freshness.ts";
import { openSite } from "#http/guards/allowed-host.ts";
import { openNonces } from "#http/guards/nonce.ts";
import { NewSessions } from "#http/visit/new-sessions.ts";
import { openVisits } from "#http/visit/visit.ts";
import { wishlistCookieName } from "#http/visit/visit-wishlists.ts";
import { addProduct, addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { addGuestList, type GuestWithList } from "#shop/wishlist/guest-lists.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { type FragmentOptions, renderWishlistFragments } from "./render-fragments.tsx";

const origin = "https://shop.example";
let database: TestDatabase;
let app: FastifyInstance;
let freshness: Freshness;
let zinc: number;
let iron: number;
let whey: { id: number; small: number };

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  freshness = new Freshness();
  const clock = { now: () => noon };
  const services = {
    db,
    clock,
    site: openSite(origin),
    newSessions: new NewSessions(),
    nonces: openNonces([{ value: "a secret of thirty-two characters" }], clock),
    facts: new StoreFactsCache(db, freshness),
    withoutSecret: (url: string) => url,
    cartProducts: new CartProducts(db, freshness),
    wished: new WishedProducts(db, freshness, new ProductCards(db, freshness)),
    ownWishlists: new OwnWishlistsCache(db, freshness),
  };
  zinc = await addProduct(db, { name: "Zinc" });
  iron = await addProduct(db, { name: "Iron" });
  whey = await addSizes(db, { name: "Whey" }, { regularPrice: 500 });
  app = fastify();
  openVisits(app, services);
  await app.register(cookies);
  app.post<{ Body: Record<string, FragmentOptions> }>("/fragments", async ({ visit, body }) => {
    const requested = new Map(Object.entries(body));
    const { result, statements } = await withStatementCount(() => renderWishlistFragments(services, visit, requested));
    return { html: result, statements };
  });
  return () => app.close();
});

async function render(requested: Record<string, FragmentOptions>, guest?: GuestWithList) {
  const sent = guest ? { [wishlistCookieName(origin)]: guest.cookie } : {};
  const answer = await app.inject({ method: "POST", url: "/fragments", payload: requested, cookies: sent });
  return answer.json<{ html: Record<string, string>; statements: number }>();
}

async function renderOne(options: FragmentOptions, guest?: GuestWithList): Promise<string | undefined> {
  return (await render({ key: options }, guest)).html.key;
}

async function set(name: "wishlist_after_add" | "wishlist_guests" | "wishlist_per_page", value: string | number) {
  await setSetting(database.db, name, value);
  freshness.apply(["settings"]);
  onTestFinished(async () => {
    await resetSetting(database.db, name);
    freshness.apply(["settings"]);
  });
}

const button = (productId: unknown, more: FragmentOptions = {}): FragmentOptions => ({
  item: "add_to_wishlist",
  product_id: productId,
  ...more,
});

describe("the button of a product", () => {
  test("adds a product that is in no list, with a nonce of the visitor", async () => {
    const html = await renderOne(button(String(zinc)));
    expect(html).toMatch(
      new RegExp(
        `^<div class="yith-wcwl-add-to-wishlist add-to-wishlist-${zinc} yith-wcwl-add-to-wishlist--link-style wishlist-fragment on-first-load" data-fragment-ref="${zinc}" data-fragment-options="`,
      ),
    );
    expect(html).toMatch(
      new RegExp(
        `<a class="add_to_wishlist single_add_to_wishlist heart" href="\\?add_to_wishlist=${zinc}&amp;_wpnonce=[0-9a-f]{10}" data-product-id="${zinc}" data-product-type="simple" data-original-product-id="0"`,
      ),
    );
    expect(html).toContain('aria-label="Add Zinc to your wishlist"');
  });

  test("prints all options that scripts send back, without objects", async () => {
    const [, options = ""] = /data-fragment-options="([^"]*)"/.exec((await renderOne(button(zinc))) ?? "") ?? [];
    expect(Object.keys(JSON.parse(options.replaceAll("&quot;", '"')) as object)).toEqual([
      "base_url",
      "product_id",
      "parent_product_id",
      "product_type",
      "is_single",
      "in_default_wishlist",
      "show_view",
      "browse_wishlist_text",
      "already_in_wishslist_text",
      "product_added_text",
      "available_multi_wishlist",
      "disable_wishlist",
      "show_count",
      "ajax_loading",
      "loop_position",
      "item",
    ]);
  });

  test("carries the class of the product page only if it was there", async () => {
    expect(await renderOne(button(zinc, { is_single: "true" }))).toContain(" yith-wcwl-add-to-wishlist--single ");
    expect(await renderOne(button(zinc, { is_single: "false" }))).not.toContain("--single");
  });

  test("of a variation names the product that it belongs to", async () => {
    const html = await renderOne(button(whey.small, { product_type: "simple" }));
    expect(html).toContain(`data-product-id="${whey.small}" data-product-type="variable"`);
    expect(html).toContain(`data-original-product-id="${whey.id}"`);
  });

  test("removes the item of a product that is in a list", async () => {
    const guest = await addGuestList(database.db, [zinc], noon);
    const html = await renderOne(button(zinc), guest);
    expect(html).toContain(" exists ");
    expect(html).toMatch(/<a class="delete_item heart" href="\?remove_from_wishlist=\d+&amp;_wpnonce=[0-9a-f]{10}"/);
    const { rows } = await database.pool.query<{ id: string }>("select id from wishlist_items where wishlist_id = $1", [
      guest.listId,
    ]);
    expect(html).toContain(`data-item-id="${rows[0]?.id}"`);
    expect(await renderOne(button(iron), guest)).not.toContain("exists");
  });

  test.each([
    ["view", {}, "yith-wcwl-wishlistexistsbrowse"],
    ["view", { added_to_wishlist: true }, "yith-wcwl-wishlistaddedbrowse"],
    ["add", {}, "single_add_to_wishlist"],
  ])("with wishlist_after_add %s and %j it is %s", async (setting, options, expected) => {
    await set("wishlist_after_add", setting);
    const guest = await addGuestList(database.db, [zinc], noon);
    expect(await renderOne(button(zinc, options), guest)).toContain(expected);
  });

  test("leads to the sign-in where guests cannot keep lists", async () => {
    await set("wishlist_guests", "no");
    expect(await renderOne(button(zinc))).toContain('class="disabled_item heart"');
  });

  test.each([0, -1, "1.5", "x", "", null, "9".repeat(30), 999_999_999])(
    "of the product %j is left out",
    async (productId) => {
      expect(await renderOne(button(productId))).toBeUndefined();
    },
  );

  test("takes the same number of statements for one and for many", async () => {
    const { db } = database;
    const guest = await addGuestList(db, [zinc], noon);
    const ids = await Promise.all(Array.from({ length: 40 }, () => addProduct(db)));
    const many = await render(Object.fromEntries(ids.map((id) => [`k${id}`, button(id)])), guest);
    expect(Object.keys(many.html)).toHaveLength(40);
    expect(many.statements).toBeLessThanOrEqual(3);
    expect((await render({ key: button(zinc) }, guest)).statements).toBeLessThanOrEqual(3);
  });
});

test("cached hearts and rows carry the values of the visitor and the list that they are printed for", async () => {
  const guests = [
    await addGuestList(database.db, [zinc, iron], noon),
    await addGuestList(database.db, [iron, zinc], noon),
  ];
  const { rows } = await database.pool.query<{ id: string; wishlist_id: string }>(
    "select id, wishlist_id from wishlist_items where product_id = $1 and wishlist_id = any($2)",
    [zinc, guests.map(({ listId }) => listId)],
  );
  await database.pool.query("update wishlist_items set quantity = 7 where wishlist_id = $1", [guests[1]?.listId]);
  for (const [at, guest] of guests.entries()) {
    const heart = await renderOne(button(zinc), guest);
    expect(heart).toContain(`data-item-id="${rows.find((row) => Number(row.wishlist_id) === guest.listId)?.id}"`);
    for (const options of [{}, { is_mobile: "yes" }, { layout: "images_grid" }]) {
      const form = (await renderOne({ item: "wishlist", ...options }, guest)) ?? "";
      const start = form.indexOf(`data-row-id="${zinc}"`);
      const row = form.slice(start, form.indexOf("data-row-id", start + 1) + 1 || undefined);
      expect(row).toContain(`name="items[${zinc}][position]" value="${at === 0 ? 1 : 0}"`);
      expect(row).toMatch(
        new RegExp(
          `value="${at === 0 ? 1 : 7}"[^>]*name="items\\[${zinc}\\]\\[quantity\\]"|name="items\\[${zinc}\\]\\[quantity\\]"[^>]*value="${at === 0 ? 1 : 7}"`,
        ),
      );
      expect(row).toContain(`quantity=${at === 0 ? 1 : 7}&amp;`);
      expect(row).toContain(`wishlist_id=${guest.listId}&amp;`);
      expect(form).not.toMatch(/hole[0-9a-f]{24}/);
    }
  }
});

describe("the form of a list", () => {
  const form = (options: FragmentOptions = {}): FragmentOptions => ({ item: "wishlist", ...options });

  test("is the visitor's default list, or one of the visitor's lists by its number", async () => {
    const guest = await addGuestList(database.db, [zinc, iron], noon);
    for (const options of [form(), form({ wishlist_id: String(guest.listId) }), form({ wishlist_id: guest.token })]) {
      const html = await renderOne(options, guest);
      expect(html).toMatch(/^<form id="yith-wcwl-form" class="woocommerce yith-wcwl-form wishlist-fragment"/);
      expect(html).toContain(`data-row-id="${zinc}"`);
    }
  });

  test("of somebody else is opened by its token, never by its number", async () => {
    const guest = await addGuestList(database.db, [zinc], noon);
    const other = await addGuestList(database.db, [iron], noon);
    for (const visitor of [other, undefined]) {
      expect(await renderOne(form({ wishlist_id: guest.listId }), visitor)).toBeUndefined();
      const html = await renderOne(form({ action_params: `view/${guest.token}`, no_interactions: "false" }), visitor);
      expect(html).toContain(`data-row-id="${zinc}"`);
      expect(html).not.toMatch(/yith_wcwl_edit_wishlist|remove_from_wishlist/);
    }
  });

  test("of somebody else's private list is left out", async () => {
    const guest = await addGuestList(database.db, [zinc], noon, "private");
    expect(await renderOne(form({ wishlist_id: guest.token }))).toBeUndefined();
    expect(await renderOne(form({ action_params: `view/${guest.token}` }))).toBeUndefined();
  });

  test("honours layout, page, page size and the wish for no controls, and nothing else", async () => {
    const guest = await addGuestList(database.db, [zinc, iron], noon);
    expect(await renderOne(form({ is_mobile: "yes" }), guest)).toContain("<ul");
    expect(await renderOne(form({ layout: "images_grid" }), guest)).toContain("images_grid");
    const second = await renderOne(form({ per_page: "1", current_page: "2" }), guest);
    expect(second).toContain(`data-row-id="${zinc}"`);
    expect(second).not.toContain(`data-row-id="${iron}"`);
    expect(await renderOne(form({ no_interactions: "true" }), guest)).toContain("no-interactions");
    const hostile = { page_title: "<b>x", form_action: "https://evil.example", is_user_owner: "false", count: "9" };
    const html = await renderOne(form(hostile), guest);
    expect(html).not.toMatch(/evil|<b>x/);
    expect(html).toContain("&quot;is_user_owner&quot;:true");
  });

  test("is rendered three times at most, with one load for the same options", async () => {
    const [first, guest] = [
      await addGuestList(database.db, [zinc, iron], noon),
      await addGuestList(database.db, [zinc, iron], noon),
    ];
    const same = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`k${at}`, form({ page_title: String(at) })]),
    );
    const one = await render({ key: form() }, first);
    const answer = await render({ ...same, button: button(zinc) }, guest);
    expect(Object.keys(answer.html)).toEqual(["k0", "k1", "k2", "button"]);
    expect(answer.statements).toBe(one.statements);
  });

  test("has no more rows than a page of the shop's", async () => {
    await set("wishlist_per_page", 1);
    const guest = await addGuestList(database.db, [zinc, iron], noon);
    const html = await renderOne(form({ per_page: "100", pagination: "no" }), guest);
    expect(html?.match(/data-row-id="/g)).toHaveLength(1);
  });

  test("leaves out what is not shown, and does not count it", async () => {
    const gone = await addProduct(database.db, { status: "draft" });
    const guest = await addGuestList(database.db, [zinc, iron, gone], noon);
    await set("wishlist_per_page", 1);
    expect(await renderOne(form(), guest)).toContain(`data-row-id="${iron}"`);
    for (const visitor of [guest, undefined]) {
      const html = await renderOne(form({ wishlist_id: guest.token, current_page: "9" }), visitor);
      expect(html).toContain(`data-row-id="${zinc}"`);
      expect(html).toContain("&quot;count&quot;:2");
    }
  });

  test("costs the same number of statements for a short and a long list", async () => {
    const { db } = database;
    await set("wishlist_per_page", 100);
    const ids = await Promise.all(Array.from({ length: 100 }, () => addProduct(db)));
    const [short, long] = [await addGuestList(db, ids.slice(0, 1), noon), await addGuestList(db, ids, noon)];
    const options = form({ per_page: "100" });
    // Loads the products.
    await render({ key: options }, await addGuestList(db, ids, noon));
    const [few, many] = [await render({ key: options }, short), await render({ key: options }, long)];
    expect(many.statements).toBe(few.statements);
    expect(many.statements).toBeLessThanOrEqual(2);
  });
});

test("fragments of unknown items are left out", async () => {
  const { html } = await render({ a: { item: "YITH_WCWL_Widget" }, b: {}, c: { item: "__proto__" }, d: button(zinc) });
  expect(Object.keys(html)).toEqual(["d"]);
});

test("a key of any characters is answered under the same key", async () => {
  const key = "yith-wcwl-add-to-wishlist.add-to-wishlist-1.__proto__[x]";
  expect(Object.keys((await render({ [key]: button(zinc) })).html)).toEqual([key]);
});
