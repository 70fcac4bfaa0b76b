import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { wishlistCookieName } from "#http/visit/visit-wishlists.ts";
import { routes } from "#routes";
import { addProduct, addSizes, noon } from "#shop/cart/cart.fixtures.ts";
import { resetSetting, setSetting } from "#shop/settings/settings.ts";
import { createWishlist, renameWishlist } from "#shop/wishlist/change-wishlist.ts";
import { addGuestList, type GuestWithList } from "#shop/wishlist/guest-lists.fixtures.ts";
import { openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { qrSvg } from "../rendering/qr-svg.ts";

let database: TestDatabase;
let app: FastifyInstance;
let productIds: number[];
let small: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  ({ app } = await openWholeShop(database, () => noon));
  productIds = [];
  for (const name of ["Zinc", "Iron", "Iodine"]) productIds.push(await addProduct(db, { name }));
  ({ small } = await addSizes(db, { name: "Whey" }, { regularPrice: 500 }));
  return () => app.close();
});

async function get(url: string, guest?: GuestWithList, headers: Record<string, string> = {}) {
  const cookies = guest ? { [wishlistCookieName(origin)]: guest.cookie } : {};
  return app.inject({ url, cookies, headers: { host: new URL(origin).host, ...headers } });
}

/** Changes a setting for one test. */
async function set(name: "wishlist_multiple" | "wishlist_per_page" | "wishlist_guests", value: string | number) {
  await setSetting(database.db, name, value);
  onTestFinished(() => resetSetting(database.db, name));
}

/** Returns the options of the list's form. */
function optionsOf(page: string): Record<string, unknown> {
  const [, text = ""] = /id="yith-wcwl-form"[^>]*data-fragment-options="([^"]*)"/.exec(page) ?? [];
  const marks: Record<string, string> = { quot: '"', lt: "<", gt: ">", amp: "&", "#x27": "'" };
  return JSON.parse(text.replace(/&(quot|lt|gt|amp|#x27);/g, (_, name: string) => marks[name] ?? "")) as Record<
    string,
    unknown
  >;
}

/** Returns what the island on the page gets. */
function dataOf(page: string): unknown {
  const [, text = ""] = /<shop-island[^>]*><script type="application\/json">(.*?)<\/script>/s.exec(page) ?? [];
  return (JSON.parse(text) as { props: unknown }).props;
}

const rowsOf = (page: string) => [...page.matchAll(/data-row-id="(\d+)"/g)].map(([, id]) => Number(id));

describe("the visitor's own list", () => {
  test("a visitor without a list sees an empty one, and gets no cookie", async () => {
    const page = await get(routes.wishlist());
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("Press the heart on a product");
    expect(page.cookies).toEqual([]);
    expect(optionsOf(page.body)).toMatchObject({ wishlist_id: "", is_user_owner: true, count: 0, item: "wishlist" });
  });

  test("is never cached or indexed, and has the body classes that styles expect", async () => {
    const page = await get(routes.wishlist(), await addGuestList(database.db, productIds, noon));
    expect(page.headers["cache-control"]).toContain("no-store");
    expect(page.body).toMatch(/<meta name="robots" content="noindex/);
    expect(page.body).toMatch(/<body class="[^"]*woocommerce-wishlist woocommerce-page woocommerce/);
  });

  test("shows the newest product first, in rows and with fields that scripts expect", async () => {
    const guest = await addGuestList(database.db, [...productIds, small], noon);
    const { body } = await get(routes.wishlist(), guest);
    expect(rowsOf(body)).toEqual([small, ...productIds.toReversed()]);
    expect(body).toContain(`<tr id="yith-wcwl-row-${small}" data-row-id="${small}">`);
    expect(body).toMatch(
      new RegExp(
        `<table class="shop_table cart wishlist_table wishlist_view traditional responsive wl sortable"[^>]*>`,
      ),
    );
    expect(body).toContain(`data-id="${guest.listId}" data-token="${guest.token}"`);
    expect(body).toContain(`name="items[${small}][cb]"`);
    expect(body).toContain(`name="items[${small}][quantity]"`);
    expect(body).toContain(`name="items[${small}][position]" value="0"`);
    expect(body).toMatch(/name="yith_wcwl_edit_wishlist" value="[0-9a-f]{10}"/);
    expect(body).toContain(`id="wishlist_id" name="wishlist_id" value="${guest.token}"`);
    expect(body).toContain(
      `?add-to-cart=${small}&amp;quantity=1&amp;remove_from_wishlist_after_add_to_cart=${small}&amp;wishlist_id=${guest.listId}`,
    );
    expect(optionsOf(body)).toMatchObject({
      wishlist_id: guest.listId,
      wishlist_token: guest.token,
      is_user_owner: true,
      no_interactions: false,
      per_page: 20,
      pagination: "yes",
      current_page: 1,
      form_action: "/wishlist/",
    });
  });

  test("has pages, also by the path that other shops use", async () => {
    await set("wishlist_per_page", 2);
    const guest = await addGuestList(database.db, productIds, noon);
    const [zinc = 0, iron = 0, iodine = 0] = productIds;
    expect(rowsOf((await get(routes.wishlist(), guest)).body)).toEqual([iodine, iron]);
    expect(rowsOf((await get(routes.wishlist(2), guest)).body)).toEqual([zinc]);
    expect(rowsOf((await get("/wishlist/page/2/", guest)).body)).toEqual([zinc]);
    expect(rowsOf((await get(routes.wishlist(9), guest)).body)).toEqual([zinc]);
    expect((await get(routes.wishlist(), guest)).body).toContain('href="/wishlist/?paged=2"');
  });

  test("a phone gets a list instead of a table", async () => {
    const guest = await addGuestList(database.db, productIds, noon);
    const { body } = await get(routes.wishlist(), guest, { "user-agent": "Mozilla/5.0 (Android 14) Mobile" });
    expect(body).toContain('<ul class="shop_table cart wishlist_table wishlist_view responsive mobile with-checkbox');
    expect(rowsOf(body)).toHaveLength(3);
  });

  test("can be a grid", async () => {
    const guest = await addGuestList(database.db, productIds, noon);
    const { body } = await get(routes.wishlist(1, "images_grid"), guest);
    expect(body).toContain("wishlist_table images_grid responsive products columns-4");
    expect(optionsOf(body)).toMatchObject({ layout: "images_grid" });
  });

  test("a product that is no longer sold is left out", async () => {
    const gone = await addProduct(database.db, { status: "draft" });
    const guest = await addGuestList(database.db, [...productIds, gone], noon);
    expect(rowsOf((await get(routes.wishlist(), guest)).body)).toEqual(productIds.toReversed());
  });

  test("a hostile name is only text", async () => {
    const { db } = database;
    const guest = await addGuestList(db, productIds, noon);
    const name = `"><script>alert(1)</script>&amp;`;
    await db.execute(sql`update wishlists set name = ${name} where id = ${guest.listId}`);
    const { body } = await get(routes.wishlist(), guest);
    expect(body).not.toContain("<script>alert(1)");
    expect(body).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;");
    expect(optionsOf(body).page_title).toContain("<script>");
  });
});

describe("somebody else's list", () => {
  test.each(["public", "shared"] as const)("a %s list opens by its token, without any control", async (privacy) => {
    const guest = await addGuestList(database.db, productIds, noon, privacy);
    const { statusCode, body } = await get(routes.wishlistView(guest.token));
    expect(statusCode).toBe(200);
    expect(rowsOf(body)).toHaveLength(3);
    expect(body).toContain("no-interactions");
    const [main] = /<main[^]*<\/main>/.exec(body) ?? [];
    expect(main).not.toMatch(/yith_wcwl_edit_wishlist|remove_from_wishlist|product-checkbox|save_title|data-id=/);
    expect(optionsOf(body)).toMatchObject({ is_user_owner: false, no_interactions: true, wishlist_id: guest.token });
  });

  test("a private list, an unknown token and a number all answer with the same 404", async () => {
    const guest = await addGuestList(database.db, productIds, noon, "private");
    const pages = await Promise.all(
      [guest.token, "ABCDEFGHIJKL", String(guest.listId), "%3Cscript%3E", "a".repeat(80)].map((token) =>
        get(`/wishlist/view/${token}/`),
      ),
    );
    for (const page of pages) {
      expect(page.statusCode).toBe(404);
      expect(page.headers["cache-control"]).toContain("no-store");
      expect(page.body).toContain("This wishlist cannot be shown");
      expect(rowsOf(page.body)).toEqual([]);
    }
    expect((await get(routes.wishlistView(guest.token), guest)).statusCode).toBe(200);
  });

  test("a user's default list opens by the user's id only while it is public", async () => {
    const { db, pool } = database;
    const { rows } = await pool.query<{ id: string }>(`insert into users
      (email, email_key, password_hash, password_changed_at, created_at) values ('a@x.pk', 'a@x.pk', '$argon2id$none', now(), now()) returning id`);
    const userId = Number(rows[0]?.id);
    const guest = await addGuestList(db, productIds, noon, "public");
    await pool.query("update wishlist_owners set user_id = $1, guest_hash = null, expires_at = null where id = $2", [
      userId,
      guest.ownerId,
    ]);
    expect(rowsOf((await get(routes.wishlistOfUser(userId))).body)).toHaveLength(3);
    await pool.query("update wishlists set privacy = 'shared' where id = $1", [guest.listId]);
    expect((await get(routes.wishlistOfUser(userId))).statusCode).toBe(404);
    expect((await get("/wishlist/user/0/")).statusCode).toBe(404);
  });

  test("a guest's list is gone when it has expired", async () => {
    const guest = await addGuestList(database.db, productIds, new Date(noon.getTime() - 40 * 86_400_000));
    expect((await get(routes.wishlistView(guest.token))).statusCode).toBe(404);
  });
});

describe("sharing", () => {
  test("a shared list has its link, WhatsApp, mail and a QR code", async () => {
    const guest = await addGuestList(database.db, productIds, noon);
    const { body } = await get(routes.wishlist(), guest);
    const link = `${origin}/wishlist/view/${guest.token}/`;
    expect(body).toMatch(new RegExp(`class="copy-target input"[^>]* value="${link}"`));
    expect(body).toContain(`https://wa.me/?text=My%20wishlist%20${encodeURIComponent(link)}`);
    expect(body).toMatch(/href="mailto:\?subject=My%20wishlist&amp;body=/);
    expect(body).toContain(`<img class="qr" src="${routes.wishlistQr(guest.token)}"`);
  });

  test("the QR code is a picture of the link, and there is none for what is no token", async () => {
    const picture = await get(routes.wishlistQr("AB12CD34EF56"));
    expect(picture.statusCode).toBe(200);
    expect(picture.headers["content-type"]).toContain("image/svg+xml");
    expect(picture.body).toBe(qrSvg(`${origin}/wishlist/view/AB12CD34EF56/`));
    expect((await get(routes.wishlistQr("12"))).statusCode).toBe(404);
  });

  test("a private list cannot be shared", async () => {
    const guest = await addGuestList(database.db, productIds, noon, "private");
    expect((await get(routes.wishlist(), guest)).body).not.toContain("yith-wcwl-share");
  });

  test("the page for paper has all products and no controls", async () => {
    await set("wishlist_per_page", 2);
    const guest = await addGuestList(database.db, productIds, noon);
    const { body } = await get(routes.wishlistPrint(guest.token), guest);
    for (const name of ["Zinc", "Iron", "Iodine"]) expect(body).toContain(`>${name}</a>`);
    expect(body).not.toContain("yith-wcwl-form");
  });
});

describe("several lists", () => {
  test("manage and create show the list where a visitor has only one", async () => {
    const guest = await addGuestList(database.db, productIds, noon);
    for (const url of [routes.manageWishlists(), routes.createWishlist()])
      expect(rowsOf((await get(url, guest)).body)).toHaveLength(3);
  });

  test("manage shows every list with its fields, and never those of others", async () => {
    await set("wishlist_multiple", "everybody");
    const { db } = database;
    const guest = await addGuestList(db, productIds, noon);
    const other = await createWishlist(db, guest.ownerId, { name: "Birthday", privacy: "private" }, noon);
    const stranger = await addGuestList(db, productIds, noon);
    const { body } = await get(routes.manageWishlists(), guest);
    expect(body).toContain("wishlist_table wishlist_manage_table");
    expect(body).toContain(`name="wishlist_options[${other.id}][wishlist_name]" value="Birthday"`);
    expect(body).toContain(`name="wishlist_options[${guest.listId}][wishlist_privacy]"`);
    expect(body).toMatch(/name="yith_wcwl_manage" value="[0-9a-f]{10}"/);
    expect(body).toMatch(new RegExp(`wishlist_id=${other.id}&amp;yith_wcwl_delete=[0-9a-f]{10}`));
    expect(body).not.toContain(`[${stranger.listId}]`);
    expect(body).toContain(`<shop-island data-island="manage-wishlists" data-widget="wishlist">`);
    expect(body).toContain(
      `<form id="yith-wcwl-form" class="wishlist-manage" action="/wishlist/manage/" method="post">`,
    );
    expect(body).toContain(`<tr data-wishlist-id="${other.id}">`);
    expect(body).toContain(`class="select wishlist-visibility"`);
    expect(dataOf(body)).toMatchObject({
      lists: [
        { id: guest.listId, name: "My wishlist", privacy: "shared", itemCount: 3, href: "/wishlist/" },
        { id: other.id, name: "Birthday", privacy: "private", itemCount: 0, href: routes.wishlistView(other.token) },
      ],
      createNonce: expect.stringMatching(/^[0-9a-f]{10}$/),
    });
    const { body: view } = await get(routes.wishlist(), guest);
    expect(view).toContain(`<option value="${other.token}">Move to Birthday</option>`);
  });

  test("create has the fields of a new list, shared by default", async () => {
    await set("wishlist_multiple", "everybody");
    const { body } = await get(routes.createWishlist());
    expect(body).toMatch(/name="wishlist_name"/);
    expect(body.match(/<input type="radio"[^>]*name="wishlist_visibility"[^>]*>/g)).toHaveLength(3);
    expect(body.match(/<input type="radio"[^>]*checked=""[^>]*>/g)).toEqual([expect.stringContaining('value="1"')]);
    expect(body).toMatch(/name="yith_wcwl_create" value="[0-9a-f]{10}"/);
  });
});

describe("searching", () => {
  test("finds public lists only", async () => {
    const { db } = database;
    for (const [privacy, name] of [
      ["public", "Camping gear"],
      ["shared", "Camping food"],
      ["private", "Camping secrets"],
    ] as const) {
      const guest = await addGuestList(db, productIds, noon, privacy);
      await renameWishlist(db, guest.ownerId, { id: guest.listId }, name);
    }
    for (const url of [routes.searchWishlists("camping"), "/wishlist/search/?wishlist_search=camping"]) {
      const { body } = await get(url);
      expect(body).toContain("Camping gear");
      expect(body).not.toMatch(/Camping (food|secrets)/);
    }
  });

  test("is limited, so that nobody tries all names", async () => {
    await database.db.execute("update rate_limits set points = points + 60");
    const answer = await get(routes.searchWishlists("camping"));
    expect(answer.statusCode).toBe(429);
    expect(answer.body).toContain("Too many attempts. Please try again in 10 minutes.");
    expect(answer.body).not.toContain("Camping gear");
    await database.db.execute("delete from rate_limits");
  });

  test("says what to do when nothing was found", async () => {
    const { body } = await get(routes.searchWishlists("100%_\\"));
    expect(body).toContain("No public wishlist found for “100%_\\”");
  });
});

describe("hearts", () => {
  test("cached pages have the button that adds, without a nonce", async () => {
    const [id = 0] = productIds;
    const { body } = await get(routes.shop());
    expect(body).toContain(
      `<div class="yith-wcwl-add-to-wishlist add-to-wishlist-${id} yith-wcwl-add-to-wishlist--link-style wishlist-fragment on-first-load" data-fragment-ref="${id}"`,
    );
    expect(body).toContain(`href="?add_to_wishlist=${id}" data-product-id="${id}" data-product-type="simple"`);
  });

  test("where guests cannot keep lists, the button leads to the sign-in", async () => {
    const [id = 0] = productIds;
    await set("wishlist_guests", "no");
    const { body } = await get(`${routes.shop()}?orderby=price`);
    expect(body).toContain(
      `class="disabled_item heart" href="/my-account/?wishlist_notice=true&amp;add_to_wishlist=${id}"`,
    );
  });
});

test("a post that nothing answers leads back", async () => {
  const answer = await app.inject({
    method: "POST",
    url: routes.wishlist(),
    headers: { host: new URL(origin).host, origin, "content-type": "application/x-www-form-urlencoded" },
    payload: "a=b",
  });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe(routes.wishlist());
});
